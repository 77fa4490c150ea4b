/** Which events make which sound; that nothing rings unless it is switched on is tested with the sounds. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Event } from "./messages";
import { ring } from "./ringing";
import { play } from "./sound";

vi.mock("./sound", () => ({ play: vi.fn() }));
beforeEach(() => vi.mocked(play).mockClear());

/** What somebody in this seat, or a spectator, hears. */
function heard(event: object, seat: number | null = 0): unknown[] {
  ring(event as Event, { seat });
  return vi.mocked(play).mock.calls.flat();
}

test.each(["card_placed", "card_inserted", "card_slid", "row_claimed", "row_extended"])("%s is heard as a card", (type) => {
  expect(heard({ type, seat: 1 })).toEqual(["card"]);
});

test.each([[1, "thud"], [4, "thud"], [5, "take"], [9, "take"], [10, "jolt"], [23, "jolt"]])("a row of %i heads is heard as a %s, no matter who takes it, by spectators too", (heads, sound) => {
  expect(heard({ type: "row_taken", seat: 1, heads })).toEqual([sound]);
  expect(heard({ type: "row_taken", seat: 1, heads }, null)).toEqual([sound, sound]);
});

test.each(["found_no_row", "bid_called"])("%s calls its seat and nobody else", (type) => {
  expect([...heard({ type, seat: 1 }), ...heard({ type, seat: 1 }, null)]).toEqual([]);
  expect(heard({ type, seat: 1 }, 1)).toEqual(["turn"]);
});

test("a proposal calls those who have to vote", () => {
  expect([...heard({ type: "proposed", seat: 0 }), ...heard({ type: "proposed", seat: 0 }, null)]).toEqual([]);
  expect(heard({ type: "proposed", seat: 1 })).toEqual(["turn"]);
});

test("the end is heard by those who have won", () => {
  const end = { type: "game_ended", outcome: { rounds: [], totals: [9, 3, 3], ranks: [3, 1, 1] } };
  expect([...heard(end, 0), ...heard(end, null)]).toEqual([]);
  expect(heard(end, 2)).toEqual(["win"]);
});

test("a new round is heard as cards that are shuffled", () => {
  expect(heard({ type: "round_started", round: 2 }, null)).toEqual(["shuffle"]);
});

test.each(["cards_revealed", "card_sealed", "hand_dealt", "passed"])("%s is silent", (type) => {
  expect(heard({ type, seat: 0 })).toEqual([]);
});
