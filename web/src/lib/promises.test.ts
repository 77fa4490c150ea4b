import { beforeEach, expect, test } from "vitest";
import { answer, sentAfter } from "./promises";

beforeEach(() => localStorage.clear());

test("chance is sent once for each commitment, and kept once the server has it", async () => {
  const given: string[] = [];
  const give = async (nonce: string) => (given.push(nonce), null);
  await Promise.all([answer("a", give), answer("a", give)]);
  await answer("a", give);
  await answer("b", give);
  expect(given.length).toBe(2);
  expect(new Set(given).size).toBe(2);
  expect([sentAfter("a"), sentAfter("b"), sentAfter("c")]).toEqual([given[0], given[1], undefined]);
});

test("chance that came too late is not kept", async () => {
  await answer("late", async () => ({ code: "started", sentence: "" }));
  expect(sentAfter("late")).toBeUndefined();
});
