/** The shuffle against the published vectors: the same lines that the program is tested with. */
import { expect, test } from "vitest";
import page from "../../../docs/dealing.md?raw";
import { commitment, dealSeed, seedOf, shuffle } from "./dealing";

type Vectors = {
  seeds: { number?: number; text?: string; seed: string }[];
  permutations: { seed: string; label: string; size: number; order: number[] }[];
  commitments: { secret: string; commitment: string }[];
  deal_seeds: { secret: string; nonces: string[]; seed: string }[];
  deals: { players: number; number: number; hands: number[][]; rows: number[] }[];
};
const vectors: Vectors = JSON.parse(/```json\n([^]*?)```/.exec(page)![1]!);

test("there are vectors of every kind", () => {
  for (const kind of ["seeds", "permutations", "commitments", "deal_seeds", "deals"] as const) expect(vectors[kind].length).toBeGreaterThan(0);
});

test.each(vectors.seeds)("seed of $number$text", ({ number, text, seed }) => expect(seedOf(number ?? text!)).toBe(seed));

test.each(vectors.permutations)("$label of $size", ({ seed, label, size, order }) => expect(shuffle(seed, label, size)).toEqual(order));

test.each(vectors.commitments)("commitment $commitment", ({ secret, commitment: given }) => expect(commitment(secret)).toBe(given));

test.each(vectors.deal_seeds)("deal seed of $nonces", ({ secret, nonces, seed }) => expect(dealSeed(secret, nonces)).toBe(seed));

test.each(vectors.deals)("deal $number for $players", ({ players, number, hands, rows }) => {
  const cards = shuffle(seedOf(number), "deal:1", 104).map((place) => place + 1);
  const dealt = hands.map((_, seat) => cards.slice(10 * seat, 10 * seat + 10).sort((one, other) => one - other));
  expect(dealt).toEqual(hands);
  expect(cards.slice(10 * players, 10 * players + 4)).toEqual(rows);
});
