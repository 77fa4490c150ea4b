/** A table against friendly bots, with one tap. */
import * as api from "./api";
import { friendly, levels } from "./games";
import { hold, nonce } from "./seats";
import { settings } from "./settings.svelte";
import { say } from "./words.svelte";

const GAME = "base";

/** The level of the bots, by its key. */
export const opponents = async (): Promise<string> => friendly(await levels(GAME));

/** Open the base game against so many bots and start it; gives the table's code. */
export async function playBots(bots: number, options: Record<string, string | number | boolean | null> = {}): Promise<string> {
  const level = await opponents();
  const name = settings.name || say("page.name.guest");
  const seats = [{}, ...Array.from({ length: bots }, () => ({ level }))];
  const ticket = await api.open({ game: GAME, options, seats, host: { name, nonce: nonce() } });
  hold(ticket, name);
  await api.start(ticket.table.code, ticket.token).catch(() => {}); // the lobby offers it again
  return ticket.table.code;
}
