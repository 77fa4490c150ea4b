/** What happened, in sentences. Which words tell an event stands in the story that terminal and page share. */
import { fill, placesOf } from "./forms";
import type { Action, Event, Reason } from "./messages";
import { entryOf, type Fields, holds, STORY, type Telling } from "./story";
import { count, knows, say } from "./words.svelte";

export type Tone = "plain" | "aside" | "bad" | "good" | "title";
/** One thing that happened: who did it with which card, and the same as a whole sentence for those who listen. */
export type Line = { seat: number | null; who: string; card: number | null; text: string; tone: Tone; spoken: string };
/** Something that was told; `value` is what a card with reversed digits counts as. */
export type Heard = { key: number; event: Event; value?: number };
export type Teller = { name: (seat: number) => string; you: number | null };

const codeOf = (event: Fields): string => (event["reason"] as Reason)[0];

/** The words, with the reason in front and more behind them where the story says so. */
function sentence(telling: Telling, event: Fields, to: Teller, seat: number | null, part?: number): string {
  const own = part === undefined ? undefined : (event[telling.each!] as Fields[])[part]!;
  const find = (field: string): unknown => (part === undefined ? event[field] : field in own! ? own![field] : (event[field] as unknown[])[part]);
  const values = Object.fromEntries(Object.entries(telling.with ?? {}).map(([place, form]) => [place, fill(form, find, to.name)]));
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
  return event.type === "round_ended" ? [line, ...scores(event.totals, to)] : [line];
}

/** The story of these events. */
export const tell = (events: readonly Event[], to: Teller): Line[] => events.flatMap((event) => linesOf(event, to));

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
    const rows = taken.map((event) => event.row + 1).join(", ");
    const heads = count("heads", taken.reduce((sum, event) => sum + event.heads, 0));
    return say(taken.length === 1 ? "preview.takes" : "preview.takes_several", { row: rows, rows, heads });
  }
  for (const event of events) {
    if (event.type === "found_no_row") return say(event.seat !== you ? "preview.no_row" : `preview.${event.reason[0] === "lower_than_all" ? "chooses" : "fits_nowhere"}`);
    if (event.type === "card_inserted") return say("preview.there", { row: event.row + 1 });
    if (event.type === "card_placed")
      return say(event.reason[1]?.length ? "preview.placed" : "preview.there", { row: event.row + 1, gap: event.reason[1]?.[1] });
  }
  return "";
}

/** Why something was refused, in the person's language where we have words for it. */
export function refusalInWords(refusal: { code: string; sentence: string; rule?: string }, action?: Action): string {
  const key = [`refusals.${refusal.code}/${refusal.rule}`, `refusals.${refusal.code}`, `page.refusals.${refusal.code}`].find(knows);
  return key ? say(key, action ? placesOf(action) : {}) : refusal.sentence;
}
