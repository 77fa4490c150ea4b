/** A table against friendly bots, with one tap. */
import * as api from "./api";
import { hold, nonce } from "./seats";
import { settings } from "./settings.svelte";
import { say } from "./words.svelte";

const GAME = "base";
/** The opponents for a first game. */
export const OPPONENTS = "easy";

/** Open the base game against this many bots and start it; returns the table's code. */
export async function playBots(bots: number, options: Record<string, string | number | boolean | null> = {}): Promise<string> {
  const name = settings.name || say("page.name.guest");
  const seats = [{}, ...Array.from({ length: bots }, () => ({ level: OPPONENTS }))];
  const ticket = await api.open({ game: GAME, options, seats, host: { name, nonce: nonce() }, start: true });
  hold(ticket, name);
  return ticket.table.code;
}
