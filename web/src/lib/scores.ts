/** The score sheet of a view: what the rounds brought, and what the running one has brought so far. */
import { headsOf, type View } from "./messages";
import { OX } from "./names";
import { say } from "./words.svelte";

export type Sheet = { unit: "heads" | "points"; names: string[]; rounds: number[][]; running: number[] | null; totals: number[] };

type Naming = (seat: number) => string;

export const unitOf = (view: View): Sheet["unit"] => (view.type === "party_view" ? "points" : "heads");

const seatsOf = (view: View): number[] => Array.from({ length: view.setup.players }, (_, seat) => seat);

const summed = (rounds: readonly number[][], columns: number): number[] =>
  Array.from({ length: columns }, (_, column) => rounds.reduce((sum, round) => sum + (round[column] ?? 0), 0));

export function sheetOf(view: View, name: Naming): Sheet {
  if (view.type === "ox_view") return teamSheet(view, name);
  const names = seatsOf(view).map(name);
  const running = runningHeads(view);
  return { unit: unitOf(view), names, rounds: view.scores, running, totals: summed([...view.scores, running ?? []], names.length) };
}

/** Heads of the piles in front of the seats, unless the round is counted already or the table keeps them covered. */
function runningHeads(view: Exclude<View, { type: "ox_view" }>): number[] | null {
  const covered = view.type === "party_view" || view.setup.options?.show_scores === false;
  if (covered || view.scores.length >= view.round) return null;
  const credits = view.type === "surprise_view" ? view.credits : [];
  return view.piles.map((pile, seat) => headsOf(pile) - (credits[seat] ?? 0));
}

/** The team has one pile, and the Ox has the other, which may be face down until the end. */
function teamSheet(view: Extract<View, { type: "ox_view" }>, name: Naming): Sheet {
  const ended = view.outcome && [view.outcome.totals[0] ?? 0, view.outcome.opponent ?? 0];
  const sides = ended || view.setup.options?.show_ox_score ? [say("table.team"), name(OX)] : [say("table.team")];
  const running = ended ? null : sides.map((_, side) => headsOf(view.piles[side] ?? []) * (side ? 1 : view.factor));
  return { unit: "heads", names: sides, rounds: ended ? [ended] : [], running, totals: ended ?? running ?? [] };
}

/** The totals after each round, the first line before any of them. */
export function race(rounds: readonly number[][], columns: number): number[][] {
  return Array.from({ length: rounds.length + 1 }, (_, upTo) => summed(rounds.slice(0, upTo), columns));
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
