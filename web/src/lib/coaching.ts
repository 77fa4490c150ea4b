/** What the coach says about a decision, as bars on the cards and in words. */
import type { Advice, Option } from "./messages";
import { choiceName, NOUNS, shownAs } from "./reviewing";
import { amount, decimal, say } from "./words.svelte";

/** Of one card: how long its bar is, from 0 to 1, what stands above it, and the same for those who cannot see it. */
export type Risk = { share: number; label: string; words: string; best: boolean };
export type Risks = ReadonlyMap<number, Risk>;

/** The bars of the cards: how many heads more than the best one they are expected to cost. A card that may be turned round has that of its better side. Rows have none. */
export function risksOf({ options, best, measure = "heads" }: Advice): Risks {
  const means = options.map(({ mean }) => mean);
  const least = Math.min(...means);
  const room = Math.max(1, ...means.map((mean) => mean - least)); // or noise would look like risk
  const found = new Map<number, Risk>();
  const cheapestFirst = options.toSorted((one, other) => one.mean - other.mean);
  for (const option of cheapestFirst) {
    const card = cardOf(option);
    if (card === null || found.has(card)) continue;
    const isBest = options[best] === option;
    const lost = measure === "lead" ? "−" : "+"; // points are good, heads are not
    const label = `${option.reverse ? "↺" : ""}${isBest ? "" : `${lost}${decimal(option.mean - least)}`}`;
    found.set(card, { share: (option.mean - least) / room, label, words: expected(option, measure), best: isBest });
  }
  return found;
}

/** The card of the hand that a choice plays or bids. */
const cardOf = ({ card, row, action }: Option): number | null => (action?.type === "bid" ? (action.card ?? 0) : row == null ? (card ?? null) : null);

function expected({ mean, takes }: Option, measure: keyof typeof NOUNS): string {
  const heads = amount(NOUNS[measure], shownAs(mean, measure));
  if (takes != null) return say("page.coach.card", { heads, takes: Math.round(100 * takes) });
  return measure === "lead" ? say("page.coach.ahead", { points: heads }) : say("page.coach.expected", { heads });
}

/** The best choice, in few words: there is little room beside the question. Weaker judges say how weak they are. */
export function bestOf({ options, best }: Advice): string {
  const { row, card, mean, reverse, takes } = options[best]!;
  if (takes == null) return say("page.coach.simple", { choice: choiceName({ options }, best) });
  return row == null ? say("page.coach.best", { card: `${reverse ? "↺ " : ""}${card}` }) : say("page.coach.row", { row, heads: amount("heads", mean) });
}
