/** Which events are heard, by those who switched the sounds on. */
import type { Event } from "./messages";
import { play } from "./sound";
import type { Table } from "./table.svelte";

export function ring(event: Event, table: Table): void {
  if (event.type === "card_placed" || event.type === "card_inserted" || event.type === "row_claimed") play("card");
  else if (event.type === "row_taken") play("take");
  else if (event.type === "game_ended" && table.seat !== null && event.outcome.ranks[table.seat] === 1) play("win");
  else if (event.type === "found_no_row" && event.seat === table.seat) play("turn");
}
