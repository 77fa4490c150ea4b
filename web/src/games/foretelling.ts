/** What the preview of a use says, in sentences. */
import { useInWords } from "../lib/forms";
import type { Action, Event } from "../lib/messages";
import { type Teller, tell } from "../lib/narration";
import { knows, say } from "../lib/words.svelte";

// what the person is choosing at that very moment need not be told
const UNTOLD = new Set(["special_used", "proposed", "voted", "mark_moved", "passed", "special_turned_up", "order_changed", "sort_begun", "card_turned"]);

export const previewInWords = (events: readonly Event[], to: Teller): string =>
  tell(events.filter((event) => !UNTOLD.has(event.type)), to).map((line) => line.spoken).join(" ");

/** The order that would come about, for those who listen: the others see it in the cards on their way. */
export const orderInWords = (events: readonly Event[], to: Teller): string =>
  tell(events.filter((event) => event.type === "order_changed"), to).map((line) => line.spoken).join(" ");

/** The name of a choice: a use, an exchange, or the card that turns positive, what it cancels. */
export function choiceInWords(action: Action): string {
  if (action.type === "exchange_special") return say("page.guide.exchange", { special: say(`specials.${action.special}`) });
  if (action.type === "turn_positive") return say("page.guide.positive", { card: action.card });
  if (action.type === "cancel_cards") return say("page.guide.cancels", { cards: action.cards.join(", ") });
  return useInWords(action);
}

/** What is asked next, for what is used (a kind of special, or an action that is asked for in words of its own) and a step. */
export const stepInWords = (use: string, step: "card" | "row"): string => {
  const own = `page.guide.${step}.${use}`;
  return say(knows(own) ? own : `page.guide.${step}.any`);
};
