/** One clock for everything: whatever is shown belongs to the same moment, and the question comes last. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Action, Event as Happened, TableView, View } from "./messages";
import { COUNT_MS, LONGEST_MS, ROUND_MS } from "./scene";
import { keep } from "./settings.svelte";
import { type Act, Stage } from "./stage.svelte";

const view = (changes: Partial<TableView> = {}): View =>
  ({
    type: "table_view", setup: { key: "base", players: 3 }, seat: 0, decision: 1, phase: "card", to_act: [0, 1, 2], round: 1, turn: 1, outcome: null,
    rows: [{ cards: [10] }, { cards: [20, 21, 22, 23, 24] }], hand: [11, 50], piles: [[], [], []], scores: [], queue: [], pool: [], choice: { type: "play_card", card: 11 }, ...changes,
  }) as unknown as View;
const LEGAL: Action[] = [{ type: "play_card", card: 50 }];
const TURN: Happened[] = [
  { type: "cards_revealed", plays: [{ seat: 0, card: 11, value: 11 }, { seat: 1, card: 25, value: 25 }] },
  { type: "card_placed", seat: 0, card: 11, row: 0, reason: ["smallest_difference", [10, 1]] },
  { type: "row_taken", seat: 1, row: 1, cards: [20, 21, 22, 23, 24], heads: 11, card: 25, left: [25], reason: ["sixth_card", [24, 1]] },
];
const AFTER = view({ decision: 2, turn: 2, hand: [50], choice: null, rows: [{ cards: [10, 11] }, { cards: [25] }], piles: [[], [20, 21, 22, 23, 24], []] });
const act = (changes: Partial<Act> = {}): Act => ({ events: TURN, view: AFTER, legal: LEGAL, toAct: [0, 1, 2], decision: 2, ...changes });

/** What a person sees: rows, hand, score of seat 1, turn, how much was told, what can be done. */
function seen(stage: Stage) {
  const { view, scene, legal, toAct } = stage.shown;
  const now = view as TableView;
  return { rows: scene.rows.map(({ cards }) => cards.length), hand: now.hand, pile: now.piles[1]!.length, turn: now.turn, told: stage.heard.length, legal: legal.length, asked: toAct.length };
}

const START = { rows: [1, 5], hand: [11, 50], pile: 0, turn: 1, told: 0, legal: 0, asked: 0 };
const REVEALED = { ...START, hand: [50], told: 1 };
const PLACED = { ...REVEALED, rows: [2, 5], told: 2 };
/** The story holds its breath. */
const HELD = PLACED;
const HOLD_MS = 450;
const TAKEN = { ...PLACED, rows: [2, 1], pile: 5, told: 3 };
const ASKED = { ...TAKEN, turn: 2, legal: 1, asked: 3 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }); // pictures are no moments of the story
  keep({ speed: "normal" });
});
afterEach(() => {
  vi.useRealTimers();
  keep({ speed: null });
});

const told = (company: ConstructorParameters<typeof Stage>[0] = {}): Stage => {
  const stage = new Stage(company);
  stage.set(view());
  stage.add(act());
  flushSync();
  return stage;
};

test.each(["normal", "off"] as const)("rows, hand, scores, log and question change together, moment by moment, with motion %s", async (speed) => {
  keep({ speed });
  const stage = told();
  const moments = [seen(stage)];
  while (stage.playing) {
    await vi.advanceTimersToNextTimerAsync();
    moments.push(seen(stage));
  }
  expect(moments).toEqual([REVEALED, PLACED, HELD, TAKEN, ASKED]);
});

test("a special that is used leaves its owner's count with the word for it, not with the next question", async () => {
  const held = { type: "surprise_view", specials_left: [2, 1, 2] };
  const stage = new Stage();
  stage.set(view(held as Partial<TableView>));
  stage.add(act({ events: [{ type: "special_used", seat: 1, special: "stop" }, ...TURN], view: AFTER }));
  flushSync();
  expect(stage.heard.at(-1)?.event.type).toBe("special_used");
  expect(stage.shown.view).toMatchObject({ specials_left: [2, 0, 2] });
});

test("the eye has a second for a row that is taken and for the own card, and less for others", async () => {
  const stage = told({ you: () => 0 });
  await vi.advanceTimersByTimeAsync(800 + 999);
  expect([seen(stage), stage.scene.stake]).toEqual([PLACED, null]);
  await vi.advanceTimersByTimeAsync(2);
  expect([seen(stage), stage.scene.stake]).toEqual([HELD, 1]);
  await vi.advanceTimersByTimeAsync(HOLD_MS);
  expect(seen(stage)).toEqual(TAKEN);
  await vi.advanceTimersByTimeAsync(1000 + 11 * COUNT_MS);
  expect(seen(stage)).toEqual(ASKED);
});

test("the end of a round waits a while, and the turn before it is not told quicker", async () => {
  const stage = new Stage();
  stage.set(view());
  const ended: Happened = { type: "round_ended", round: 1, heads: [0, 11, 0], totals: [0, 11, 0] };
  stage.add(act({ events: [...TURN, ended] }));
  await vi.advanceTimersByTimeAsync(800 + 600 + HOLD_MS + 1000 - 1);
  expect(stage.heard.at(-1)?.event.type).toBe("row_taken");
  await vi.advanceTimersByTimeAsync(ROUND_MS);
  expect([stage.playing, stage.heard.at(-1)?.event]).toEqual([true, ended]);
  stage.hurry();
  await vi.advanceTimersByTimeAsync(0);
  expect([stage.playing, seen(stage).asked]).toEqual([false, 3]);
});

test("a tap hurries to the question", async () => {
  const stage = told();
  stage.hurry();
  await vi.advanceTimersByTimeAsync(0);
  expect([stage.playing, seen(stage)]).toEqual([false, ASKED]);
});

test("what comes while a story is told waits for its turn", async () => {
  const stage = told();
  const sealed: Happened = { type: "card_sealed", seat: 2, card: null, reverse: null, again: false };
  stage.add({ events: [sealed], toAct: [0, 1], decision: 2 });
  await vi.advanceTimersByTimeAsync(100);
  expect(stage.shown.toAct).toEqual([]);
  await vi.runAllTimersAsync();
  expect([stage.shown.toAct, stage.shown.legal, stage.shown.between]).toEqual([[0, 1], LEGAL, [sealed]]);
});

test("the story leaves most of a short time to answer", async () => {
  const stage = told({ msLeft: () => 2000 });
  await vi.advanceTimersByTimeAsync(620);
  expect(seen(stage)).toEqual(ASKED);
});

test("however much has happened, the story ends after a while", async () => {
  const stage = told();
  for (let turn = 0; turn < 30; turn++) stage.add(act({ decision: 3 + turn }));
  await vi.advanceTimersByTimeAsync(LONGEST_MS + 100);
  expect(stage.playing).toBe(false);
});

test("who was away, or looked away, is at the present at once", async () => {
  const stage = new Stage();
  stage.set(view());
  stage.jump(1000);
  stage.add(act());
  await vi.advanceTimersByTimeAsync(0);
  expect(seen(stage)).toEqual(ASKED);
  const away = told();
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen(away)).toEqual(ASKED);
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
});

test("a new game begins with an empty table, and with its own story", async () => {
  const stage = told();
  stage.hurry();
  await vi.advanceTimersByTimeAsync(0);
  const deal: Happened[] = [{ type: "round_started", round: 1 }, { type: "hand_dealt", seat: 0, count: 2, cards: [1, 2] }, { type: "rows_laid", cards: [7, 8] }];
  stage.add(act({ events: deal, view: view({ hand: [1, 2], rows: [{ cards: [7] }, { cards: [8] }] }), decision: 1 }));
  await vi.runAllTimersAsync();
  expect(stage.heard.map(({ event }) => event.type)).toEqual(deal.map(({ type }) => type));
});

test("a card with reversed digits is told with what it counts as", () => {
  const stage = new Stage();
  const revealed: Happened = { type: "cards_revealed", plays: [{ seat: 1, card: 67, value: 76 }, { seat: 0, card: 80, value: 80 }] };
  const placed = (seat: number, card: number): Happened => ({ type: "card_placed", seat, card, row: 0, reason: ["smallest_difference", [63, 13]] });
  stage.set(view(), [], [revealed, placed(1, 67), placed(0, 80)]);
  expect(stage.heard.map(({ value }) => value)).toEqual([undefined, 76, undefined]);
});
