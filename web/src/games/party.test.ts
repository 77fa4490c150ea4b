/** Folding what seat 0 was told in real games of Bullenparty must lead to what its views show. */
import { expect, test } from "vitest";
import fixtures from "../lib/fixtures/scenes.json";
import type { Event, PartyFacts, PartyView } from "../lib/messages";
import { type PartyScene, partySceneOf, partySceneAfter, stacked } from "./party";

type Told = { events: Event[] } & Pick<PartyView, "rows" | "queue" | "drawn" | "piles" | "buffalo" | "last_round">;
const games = (fixtures as unknown as { bullenparty: Told[][] }).bullenparty;

const facts = {} as PartyFacts;
const plain = ({ rows, ...rest }: PartyScene): unknown => ({ ...rest, rows: rows.map((row) => row && { cards: row.cards, buffalo: row.buffalo ?? null }) });

test.each(games.map((told, at) => ({ at, told })))("the events of game $at lead from view to view", ({ told }) => {
  const first = told[0]!;
  let before: PartyScene = { ...partySceneOf(first as unknown as PartyView), rows: [], queue: [] };
  for (const each of told) {
    const after = each.events.reduce((scene, event) => partySceneAfter(scene, event), before);
    const view = partySceneOf(each as unknown as PartyView);
    expect(plain(after), JSON.stringify(each.events)).toEqual(plain(view));
    before = view;
  }
});

test("the games have rows that get a buffalo card, zeros that draw, piles and a last round", () => {
  const types = new Set(games.flat().flatMap(({ events }) => events.map(({ type }) => type)));
  for (const type of ["rows_opened", "bids_revealed", "row_claimed", "card_drawn", "row_extended", "buffalo_joined", "piles_shown", "last_round_began"]) expect(types).toContain(type);
});

test("a new game clears piles and buffalo cards", () => {
  const scene: PartyScene = { rows: [null], queue: [], drawn: null, piles: [[[3]], []], buffalo: [[4], []], lastRound: true, facts, longestRow: 5 };
  expect(partySceneAfter(scene, { type: "cards_boxed", count: 50 })).toEqual({ rows: [], queue: [], drawn: null, piles: [[], []], buffalo: [[], []], lastRound: false, facts, longestRow: 5 });
});

test("cards laid in secret lie on the own piles, or beside them", () => {
  const laid = [
    { type: "lay_card" as const, card: 20, pile: 0 },
    { type: "lay_card" as const, card: 4, pile: null },
    { type: "lay_card" as const, card: 18, pile: 1 },
  ];
  expect(stacked([[13]], laid)).toEqual([[13, 20], [4, 18]]);
});

test("a zero that comes back makes room for the next bid", () => {
  const [zero, other] = [{ seat: 0, card: 0, letter: "A" }, { seat: 1, card: 0, letter: "B" }];
  const scene: PartyScene = { rows: [], queue: [zero, other], drawn: null, piles: [], buffalo: [], lastRound: false, facts, longestRow: 5 };
  expect(partySceneAfter(scene, { type: "zero_returned", seat: 0, reason: ["rows_full"] }).queue).toEqual([other]);
});
