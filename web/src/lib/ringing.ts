/** Which events make a sound, for those who switched sounds on. */
import type { Event } from "./messages";
import { weightOf } from "./scene";
import { play, type Sound } from "./sound";
import type { Table } from "./table.svelte";

const HEARD: Partial<Record<Event["type"], Sound>> = {
  card_placed: "card",
  card_inserted: "card",
  card_slid: "card",
  row_claimed: "card",
  row_extended: "card",
  round_started: "shuffle",
};

/** By what the row costs. */
const TAKEN = { light: "thud", hard: "take", heavy: "jolt" } as const;

/** What makes this seat, and nobody else, owe an answer. */
const CALLS = new Set<Event["type"]>(["found_no_row", "bid_called"]);

export function ring(event: Event, { seat }: Pick<Table, "seat">): void {
  const sound = HEARD[event.type];
  if (sound) play(sound);
  else if (event.type === "row_taken") play(TAKEN[weightOf(event.heads)]);
  else if (seat === null) return;
  else if (event.type === "game_ended" && event.outcome.ranks[seat] === 1) play("win");
  else if (event.type === "proposed" && event.seat !== seat) play("turn");
  else if (CALLS.has(event.type) && "seat" in event && event.seat === seat) play("turn");
}
