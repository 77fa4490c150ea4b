import { beforeEach, expect, test } from "vitest";
import type { TableInfo, View } from "./messages";
import { forgetPast, isWon, pastGames, remember, seriesOf, statistics } from "./past";

const info = (game: number): TableInfo =>
  ({ code: "bakudo", game, seats: [{ kind: "person", name: "Ada" }, { kind: "bot", name: "" }] }) as unknown as TableInfo;
const ended = (totals: number[], ranks: number[], rounds = 2): View =>
  ({ type: "table_view", setup: { key: "base", players: 2 }, scores: Array(rounds).fill([0, 0]), outcome: { totals, ranks } }) as unknown as View;

beforeEach(forgetPast);

test("a game that ended is kept once, the newest first", () => {
  remember(ended([10, 70], [1, 2]), info(1), 0, 1000);
  remember(ended([10, 70], [1, 2]), info(1), 0, 1001);
  remember(ended([80, 7], [2, 1]), info(2), 0, 1002);
  expect(pastGames().map(({ game, played }) => [game, played])).toEqual([[2, 1002], [1, 1000]]);
  expect(pastGames().map(isWon)).toEqual([false, true]);
});

test("a game that runs is not kept", () => {
  remember({ ...ended([1, 2], [1, 2]), outcome: null } as View, info(1), 0, 1000);
  expect(pastGames()).toEqual([]);
});

test("statistics count games, victories and heads a round", () => {
  remember(ended([10, 70], [1, 2], 2), info(1), 0, 1000);
  remember(ended([80, 7], [2, 1], 4), info(2), 0, 1001);
  expect(statistics(pastGames())).toEqual([{ key: "base", unit: "heads", games: 2, won: 1, mean: 15, best: 10 }]);
});

test("rematches at one table make a series", () => {
  remember(ended([10, 70], [1, 2]), info(1), 0, 1000);
  expect(seriesOf(pastGames(), "bakudo", 0)).toBeNull();
  remember(ended([80, 7], [2, 1]), info(2), 0, 1001);
  remember(ended([5, 5], [1, 1]), info(3), 0, 1002);
  expect(seriesOf(pastGames(), "bakudo", 0)).toEqual({ games: 3, won: [2, 2], totals: [95, 82] });
  expect(seriesOf(pastGames(), "another", 0)).toBeNull();
});
