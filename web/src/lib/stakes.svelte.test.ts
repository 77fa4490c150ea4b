/** What is at stake: how hard a row is to take, when the story holds its breath, and whose cards were laid. */
import { beforeAll, expect, test } from "vitest";
import fixtures from "./fixtures/scenes.json";
import type { Event, Facts } from "./messages";
import { caption } from "./narration";
import { holdOf, ownersAfter, stakeOf, timeOf, weightOf } from "./scene";
import { LANGUAGES, type Language, speak } from "./words.svelte";

const placed = (card: number, row: number): Event => ({ type: "card_placed", seat: 1, card, row, reason: ["smallest_difference", [1, 2]] });
const taken = (heads: number, why = "sixth_card"): Event => ({ type: "row_taken", seat: 2, row: 3, cards: [1, 2, 3, 4, 5], heads, card: 9, left: [9], reason: [why, []] }) as Event;
const facts = (full: boolean): Facts => ({ type: "table_facts", rows: [{ capacity: 5, heads: 4, full }], piles: [], running: null, totals: [], opponent: null });

test("a row is light, hard or heavy by its heads", () => {
  expect([1, 4, 5, 9, 10, 27].map(weightOf)).toEqual(["light", "light", "hard", "hard", "heavy", "heavy"]);
});

test("the story holds its breath before a card that fills or takes a row, and before no other", () => {
  expect([stakeOf(placed(7, 0), facts(true)), stakeOf(taken(3), null)]).toEqual([0, 3]);
  expect([stakeOf(placed(7, 0), facts(false)), stakeOf(taken(3, "chosen"), null), stakeOf({ type: "passed", seat: 0 } as Event, null)]).toEqual([null, null, null]);
  expect(holdOf(taken(3), null)).toBeGreaterThan(0);
  expect(holdOf(placed(7, 0), facts(false))).toBe(0);
});

test("a dear row has the time in which its heads are counted", () => {
  expect(timeOf(taken(14), null, 4)).toBeGreaterThan(timeOf(taken(9), null, 4) + 900);
});

test("cards laid this turn have owners until the next cards are revealed", () => {
  expect(ownersAfter({ 5: 0 }, [{ type: "cards_revealed", plays: [] }, placed(7, 0), taken(4)])).toEqual({ 7: 1, 9: 2 });
});

const events = Object.values(fixtures as unknown as Record<string, { events: Event[] }[][]>).flatMap((games) => games.flatMap((told) => told.flatMap((update) => update.events)));
const to = { name: (seat: number) => (seat < 0 ? "Ox" : `Player${seat}`), you: 0 };
/** Three lines of a small phone, without the name. */
const ROOM = 105;

test.each(Object.keys(LANGUAGES) as Language[])("every caption is short in %s, and says what a row costs first", async (language) => {
  await speak(language);
  for (const event of events) expect((caption({ key: 1, event }, to)?.text ?? "").length, `${event.type}: ${caption({ key: 1, event }, to)?.text}`).toBeLessThanOrEqual(ROOM);
  expect(caption({ key: 1, event: taken(10) }, to)?.text).toMatch(/^\p{L}+ 5 \p{L}+\s?: \+10$/u);
});

beforeAll(() => speak("en"));
