import { expect, test } from "vitest";
import type { View } from "./messages";
import { betterIn, sheetOf, spread, unitOf } from "./scores";
import { seenIn } from "./seen";

const view = (changes: object): View =>
  ({
    type: "table_view", setup: { key: "base", players: 2, options: {} }, round: 2, outcome: null, phase: "card", hand: [7, 9], cards_left: [2, 2], known: [[], []],
    rows: [{ cards: [1] }, { cards: [10, 11] }], queue: [{ seat: 0, card: 30, value: 3 }], piles: [[55, 2], []], scores: [[4, 0]], pool: [], facts: { running: [8, 0], totals: [12, 0], opponent: null }, totals_after: [[4, 0]], ...changes,
  }) as unknown as View;
const name = (seat: number): string => (seat < 0 ? "Ox" : `P${seat}`);

test("the running round and the totals are what the facts say", () => {
  expect(sheetOf(view({}), name)).toEqual({ unit: "heads", names: ["P0", "P1"], rounds: [[4, 0]], running: [8, 0], totals: [12, 0], after: [[4, 0]] });
});

test("a team and the Ox have a column each, the Ox's only when it is shown or at the end", () => {
  const ox = { type: "ox_view", facts: { running: [14, 14], totals: [14, 14], opponent: null } };
  expect(sheetOf(view(ox), name)).toMatchObject({ names: ["table.team"], rounds: [], running: [14], totals: [14] });
  const shown = { ...ox, facts: { ...ox.facts, opponent: 2 } };
  expect(sheetOf(view(shown), name)).toMatchObject({ rounds: [], running: [14, 2], totals: [14, 2] });
  const outcome = { rounds: [[14, 14]], totals: [14, 14], ranks: [2, 2], opponent: 2 };
  expect(sheetOf(view({ ...shown, outcome }), name)).toMatchObject({ names: ["table.team", "Ox"], rounds: [[14, 2]], running: null, totals: [14, 2] });
});

test.each([
  [[10, 11, 12], 15],
  [[100, 100, 100, 100], 15],
  [[0, 0, 50, 99], 15],
  [Array.from({ length: 10 }, () => 50), 15],
])("labels for %j keep their order, their distance and the limits", (wishes, room) => {
  const places = spread(wishes, room, 0, 100);
  const order = wishes.map((_, at) => at).sort((one, other) => wishes[one]! - wishes[other]! || one - other);
  const gaps = order.slice(1).map((at, rank) => places[at]! - places[order[rank]!]!);
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(Math.min(room, 100 / (wishes.length - 1)) - 0.001);
  for (const place of places) expect(place).toBeGreaterThanOrEqual(-0.001);
  for (const place of places) expect(place).toBeLessThanOrEqual(100.001);
});

test("labels that have room stay where they want to be", () => {
  expect(spread([10, 40, 90], 15, 0, 100)).toEqual([10, 40, 90]);
});

test("seen is what the view shows: hand, rows, cards on their way, piles and known cards", () => {
  expect([...seenIn(view({ known: [[], [77]] }))].sort((a, b) => a - b)).toEqual([1, 2, 7, 9, 10, 11, 30, 55, 77]);
  expect(seenIn(view({ type: "surprise_view", box: [99] })).has(99)).toBe(true);
  const party = { type: "party_view", rows: [{ cards: [5, 6] }, null], piles: [[[8], [9, 12]], []], discards: [20], drawn: 21, queue: [{ seat: 0, card: 0 }] };
  expect([...seenIn(view(party))].sort((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 12, 20, 21]);
});

test("the better of two totals is the lower one of heads and the higher one of points", () => {
  expect([unitOf(view({})), unitOf(view({ type: "party_view" }))]).toEqual(["heads", "points"]);
  expect([[3, 1, 2].sort(betterIn("heads")), [3, 1, 2].sort(betterIn("points"))]).toEqual([[1, 2, 3], [3, 2, 1]]);
});
