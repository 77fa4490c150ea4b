/** Hints for a first game: what is worth knowing at this moment, read off the view and what just happened. */
import type { Event, View } from "./messages";
import { store, stored } from "./stored";
import { count, type Values } from "./words.svelte";

export type Hint = { key: string; values: Values };
/** `asked`: this seat owes an answer; `picked`: what the card under the finger would do; `playing`: cards are being placed before everybody's eyes. */
export type Moment = { view: View; seat: number; asked: boolean; picked: readonly Event[] | null; playing: boolean };

const KEY = "hints";

/** The table where this device shows hints; null until it has ever shown any. */
export const hintedTable = (): string | null => stored<string | null>(KEY, null);
export const startHints = (code: string): void => store(KEY, code);
export const endHints = (): void => store(KEY, "");

/** What to say in each turn, from the first on, when nothing special has happened. */
const TURNS = ["rows", "own", "order", "full", "low_cards", "heads", "gaps"];

/** Nothing more is said once the second round has begun. */
export function hintAt({ view, seat, asked, picked, playing }: Moment): Hint | null {
  if (view.outcome && !playing) return plain("end");
  if (view.round > 1) return view.round === 2 && "turn" in view && view.turn === 1 && !playing ? plain("end") : null;
  if (playing) return plain("placing");
  if (!asked) return plain("wait");
  if (view.phase === "row") return plain("too_low");
  const turn = "turn" in view ? view.turn : 1;
  if (picked && turn === 1) return plain(picked.some((event) => event.type === "found_no_row") ? "low_cards" : "preview");
  return takenHint(view.last, seat) ?? lesson(turn, view);
}

const plain = (key: string, values: Values = {}): Hint => ({ key, values });

/** What happened to this player's card, or to others if it cost them something, and why. */
function takenHint(events: readonly Event[], seat: number): Hint | null {
  const taken = events.filter((event) => event.type === "row_taken");
  const first = taken.find((event) => event.seat === seat) ?? taken[0];
  if (!first) return null;
  const why = first.reason[0] === "chosen" ? "low" : "sixth";
  return plain(`${first.seat === seat ? "taken" : "others"}_${why}`, { row: first.row + 1, heads: count("heads", first.heads), card: first.card });
}

function lesson(turn: number, view: View): Hint {
  const key = TURNS[turn - 1] ?? "go_on";
  if (key === "own") return own(view) ?? plain("order");
  if (key === "full") return full(view) ?? plain("sixth");
  return plain(key);
}

/** Why this player's card went where it did. */
function own(view: View): Hint | null {
  for (const event of view.last) {
    if (event.type !== "card_placed" || event.seat !== view.seat) continue;
    const [end, gap] = event.reason[1] ?? [];
    return end === undefined ? null : plain("own", { card: event.card, row: event.row + 1, end, gap });
  }
  return null;
}

function full(view: View): Hint | null {
  const at = view.facts.rows.findIndex((row) => row?.full);
  return at < 0 ? null : plain("full", { row: at + 1 });
}
