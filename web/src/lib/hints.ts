/** Hints for a first game, and how a game differs from the base game: what is worth knowing at this moment, read off the view and what just happened. */
import { GAMES } from "../../../src/nimmt/server/schema/games";
import { fanCards } from "./games";
import type { Event, View } from "./messages";
import { store, stored } from "./stored";
import { count, type Values } from "./words.svelte";

export type Hint = { key: string; values: Values };
/** `asked`: this seat owes an answer; `picked`: what the card under the finger would do; `playing`: cards are being placed before everybody's eyes. */
export type Moment = { view: View; seat: number; asked: boolean; picked: readonly Event[] | null; playing: boolean };

const KEY = "hints";
const DIFFERENCES = "differences";
const ENDED = "";

/** Whether the player on this device is new: every table shows hints until they have ended or were put away. */
export const wantsHints = (): boolean => stored<string | null>(KEY, null) !== ENDED;
export const startHints = (): void => store(KEY, "on");
export const endHints = (): void => store(KEY, ENDED);

/** What to say in each turn, from the first on, when nothing special has happened. */
const TURNS = ["rows", "own", "order", "full", "low_cards", "heads", "gaps"];
/** What the hints speak of. */
const CAPACITY = 5;
const HAND = 10;

/** Whether the first round is over, and with it what hints are for. */
export const hintsOver = ({ view, playing }: Pick<Moment, "view" | "playing">): boolean =>
  !view.outcome && view.type !== "party_view" && view.round > 1 && (view.round > 2 || view.turn > 1 || playing);

/** Nothing is said in a game that has other rules for its rows, nor while something else is asked than a card or a row. */
export function hintAt({ view, seat, asked, picked, playing }: Moment): Hint | null {
  if (view.type === "party_view" || (view.setup.options?.capacity ?? CAPACITY) !== CAPACITY) return null;
  const end = plain((view.setup.options?.point_limit ?? null) === 66 ? "end" : "end_other");
  if (view.outcome && !playing) return end;
  if (view.round > 1) return view.round === 2 && view.turn === 1 && !playing ? end : null;
  if (playing) return plain("placing");
  if (!["card", "row"].includes(view.phase)) return null;
  if (!asked) return plain(view.phase === "row" ? "wait_row" : "wait");
  if (view.phase === "row") return plain("too_low");
  if (picked && view.turn === 1) return plain(picked.some((event) => event.type === "found_no_row") ? "low_cards" : "preview");
  return takenHint(view.last, seat) ?? lesson(view.turn, view);
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

function lesson(turn: number, view: View): Hint | null {
  const key = TURNS[turn - 1];
  if (key === "own") return own(view) ?? plain("order");
  if (key === "full") return full(view) ?? plain("sixth");
  return key ? plain(key) : view.type === "table_view" && (view.setup.options?.hand_size ?? HAND) === HAND ? plain("go_on") : null;
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

/** What is played here beside the base game: other games, fan cards, the draft. */
function apart({ setup }: View): string[] {
  const cards = fanCards(setup);
  return [...(setup.options?.draft ? ["pro"] : []), ...(cards.length ? cards : setup.key === "base" || setup.key === "pro" ? [] : [setup.key])];
}

const known = (): string[] => stored<string[]>(DIFFERENCES, []);

/** How this game differs, as long as nobody on this device has played it, in its first turn; by the keys of the sentences. */
export function differences(view: View): string[] {
  if (view.outcome || view.round > 1 || ("turn" in view ? view.turn > 1 : view.phase !== "bid")) return [];
  const fresh = apart(view).filter((key) => !known().includes(key));
  const doubled = GAMES.some(({ key, factors }) => key === view.setup.key && fresh.includes(key) && (factors[view.setup.players] ?? 1) > 1);
  return [...fresh, ...(doubled ? ["doubled"] : [])];
}

/** Do not say it again on this device. */
export const endDifferences = (view: View): void => store(DIFFERENCES, [...new Set([...known(), ...apart(view)])]);
