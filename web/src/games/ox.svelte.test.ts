import { cleanup, render } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Table } from "../lib/table.svelte";
import { speak } from "../lib/words.svelte";
import OxBoard from "./OxBoard.svelte";

beforeAll(() => speak("en"));
afterEach(cleanup);

/** A table where the team has taken the 55 and the 5, nine heads. */
const table = (players: number, factor: number): Table =>
  ({
    view: { type: "ox_view", setup: { key: "versus_ox", players, options: {} }, piles: [[55, 5], [2]], ox_left: 9, factor, facts: { piles: [9, 1], totals: [9 * factor], opponent: null } },
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
