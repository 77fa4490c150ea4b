import { expect, test } from "vitest";
import { foresee as draw } from "./foresight";
import type { Event, Row, RowFacts, TableFacts } from "./messages";

const ROWS: Row[] = [{ cards: [4, 13, 16, 19, 22] }, { cards: [10, 17], marks: ["stop"] }];
const FACTS: RowFacts[] = [{ capacity: 5, heads: 6, full: true }, { capacity: 5, heads: 4, full: false }];
const foresee = (rows: Row[], events: Event[]) => draw(rows, FACTS, { events, facts: [] });
const event = (type: string, more: object): Event => ({ type, seat: 0, reason: ["smallest_difference", [1, 1]], ...more }) as unknown as Event;
const cards = (rows: ReturnType<typeof draw>): string[] =>
  rows.map((row) => row.places.map(({ card, state }) => ({ lies: "", comes: "+", goes: "-" })[state] + card).join(" "));

test("without a preview the rows are as they are", () => {
  expect(cards(foresee(ROWS, []))).toEqual(["4 13 16 19 22", "10 17"]);
  expect(foresee(ROWS, [])[1]!.marks).toEqual([{ mark: "stop", state: "lies" }]);
});

test("a card slides away and into its place, and the next one comes to the end", () => {
  const seen = foresee(ROWS, [event("card_slid", { card: 13, source: 0, row: 1, place: 1 }), event("card_placed", { card: 24, row: 0 })]);
  expect(cards(seen)).toEqual(["4 -13 16 19 22 +24", "10 +13 17"]);
  expect(seen.map((row) => [row.aim, row.taken])).toEqual([[true, false], [true, false]]);
});

test("places are counted without the cards that leave", () => {
  const seen = foresee(ROWS, [event("card_slid", { card: 4, source: 0, row: 1, place: 0 }), event("card_inserted", { card: 15, row: 0, place: 1 })]);
  expect(cards(seen)).toEqual(["-4 13 +15 16 19 22", "+4 10 17"]);
});

test("a row that is taken shows the card too many, and nothing that comes later", () => {
  const seen = foresee(ROWS, [event("row_taken", { card: 24, row: 0, left: [24], reason: ["sixth_card"] }), event("card_placed", { card: 30, row: 0 })]);
  expect([cards(seen)[0], seen[0]!.taken, seen[1]!.taken]).toEqual(["4 13 16 19 22 +24", true, false]);
});

test("a row of one's own choice is taken as it is", () => {
  expect(cards(foresee(ROWS, [event("row_taken", { card: 1, row: 0, left: [1], reason: ["fewest_heads", [7]] })]))[0]).toBe("4 13 16 19 22");
});

test("a fifth row comes, and rows behind one that vanishes keep their places", () => {
  expect(cards(foresee(ROWS, [event("card_placed", { card: 50, row: 2 })]))).toEqual(["4 13 16 19 22", "10 17", "+50"]);
  const vanished = [event("row_taken", { card: 24, row: 0, left: [], reason: ["sixth_card"] }), event("row_vanished", { row: 0 }), event("card_placed", { card: 30, row: 0 })];
  expect(cards(foresee(ROWS, vanished))).toEqual(["4 13 16 19 22 +24", "10 17 +30"]);
});

test("specials come to rows and leave them; the markers of other games stay out of it", () => {
  const seen = foresee(ROWS, [
    event("mark_moved", { mark: "seven", source: null, row: 0 }),
    event("mark_removed", { mark: "stop", row: 1 }),
    event("mark_moved", { mark: "even", source: 1, row: 0 }),
  ]);
  expect(seen.map((row) => row.marks)).toEqual([[{ mark: "seven", state: "comes" }], [{ mark: "stop", state: "goes" }]]);
});

test("a row has the room that the facts give it, now and after what is foreseen; one that is taken keeps what it had", () => {
  const after = { type: "table_facts", rows: [{ capacity: 6 }, { capacity: 4 }, { capacity: 7 }] } as unknown as TableFacts;
  const rooms = (events: Event[], facts: (TableFacts | null)[]): number[] => draw(ROWS, FACTS, { events, facts }).map((row) => row.capacity);
  expect(rooms([], [])).toEqual([5, 5]);
  expect(rooms([event("card_placed", { card: 50, row: 2 })], [after])).toEqual([6, 4, 7]);
  expect(rooms([event("row_taken", { card: 24, row: 0, left: [24], reason: ["sixth_card"] })], [after, null]).slice(0, 2)).toEqual([5, 4]);
});
