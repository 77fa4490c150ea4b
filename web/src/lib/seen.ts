/** The cards that a seat has seen in this round: what its view shows, and nothing that was worked out. */
import type { View } from "./messages";

type Nested = readonly (number | Nested)[];

const all = (cards: Nested): number[] => (cards as readonly unknown[]).flat(3) as number[];

export function seenIn(view: View): Set<number> {
  const rows = view.rows.map((row) => row?.cards ?? []);
  const queue = view.queue.map((play) => play.card);
  const own = [view.hand, rows, queue, view.piles, view.known];
  const more = view.type === "party_view" ? [view.discards, view.drawn === null ? [] : [view.drawn]] : [view.pool, view.type === "surprise_view" ? view.box : []];
  return new Set(all([...own, ...more]).filter((card) => card > 0));
}
