/** Folding what seat 0 was told in real games must lead to what its views show. */
import { expect, test } from "vitest";
import fixtures from "./fixtures/scenes.json";
import type { Event, Play, Row } from "./messages";
import { EMPTY, type Scene, sceneAfter } from "./scene";

type Told = { events: Event[]; rows?: Row[]; queue?: Play[] };
const games = Object.entries(fixtures as unknown as Record<string, Told[][]>).flatMap(([game, played]) =>
  played.map((told, at) => ({ game, at, told })),
);
const rowGames = games.filter(({ game }) => game !== "bullenparty");

const plain = (rows: Row[]): unknown => rows.map(({ cards, marks }) => ({ cards, marks: [...(marks ?? [])].sort() }));
const fold = (scene: Scene, events: Event[]): Scene => events.reduce((before, event) => sceneAfter(before, event), scene);

test("there is a game of every kind", () => {
  expect(new Set(rowGames.map(({ game }) => game)).size).toBe(8);
});

test.each(rowGames)("the events of $game $at lead from view to view", ({ told }) => {
  let before = EMPTY;
  for (const { events, rows, queue } of told) {
    const after = fold(before, events);
    const story = JSON.stringify(events);
    expect(plain(after.rows), story).toEqual(plain(rows!));
    expect(after.queue, story).toEqual(queue);
    before = { ...EMPTY, rows: rows!, queue: queue! };
  }
});

test("a taken row is shown with its taker and heads until the next card moves", () => {
  const before: Scene = { ...EMPTY, rows: [{ cards: [1, 2, 3, 4, 5] }, { cards: [50] }], queue: [{ seat: 1, card: 6, value: 6 }, { seat: 0, card: 51, value: 51 }] };
  const taking: Event = { type: "row_taken", seat: 1, row: 0, cards: [1, 2, 3, 4, 5], heads: 6, card: 6, left: [6], reason: ["sixth_card", [5, 1]] };
  const after = sceneAfter(before, taking);
  expect(after.taken).toEqual({ seat: 1, row: 0, heads: 6, cards: [1, 2, 3, 4, 5] });
  expect(after.queue).toEqual([{ seat: 0, card: 51, value: 51 }]);
  expect(sceneAfter(after, { type: "card_placed", seat: 0, card: 51, row: 1, reason: ["smallest_difference", [50, 1]] }).taken).toBeNull();
});
