/** What happened, in sentences: a teller for each type of event, made from its reason code and numbers. */
import type { Action, Event, Play, Reason } from "./messages";
import { type Values, count, knows, say } from "./words.svelte";

export type Tone = "plain" | "aside" | "bad" | "good" | "title";
/** One thing that happened: who did it with which card, and the same as a whole sentence for those who listen. */
export type Line = { seat: number | null; who: string; card: number | null; text: string; tone: Tone; spoken: string };
/** Something that was told; `value` is what a card with reversed digits counts as. */
export type Heard = { key: number; event: Event; value?: number };
export type Teller = { name: (seat: number) => string; you: number | null };

type Of<T extends Event["type"]> = Extract<Event, { type: T }>;
type Tellers = { [T in Event["type"]]?: (event: Of<T>, by: Narrator) => Line[] };

export const cardsInWords = (cards: readonly number[]): string => cards.join(" ");

export const pilesInWords = (piles: readonly (readonly number[])[]): string => piles.map(cardsInWords).join(" | ");

/** Specials by their names; equal ones are counted. */
export function specialsInWords(specials: readonly string[]): string {
  return [...new Set(specials)]
    .map((special) => {
      const times = specials.filter((other) => other === special).length;
      return (times > 1 ? `${times} × ` : "") + say(`specials.${special}`);
    })
    .join(", ");
}

/** What somebody does or wants to do. */
export const useInWords = (use: Action): string => say(`uses.${use.type}`, placesOf(use));

const placesOf = (action: Action): Values => ({ row: "row" in action ? action.row + 1 : null, card: "card" in action ? action.card : null });

class Narrator {
  constructor(readonly to: Teller) {}

  by(seat: number, key: string, values: Values = {}, card: number | null = null, tone: Tone = "plain"): Line {
    const who = this.to.name(seat);
    const text = say(key, { ...values, who }, seat === this.to.you);
    return { seat, who, card, text, tone, spoken: `${say("page.pair", { label: card ? `${who} ${card}` : who, value: text })}.` };
  }

  aside(key: string, values: Values = {}, tone: Tone = "aside"): Line {
    const text = say(key, values);
    return { seat: null, who: "", card: null, text, tone, spoken: /[.!?]$/.test(text) ? text : `${text}.` };
  }

  plays(plays: readonly Play[]): string {
    return plays.map((play) => `${cardInWords(play)} ${this.to.name(play.seat)}`).join(" · ");
  }

  bids(bids: readonly { seat: number; card: number; letter?: string | null }[]): string {
    return bids.map((bid) => `${bid.letter ? say("party.zero", { letter: bid.letter }) : bid.card} ${this.to.name(bid.seat)}`).join(" · ");
  }
}

const cardInWords = (play: Play): string =>
  play.value === play.card ? String(play.card) : say("events.cards_revealed.reversed", { card: play.card, value: play.value });

const row = (at: number): number => at + 1;
const code = (reason: Reason): string => reason[0];
const number = (reason: Reason, at = 0): number | undefined => reason[1]?.[at];

function rowTaken(event: Of<"row_taken">, by: Narrator): Line[] {
  const stays = event.left.length === 1 && event.left[0] === event.card;
  const what = stays ? "takes" : event.left.length ? "takes_but" : "takes_whole";
  const values = { row: row(event.row), cards: cardsInWords(event.cards), heads: count("heads", event.heads), end: event.left[0] };
  const line = by.by(event.seat, `events.row_taken.${what}`, values, event.card, "bad");
  const why = say(`events.row_taken.${code(event.reason)}`);
  const text = say("page.pair", { label: why, value: line.text });
  return [{ ...line, text, spoken: `${line.who} ${event.card}, ${text}.` }];
}

/** Where all have the same, as a team has, there is nothing to compare. */
function roundEnded({ round, totals }: Of<"round_ended">, by: Narrator): Line[] {
  const title = by.aside("events.round_ended.title", { round }, "title");
  const text = totals.map((total, seat) => `${by.to.name(seat)} ${total}`).join(" · ");
  return new Set(totals).size > 1 ? [title, { ...title, tone: "plain", text, spoken: `${text}.` }] : [title];
}

const TELLERS: Tellers = {
  round_started: (event, by) => [by.aside("events.round_started.title", { round: event.round }, "title")],
  cards_offered: (event, by) => [by.by(event.first, "events.cards_offered.first", { cards: count("cards", event.cards.length) })],
  card_drafted: (event, by) => [by.by(event.seat, "page.log.drafted", { card: event.card }, event.card)],
  rows_laid: (event, by) => [by.aside("events.rows_laid.start", { cards: event.cards.join(", ") })],
  cards_revealed: (event, by) => [by.aside("events.cards_revealed.revealed", { plays: by.plays(event.plays) })],
  card_placed: (event, by) => [
    by.by(event.seat, `events.card_placed.${code(event.reason)}`, { row: row(event.row), end: number(event.reason), gap: number(event.reason, 1) }, event.card),
  ],
  found_no_row: (event, by) => [by.by(event.seat, `events.found_no_row.${code(event.reason)}`, { end: number(event.reason) }, event.card)],
  row_taken: rowTaken,
  mark_moved: (event, by) => [
    by.aside(`events.mark_moved.${code(event.reason)}`, { mark: say(`marks.${event.mark}.name`), row: row(event.row), end: number(event.reason) }),
  ],
  mark_removed: (event, by) => [by.aside(`events.mark_removed.${code(event.reason)}`, { mark: say(`marks.${event.mark}.name`), row: row(event.row) })],
  special_used: (event, by) => [by.by(event.seat, "events.special_used.used", { special: say(`specials.${event.special}`) })],
  card_inserted: (event, by) => [by.by(event.seat, "events.card_inserted.inserted", { row: row(event.row), place: event.place + 1 }, event.card)],
  card_slid: (event, by) => [by.aside("events.card_slid.slid", { card: event.card, source: row(event.source), row: row(event.row) })],
  card_replaced: (event, by) => [by.by(event.seat, "events.card_replaced.replaced", { old: event.old, new: event.new }, event.new)],
  row_vanished: (event, by) => [by.aside("events.row_vanished.gone", { row: row(event.row) })],
  specials_shuffled: (event, by) => [by.aside("events.specials_shuffled.shuffled", { count: count("specials", event.face_up.length + event.face_down) })],
  specials_dealt: (event, by) => [
    by.by(event.seat, "events.specials_dealt.dealt", { specials: event.specials?.length ? specialsInWords(event.specials) : count("specials", event.count) }),
  ],
  special_discarded: (event, by) => [by.by(event.seat, "events.special_discarded.discarded", { special: say(`specials.${event.special}`) })],
  special_drawn: (event, by) => [
    by.by(event.seat, "events.special_drawn.drawn", { special: event.special ? say(`specials.${event.special}`) : count("specials", 1) }),
  ],
  heads_cancelled: (event, by) => [
    by.by(
      event.seat,
      `events.heads_cancelled.${event.cancelled.length ? "cards" : "points"}`,
      { card: event.card, cards: cardsInWords(event.cancelled), heads: count("heads", event.heads) },
      event.card,
      "good",
    ),
  ],
  ox_dealt: (event, by) => [by.aside("events.ox_dealt.dealt", { cards: count("cards", event.count) })],
  ox_revealed: (event, by) => [by.aside("events.ox_revealed.revealed", { card: event.card, plays: by.plays(event.plays) })],
  specials_laid: (event, by) => [
    by.aside(`events.specials_laid.${event.face_up.length ? "laid" : "none"}`, { specials: specialsInWords(event.face_up), left: event.left }),
  ],
  special_turned_up: (event, by) => [by.aside("events.special_turned_up.turned", { special: say(`specials.${event.special}`), left: event.left })],
  proposed: (event, by) => [by.by(event.seat, "events.proposed.proposed", { use: useInWords(event.use) })],
  voted: (event, by) => [by.by(event.seat, `events.voted.${event.agree ? "agreed" : "refused"}`)],
  proposal_refused: (event, by) => [by.aside("events.proposal_refused.refused", { use: useInWords(event.use) })],
  order_changed: (event, by) => [by.aside("events.order_changed.order", { plays: by.plays(event.plays) })],
  round_ended: roundEnded,
  game_ended: (_, by) => [by.aside("events.game_ended.title", {}, "title")],
  cards_boxed: (event, by) => (event.count ? [by.aside("events.cards_boxed.boxed", { cards: count("cards", event.count) })] : []),
  zero_dealt: (event, by) => (event.letter ? [by.by(event.seat, "events.zero_dealt.dealt", { letter: event.letter })] : []),
  last_round_began: (_, by) => [by.aside("events.last_round_began.last", {}, "title")],
  discards_shuffled: (event, by) => [by.aside("events.discards_shuffled.shuffled", { cards: cardsInWords(event.cards) })],
  rows_opened: (event, by) => [by.aside("events.rows_opened.opened", { rows: pilesInWords(event.rows.map((each) => each.cards)) })],
  bids_revealed: (event, by) => [by.aside("events.bids_revealed.revealed", { bids: by.bids(event.bids) })],
  bid_called: (event, by) => [
    by.by(event.seat, `events.bid_called.${code(event.reason)}`, { letter: event.card ? "" : "ABCDE"[(number(event.reason) ?? 1) - 1] }, event.card || null),
  ],
  row_claimed: (event, by) => {
    const line = by.by(event.seat, "events.row_claimed.claimed", { row: row(event.row), cards: cardsInWords(event.cards) }, event.bid || null, "good");
    const more = event.buffalo === null ? "" : say("events.row_claimed.buffalo", { heads: count("heads", event.buffalo) });
    return [{ ...line, text: line.text + more, spoken: line.spoken.replace(/\.$/, `${more}.`) }];
  },
  card_drawn: (event, by) => [by.by(event.seat, "events.card_drawn.drawn", { card: event.card }, event.card)],
  row_extended: (event, by) => [by.by(event.seat, "events.row_extended.extended", { row: row(event.row) }, event.card)],
  buffalo_joined: (event, by) => [by.aside(`events.buffalo_joined.${code(event.reason)}`, { row: row(event.row), heads: count("heads", event.heads) })],
  zero_returned: (event, by) => [by.by(event.seat, `events.zero_returned.${code(event.reason)}`)],
  lay_down_opened: (event, by) => [
    by.aside("events.lay_down_opened.opened", { counts: event.counts.map((cards, seat) => `${by.to.name(seat)} ${cards}`).join(" · ") }),
  ],
  card_laid: (event, by) => [by.by(event.seat, `events.card_laid.${code(event.reason)}`, { pile: event.pile + 1, top: number(event.reason) }, event.card)],
  card_taken_back: (event, by) => [by.by(event.seat, "events.card_taken_back.back", {}, event.card)],
  piles_shown: (event, by) =>
    event.laid.map((laid, seat) => by.by(seat, "events.piles_shown.laid", { cards: cardsInWords(laid), piles: pilesInWords(event.piles[seat] ?? []) })),
  piles_counted: (event, by) =>
    event.tallies.map((tally, seat) => by.by(seat, "events.piles_counted.counted", { ...tally, score: tally.best + tally.buffalo - tally.others })),
};

/** The story of these events. */
export function tell(events: readonly Event[], to: Teller): Line[] {
  const by = new Narrator(to);
  return events.flatMap((event) => (TELLERS[event.type] as ((event: Event, by: Narrator) => Line[]) | undefined)?.(event, by) ?? []);
}

/** The same of something that was heard, with what a reversed card counts as. */
export function retell({ event, value }: Heard, to: Teller): Line[] {
  const lines = tell([event], to);
  if (value === undefined) return lines;
  return lines.map((line) => {
    const text = say("preview.reversed", { value, what: line.text });
    return { ...line, text, spoken: `${line.who} ${line.card}, ${text}.` };
  });
}

/** What would come of an action if nothing else came first, in a few words. */
export function foretell(events: readonly Event[], you: number | null): string {
  const taken = events.filter((event) => event.type === "row_taken");
  if (taken.length) {
    const rows = taken.map((event) => row(event.row)).join(", ");
    const heads = count("heads", taken.reduce((sum, event) => sum + event.heads, 0));
    return say(taken.length === 1 ? "preview.takes" : "preview.takes_several", { row: rows, rows, heads });
  }
  for (const event of events) {
    if (event.type === "found_no_row") return say(event.seat !== you ? "preview.no_row" : `preview.${code(event.reason) === "lower_than_all" ? "chooses" : "fits_nowhere"}`);
    if (event.type === "card_inserted") return say("preview.there", { row: row(event.row) });
    if (event.type === "card_placed")
      return say(event.reason[1]?.length ? "preview.placed" : "preview.there", { row: row(event.row), gap: number(event.reason, 1) });
  }
  return "";
}

/** Why something was refused, in the person's language where we have words for it. */
export function refusalInWords(refusal: { code: string; sentence: string; rule?: string }, action?: Action): string {
  const key = [`refusals.${refusal.code}/${refusal.rule}`, `refusals.${refusal.code}`, `page.refusals.${refusal.code}`].find(knows);
  return key ? say(key, action ? placesOf(action) : {}) : refusal.sentence;
}
