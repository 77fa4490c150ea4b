/** What the coach says about a decision, as bars on the cards and in words. */
import type { Advice } from "./messages";
import { amount, decimal, say } from "./words.svelte";

/** Of one card: how long its bar is, from 0 to 1, what stands above it, and the same for those who cannot see it. */
export type Risk = { share: number; label: string; words: string; best: boolean };
export type Risks = ReadonlyMap<number, Risk>;

/** The bars of the cards: how many heads more than the best one they are expected to cost. A card that may be turned round has that of its better side. Rows have none. */
export function risksOf({ options, best }: Advice): Risks {
  const means = options.map(({ mean }) => mean);
  const least = Math.min(...means);
  const room = Math.max(1, ...means.map((mean) => mean - least)); // or noise would look like risk
  const found = new Map<number, Risk>();
  const cheapestFirst = options.toSorted((one, other) => one.mean - other.mean);
  for (const option of cheapestFirst) {
    if (option.card == null || option.row != null || found.has(option.card)) continue;
    const isBest = options[best] === option;
    const words = say("page.coach.card", { heads: amount("heads", option.mean), takes: Math.round(100 * (option.takes ?? 0)) });
    const label = `${option.reverse ? "↺" : ""}${isBest ? "" : `+${decimal(option.mean - least)}`}`;
    found.set(option.card, { share: (option.mean - least) / room, label, words, best: isBest });
  }
  return found;
}

/** The best choice, in few words: there is little room beside the question. */
export function bestOf({ options, best }: Advice): string {
  const { row, card, mean, reverse } = options[best]!;
  return row == null ? say("page.coach.best", { card: `${reverse ? "↺ " : ""}${card}` }) : say("page.coach.row", { row, heads: amount("heads", mean) });
}
