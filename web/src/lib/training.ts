/** What to practise next: failed positions soon, solved ones after longer and longer times. Kept on this device alone. */
import type { PuzzleEntry } from "./messages";
import { store, stored } from "./stored";

/** How often in a row a position was solved, and when it is due again, in seconds. */
export type Memory = Record<string, { solved: number; due: number }>;

const [MEMORY, MISTAKES] = ["training", "mistakes"];
const [MINUTE, DAY] = [60, 86_400];
/** A failed one comes back after ten minutes, a solved one after 1, 3, 9 and 27 days. */
const WAITS = [10 * MINUTE, 1 * DAY, 3 * DAY, 9 * DAY, 27 * DAY];
const MOST_MISTAKES = 100;

export const memory = (): Memory => stored<Memory>(MEMORY, {});

export const now = (): number => Date.now() / 1000;

/** What is known after an answer. */
export function answered(before: Memory, code: string, right: boolean, at: number): Memory {
  const solved = right ? (before[code]?.solved ?? 0) + 1 : 0;
  return { ...before, [code]: { solved, due: at + WAITS[Math.min(solved, WAITS.length - 1)]! } };
}

export function remember(code: string, right: boolean): Memory {
  const known = answered(memory(), code, right, now());
  store(MEMORY, known);
  return known;
}

/** What is due comes first, the longest due before the others; then what was never seen; then what is due next. */
export function next(all: readonly string[], known: Memory, at: number, besides = ""): string | null {
  const others = all.filter((code) => code !== besides);
  const due = (code: string): number => {
    const when = known[code]?.due;
    return when === undefined ? at : when <= at ? when - 1 : when;
  };
  return (others.length ? others : all).reduce<string | null>((best, code) => (best !== null && due(best) <= due(code) ? best : code), null);
}

/** How many were solved the last time, and how many are due again. */
export function progress(all: readonly string[], known: Memory, at: number): { solved: number; due: number } {
  const seen = all.flatMap((code) => known[code] ?? []);
  return { solved: seen.filter(({ solved }) => solved).length, due: seen.filter(({ due }) => due <= at).length };
}

/** Positions from one's own games, the newest first. */
export const mistakes = (): string[] => stored<string[]>(MISTAKES, []);

export function addMistakes(codes: readonly string[]): void {
  store(MISTAKES, [...new Set([...codes, ...mistakes()])].slice(0, MOST_MISTAKES));
}

/** The positions of a theme; "own" are one's own mistakes. */
export const chosen = (all: readonly PuzzleEntry[], own: readonly string[], theme: string): string[] =>
  theme === "own" ? [...own] : all.filter((puzzle) => !theme || puzzle.theme === theme).map(({ code }) => code);
