/** Real games with real proofs hold; whatever is changed in them does not. */
import { expect, test } from "vitest";
import games from "./fixtures/deals.json";
import type { Record as GameRecord, ReplayIndex } from "./messages";
import { type Check, type Dealt, checks, dealtAt } from "./verifying";

type Game = { record: GameRecord; index: ReplayIndex; steps: Dealt[] };
const all = games as unknown as Game[];
const named = all.map((game) => ({ ...game, name: `${game.record.setup.key} ${JSON.stringify(game.record.setup.options)}` }));
const copy = (game: Game): Game => structuredClone({ record: game.record, index: game.index, steps: game.steps });

const verdict = ({ record, index, steps }: Game): Check[] | null => {
  const wanted = dealtAt(record, index);
  const found = steps.filter((each) => wanted.includes(each.step));
  // rounds that deal nothing are asked for too
  return checks(record, index, found);
};
const broken = (game: Game): string[] => verdict(game)!.filter((check) => !check.holds).map((check) => `${check.what} ${check.round}`);

test.each(named)("every deal is looked at: $name", (game) => {
  const wanted = dealtAt(game.record, game.index);
  for (const { step } of game.steps) expect(wanted).toContain(step);
  const dealing = game.index.moments.at(-1)!.round;
  const rounds = verdict(game)!.filter((check) => check.what === "deal" || check.what === "rows").map((check) => check.round);
  expect(rounds).toEqual(game.record.setup.key === "bullenparty" ? [1] : Array.from({ length: dealing }, (_, at) => at + 1));
});

test.each(named)("an honest deal holds: $name", (game) => expect(broken(game)).toEqual([]));

test.each(named)("another secret is noticed: $name", (game) => {
  const forged = copy(game);
  forged.record.fairness!.secret = "00".repeat(32);
  expect(broken(forged)).toContain("commitment 0");
  expect(broken(forged)).toContain("seed 0");
});

test.each(named)("another nonce is noticed: $name", (game) => {
  const forged = copy(game);
  forged.record.fairness!.nonces[1] = "chosen by the server";
  expect(broken(forged)).toContain("seed 0");
  expect(broken(forged)).not.toContain("commitment 0");
});

test.each(named.filter((game) => game.steps[0]!.hands[0]!.hand.length))("a card that changed hands is noticed: $name", (game) => {
  const forged = copy(game);
  const [one, other] = forged.steps.at(-1)!.hands;
  [one!.hand[0], other!.hand[0]] = [other!.hand[0]!, one!.hand[0]!];
  expect(broken(forged)).toEqual([`deal ${game.steps.length}`]);
});

test.each(named.filter((game) => game.record.setup.key !== "bullenparty"))("other rows are noticed: $name", (game) => {
  const forged = copy(game);
  for (const { events } of forged.steps) for (const event of events) if (event.type === "rows_laid") event.cards.reverse();
  expect(broken(forged).length).toBe(forged.index.moments.at(-1)!.round);
});

test("another drafter and other letters are noticed", () => {
  const draft = copy(named.find((game) => game.record.setup.options!.draft)!);
  for (const event of draft.steps[0]!.events) if (event.type === "cards_offered") event.first = 1 - event.first;
  expect(broken(draft)).toEqual(["first 1"]);
  const party = copy(named.find((game) => game.record.setup.key === "bullenparty")!);
  for (const event of party.steps[0]!.events) if (event.type === "zero_dealt" && event.seat === 1) event.letter = "?";
  expect(broken(party)).toEqual(["letters 1"]);
});

test("a record without a proof is not called fair", () => {
  const game = copy(all[0]!);
  game.record.fairness = null;
  expect(verdict(game)).toBeNull();
});
