/** The games that were finished on this device: what came of them, and what they say about a player. */
import type { TableInfo, View } from "./messages";
import { nameOf } from "./names";
import { betterIn, unitOf } from "./scores";
import { store, stored } from "./stored";

/** One finished game; `seat` is the own one, `played` a time in seconds. */
export type Past = {
  table: string; game: number; key: string; fans: string[]; played: number; seat: number; names: string[]; totals: number[]; ranks: number[]; rounds: number; unit: "heads" | "points"; opponent: number | null;
};

const KEY = "past";
const MOST = 500;

export const pastGames = (): Past[] => stored<Past[]>(KEY, []);

const isSame = (one: Past, other: Past): boolean => one.table === other.table && one.game === other.game && one.seat === other.seat;

/** Keep how a game ended; once, however often its end is shown. */
export function remember(view: View, info: TableInfo, seat: number, now: number): void {
  const { outcome, setup } = view;
  if (!outcome) return;
  const fans = Array.isArray(setup.options?.fan_cards) ? (setup.options.fan_cards as string[]) : [];
  const past: Past = {
    table: info.code, game: info.game ?? 1, key: setup.key, fans, played: now, seat, names: info.seats.map((_, at) => nameOf(info, at, null)),
    totals: outcome.totals, ranks: outcome.ranks, rounds: Math.max(1, view.scores.length), unit: unitOf(view), opponent: outcome.opponent ?? null,
  };
  const kept = pastGames();
  if (!kept.some((other) => isSame(other, past))) store(KEY, [past, ...kept].slice(0, MOST));
}

export const forgetPast = (): void => store(KEY, []);

export const isWon = (past: Past): boolean => past.ranks[past.seat] === 1;

/** Of one game: how many were played and won, and what a round brought on average. */
export type Statistics = { key: string; unit: Past["unit"]; games: number; won: number; mean: number; best: number };

export function statistics(games: readonly Past[]): Statistics[] {
  return [...new Set(games.map(({ key }) => key))].map((key) => {
    const own = games.filter((past) => past.key === key);
    const { unit } = own[0]!;
    const totals = own.map((past) => past.totals[past.seat] ?? 0);
    const rounds = own.reduce((sum, past) => sum + past.rounds, 0);
    const best = totals.toSorted(betterIn(unit))[0]!;
    return { key, unit, games: own.length, won: own.filter(isWon).length, mean: totals.reduce((sum, total) => sum + total, 0) / rounds, best };
  });
}

/** What rematches at one table add up to: games won and heads or points of each seat, the newest game included. */
export type Series = { games: number; won: number[]; totals: number[] };

export function seriesOf(games: readonly Past[], table: string, seat: number | null): Series | null {
  const own = games.filter((past) => past.table === table && past.seat === seat);
  if (own.length < 2) return null;
  const seats = own[0]!.names.map((_, at) => at);
  return {
    games: own.length,
    won: seats.map((at) => own.filter(({ ranks }) => ranks[at] === 1).length),
    totals: seats.map((at) => own.reduce((sum, { totals }) => sum + (totals[at] ?? 0), 0)),
  };
}
