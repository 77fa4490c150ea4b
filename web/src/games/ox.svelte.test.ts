import { cleanup, render } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Table } from "../lib/table.svelte";
import { learn, speak } from "../lib/words.svelte";
import OxBoard from "./OxBoard.svelte";

beforeAll(() => Promise.all([speak("en"), learn("ox")]));
afterEach(cleanup);

/** A table where the team has taken the 55 and the 5, nine heads. */
const table = (players: number, factor: number, opponent: number | null = null): Table =>
  ({
    view: { type: "ox_view", setup: { key: "versus_ox", players, options: {} }, piles: [[55, 5], [2]], ox_left: 9, factor, facts: { piles: [9, 1], totals: [9 * factor], opponent } },
    stage: { scene: { taken: null, queue: [] } }, info: null, name: (seat: number) => `P${seat}`,
  }) as unknown as Table;

test.each([
  [1, 2, "18 heads (9, counted twice)"],
  [2, 2, "18 heads (9, counted twice)"],
  [3, 1, "9 heads"],
])("a team of %i sees its heads as they count", (players, factor, total) => {
  const { container } = render(OxBoard, { table: table(players, factor) });
  const told = container.querySelector(".team summary .pile")!.textContent!;
  expect(told.replaceAll(/\s+/g, " ").trim()).toContain(total);
});

test("Q-Y10: the team's pile can be looked through, the Buffalo's cannot", () => {
  const { container } = render(OxBoard, { table: table(3, 1) });
  const shown = [...container.querySelectorAll(".card .number")].map((number) => number.textContent);
  expect(new Set(shown)).toEqual(new Set(["55", "5"]));
  expect(container.querySelector("details.team .cards")!.querySelectorAll("li")).toHaveLength(2);
  expect(container.querySelector(".ox")!.textContent).not.toMatch(/pile|1 card/);
});

test.each([[null, false], [1, true]])("Q-CO15: the Buffalo's heads are shown where players agreed on it (%s)", (opponent, shown) => {
  const { container } = render(OxBoard, { table: table(3, 1, opponent) });
  expect(container.querySelector(".ox")!.textContent!.includes("1 head")).toBe(shown);
});
