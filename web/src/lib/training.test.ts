import { beforeEach, expect, test } from "vitest";
import { addMistakes, answered, chosen, type Memory, mistakes, next, progress } from "./training";

const ALL = ["a", "b", "c"];
const DAY = 86_400;

beforeEach(() => localStorage.clear());

test("what was never seen comes in order, and a failed one comes back as soon as it is due", () => {
  const known = answered({}, "a", false, 0);
  expect(next(ALL, known, 1)).toBe("b");
  expect(next(ALL, known, 599)).toBe("b");
  expect(next(ALL, known, 600)).toBe("a");
  expect(next(ALL, answered(known, "a", true, 600), 700)).toBe("b");
});

test("solved ones come back after longer and longer times, and a failure begins anew", () => {
  let known: Memory = {};
  const waits = [true, true, true, true, true, false, true].map((right) => (known = answered(known, "a", right, 0)).a!.due);
  expect(waits).toEqual([DAY, 3 * DAY, 9 * DAY, 27 * DAY, 27 * DAY, 600, DAY]);
});

test("nothing comes twice in a row, unless there is nothing else", () => {
  expect(next(ALL, {}, 0, "a")).toBe("b");
  expect(next(["a"], {}, 0, "a")).toBe("a");
  expect(next([], {}, 0)).toBeNull();
  const seen = answered(answered({}, "a", true, 0), "b", true, 5);
  expect(next(["a", "b"], seen, 9)).toBe("a");
});

test("what was due the longest comes first", () => {
  const known = answered(answered({}, "b", false, 0), "a", false, 50);
  expect(next(ALL, known, 10_000)).toBe("b");
});

test("progress counts what is solved and what is due", () => {
  const known = answered(answered({ z: { solved: 1, due: 0 } }, "a", true, 0), "b", false, 0);
  expect(progress(ALL, known, 100)).toEqual({ solved: 1, due: 0 });
  expect(progress(ALL, known, 700)).toEqual({ solved: 1, due: 1 });
});

test("own mistakes are kept once each, the newest first, and are a theme of their own", () => {
  addMistakes(["x", "y"]);
  addMistakes(["y", "z"]);
  expect(mistakes()).toEqual(["y", "z", "x"]);
  addMistakes(Array.from({ length: 150 }, (_, at) => `m${at}`));
  expect(mistakes()).toHaveLength(100);
  const all = [{ code: "a", theme: "counting" as const }, { code: "b", theme: "low_cards" as const }];
  expect(chosen(all, ["x"], "own")).toEqual(["x"]);
  expect(chosen(all, ["x"], "counting")).toEqual(["a"]);
  expect(chosen(all, ["x"], "")).toEqual(["a", "b"]);
});
