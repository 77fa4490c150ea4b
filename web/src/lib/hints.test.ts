/** What a newcomer is told at each moment of the first game. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { differences, endDifferences, hintAt, hintsOver, type Moment } from "./hints";
import type { CardPlaced, RowTaken, View } from "./messages";
import { knows, learn, speak } from "./words.svelte";

beforeAll(() => speak("en").then(() => learn("hints")));

beforeEach(() => localStorage.clear());

const SETUP = { key: "base", players: 3, options: { point_limit: 66 } };
const ROWS = [{ cards: [12] }, { cards: [37] }, { cards: [43] }, { cards: [58] }];
const PLACED: CardPlaced = { type: "card_placed", seat: 0, card: 44, row: 2, reason: ["smallest_difference", [43, 1]] };
const taken = (seat: number): RowTaken => ({ type: "row_taken", seat, card: 60, row: 3, cards: [58], heads: 1, left: [60], reason: ["sixth_card", []] });

function hint(view: Partial<Extract<View, { type: "table_view" }>>, more: Partial<Moment> = {}) {
  const facts = { rows: (view.rows ?? ROWS).map(({ cards }) => ({ full: cards.length === 5 })) };
  const seen = { type: "table_view", facts, seat: 0, phase: "card", round: 1, turn: 1, setup: SETUP, outcome: null, last: [], rows: ROWS, ...view } as unknown as View;
  const found = hintAt({ view: seen, seat: 0, asked: true, picked: null, playing: false, ...more });
  if (found) expect(knows(`page.hints.${found.key}`), found.key).toBe(true);
  return found ?? { key: "nothing" };
}

test("first the rows, then what a card would do, then why it went there", () => {
  expect(hint({}).key).toBe("rows");
  expect(hint({}, { picked: [PLACED] }).key).toBe("preview");
  expect(hint({}, { picked: [{ type: "found_no_row", seat: 0, card: 3, reason: ["lower_than_all", [12]] }] }).key).toBe("low_cards");
  expect(hint({}, { asked: false }).key).toBe("wait");
  expect(hint({}, { playing: true }).key).toBe("placing");
  expect(hint({ turn: 2, last: [PLACED] })).toEqual({ key: "own", values: { card: 44, row: 3, end: 43, gap: 1 } });
});

test("what cards cost, when they do", () => {
  expect(hint({ phase: "row" }).key).toBe("too_low");
  expect(hint({ phase: "row" }, { asked: false }).key).toBe("wait_row");
  expect(hint({ turn: 2, last: [taken(0), PLACED] })).toEqual({ key: "taken_sixth", values: { row: 4, heads: "1 head", card: 60 } });
  expect(hint({ turn: 2, last: [taken(1), PLACED] }).key).toBe("others_sixth");
  expect(hint({ turn: 2, last: [taken(1), taken(0)] }).key).toBe("taken_sixth");
  expect(hint({ turn: 2, last: [{ ...taken(0), reason: ["chosen", []] }] }).key).toBe("taken_low");
});

test("a full row is shown where there is one", () => {
  expect(hint({ turn: 4 }).key).toBe("sixth");
  expect(hint({ turn: 4, rows: [...ROWS.slice(0, 3), { cards: [1, 2, 3, 4, 5] }] })).toEqual({ key: "full", values: { row: 4 } });
});

test("every turn has its hint, and the end too", () => {
  for (let turn = 1; turn <= 10; turn += 1) hint({ turn });
  expect(hint({ round: 2 }).key).toBe("end");
  expect(hint({ round: 2, turn: 2 }).key).toBe("nothing");
  expect(hint({ round: 2 }, { playing: true }).key).toBe("nothing");
  expect(hint({ outcome: {} as NonNullable<View["outcome"]> }).key).toBe("end");
});

test("where nothing is known to be true, nothing is said", () => {
  const setup = (options: object, key = "base") => ({ key, players: 3, options }) as View["setup"];
  expect(hint({ setup: setup({ capacity: 7 }) }).key).toBe("nothing");
  expect(hint({ phase: "draft" }).key).toBe("nothing");
  expect(hint({ turn: 9, setup: setup({ hand_size: 12 }) }).key).toBe("nothing");
  expect(hint({ setup: setup({ point_limit: null }), outcome: {} as NonNullable<View["outcome"]> }).key).toBe("end_other");
});

test("hints are over with the first turn of the second round", () => {
  const at = (round: number, turn: number, playing = false) => hintsOver({ view: { type: "table_view", round, turn, outcome: null } as View, playing });
  expect([at(1, 10), at(2, 1), at(2, 1, true), at(2, 2), at(3, 1)]).toEqual([false, false, true, true, true]);
});

test("the first turn of another game says how it differs, until somebody has played it here", () => {
  const view = (key: string, more: object = {}, options = {}) => ({ type: "table_view", round: 1, turn: 1, outcome: null, setup: { key, players: 4, options }, ...more }) as View;
  expect(differences(view("base"))).toEqual([]);
  expect(differences(view("surprise"))).toEqual(["surprise"]);
  expect(differences(view("surprise", { turn: 2 }))).toEqual([]);
  expect(differences(view("base", {}, { draft: true, fan_cards: ["climb", "caper"] }))).toEqual(["pro", "climb", "caper"]);
  endDifferences(view("climb"));
  expect(differences(view("base", {}, { fan_cards: ["climb", "caper"] }))).toEqual(["caper"]);
  for (const key of ["pro", "even_odd", "climb", "caper", "reversed_digits", "surprise", "versus_ox", "doubled", "bullenparty"]) expect(knows(`page.differs.${key}`), key).toBe(true);
});

test("with one or two players against the Buffalo, it says that heads count twice", () => {
  const view = (players: number) => ({ type: "ox_view", round: 1, turn: 1, outcome: null, setup: { key: "versus_ox", players, options: {} } }) as unknown as View;
  expect(differences(view(3))).toEqual(["versus_ox"]);
  expect(differences(view(2))).toEqual(["versus_ox", "doubled"]);
});
