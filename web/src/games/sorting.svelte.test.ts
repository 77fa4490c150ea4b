import { expect, test } from "vitest";
import { Sorting } from "./sorting.svelte";

test("a card is moved step by step, and stops at both ends", () => {
  const sorting = new Sorting([5, 20, 71]);
  sorting.move(71, -1);
  expect(sorting.order).toEqual([5, 71, 20]);
  sorting.move(71, -5);
  expect(sorting.order).toEqual([71, 5, 20]);
  expect([sorting.picked, sorting.can(-1), sorting.can(1)]).toEqual([71, false, true]);
  sorting.move(71, 9);
  expect(sorting.order).toEqual([5, 20, 71]);
  expect(sorting.can(1)).toBe(false);
});

test("a card is dropped anywhere, and the others keep their order", () => {
  const sorting = new Sorting([5, 20, 71, 90]);
  sorting.place(5, 2);
  expect(sorting.order).toEqual([20, 71, 5, 90]);
  sorting.place(99, 0);
  expect(sorting.order).toEqual([20, 71, 5, 90]);
});

test("nothing can be moved before a card is picked", () => {
  expect(new Sorting([1, 2]).can(1)).toBe(false);
});
