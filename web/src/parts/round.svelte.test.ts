/** The card that ends a round: the best first, what everybody took, the dearest row, and a tap that sends it away. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Heard } from "../lib/narration";
import { speak } from "../lib/words.svelte";
import RoundCard from "./RoundCard.svelte";

beforeAll(() => speak("en"));
afterEach(cleanup);

const taken = (key: number, seat: number, heads: number): Heard => ({ key, event: { type: "row_taken", seat, row: 0, cards: [key], heads, card: 9, left: [9], reason: ["sixth_card", [1, 1]] } });
const begun = (key: number, round: number): Heard => ({ key, event: { type: "round_started", round } as never });

test("it tells the standings and the dearest row of this round", async () => {
  const close = vi.fn();
  const ended = { type: "round_ended", round: 2, heads: [4, 12, 0], totals: [30, 15, 20] } as const;
  const heard = [begun(1, 1), taken(50, 0, 25), begun(2, 2), taken(60, 1, 5), taken(70, 1, 7), taken(80, 0, 4)];
  render(RoundCard, { unit: "heads", ended: { ...ended, heads: [...ended.heads], totals: [...ended.totals] }, heard, name: (seat: number) => ["Ada", "Ben", "Cem"][seat]!, you: 0, close });
  const card = screen.getByRole("region", { name: "Scores after round 2" });
  const lines = within(card).getAllByRole("listitem").map((line) => line.textContent?.replace(/\s+/g, " ").trim());
  expect(lines).toEqual(["Ben +12 15", "Cem +0 20", "Ada +4 30"]);
  expect(within(card).getByText("Dearest row: 7 heads, taken by Ben")).toBeTruthy();
  await fireEvent.click(within(card).getByRole("button", { name: "Go on" }));
  expect(close).toHaveBeenCalled();
});

const shown = (card: HTMLElement) =>
  within(card).getAllByRole("listitem").map((line) => ({
    words: line.textContent?.replace(/\s+/g, " ").trim(),
    first: line.classList.contains("first"),
    good: !!line.querySelector(".more.good"),
    bull: line.querySelector(".face")?.innerHTML,
  }));

test("where points are counted, most points come first, and what was won is good", () => {
  const faces = (unit: "heads" | "points", heads: number[]): string[] => {
    const card = render(RoundCard, { unit, ended: { type: "round_ended", round: 1, heads, totals: heads }, heard: [], name: () => "Ada", you: null, close: vi.fn() }).container;
    const bulls = shown(card).map(({ bull }) => bull!.replace(/(id|url|href)[=("#]+[^")]*/g, ""));
    cleanup();
    return bulls;
  };
  const ended = { type: "round_ended" as const, round: 3, heads: [1, 6, -2, 1], totals: [4, 6, -1, 6] };
  const { container } = render(RoundCard, { unit: "points", ended, heard: [], name: (seat: number) => ["Ada", "Ben", "Cem", "Dov"][seat]!, you: 0, close: vi.fn() });
  expect(shown(container).map(({ words, first, good }) => [words, first, good])).toEqual([
    ["Ben +6 6", true, true],
    ["Dov +1 6", true, true],
    ["Ada +1 4", false, true],
    ["Cem −2 −1", false, false],
  ]);
  cleanup();
  // the same bull laughs over the fewest heads and over the most points
  const [fewest, most] = faces("heads", [1, 6]);
  expect(fewest).not.toBe(most);
  expect(faces("points", [6, 1])).toEqual([fewest, most]);
});
