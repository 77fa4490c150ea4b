/** What happened, in sentences. The story that terminal and page share says which words tell an event. */
import { fill, placesOf } from "./forms";
import type { Action, Event, Reason } from "./messages";
import { entryOf, type Fields, holds, STORY, type Telling } from "./story";
import { count, knows, listed, say, type Values } from "./words.svelte";

export type Tone = "plain" | "aside" | "bad" | "good" | "title";
/** One thing that happened: who did it with which card, and the same as a whole sentence for those who listen. */
export type Line = { seat: number | null; who: string; card: number | null; text: string; tone: Tone; spoken: string };
/** Something that was told; `value` is what a card with reversed digits counts as. */
export type Heard = { key: number; event: Event; value?: number };
export type Teller = { name: (seat: number) => string; you: number | null };

const codeOf = (event: Fields): string => (event["reason"] as Reason)[0];

const valuesOf = (telling: Telling, find: (field: string) => unknown, to: Teller): Values =>
  Object.fromEntries(Object.entries(telling.with ?? {}).map(([place, form]) => [place, fill(form, find, to.name)]));

/** The words, with the reason in front and more behind them where the story says so. */
function sentence(telling: Telling, event: Fields, to: Teller, seat: number | null, part?: number): string {
  const own = part === undefined ? undefined : (event[telling.each!] as Fields[])[part]!;
  const find = (field: string): unknown => (part === undefined ? event[field] : field in own! ? own![field] : (event[field] as unknown[])[part]);
  const values = valuesOf(telling, find, to);
  const said = (entry: string): string => say(`events.${event["type"]}.${entry}`, values, seat !== null && seat === to.you);
  const text = said(entryOf(telling, event));
  const more = telling.also && holds(telling.also[1]!, event) ? said(telling.also[0]!) : "";
  return (telling.why ? say("page.pair", { label: said(codeOf(event)), value: text }) : text) + more;
}

const isTold = (telling: Telling, event: Fields, to: Teller): boolean =>
  !telling.silent && !(telling.watching && to.you !== null) && (!telling.if || holds(telling.if, event));

function bySeat(telling: Telling, event: Fields, to: Teller, seat: number, part?: number): Line {
  const [who, text] = [to.name(seat), sentence(telling, event, to, seat, part)];
  const card = telling.card ? (event[telling.card] as number) || null : null;
  const label = card ? `${who} ${card}` : who;
  const spoken = telling.why ? `${label}, ${text}.` : `${say("page.pair", { label, value: text })}.`;
  return { seat, who, card, text, tone: toneOf(telling) ?? "plain", spoken };
}

function byNobody(telling: Telling, event: Fields, to: Teller): Line {
  const text = sentence(telling, event, to, null);
  return { seat: null, who: "", card: null, text, tone: toneOf(telling) ?? "aside", spoken: /[.!?]$/.test(text) ? text : `${text}.` };
}

const toneOf = ({ tone }: Telling): Tone | undefined => (tone === "quiet" ? undefined : tone);

/** Where all have the same, as a team has, there is nothing to compare. */
function scores(totals: readonly number[], to: Teller): Line[] {
  const text = totals.map((total, seat) => `${to.name(seat)} ${total}`).join(" · ");
  return new Set(totals).size > 1 ? [{ seat: null, who: "", card: null, text, tone: "plain", spoken: `${text}.` }] : [];
}

function linesOf(event: Event, to: Teller): Line[] {
  const telling = STORY[event.type]!;
  if (!isTold(telling, event, to)) return [];
  if (telling.each) return ((event as Fields)[telling.each] as unknown[]).map((_, seat) => bySeat(telling, event, to, seat, seat));
  const line = telling.by ? bySeat(telling, event, to, (event as Fields)[telling.by] as number) : byNobody(telling, event, to);
  return telling.then === "scores" ? [line, ...scores((event as Fields)["totals"] as number[], to)] : [line];
}

/** The story of these events. */
export const tell = (events: readonly Event[], to: Teller): Line[] => events.flatMap((event) => linesOf(event, to));

/** The same for something that was heard, with what a reversed card counts as. */
export function retell({ event, value }: Heard, to: Teller): Line[] {
  const lines = tell([event], to);
  if (value === undefined) return lines;
  return lines.map((line) => {
    const text = say("preview.reversed", { value, what: line.text });
    return { ...line, text, spoken: `${line.who} ${line.card}, ${text}.` };
  });
}

/** Long lists of what everybody sees on the table: no caption says them again. */
const SEEN = new Set<Event["type"]>(["cards_revealed", "bids_revealed", "ox_revealed", "order_changed", "rows_opened", "piles_shown", "discards_shuffled"]);

/** What is shown while it happens, the essential first: in few words where the whole sentence is long. */
export function caption(heard: Heard, to: Teller): Line | null | undefined {
  const { event } = heard;
  if (SEEN.has(event.type)) return null;
  const [line] = retell(heard, to);
  if (event.type !== "row_taken") return line;
  const text = say("page.caption.row_taken", { cards: count("cards", event.cards.length), heads: event.heads }, event.seat === to.you);
  return { ...line!, card: null, text };
}

/** What an action would lead to if nothing else happened first. */
export function foretell(events: readonly Event[], to: Teller): string {
  const found = events.filter((event) => STORY[event.type].foretold);
  const bad = found.filter((event) => STORY[event.type].tone === "bad");
  return listed((bad.length ? bad : found.slice(0, 1)).map((event) => foretold(STORY[event.type], event, to)));
}

function foretold(telling: Telling, event: Fields, to: Teller): string {
  const entry = telling.foretold === "reason" ? codeOf(event) : telling.foretold;
  return say(`preview.${event["type"]}.${entry}`, valuesOf(telling, (field) => event[field], to), event[telling.by!] === to.you);
}

/** Why something was refused, in the person's language where we have words for it. */
export function refusalInWords(refusal: { code: string; sentence: string; rule?: string }, action?: Action): string {
  const key = [`refusals.${refusal.code}/${refusal.rule}`, `refusals.${refusal.code}`, `page.refusals.${refusal.code}`].find(knows);
  return key ? say(key, action ? placesOf(action) : {}) : refusal.sentence;
}
