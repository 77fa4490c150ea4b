/** The seats that this device holds: with the token a table opens again, on this device alone. */
import type { Ticket } from "./messages";
import { store, stored } from "./stored";

export type Held = { table: string; token: string; claim: string | null; name: string };

const KEY = "seats";
const DEVICE = "device";
const MOST = 100;

export const heldSeats = (): Held[] => stored<Held[]>(KEY, []);

/** Every seat at a table, where several people share this device; whoever came first is first. */
export const allHeldAt = (code: string): Held[] => heldSeats().filter((held) => held.table === code);

export const heldAt = (code: string): Held | undefined => allHeldAt(code)[0];

const heldBy = (ticket: Ticket, name: string): Held => ({ table: ticket.table.code, token: ticket.token, claim: ticket.claim, name });

/** Hold a seat, and no other at its table. */
export function hold(ticket: Ticket, name: string): void {
  const held = heldBy(ticket, name);
  store(KEY, [held, ...heldSeats().filter((other) => other.table !== held.table)].slice(0, MOST));
}

/** Hold a seat beside those that this device has at the same table already. */
export function holdBeside(ticket: Ticket, name: string): void {
  const held = heldBy(ticket, name);
  const others = heldSeats().filter((other) => other.table !== held.table);
  store(KEY, [...allHeldAt(held.table), held, ...others].slice(0, MOST));
}

/** Forget a table, or just one seat there. */
export function letGo(code: string, token?: string): void {
  store(KEY, heldSeats().filter((held) => held.table !== code || (token !== undefined && held.token !== token)));
}

/** An id of this device, as secret as a token: at duplicate tables a device has one seat. */
export function device(): string {
  const kept = stored<string>(DEVICE, "") || nonce();
  store(DEVICE, kept);
  return kept;
}

/** A random nonce of this device's own, so that the server cannot choose the deal alone. */
export const nonce = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
