/** A score pad for people with real cards. There is no game at a server, so scores and ends follow the books here. */
import { HEADS } from "../../../src/nimmt/server/schema/cards";
import { type Game, GAMES } from "../../../src/nimmt/server/schema/games";
import { betterIn } from "./scores";

export type Kind = "heads" | "team" | "piles";
/** `limit` and `rounds` are when the game ends; both may be agreed on otherwise where `agreed`. */
export type PadGame = { key: string; kind: Kind; least: number; most: number; limit: number | null; rounds: number | null; agreed: boolean; factors: Game["factors"] };
/** What was counted after a round: heads by player (or of team and Ox), or piles and buffalo cards by player. */
export type Entry = { heads: number[] } | { piles: number[][]; buffalo: number[] };
export type Pad = { game: string; names: string[]; limit: number | null; rounds: number | null; entries: Entry[] };
export type Result = { totals: number[]; ranks: number[] };

export const PAD_GAMES: readonly PadGame[] = GAMES.map(({ key, players, counts, team, limit, rounds, factors }) => ({
  key,
  kind: team ? "team" : counts === "points" ? "piles" : "heads",
  least: players[0]!,
  most: players.at(-1)!,
  limit,
  rounds,
  agreed: limit !== null,
  factors,
}));

export const padGame = (key: string): PadGame => PAD_GAMES.find((game) => game.key === key) ?? PAD_GAMES[0]!;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** B-2: all heads of the deck; nobody can have more. */
export const ALL_HEADS = sum(HEADS);

/** BP-20: the pile with the most heads and the buffalo cards, less all other piles; of equal piles one is the best. */
export function pileScore(piles: readonly number[], buffalo: number): number {
  const best = Math.max(0, ...piles);
  return best + buffalo - (sum(piles) - best);
}

/** CO-20: how often the team's heads count. */
export const factorOf = (pad: Pad): number => padGame(pad.game).factors[pad.names.length] ?? 1;

const counted = (pad: Pad, [team = 0, ox = 0]: readonly number[]): number[] => [factorOf(pad) * team, ox];

/** The scores that a round brings: one column for each player, or for the team and the Ox. */
export function scores(pad: Pad, entry: Entry): number[] {
  if ("piles" in entry) return entry.piles.map((piles, seat) => pileScore(piles, entry.buffalo[seat] ?? 0));
  return padGame(pad.game).kind === "team" ? counted(pad, entry.heads) : entry.heads;
}

export const columns = (pad: Pad): number => (padGame(pad.game).kind === "team" ? 2 : pad.names.length);

/** B-12: each round is added to the totals. */
export const totals = (pad: Pad): number[] => Array.from({ length: columns(pad) }, (_, column) => sum(pad.entries.map((entry) => scores(pad, entry)[column] ?? 0)));

/** B-13: somebody has more than the limit, which to reach is not enough; B-15, SU-3, CO-1: or all rounds are played. */
export function ended(pad: Pad): boolean {
  const passed = pad.limit !== null && totals(pad).some((total) => total > pad.limit!);
  return pad.entries.length > 0 && (passed || (pad.rounds !== null && pad.entries.length >= pad.rounds));
}

/** B-14: fewest heads win; BP-20: in Bullenparty the highest score does. Q-B2, SU-19, Q-BP14: equal scores share a place. */
export function result(pad: Pad): Result {
  const all = totals(pad);
  const better = betterIn(padGame(pad.game).kind === "piles" ? "points" : "heads");
  return { totals: all, ranks: all.map((own) => 1 + all.filter((other) => better(other, own) < 0).length) };
}

/** CO-19: the team needs fewer heads than the Ox; a draw does not beat it. */
export function duel(pad: Pad): "team_won" | "team_lost" | "team_drew" {
  const [team = 0, ox = 0] = totals(pad);
  return team < ox ? "team_won" : team > ox ? "team_lost" : "team_drew";
}

/** Whether these can be the heads of one round: whole numbers, and no more than the deck has. */
export const possible = (heads: readonly number[]): boolean => heads.every((each) => Number.isInteger(each) && each >= 0) && sum(heads) <= ALL_HEADS;
