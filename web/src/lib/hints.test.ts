/** What a newcomer is told at each moment of the first game. */
import { beforeAll, expect, test } from "vitest";
import { hintAt, type Moment } from "./hints";
import type { CardPlaced, RowTaken, View } from "./messages";
import { knows, learn, speak } from "./words.svelte";

beforeAll(() => speak("en").then(() => learn("hints")));

const ROWS = [{ cards: [12] }, { cards: [37] }, { cards: [43] }, { cards: [58] }];
const PLACED: CardPlaced = { type: "card_placed", seat: 0, card: 44, row: 2, reason: ["smallest_difference", [43, 1]] };
const taken = (seat: number): RowTaken => ({ type: "row_taken", seat, card: 60, row: 3, cards: [58], heads: 1, left: [60], reason: ["sixth_card", []] });

function hint(view: Partial<Extract<View, { type: "table_view" }>>, more: Partial<Moment> = {}) {
  const facts = { rows: (view.rows ?? ROWS).map(({ cards }) => ({ full: cards.length === 5 })) };
  const seen = { type: "table_view", facts, seat: 0, phase: "card", round: 1, turn: 1, outcome: null, last: [], rows: ROWS, ...view } as unknown as View;
  const found = hintAt({ view: seen, seat: 0, asked: true, picked: null, playing: false, ...more });
  if (found) expect(knows(`page.hints.${found.key}`), found.key).toBe(true);
  return found ?? { key: "nothing" };
}

test("first the rows, then what a card would do, then why it went there", () => {
  expect(hint({}).key).toBe("rows");
  expect(hint({}, { picked: [PLACED] }).key).toBe("preview");
  expect(hint({}, { picked: [{ type: "found_no_row", seat: 0, card: 3, reason: ["lower_than_all", [12]] }] }).key).toBe("low_cards");
  expect(hint({}, { asked: false }).key).toBe("wait");
  expect(hint({}, { playing: true }).key).toBe("placing");
  expect(hint({ turn: 2, last: [PLACED] })).toEqual({ key: "own", values: { card: 44, row: 3, end: 43, gap: 1 } });
});

test("what cards cost, when they do", () => {
  expect(hint({ phase: "row" }).key).toBe("too_low");
  expect(hint({ turn: 2, last: [taken(0), PLACED] })).toEqual({ key: "taken_sixth", values: { row: 4, heads: "1 head", card: 60 } });
  expect(hint({ turn: 2, last: [taken(1), PLACED] }).key).toBe("others_sixth");
  expect(hint({ turn: 2, last: [taken(1), taken(0)] }).key).toBe("taken_sixth");
  expect(hint({ turn: 2, last: [{ ...taken(0), reason: ["chosen", []] }] }).key).toBe("taken_low");
});

test("a full row is shown where there is one", () => {
  expect(hint({ turn: 4 }).key).toBe("sixth");
  expect(hint({ turn: 4, rows: [...ROWS.slice(0, 3), { cards: [1, 2, 3, 4, 5] }] })).toEqual({ key: "full", values: { row: 4 } });
});

test("every turn has its hint, and the end too", () => {
  for (let turn = 1; turn <= 10; turn += 1) hint({ turn });
  expect(hint({ round: 2 }).key).toBe("end");
  expect(hint({ round: 2, turn: 2 }).key).toBe("nothing");
  expect(hint({ round: 2 }, { playing: true }).key).toBe("nothing");
  expect(hint({ outcome: {} as NonNullable<View["outcome"]> }).key).toBe("end");
});
