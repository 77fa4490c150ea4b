/** What an action would do, drawn into the rows: the server's preview tells what comes and goes, nothing is worked out here. */
import type { Preview, Row, RowFacts, TableFacts } from "./messages";

type State = "lies" | "comes" | "goes";
type Mark = NonNullable<Row["marks"]>[number];
export type Foreseen = {
  places: { card: number; state: State }[];
  marks: { mark: Mark; state: State }[];
  aim: boolean;
  taken: boolean;
  /** Its capacity and cost as it lies, and the capacity that it would have. */
  facts: RowFacts;
  capacity: number;
};

export const TOO_MANY: ReadonlySet<string> = new Set(["sixth_card", "seventh_card", "full_row"]);

const asItIs = (row: Row, facts: RowFacts): Foreseen => ({
  places: row.cards.map((card) => ({ card, state: "lies" })),
  marks: (row.marks ?? []).map((mark) => ({ mark, state: "lies" })),
  aim: false,
  taken: false,
  facts,
  capacity: facts.capacity,
});

const NOTHING: RowFacts = { capacity: 0, heads: 0, full: false };

const fresh = (): Foreseen => asItIs({ cards: [] }, NOTHING);

/** Where the n-th card lies, not counting those that leave. */
function placeOf(row: Foreseen, place: number): number {
  let left = place;
  const at = row.places.findIndex(({ state }) => state !== "goes" && left-- === 0);
  return at < 0 ? row.places.length : at;
}

function come(row: Foreseen, card: number, place = Infinity): void {
  row.aim = true;
  // what comes after the row was taken is told in words alone
  if (!row.taken) row.places.splice(placeOf(row, place), 0, { card, state: "comes" });
}

function leave<T extends { state: State }>(things: T[], which: (thing: T) => boolean): void {
  for (const thing of things) if (which(thing)) thing.state = "goes";
}

/** The rows with what these events would bring and take away; a row that is taken shows what it is taken with. */
export function foresee(rows: readonly Row[], facts: readonly RowFacts[], preview: Preview | null): Foreseen[] {
  const all = rows.map((row, at) => asItIs(row, facts[at] ?? NOTHING));
  const now = [...all]; // without the rows that vanish
  const at = (place: number): Foreseen => {
    if (!now[place]) all.push((now[place] = fresh()));
    return now[place]!;
  };
  for (const event of preview?.events ?? []) {
    if (event.type === "card_placed") come(at(event.row), event.card);
    else if (event.type === "card_inserted") come(at(event.row), event.card, event.place);
    else if (event.type === "card_slid") {
      leave(at(event.source).places, ({ card }) => card === event.card);
      come(at(event.row), event.card, event.place);
    } else if (event.type === "row_taken") {
      if (TOO_MANY.has(event.reason[0])) come(at(event.row), event.card);
      at(event.row).taken = true;
    } else if (event.type === "mark_moved" && event.source === null) at(event.row).marks.push({ mark: event.mark, state: "comes" });
    else if (event.type === "mark_removed" && !at(event.row).taken) leave(at(event.row).marks, ({ mark }) => mark === event.mark);
    else if (event.type === "row_vanished") now.splice(event.row, 1);
  }
  const after = preview?.facts.findLast((each): each is TableFacts => each?.type === "table_facts");
  after?.rows.forEach(({ capacity }, place) => !at(place).taken && (at(place).capacity = capacity));
  return all;
}
