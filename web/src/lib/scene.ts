/** The middle of the table while events are shown one after another. Events say what moved: nothing is worked out here. */
import { PARTY_DURATION_MS, type PartyScene, partySceneOf, partySceneAfter } from "../games/party";
import { TOO_MANY } from "./foresight";
import type { Event, Facts, Play, Row, RowFacts, TableFacts, View } from "./messages";

/** Whose the cards are that were laid this turn. */
export type Owners = Readonly<Record<number, number>>;
export type Taken = { seat: number; row: number; heads: number; cards: number[] };
/** Rows and cards on their way; Bullenparty, which has other rows, has a scene of its own inside. */
export type Scene = { rows: Row[]; queue: Play[]; taken: Taken | null; facts: TableFacts | null; longestRow: number; owners: Owners; stake: number | null; party?: PartyScene };

export const EMPTY: Scene = { rows: [], queue: [], taken: null, facts: null, longestRow: 0, owners: {}, stake: null };

export const rowFacts = (scene: Scene): readonly RowFacts[] => scene.facts?.rows ?? [];

/** How long the card lies there that tells how a round ended. */
export const ROUND_MS = 6000;

/** How long people need to follow an event, in milliseconds at normal speed. */
const DURATION_MS: Partial<Record<Event["type"], number>> = {
  rows_laid: 300,
  cards_revealed: 800,
  card_placed: 600,
  found_no_row: 500,
  row_taken: 1000,
  mark_moved: 350,
  mark_removed: 250,
  special_used: 600,
  card_inserted: 600,
  card_slid: 600,
  card_replaced: 450,
  row_vanished: 300,
  heads_cancelled: 500,
  ox_revealed: 700,
  order_changed: 500,
  round_ended: ROUND_MS,
  ...PARTY_DURATION_MS,
};
const OWN_MS = 1000;
/** How long the story holds its breath before a card that fills or takes a row, and how long each head of a dear row is counted. */
const HOLD_MS = 450;
export const COUNT_MS = 70;
/** No story takes longer than this at normal speed, however many play. */
export const LONGEST_MS = 8000;

/** People have time to see their own card and every row that is taken; other cards go faster the more people play. */
export function timeOf(event: Event, you: number | null, players: number): number {
  const time = DURATION_MS[event.type] ?? 0;
  if (event.type === "row_taken" && weightOf(event.heads) === "heavy") return time + COUNT_MS * event.heads;
  if (event.type !== "card_placed" && event.type !== "card_inserted") return time;
  if (event.seat === you) return OWN_MS;
  return players > 7 ? time * 0.55 : players > 4 ? time * 0.75 : time;
}

/** How hard it is to take a row. */
export const weightOf = (heads: number): "light" | "hard" | "heavy" => (heads >= 10 ? "heavy" : heads >= 5 ? "hard" : "light");

/** The row that this event fills or takes: before it, the story holds its breath. */
export function stakeOf(event: Event, facts: Facts | null): number | null {
  if (event.type === "row_taken") return TOO_MANY.has(event.reason[0]) ? event.row : null;
  if (event.type !== "card_placed" && event.type !== "card_inserted") return null;
  return facts?.type === "table_facts" && facts.rows[event.row]?.full ? event.row : null;
}

export const holdOf = (event: Event, facts: Facts | null): number => (stakeOf(event, facts) === null ? 0 : HOLD_MS);

export const sceneOf = (view: View): Scene =>
  view.type === "party_view" ? { ...EMPTY, party: partySceneOf(view) } : { rows: view.rows, queue: view.queue, taken: null, facts: view.facts, longestRow: view.longest_row, owners: ownersAfter({}, view.last ?? []), stake: null };

const marksOf = (row: Row): NonNullable<Row["marks"]> => row.marks ?? [];

const changed = (rows: Row[], at: number, change: (row: Row) => Row): Row[] => rows.map((row, place) => (place === at ? change(row) : row));

const withCards = (rows: Row[], at: number, cards: number[]): Row[] =>
  at < rows.length ? changed(rows, at, (row) => ({ ...row, cards })) : [...rows, { cards, marks: [] }];

const inserted = (cards: number[], place: number, card: number): number[] => [...cards.slice(0, place), card, ...cards.slice(place)];

const cardsAt = (rows: Row[], at: number): number[] => rows[at]?.cards ?? [];

const without = (queue: Play[], card: number): Play[] => queue.filter((play) => play.card !== card);

function moveMark(rows: Row[], event: Extract<Event, { type: "mark_moved" }>): Row[] {
  const left = event.source === null ? rows : withoutMark(rows, event.source, event.mark);
  return changed(left, event.row, (row) => ({ ...row, marks: [...marksOf(row), event.mark] }));
}

const withoutMark = (rows: Row[], at: number, mark: string): Row[] =>
  changed(rows, at, (row) => ({ ...row, marks: marksOf(row).filter((other) => (KIN[other] ?? other) !== (KIN[mark] ?? mark)) }));

/** Even and odd are two faces of one marker, and so are up and down. */
const KIN: Record<string, string> = { even: "parity", odd: "parity", up: "climb", down: "climb" };

/** A row that somebody takes on purpose: its heads are not known to the event. */
const claimed = (event: Event): Taken | null =>
  event.type === "row_claimed" ? { seat: event.seat, row: event.row, heads: 0, cards: event.cards } : null;

/** Whose cards were laid since cards were revealed. */
export const ownersAfter = (owners: Owners, events: readonly Event[]): Owners => events.reduce(ownerAfter, owners);

function ownerAfter(owners: Owners, event: Event): Owners {
  if (event.type === "cards_revealed" || event.type === "rows_laid") return {};
  const laid = event.type === "card_placed" || event.type === "card_inserted" || (event.type === "row_taken" && event.left.includes(event.card));
  return laid ? { ...owners, [event.card]: event.seat } : owners;
}

/** The scene after an event; `facts` are those that the event changed. */
export function sceneAfter(scene: Scene, event: Event, facts: Facts | null = null): Scene {
  if (scene.party) return { ...EMPTY, party: partySceneAfter(scene.party, event, facts), taken: claimed(event) };
  const moved = { ...move(scene, event), owners: ownerAfter(scene.owners, event), stake: null };
  return facts?.type === "table_facts" ? { ...moved, facts } : moved;
}

function move(scene: Scene, event: Event): Scene {
  const { rows, queue } = scene;
  switch (event.type) {
    case "cards_offered":
      return { ...scene, rows: [], queue: [], taken: null };
    case "rows_laid":
      return { ...scene, queue: [], taken: null, rows: event.cards.map((card) => ({ cards: [card], marks: [] })) };
    case "cards_revealed":
    case "ox_revealed":
    case "order_changed":
      return { ...scene, queue: event.plays, taken: null };
    case "card_placed":
      return { ...scene, rows: withCards(rows, event.row, [...cardsAt(rows, event.row), event.card]), queue: without(queue, event.card), taken: null };
    case "card_inserted":
      return { ...scene, rows: withCards(rows, event.row, inserted(cardsAt(rows, event.row), event.place, event.card)), queue: without(queue, event.card), taken: null };
    case "card_slid": {
      const left = withCards(rows, event.source, cardsAt(rows, event.source).filter((card) => card !== event.card));
      return { ...scene, rows: withCards(left, event.row, inserted(cardsAt(left, event.row), event.place, event.card)), queue, taken: null };
    }
    case "row_taken":
      return {
        ...scene,
        rows: withCards(rows, event.row, event.left),
        queue: without(queue, event.card),
        taken: { seat: event.seat, row: event.row, heads: event.heads, cards: event.cards },
      };
    case "card_replaced":
      return { ...scene, queue: queue.map((play) => (play.card === event.old ? { ...play, card: event.new, value: event.new } : play)) };
    case "mark_moved":
      return { ...scene, rows: moveMark(rows, event) };
    case "mark_removed":
      return { ...scene, rows: withoutMark(rows, event.row, event.mark) };
    case "row_vanished":
      return { ...scene, rows: rows.filter((_, at) => at !== event.row) };
    default:
      return scene;
  }
}
