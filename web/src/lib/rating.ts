/** What one's own reviewed rounds say about a player: heads or points given away a round. Kept on this device alone. */
import type { RoundReview } from "./messages";
import { type Past, pastGames } from "./past";
import type { Measure } from "./reviewing";
import { store, stored } from "./stored";

/** One round that was reviewed from the own seat; `error` is that of the sampling. */
export type Reviewed = { table: string; game: number; round: number; measure: Measure; lost: number; error: number };
/** Over some rounds: what was given away in each on average, and its standard error. */
export type Rating = { measure: Measure; rounds: number; mean: number; error: number };

const KEY = "reviewed";
const MOST = 1000;

export const reviewedRounds = (): Reviewed[] => stored<Reviewed[]>(KEY, []);

export const forgetReviewed = (): void => store(KEY, []);

const isOf = (past: Past, table: string, game: number): boolean => past.table === table && past.game === game;

/** Keep what a review of one of the own games says; another one of the same round takes its place. */
export function keepReviewed(table: string, { game, review }: RoundReview): void {
  const [round] = review.rounds;
  const team = review.measure === "balance";
  if (!round || !pastGames().some((past) => isOf(past, table, game) && (team || past.seat === review.seat))) return;
  const kept: Reviewed = { table, game, round: round.number, measure: review.measure, lost: round.lost, error: review.given_away_error };
  const others = reviewedRounds().filter((other) => other.table !== table || other.game !== game || other.round !== kept.round);
  store(KEY, [kept, ...others].slice(0, MOST));
}

/** One rating for each way of measuring. */
export function ratings(rounds: readonly Reviewed[]): Rating[] {
  return [...new Set(rounds.map(({ measure }) => measure))].map((measure) => {
    const own = rounds.filter((round) => round.measure === measure);
    const mean = own.reduce((sum, { lost }) => sum + lost, 0) / own.length;
    const spread = own.reduce((sum, { lost }) => sum + (lost - mean) ** 2, 0) / Math.max(1, own.length - 1);
    return { measure, rounds: own.length, mean, error: own.length > 1 ? Math.sqrt(spread / own.length) : own[0]!.error };
  });
}

/** The rating of one game, where a round of it was reviewed. */
export const ratingOf = (past: Past, rounds: readonly Reviewed[]): Rating | undefined => ratings(rounds.filter(({ table, game }) => isOf(past, table, game)))[0];
