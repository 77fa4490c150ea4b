/** What the coach says about a decision, as bars on the cards and in words. */
import { kindOf } from "../games/specials.svelte";
import type { Advice, Option } from "./messages";
import { choiceName, NOUNS, shownAs } from "./reviewing";
import { amount, decimal, say } from "./words.svelte";

/** Of one choice: how long its bar is, from 0 to 1, what stands above it, and the same for those who cannot see it. */
export type Risk = { share: number; label: string; words: string; best: boolean };
/** By card, or by the special that is used; `pass` is doing without. */
export type Risks = ReadonlyMap<number | string, Risk>;

/** The bars: how many heads more than the best choice each is expected to cost. A card that may be turned round, laid on several piles, or a special that has several uses has that of its best one. Rows have none. */
export function risksOf({ options, best, measure = "heads" }: Advice): Risks {
  const means = options.map(({ mean }) => mean);
  const least = Math.min(...means);
  const room = Math.max(1, ...means.map((mean) => mean - least)); // or noise would look like risk
  const found = new Map<number | string, Risk>();
  const cheapestFirst = options.toSorted((one, other) => one.mean - other.mean);
  for (const option of cheapestFirst) {
    const place = placeOf(option);
    if (place === null || found.has(place)) continue;
    const isBest = options[best] === option;
    const lost = measure === "lead" ? "−" : "+"; // points are good, heads are not
    const more = decimal(option.mean - least);
    const label = `${option.reverse ? "↺" : ""}${isBest ? "" : more === decimal(0) ? more : `${lost}${more}`}`;
    found.set(place, { share: (option.mean - least) / room, label, words: expected(option, measure), best: isBest });
  }
  return found;
}

/** What stands for a choice: the card of the hand that it plays, bids or lays, or the special that it uses. */
function placeOf({ card, row, action }: Option): number | string | null {
  if (!action) return row == null ? (card ?? null) : null;
  if (action.type === "bid" || action.type === "lay_card") return action.card;
  return action.type === "pass" ? action.type : kindOf(action);
}

function expected({ mean, takes }: Option, measure: keyof typeof NOUNS): string {
  const heads = amount(NOUNS[measure], shownAs(mean, measure));
  if (takes != null) return say("page.coach.card", { heads, takes: Math.round(100 * takes) });
  return measure === "lead" ? say("page.coach.ahead", { points: heads }) : say("page.coach.expected", { heads });
}

/** The best choice, in few words: there is little room beside the question. Weaker judges say how weak they are. */
export function bestOf({ options, best, unclear }: Advice): string {
  if (unclear) return say("page.coach.unclear");
  const { row, card, mean, reverse, takes } = options[best]!;
  if (takes == null) return say("page.coach.simple", { choice: choiceName({ options }, best) });
  return row == null ? say("page.coach.best", { card: `${reverse ? "↺ " : ""}${card}` }) : say("page.coach.row", { row, heads: amount("heads", mean) });
}
