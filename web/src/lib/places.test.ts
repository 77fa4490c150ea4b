import { expect, it } from "vitest";
import { drawnTogether } from "./places";

const drawn = (places: (number | null)[], across: number): string[] =>
  drawnTogether(places, across).map(({ x, y }, at) => (places[at] === null ? "" : `${(at % across) + x},${Math.floor(at / across) + y}`)).filter(Boolean);

it("leaves a whole hand where it lies", () => {
  expect(drawnTogether([1, 2, 3, 4], 2)).toEqual([0, 1, 2, 3].map(() => ({ x: 0, y: 0 })));
  expect(drawnTogether([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 4).every(({ x, y }) => x === 0 && y === 0)).toBe(true);
});

it("draws what is left together in the middle of one line", () => {
  expect(drawn([null, 5, null, 9], 4)).toEqual(["1,0", "2,0"]);
});

it("makes lines even, all of them at half height", () => {
  expect(drawn([1, null, 3, 4, null, null], 3)).toEqual(["0,0.5", "1,0.5", "2,0.5"]);
  expect(drawn([1, 2, 3, 4, null, null], 3)).toEqual(["0.5,0", "1.5,0", "0.5,1", "1.5,1"]);
  expect(drawn([1, 2, 3, 4, 5, null], 3)).toEqual(["0,0", "1,0", "2,0", "0.5,1", "1.5,1"]);
});
