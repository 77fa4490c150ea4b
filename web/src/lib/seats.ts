/** The seats that this device holds: with the token a table opens again, on this device alone. */
import type { Ticket } from "./messages";
import { store, stored } from "./stored";

export type Held = { table: string; token: string; claim: string | null; name: string };

const KEY = "seats";
const MOST = 100;

export const heldSeats = (): Held[] => stored<Held[]>(KEY, []);

export const heldAt = (code: string): Held | undefined => heldSeats().find((held) => held.table === code);

export function hold(ticket: Ticket, name: string): void {
  const held = { table: ticket.table.code, token: ticket.token, claim: ticket.claim, name };
  store(KEY, [held, ...heldSeats().filter((other) => other.table !== held.table)].slice(0, MOST));
}

export function letGo(code: string): void {
  store(KEY, heldSeats().filter((held) => held.table !== code));
}

/** Chance of this device's own, so that the server cannot choose the deal alone. */
export const nonce = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
