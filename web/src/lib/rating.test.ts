import { beforeEach, expect, test } from "vitest";
import type { RoundReview } from "./messages";
import { keepReviewed, ratingOf, ratings, reviewedRounds } from "./rating";
import { store } from "./stored";

const PAST = { table: "badoke", game: 2, key: "base", fans: [], played: 0, seat: 1, names: ["Bea", "Ann"], totals: [1, 2], ranks: [1, 2], rounds: 2, unit: "heads" as const, opponent: null };
const review = (round: number, lost: number, more = {}): RoundReview =>
  ({ game: 2, rounds: 2, review: { seat: 1, measure: "heads", rounds: [{ number: round, lost }], given_away_error: 0.4, ...more }, prospects: [], positions: [] }) as unknown as RoundReview;

beforeEach(() => {
  store("past", [PAST]);
  store("reviewed", []);
});

test("a rating is the mean over the rounds, with its standard error", () => {
  keepReviewed("badoke", review(1, 2));
  expect(ratings(reviewedRounds())).toEqual([{ measure: "heads", rounds: 1, mean: 2, error: 0.4 }]);
  keepReviewed("badoke", review(2, 5));
  keepReviewed("badoke", review(2, 6));
  expect(ratings(reviewedRounds())).toEqual([{ measure: "heads", rounds: 2, mean: 4, error: 2 }]);
  expect(ratingOf(PAST, reviewedRounds())?.mean).toBe(4);
  expect(ratingOf({ ...PAST, game: 1 }, reviewedRounds())).toBeUndefined();
});

test("only one's own decisions count, and those of one's team", () => {
  keepReviewed("badoke", review(1, 2, { seat: 0 }));
  keepReviewed("elsewhere", review(1, 2));
  expect(reviewedRounds()).toEqual([]);
  keepReviewed("badoke", review(1, 3, { seat: 0, measure: "balance" }));
  expect(ratings(reviewedRounds()).map(({ measure }) => measure)).toEqual(["balance"]);
});
