/** The commitments that this device was shown, and the nonce that it sent after each: with both it can check a deal later. */
import { nonce } from "./seats";
import type { Answer } from "./socket";
import { store, stored } from "./stored";

type Promised = { commitment: string; nonce: string };

const KEY = "promises";
const MOST = 100;
const answering = new Set<string>();

/** The nonce that this device sent after it was shown this commitment. */
export const sentAfter = (commitment: string): string | undefined =>
  stored<Promised[]>(KEY, []).find((promised) => promised.commitment === commitment)?.nonce;

/** Add a nonce of our own, once, to the deal that a commitment binds. */
export async function answer(commitment: string, give: (nonce: string) => Promise<Answer>): Promise<void> {
  if (answering.has(commitment) || sentAfter(commitment) !== undefined) return;
  answering.add(commitment);
  const promised = { commitment, nonce: nonce() };
  if ((await give(promised.nonce)) === null) store(KEY, [promised, ...stored<Promised[]>(KEY, [])].slice(0, MOST));
  answering.delete(commitment);
}
