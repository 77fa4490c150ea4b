/** What fills the places of a sentence about an event: the forms that the story names. */
import type { Action, Play, Reason } from "./messages";
import { count, say, type Values } from "./words.svelte";

const cardsInWords = (cards: readonly number[]): string => cards.join(" ");

const pilesInWords = (piles: readonly (readonly number[])[]): string => piles.map(cardsInWords).join(" | ");

/** Specials by name; equal ones are counted. */
function specialsInWords(specials: readonly string[]): string {
  return [...new Set(specials)]
    .map((special) => {
      const times = specials.filter((other) => other === special).length;
      return (times > 1 ? `${times} × ` : "") + say(`specials.${special}`);
    })
    .join(", ");
}

/** What somebody does or wants to do. */
export const useInWords = (use: Action): string => say(`uses.${use.type}`, placesOf(use));

export const placesOf = (action: Action): Values => ({ row: "row" in action ? action.row + 1 : null, card: "card" in action ? action.card : null, order: "order" in action ? action.order.join(" · ") : null, cards: "cards" in action ? action.cards.join(", ") : null, special: "special" in action ? say(`specials.${action.special}`) : null });

const cardInWords = (play: Play): string =>
  play.value === play.card ? String(play.card) : say("events.cards_revealed.reversed", { card: play.card, value: play.value });

type Name = (seat: number) => string;
type Bid = { seat: number; card: number; letter?: string | null };
type Pile = number[] | { cards: number[] };

/** Each form knows the types of its fields. */
export const FORMS: { [form: string]: (name: Name, ...fields: any[]) => string | number | null | undefined } = {
  number: (_, value: string | number | null) => value,
  place: (_, place: number) => place + 1,
  first: (_, [, numbers]: Reason) => numbers?.[0],
  second: (_, [, numbers]: Reason) => numbers?.[1],
  letter: (_, [code, numbers]: Reason) => (code === "first_letter" ? "ABCDE"[(numbers?.[0] ?? 1) - 1] : ""),
  list: (_, numbers: number[]) => numbers.join(", "),
  cards: (_, cards: number[]) => cardsInWords(cards),
  piles: (_, piles: Pile[]) => pilesInWords(piles.map((pile) => ("cards" in pile ? pile.cards : pile))),
  plays: (name, plays: Play[]) => plays.map((play) => `${cardInWords(play)} ${name(play.seat)}`).join(" · "),
  bids: (name, bids: Bid[]) => bids.map((bid) => `${bid.letter ? say("party.zero", { letter: bid.letter }) : bid.card} ${name(bid.seat)}`).join(" · "),
  seats: (name, numbers: number[]) => numbers.map((number, seat) => `${name(seat)} ${number}`).join(" · "),
  special: (_, special: string | null) => (special ? say(`specials.${special}`) : count("specials", 1)),
  specials: (_, specials: string[] | null, number?: number) => (!specials?.length && number !== undefined ? count("specials", number) : specialsInWords(specials ?? [])),
  mark: (_, mark: string) => say(`marks.${mark}.name`),
  use: (_, use: Action) => useInWords(use),
  balance: (_, ...numbers: number[]) => numbers.slice(0, -1).reduce((sum, number) => sum + number, 0) - numbers.at(-1)!,
};

const amount = (value: unknown): number => (typeof value === "number" ? value : ((value as unknown[] | null)?.length ?? 0));

/** Fill a place: "place row" is a form and its field, "count cards hand" a noun and what is counted. */
export function fill(form: string, find: (field: string) => unknown, name: Name): string | number | null | undefined {
  const [kind, ...fields] = form.split(" ");
  if (kind !== "count") return FORMS[kind!]!(name, ...fields.map(find));
  return count(fields[0]!, fields.slice(1).reduce((sum, field) => sum + amount(find(field)), 0));
}
