/** Whatever is drawn comes from the engine: a variant that the page has never heard of, and a total at every moment. */
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import OxBoard from "../games/OxBoard.svelte";
import fixtures from "../lib/fixtures/facts.json";
import type { Event, Facts, OxView, View } from "../lib/messages";
import { type Scene, sceneAfter, sceneOf } from "../lib/scene";
import { sheetOf } from "../lib/scores";
import type { Table } from "../lib/table.svelte";
import { viewAfter } from "../lib/unfolding";
import { learn, speak } from "../lib/words.svelte";
import Duel from "./Duel.svelte";
import Rows from "./Rows.svelte";

type Told = { events: Event[]; facts: (Facts | null)[]; view: View };
type Moment = { scene: Scene; view: View };

const games = fixtures as unknown as { generous: Told[]; versus_ox: Told[] };
const name = (seat: number): string => `P${seat}`;

beforeAll(() => Promise.all([speak("en"), learn("ox")]));
afterEach(cleanup);

/** What is shown after every event, from one view to the next. */
function moments(game: Told[]): Moment[] {
  return game.slice(1).flatMap(({ events, facts }, at) => {
    let now: Moment = { scene: sceneOf(game[at]!.view), view: game[at]!.view };
    return events.map((event, place) => {
      const changed = facts[place] ?? null;
      return (now = { scene: sceneAfter(now.scene, event, changed), view: viewAfter(now.view, event, changed) });
    });
  });
}

describe("a variant in which a row that ends with an even card holds one more", () => {
  const all = moments(games.generous);
  const longest = all.findLast(({ scene }) => scene.rows.some(({ cards }) => cards.length === 6))!;
  const several = [all[0]!, ...all.filter((_, at) => at % 7 === 3), longest];

  test("its rows get longer than those of the base game", () => expect(longest).toBeDefined());

  test.each(several.map(({ scene }, at) => ({ at, scene })))("is drawn with its places, its cost and its danger: moment $at", ({ scene }) => {
    const { container } = render(Rows, { scene });
    const drawn = [...container.querySelectorAll(".row")].map((row) => ({
      places: row.querySelectorAll(".card, .empty").length,
      full: row.classList.contains("full"),
    }));
    const room = (cards: number[]): number => (cards.at(-1)! % 2 ? 5 : 6);
    expect(drawn).toEqual(scene.rows.map(({ cards }) => ({ places: Math.max(room(cards) + 1, cards.length), full: cards.length >= room(cards) })));
  });
});

test("rows have the numbers that the story calls them by", () => {
  const { container } = render(Rows, { scene: moments(games.generous)[0]!.scene });
  expect([...container.querySelectorAll(".row .nth")].map((nth) => nth.textContent)).toEqual(["1", "2", "3", "4"]);
});

describe("a team of two against the Ox", () => {
  const all = moments(games.versus_ox);
  const end = games.versus_ox.at(-1)!.view as OxView;
  const team = (view: View): number => sheetOf(view, name).totals[0]!;

  test("its total grows by what is taken, counted twice, and the end counts the same", () => {
    const before = games.versus_ox[0]!.view;
    const taken = all.length && games.versus_ox.flatMap(({ events }) => events).flatMap((event) => (event.type === "row_taken" && event.seat >= 0 ? [event.heads] : []));
    expect(team(before)).toBe(0);
    expect(team(end)).toBe(2 * (taken || []).reduce((sum, heads) => sum + heads, 0));
    expect(end.outcome!.totals[0]).toBe(team(end));
  });

  test("it is told at the table as it is at the end, on a TV too", () => {
    const last = all.findLast(({ view }) => !view.outcome)!.view as OxView;
    const table = { view: last, stage: { scene: sceneOf(last) }, info: null, name } as unknown as Table;
    const during = render(OxBoard, { table }).container.querySelector(".team summary .pile")!.textContent!;
    expect(during).toContain(`${team(end)} heads`);
    const after = render(Duel, { view: end, name }).container.querySelector(".total")!.textContent!;
    expect(after).toContain(String(team(end)));
  });
});
