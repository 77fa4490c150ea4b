/** The final ranking: places, names and what everybody has in the end. */
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import { speak } from "../lib/words.svelte";
import Ranking from "./Ranking.svelte";

beforeAll(() => speak("en"));
afterEach(cleanup);

test("the best come first, everybody with what they have; equal results share a place", () => {
  const outcome = { ranks: [2, 4, 1, 2], totals: [20, 66, 9, 20], unit: "heads" } as never;
  const { container } = render(Ranking, { outcome, unit: "heads", name: (seat: number) => ["Ada", "Ben", "Cem", "Dov"][seat]!, you: 0 });
  const lines = [...container.querySelectorAll("li")];
  expect(lines.map((line) => [".place [aria-hidden]", ".name", ".points"].map((part) => line.querySelector(part)!.textContent))).toEqual([
    ["1", "Cem", "9 heads"],
    ["2", "Ada", "20 heads"],
    ["2", "Dov", "20 heads"],
    ["4", "Ben", "66 heads"],
  ]);
});
