/** The card that ends a round: the best first, what everybody took, the dearest row, and a tap that sends it away. */
import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import type { Heard } from "../lib/narration";
import { speak } from "../lib/words.svelte";
import RoundCard from "./RoundCard.svelte";

beforeAll(() => speak("en"));

const taken = (key: number, seat: number, heads: number): Heard => ({ key, event: { type: "row_taken", seat, row: 0, cards: [key], heads, card: 9, left: [9], reason: ["sixth_card", [1, 1]] } });
const begun = (key: number, round: number): Heard => ({ key, event: { type: "round_started", round } as never });

test("it tells the standings and the dearest row of this round", async () => {
  const close = vi.fn();
  const ended = { type: "round_ended", round: 2, heads: [4, 12, 0], totals: [30, 15, 20] } as const;
  const heard = [begun(1, 1), taken(50, 0, 25), begun(2, 2), taken(60, 1, 5), taken(70, 1, 7), taken(80, 0, 4)];
  render(RoundCard, { ended: { ...ended, heads: [...ended.heads], totals: [...ended.totals] }, heard, name: (seat: number) => ["Ada", "Ben", "Cem"][seat]!, you: 0, close });
  const card = screen.getByRole("region", { name: "Scores after round 2" });
  const lines = within(card).getAllByRole("listitem").map((line) => line.textContent?.replace(/\s+/g, " ").trim());
  expect(lines).toEqual(["Ben +12 15", "Cem +0 20", "Ada +4 30"]);
  expect(within(card).getByText("Dearest row: 7 heads, taken by Ben")).toBeTruthy();
  await fireEvent.click(within(card).getByRole("button", { name: "Go on" }));
  expect(close).toHaveBeenCalled();
});
