/** Bullenparty's table while events are shown one after another. Events say what moved: nothing is worked out here. */
import type { Event, Facts, LayCard, PartyFacts, PartyRow, PartyView, ShownBid } from "../lib/messages";
import { say } from "../lib/words.svelte";

export type Piles = number[][];
export type PartyScene = {
  /** A row that is taken is null. */
  rows: (PartyRow | null)[];
  /** Revealed bids, the next one first. */
  queue: ShownBid[];
  drawn: number | null;
  piles: Piles[];
  buffalo: number[][];
  lastRound: boolean;
  facts: PartyFacts;
  longestRow: number;
};

/** How long people need to follow an event, in milliseconds at normal speed. */
export const PARTY_DURATION_MS: Partial<Record<Event["type"], number>> = {
  rows_opened: 500,
  last_round_began: 900,
  bids_revealed: 1100,
  bid_called: 350,
  row_claimed: 900,
  card_drawn: 700,
  row_extended: 450,
  buffalo_joined: 700,
  zero_returned: 500,
  piles_shown: 1200,
};

export const partySceneOf = ({ rows, queue, drawn, piles, buffalo, last_round, facts, longest_row }: PartyView): PartyScene => ({
  rows, queue, drawn, piles, buffalo, lastRound: last_round, facts, longestRow: longest_row,
});

const put = <T>(list: readonly T[], at: number, value: T): T[] => list.map((each, place) => (place === at ? value : each));

/** The scene after an event; `facts` are those that the event changed. */
export function partySceneAfter(scene: PartyScene, event: Event, facts: Facts | null = null): PartyScene {
  const moved = move(scene, event);
  return facts?.type === "party_facts" ? { ...moved, facts } : moved;
}

function move(scene: PartyScene, event: Event): PartyScene {
  const { rows, queue, buffalo } = scene;
  switch (event.type) {
    case "cards_boxed": // a new game
      return { ...scene, rows: [], queue: [], drawn: null, piles: scene.piles.map(() => []), buffalo: buffalo.map(() => []), lastRound: false };
    case "rows_opened":
      return { ...scene, rows: event.rows, queue: [], drawn: null };
    case "last_round_began":
      return { ...scene, lastRound: true };
    case "bids_revealed":
      return { ...scene, queue: event.bids };
    case "card_drawn":
      return { ...scene, drawn: event.card };
    case "row_claimed": {
      const won = event.buffalo === null ? buffalo : put(buffalo, event.seat, [...(buffalo[event.seat] ?? []), event.buffalo]);
      return { ...scene, rows: put(rows, event.row, null), queue: queue.slice(1), buffalo: won };
    }
    case "row_extended":
      return { ...scene, rows: put(rows, event.row, { ...rows[event.row], cards: [...(rows[event.row]?.cards ?? []), event.card] }), queue: queue.slice(1), drawn: null };
    case "buffalo_joined":
      return { ...scene, rows: put(rows, event.row, { cards: rows[event.row]?.cards ?? [], buffalo: event.heads }) };
    case "zero_returned":
      return { ...scene, queue: queue.slice(1) };
    case "piles_shown":
      return { ...scene, piles: event.piles };
    default:
      return scene;
  }
}

/** Piles with cards laid on top, or beside them as new ones. */
export const stacked = (piles: readonly number[][], laid: readonly LayCard[]): Piles =>
  laid.reduce<Piles>(
    (sofar, { card, pile = null }) => (pile === null ? [...sofar, [card]] : put(sofar, pile, [...(sofar[pile] ?? []), card])),
    piles.map((pile) => [...pile]),
  );

/** What is to be known of the heads: which tables only stand in for printed numbers, and which are somebody's own. */
export function headsNote(view: PartyView): string {
  const own = (["card_heads", "buffalo_heads"] as const).filter((option) => view.setup.options?.[option]);
  const named = own.length ? say("party.own_tables", { tables: own.map((option) => say(`options.${option}.label`)).join(", ") }) : "";
  const replaced = substitutesInWords(view);
  return [replaced && `≈ ${replaced}`, named && `= ${named}`].filter(Boolean).join(" · ");
}

function substitutesInWords(view: PartyView): string {
  const heads = () => say("page.party.table", { option: say("options.heads_table.label"), name: say(`options.heads_table.choices.${view.heads_table.name}`) });
  const buffalo = () => say("page.party.table", { option: say("options.buffalo_table.label"), name: view.buffalo_table.name });
  const tables = [...(view.heads_table.substitute ? [heads()] : []), ...(view.buffalo_table.substitute ? [buffalo()] : [])];
  return tables.length ? say("party.substitutes", { tables: tables.join(", ") }) : "";
}
