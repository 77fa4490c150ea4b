/** The frozen shuffle of docs/dealing.md, so that a deal can be checked without trusting the server. */
import { sha256 } from "@noble/hashes/sha2.js";
import { shake256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const WORDS = 65536;

/** The 32 bytes, in hexadecimal digits, that a number or a text stands for. */
export const seedOf = (named: number | string): string =>
  bytesToHex(sha256(utf8ToBytes(`nimmt:seed:${typeof named === "number" ? "int" : "text"}:${named}`)));

/** An endless sequence of 16-bit words, high byte first. */
function* words(seed: string, label: string): Generator<number> {
  const stream = shake256.create().update(concatBytes(hexToBytes(seed), utf8ToBytes(label)));
  for (;;) {
    const [high, low] = stream.xof(2);
    yield high! * 256 + low!;
  }
}

/** A random order of this many things: Fisher–Yates from the last place down, skipping words that would favour low places. */
export function shuffle(seed: string, label: string, size: number): number[] {
  const stream = words(seed, label);
  const order = Array.from({ length: size }, (_, place) => place);
  for (let last = size - 1; last > 0; last -= 1) {
    const fair = WORDS - (WORDS % (last + 1));
    let word = stream.next().value!;
    while (word >= fair) word = stream.next().value!;
    const place = word % (last + 1);
    [order[last], order[place]] = [order[place]!, order[last]!];
  }
  return order;
}

/** What a host publishes before the first card: it commits to the secret without revealing it. */
export const commitment = (secret: string): string => bytesToHex(sha256(concatBytes(utf8ToBytes("nimmt:commitment:"), hexToBytes(secret))));

/** The seed made of the host's secret and every seat's nonce, each preceded by its length. */
export function dealSeed(secret: string, nonces: readonly string[]): string {
  const parts = [hexToBytes(secret), ...nonces.map((nonce) => utf8ToBytes(nonce))];
  return bytesToHex(sha256(concatBytes(utf8ToBytes("nimmt:deal:"), ...parts.flatMap((part) => [lengthOf(part), part]))));
}

function lengthOf(part: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, part.length);
  return bytes;
}
