import { beforeAll, expect, test } from "vitest";
import { bestOf, risksOf } from "./coaching";
import type { Advice } from "./messages";
import { learn, speak } from "./words.svelte";

beforeAll(async () => {
  await speak("en");
  await learn("coach");
});

const option = (card: number, mean: number, more: object = {}) => ({ card, mean, error: 0.1, now: 0, takes: 0.25, ...more });

test("a bar is as long as what a card costs more than the best one, and a card that may be turned has that of its better side", () => {
  const advice: Advice = { decision: 1, options: [option(7, 8), option(31, 4), option(31, 2, { reverse: true })], best: 2 };
  const risks = risksOf(advice);
  expect([...risks].map(([card, { share, label, best }]) => [card, share, label, best])).toEqual([[31, 0, "↺", true], [7, 1, "+6.0", false]]);
  expect(risks.get(7)?.words).toBe("8.0 heads expected, takes a row: 25%");
  expect(bestOf(advice)).toBe("Best: ↺ 31. Bars: extra heads expected.");
});

test("a row is told in words alone", () => {
  const advice: Advice = { decision: 1, options: [option(3, 5, { row: 1 }), option(3, 2.5, { row: 4 })], best: 1 };
  expect(risksOf(advice).size).toBe(0);
  expect(bestOf(advice)).toBe("Best: row 4 (2.5 heads expected).");
});
