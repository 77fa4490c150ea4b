/** A review in words: which decisions mattered, and why, true to the server's figures. */
import { placesOf, useInWords } from "./forms";
import type { Action, Decision, Option, Review, RoundReview, Verdict } from "./messages";
import { amount, decimal, knows, say } from "./words.svelte";

/** Heads from which what the others did is worth telling. */
const MUCH_LUCK = 4;

/** What is expected: heads, those of a team less the Ox's, or points that the others are ahead. */
export type Measure = Review["measure"];
/** What that is counted in. */
export const NOUNS: Record<Measure, string> = { heads: "heads", balance: "heads", lead: "points" };
/** What is said of one choice; `lead`: what its rival loses, where that is known. */
export type Judged = Pick<Decision, "options" | "picked" | "best" | "mark" | "reason" | "loss"> & { lead?: number };

/** One choice of a position as a decision. */
export const judgedAs = ({ options, best, losses, marks, reasons }: Verdict, picked: number): Judged => ({ options, picked, best, loss: losses[picked]!, lead: losses[reasons[picked]!.rival], mark: marks[picked]!, reason: reasons[picked]! });

/** What is done, in few words; to use nothing is to keep all where specials may be exchanged. */
export function actionName(action: Action, phase = ""): string {
  if (phase === "exchange" && action.type === "pass") return say("uses.keep");
  if (action.type === "take_row") return say("review.took_row", { row: action.row + 1 });
  if (action.type === "play_card" || action.type === "draft_card") return `${"reverse" in action && action.reverse ? "↺" : ""}${action.card}`;
  return actionInWords(action);
}

/** What is done besides playing a card or taking a row. */
function actionInWords(action: Action): string {
  if (action.type === "vote") return say(action.agree ? "uses.agree" : "uses.refuse");
  const form = action.type === "bid" && action.card === 0 ? "zero" : action.type === "lay_card" && action.pile == null ? "new" : action.type;
  const own = `review.choices.${form}`;
  return knows(own) ? say(own, { ...placesOf(action), pile: "pile" in action ? (action.pile ?? 0) + 1 : null }) : useInWords(action);
}

/** A card, read backwards where it was, a row by its number, or what else was done. */
export function choiceName(decision: Pick<Judged, "options">, at: number): string {
  const option = decision.options[at]!;
  if (option.action) return actionInWords(option.action);
  return option.row != null ? say("review.took_row", { row: option.row }) : `${option.reverse ? "↺" : ""}${option.card}`;
}

/** The same within a sentence that says what it is: a row by its number alone. */
export const bareName = (decision: Judged, at: number): string => String(decision.options[at]!.row ?? choiceName(decision, at));

/** A figure as people read it: how far one is ahead, where the server counts how far behind. */
export const shownAs = (figure: number, measure: Measure): number => (measure === "lead" ? -figure : figure);

/** What the round was expected to bring before each decision, and at its end; a lead is known at the end of the game alone. */
export function course(found: RoundReview): number[] {
  const { decisions, rounds, measure } = found.review;
  const ends = rounds.filter(({ number }) => measure !== "lead" || number === found.rounds).map(({ result }) => result);
  return [...decisions.map((decision) => (decision.taken ?? 0) + decision.expected), ...ends].map((figure) => shownAs(figure, measure));
}

/** What is expected of a choice. */
export function expectation({ mean, error, takes, row }: Option, measure: Measure): string {
  const heads = amount(NOUNS[measure], shownAs(mean, measure), error);
  if (takes != null && row == null) return say("page.review.option", { heads, takes: Math.round(100 * takes) });
  return measure === "heads" ? heads : say(`page.review.option_${measure}`, { heads });
}

/** Whether nothing need be said about the choice itself. */
const isPlain = ({ mark }: Judged): boolean => mark === "fine" || mark === "unclear";

/** Decisions that were not just fine, or after which much came from the others. */
export const mattered = (decision: Decision): boolean => !isPlain(decision) || Math.abs(decision.luck) >= MUCH_LUCK;

/** Why a choice was good or bad, and what the others then did. */
export function why(decision: Decision, measure: Measure = "heads"): string[] {
  const sentences = isPlain(decision) ? [] : [reasonOf(decision, measure)];
  if (Math.abs(decision.luck) >= MUCH_LUCK) sentences.push(say(`page.review.${decision.luck > 0 ? "good" : "bad"}_luck`, { heads: amount("heads", Math.abs(decision.luck)) }));
  return sentences;
}

/** Whether no other choice is better, as far as can be told. */
export const isRight = (decision: Judged): boolean => isPlain(decision) || decision.mark === "brilliant";

/** The verdict on a choice in one sentence. */
export function headlineOf(decision: Judged, measure: Measure): string {
  const key = decision.mark === "unclear" ? "unclear" : !isRight(decision) ? "wrong" : decision.picked === decision.best ? "right" : "good";
  return say(`page.train.${key}`, { choice: choiceName(decision, decision.picked), best: choiceName(decision, decision.best), loss: amount(NOUNS[measure], decision.loss) });
}

/** Why a choice was good or bad. */
export function reasonOf(decision: Judged, measure: Measure = "heads"): string {
  const { reason } = decision;
  const [one, other] = [decision.options[decision.picked]!, decision.options[reason.rival]!];
  const now = (option: Option): number => option.now ?? 0;
  const later = (option: Option): string => decimal(Math.max(0, option.mean - now(option)));
  const key = decision.mark !== "brilliant" ? reason.key : one.takes == null || one.row != null ? "best" : "brilliant";
  const named = key === "row" ? bareName : choiceName;
  return say(`review.reasons.${key}`, {
    card: named(decision, decision.picked),
    other: named(decision, reason.rival),
    loss: amount(NOUNS[measure], decision.loss),
    lead: amount(NOUNS[measure], decision.lead ?? other.mean - one.mean), // losses are weighed as the headline's is
    takes: Math.round(100 * (one.takes ?? 0)),
    other_takes: Math.round(100 * (other.takes ?? 0)),
    now: amount(NOUNS[measure], now(one)),
    later: later(one),
    other_now: decimal(now(other)),
    other_later: later(other),
    unseen: reason.unseen ?? 0,
  });
}
