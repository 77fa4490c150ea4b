import { beforeEach, expect, test, vi } from "vitest";
import * as api from "./api";
import { begunOn, columns, playDaily, sameCards } from "./daily";
import type { Ticket } from "./messages";

const TODAY = { day: "2026-11-17", ends: 0, players: 0 };

beforeEach(() => localStorage.clear());

test("a device has one id, whatever the day, and knows where it has begun today", async () => {
  const asked: string[] = [];
  vi.spyOn(api, "openDaily").mockImplementation(async (device) => {
    asked.push(device);
    return { token: "token", seat: 0, claim: "claim", table: { code: "bakudo", day: TODAY.day } } as Ticket;
  });
  expect(begunOn(TODAY.day)).toBeNull();
  expect(await playDaily(TODAY)).toBe("bakudo");
  await playDaily(TODAY);
  expect(asked[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(asked[1]).toBe(asked[0]);
  expect([begunOn(TODAY.day), begunOn("2026-11-18")]).toEqual(["bakudo", null]);
});

test("columns stand for every number of heads from none to the most, the own one among them", () => {
  const drawn = columns({ results: [[2, 1], [12, 3]], heads: 13 });
  expect(drawn.map(({ heads }) => heads)).toEqual(Array.from({ length: 14 }, (_, heads) => heads));
  expect(drawn.flatMap(({ people }, heads) => (people ? [[heads, people]] : []))).toEqual([[2, 1], [12, 3]]);
  expect(drawn.findIndex(({ own }) => own)).toBe(13);
  expect(columns({ results: [[0, 1]], heads: 0 })).toHaveLength(11);
});

test("whoever took the fewest heads with the same cards is first, people before bots", () => {
  const ranked = sameCards({ heads: 7, bots: [{ level: "easy", heads: 12 }, { level: "hard", heads: 7 }, { level: "master", heads: 3 }] });
  expect(ranked.map(({ level }) => level)).toEqual(["master", null, "hard", "easy"]);
});
