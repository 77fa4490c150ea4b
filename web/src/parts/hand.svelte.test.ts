/** The hand by keys: arrows lead round and round, Home and End to the first and the last card. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { speak } from "../lib/words.svelte";
import Hand from "./Hand.svelte";

beforeAll(() => speak("en"));
afterEach(cleanup);

test.each([
  ["ArrowRight", 7, 42],
  ["ArrowRight", 99, 7],
  ["ArrowLeft", 42, 7],
  ["ArrowLeft", 7, 99],
  ["Home", 99, 7],
  ["End", 7, 99],
])("%s leads from the %i to the %i", async (key, from, to) => {
  const choice = { cards: new Set([7, 42, 99]), picked: null, sealed: null, tap: vi.fn(), pick: vi.fn() };
  render(Hand, { cards: [7, 42, 99], choice, label: "Hand", naming: (card: number) => `${card}` });
  const button = (card: number): HTMLElement => screen.getByRole("button", { name: `${card}` });
  button(from).focus();
  await fireEvent.keyDown(button(from), { key });
  expect(document.activeElement).toBe(button(to));
});
