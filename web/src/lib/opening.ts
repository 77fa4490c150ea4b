/** A table against friendly bots, with one tap and without a name. */
import * as api from "./api";
import { hold, nonce } from "./seats";
import { settings } from "./settings.svelte";
import { say } from "./words.svelte";

/** The opponents for a first game. */
export const OPPONENTS = "easy";

type Wish = { game?: string; level?: string; options?: Record<string, string | number | boolean | null> };

/** Open a game against this many bots, the base game if none is named, and start it; returns the table's code. */
export async function playBots(bots: number, { game = "base", level = OPPONENTS, options = {} }: Wish = {}): Promise<string> {
  const name = settings.name || say("page.name.guest");
  const seats = [{}, ...Array.from({ length: bots }, () => ({ level }))];
  const ticket = await api.open({ game, options, seats, host: { name, nonce: nonce() }, start: true });
  hold(ticket, name);
  return ticket.table.code;
}
