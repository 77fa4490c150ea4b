import { beforeAll, expect, test } from "vitest";
import type { GameSpec, Option } from "./api";
import { chosen, forPeople, friendly, playedName } from "./games";
import { byTheBook, departures, type Form, timeInWords, usualGrace, usualSeats, valueInWords, wishOf, withCards } from "./wish";
import { speak } from "./words.svelte";

beforeAll(() => speak("en"));

const option = (name: string, kind: Option["kind"], value: Option["default"], choices: string[] = []): Option => ({
  name, kind, default: value, rule: "", choices, minimum: 1, maximum: 1000, may_be_none: false, count: null,
});
const OPTIONS = [option("point_limit", "number", 66), option("draft", "switch", false), option("end_rule", "choice", "gt", ["gt", "gte"])];
const BASE: GameSpec = { key: "base", players: [2, 3, 4, 5], sections: ["B", "P"], options: OPTIONS, preset: {} };
const PRO: GameSpec = { ...BASE, key: "pro", preset: { draft: true } };
const CLIMB: GameSpec = { ...BASE, key: "climb", sections: ["B", "P", "CL"] };
const FORM: Form = {
  game: "pro", seats: 4, bots: 3, level: "easy", options: byTheBook(PRO), name: " Friday ", clock: 0, grace: 0, spectators: false, chat: true,
  reactions: true, tracker: true, coach: false, duplicate: false, public: false,
};

test("the book of a preset is the game's with the preset on top", () => {
  expect(byTheBook(BASE)).toEqual({ point_limit: 66, draft: false, end_rule: "gt" });
  expect(byTheBook(PRO)).toEqual({ point_limit: 66, draft: true, end_rule: "gt" });
});

test("only what departs from the book is sent", () => {
  expect(wishOf(FORM, PRO, { name: "Ada" }).options).toEqual({});
  const options = { ...byTheBook(PRO), draft: false, point_limit: null };
  expect(wishOf({ ...FORM, options }, PRO, { name: "Ada" }).options).toEqual({ draft: false, point_limit: null });
  expect(departures(BASE, { point_limit: 66, unheard_of: 1 })).toEqual({});
});

test("a list of numbers is told by its length and sum", () => {
  expect(valueInWords(option("card_heads", "numbers", null), [1, 2, 7])).toBe("3 numbers, sum 10");
});

test("bots sit behind the people, and nothing chosen is sent as none", () => {
  const wish = wishOf(FORM, PRO, { name: "Ada" });
  expect(wish.seats).toEqual([{}, { level: "easy" }, { level: "easy" }, { level: "easy" }]);
  expect(wish).toMatchObject({ game: "pro", name: "Friday", clock: null, grace: null, spectators: false, host: { name: "Ada" } });
});

test("whoever opens a table before the levels are known gets a friendly one", () => {
  expect(wishOf({ ...FORM, level: "", bots: 1 }, PRO, { name: "Ada" }).seats.at(-1)).toEqual({ level: "easy" });
});

test("a game with many days to think lets no bot step in", () => {
  expect([0, 30, 86_400].map(usualGrace)).toEqual([60, 60, 0]);
});

test("four sit down if the game allows it", () => {
  expect([BASE, { ...BASE, players: [1, 2, 3] }].map(usualSeats)).toEqual([4, 3]);
});

test("a preset is recognised by its options, and only in its own game", () => {
  const specs = [BASE, CLIMB, PRO];
  expect(chosen({ key: "base", players: 4, options: { draft: true } }, specs)).toBe(PRO);
  expect(chosen({ key: "base", players: 4, options: { draft: false } }, specs)).toBe(BASE);
  expect(chosen({ key: "climb", players: 4, options: { draft: true } }, specs)).toBe(CLIMB);
});

test("fan cards on one table bring their options, and the table has all their names", () => {
  const set = option("fan_cards", "set", [], ["climb", "caper"]);
  const base = { ...BASE, options: [...OPTIONS, set] };
  const climb = { ...CLIMB, options: [...OPTIONS, option("single_digit", "choice", "no_effect", ["no_effect", "leading_zero"])] };
  expect(departures(base, { ...byTheBook(base), fan_cards: [] })).toEqual({});
  expect(departures(base, { fan_cards: ["climb", "caper"], single_digit: "leading_zero" })).toEqual({ fan_cards: ["climb", "caper"] });
  const full = withCards(base, [base, climb], ["climb"]);
  expect(full.options.map(({ name }) => name)).toEqual([...base.options.map(({ name }) => name), "single_digit"]);
  expect(withCards(base, [base, climb], [])).toEqual(base);
  expect(valueInWords(set, ["climb", "caper"])).toBe("Climb, Caper");
  expect(valueInWords(set, [])).toBe("none");
  expect(playedName({ key: "base", players: 4, options: { fan_cards: ["climb", "caper"] } }, [base, PRO])).toBe("Climb + Caper");
  expect(playedName({ key: "base", players: 4, options: { draft: true } }, [base, PRO])).toBe("Pro");
});

test("values and times are said in words", () => {
  expect(OPTIONS.map((each) => valueInWords(each, each.default))).toEqual(["66", "off", "pass the limit"]);
  expect(valueInWords(OPTIONS[0]!, null)).toBe("none");
  expect([15, 60, 120, 86_400, 259_200].map(timeInWords)).toEqual(["15 seconds", "1 minute", "2 minutes", "1 day", "3 days"]);
});

test("people meet levels that have a name; a friendly one first", () => {
  expect(forPeople(["beginner", "easy", "random", "greedy"])).toEqual(["beginner", "easy"]);
  expect(forPeople(["random", "greedy"])).toEqual(["random", "greedy"]);
  expect([["hard", "medium", "easy"], ["hard", "medium"], ["random", "greedy"]].map(friendly)).toEqual(["easy", "medium", "greedy"]);
});
