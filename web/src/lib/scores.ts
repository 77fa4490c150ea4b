/** The score sheet of a view: what the rounds brought, and what the running one has brought so far. */
import type { View } from "./messages";
import { OX } from "./names";
import { say } from "./words.svelte";

/** `after`: the totals after each round. */
export type Sheet = { unit: "heads" | "points"; names: string[]; rounds: number[][]; running: number[] | null; totals: number[]; after: number[][] };

type Naming = (seat: number) => string;

/** What is counted, as the view tells; the list of games would not fit into what travels before the first card. */
export const unitOf = ({ type }: Pick<View, "type">): Sheet["unit"] => (type === "party_view" ? "points" : "heads");

/** Compares two totals, the better one first: most points win, and fewest heads. */
export const betterIn = (unit: Sheet["unit"]) => (one: number, other: number): number => (unit === "points" ? other - one : one - other);

const seatsOf = (view: View): number[] => Array.from({ length: view.setup.players }, (_, seat) => seat);

export function sheetOf(view: View, name: Naming): Sheet {
  if (view.type === "ox_view") return teamSheet(view, name);
  const { running, totals } = view.facts;
  return { unit: unitOf(view), names: seatsOf(view).map(name), rounds: view.scores, running, totals, after: view.totals_after };
}

/** All members have the same; the Ox's column is there where its heads may be seen. */
function teamSheet({ facts, outcome }: Extract<View, { type: "ox_view" }>, name: Naming): Sheet {
  const names = [say("table.team"), ...(facts.opponent === null ? [] : [name(OX)])];
  const totals = [facts.totals[0] ?? 0, ...(facts.opponent === null ? [] : [facts.opponent])];
  return { unit: "heads", names, rounds: outcome ? [totals] : [], running: outcome ? null : totals, totals, after: outcome ? [totals] : [] };
}

/** Places for labels that want to be at these heights but need some room: pushed apart, in the same order, within the limits. */
export function spread(wishes: readonly number[], room: number, top: number, bottom: number): number[] {
  const order = wishes.map((_, at) => at).sort((one, other) => wishes[one]! - wishes[other]! || one - other);
  const places = [...wishes];
  const step = Math.min(room, (bottom - top) / Math.max(1, wishes.length - 1));
  order.forEach((at, rank) => {
    const above = order[rank - 1];
    places[at] = Math.max(wishes[at]!, above === undefined ? top : places[above]! + step);
  });
  order.toReversed().forEach((at, rank) => {
    const limit = bottom - rank * step;
    places[at] = Math.min(places[at]!, limit);
  });
  return places;
}
