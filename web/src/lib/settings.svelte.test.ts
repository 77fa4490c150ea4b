import { afterEach, expect, test, vi } from "vitest";
import { keep, moves, pace, speed } from "./settings.svelte";

afterEach(() => (vi.unstubAllGlobals(), keep({ speed: null })));

const asked = (matches: boolean): void => void vi.stubGlobal("matchMedia", () => ({ matches }));

test("nothing moves for people who asked their system for less motion, and they have as long to look", () => {
  asked(true);
  expect([speed(), moves(), pace()]).toEqual(["off", false, 1]);
  asked(false);
  expect([speed(), moves(), pace()]).toEqual(["normal", true, 1]);
});

test("what was chosen here counts more than what the system says", () => {
  asked(true);
  keep({ speed: "slow" });
  expect([speed(), moves(), pace()]).toEqual(["slow", true, 2]);
  keep({ speed: "instant" });
  expect([moves(), pace()]).toEqual([false, 0]);
});
