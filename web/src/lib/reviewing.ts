/** A review in words: which decisions mattered, and why, true to the server's figures. */
import type { Decision, RoundReview, Verdict } from "./messages";
import { decimal, say } from "./words.svelte";

/** Heads from which what the others did is worth telling. */
const MUCH_LUCK = 4;

/** What is said of one choice. */
export type Judged = Pick<Decision, "options" | "picked" | "best" | "mark" | "reason">;

/** One choice of a position as a decision. */
export const judgedAs = ({ options, best, marks, reasons }: Verdict, picked: number): Judged => ({ options, picked, best, mark: marks[picked]!, reason: reasons[picked]! });

/** A card, read backwards where it was, or a row by its number. */
export function choiceName(decision: Judged, at: number): string {
  const option = decision.options[at]!;
  return option.row != null ? say("review.took_row", { row: option.row }) : `${option.reverse ? "↺" : ""}${option.card}`;
}

/** The heads that the round was expected to bring before each decision, and at its end. */
export function course(found: RoundReview): number[] {
  const { decisions, rounds } = found.review;
  return [...decisions.map((decision) => (decision.taken ?? 0) + decision.expected), rounds[0]?.result ?? 0];
}

/** Decisions that were not just fine, or after which much came from the others. */
export const mattered = (decision: Decision): boolean => decision.mark !== "fine" || Math.abs(decision.luck) >= MUCH_LUCK;

/** Why a choice was good or bad, and what the others then did. */
export function why(decision: Decision): string[] {
  const sentences = decision.mark === "fine" ? [] : [reasonOf(decision)];
  if (Math.abs(decision.luck) >= MUCH_LUCK) sentences.push(say(`page.review.${decision.luck > 0 ? "good" : "bad"}_luck`, { heads: decimal(Math.abs(decision.luck)) }));
  return sentences;
}

/** Why a choice was good or bad. */
export function reasonOf(decision: Judged): string {
  const { reason } = decision;
  const bare = (at: number): string => choiceName(decision, at).replace(/^\D*(?=↺?\d)/, "");
  const [one, other] = [decision.options[decision.picked]!, decision.options[reason.rival]!];
  const later = (option: typeof one): string => decimal(Math.max(0, option.mean - option.now));
  return say(`review.reasons.${decision.mark === "brilliant" ? "brilliant" : reason.key}`, {
    card: bare(decision.picked),
    other: bare(reason.rival),
    margin: decimal(other.mean - one.mean),
    takes: Math.round(100 * one.takes),
    other_takes: Math.round(100 * other.takes),
    now: decimal(one.now),
    later: later(one),
    other_now: decimal(other.now),
    other_later: later(other),
    unseen: reason.unseen ?? 0,
  });
}
