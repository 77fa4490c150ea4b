/** The pad against the books' scoring and end rules. */
import { expect, test } from "vitest";
import { duel, ended, PAD_GAMES, type Pad, padGame, pileScore, possible, result, scores, totals } from "./scorepad";

function pad(game: string, players: number, rounds: number[][] = [], more: Partial<Pad> = {}): Pad {
  const { limit, rounds: most } = padGame(game);
  return { game, names: Array.from({ length: players }, (_, seat) => `P${seat}`), limit, rounds: most, entries: rounds.map((heads) => ({ heads })), ...more };
}

test("every game of the family is on the pad", () => {
  expect(PAD_GAMES.map(({ key }) => key)).toEqual(["base", "even_odd", "climb", "caper", "reversed_digits", "surprise", "versus_ox", "bullenparty", "pro"]);
});

test("B-12: rounds add up", () => {
  expect(totals(pad("base", 3, [[10, 0, 5], [7, 3, 1]]))).toEqual([17, 3, 6]);
});

test.each(["base", "pro", "even_odd", "climb", "caper", "reversed_digits"])("B-13: %s ends when somebody has more than 66, not at 66", (game) => {
  expect(ended(pad(game, 2))).toBe(false);
  expect(ended(pad(game, 2, [[40, 3], [26, 5]]))).toBe(false);
  expect(ended(pad(game, 2, [[40, 3], [27, 5]]))).toBe(true);
});

test("B-15: another limit, and a number of rounds", () => {
  expect(ended(pad("base", 2, [[31, 0]], { limit: 30 }))).toBe(true);
  expect(ended(pad("base", 2, [[30, 0]], { limit: 30 }))).toBe(false);
  expect(ended(pad("base", 2, [[1, 0], [2, 0], [3, 0]], { rounds: 3 }))).toBe(true);
  expect(ended(pad("base", 2, [[1, 0], [99, 0]], { limit: null, rounds: 3 }))).toBe(false);
});

test("B-14: fewest heads win, and Q-B2: equal ones share the place", () => {
  expect(result(pad("base", 4, [[70, 12, 5, 12]])).ranks).toEqual([4, 2, 1, 2]);
  expect(result(pad("base", 3, [[70, 8, 8]])).ranks).toEqual([3, 1, 1]);
});

test("SU-3: Surprise has exactly two rounds and no limit; SU-19: the lowest sum wins", () => {
  expect(ended(pad("surprise", 3, [[80, 2, 3]]))).toBe(false);
  const two = pad("surprise", 3, [[80, 2, 3], [0, 9, 8]]);
  expect(ended(two)).toBe(true);
  expect(result(two)).toEqual({ totals: [80, 11, 11], ranks: [3, 1, 1] });
});

test("CO-1: Versus the Ox is one round; CO-19: the team needs fewer heads", () => {
  expect(ended(pad("versus_ox", 3, [[20, 21]]))).toBe(true);
  expect(duel(pad("versus_ox", 3, [[20, 21]]))).toBe("team_won");
  expect(duel(pad("versus_ox", 3, [[21, 21]]))).toBe("team_drew");
  expect(duel(pad("versus_ox", 3, [[22, 21]]))).toBe("team_lost");
});

test.each([1, 2])("CO-20: with %i at the table the team's heads count twice", (players) => {
  expect(totals(pad("versus_ox", players, [[11, 21]]))).toEqual([22, 21]);
  expect(duel(pad("versus_ox", players, [[11, 21]]))).toBe("team_lost");
  expect(duel(pad("versus_ox", players, [[10, 21]]))).toBe("team_won");
});

test("CO-20: with three it counts once", () => {
  expect(totals(pad("versus_ox", 3, [[11, 21]]))).toEqual([11, 21]);
});

test("BP-20: the best pile and the buffalo cards less the other piles", () => {
  expect(pileScore([14, 6, 3], 9)).toBe(14);
  expect(pileScore([8, 8], 0)).toBe(0); // Q-BP15: only one of them is the best
  expect(pileScore([], 0)).toBe(0);
  expect(pileScore([2, 2, 2], 0)).toBe(-2); // Q-BP19: below zero
});

test("BP-20: the highest score wins, and Q-BP14: equal ones share the place", () => {
  const counted = { ...pad("bullenparty", 3), entries: [{ piles: [[14, 6, 3], [9, 4], [5, 3, 2, 1]], buffalo: [9, 9, 0] }] };
  expect(scores(counted, counted.entries[0]!)).toEqual([14, 14, -1]);
  expect(ended(counted)).toBe(true);
  expect(result(counted).ranks).toEqual([1, 1, 3]);
});

test("B-2: a round cannot have more heads than the deck", () => {
  expect(possible([100, 71])).toBe(true);
  expect(possible([100, 72])).toBe(false);
  expect(possible([-1, 4])).toBe(false);
  expect(possible([1.5, 4])).toBe(false);
});
