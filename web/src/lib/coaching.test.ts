import { beforeAll, expect, test } from "vitest";
import { bestOf, risksOf } from "./coaching";
import type { Advice } from "./messages";
import { learn, speak } from "./words.svelte";

beforeAll(async () => {
  await speak("en");
  await learn("coach");
  await learn("review");
});

const option = (card: number, mean: number, more: object = {}) => ({ card, mean, error: 0.1, now: 0, takes: 0.25, ...more });

test("a bar is as long as what a card costs more than the best one, and a card that may be turned has that of its better side", () => {
  const advice: Advice = { decision: 1, options: [option(7, 8), option(31, 4), option(31, 2, { reverse: true })], best: 2 };
  const risks = risksOf(advice);
  expect([...risks].map(([card, { share, label, best }]) => [card, share, label, best])).toEqual([[31, 0, "↺", true], [7, 1, "+6.0", false]]);
  expect(risks.get(7)?.words).toBe("8.0 heads expected, takes a row: 25%");
  expect(bestOf(advice)).toBe("Best: ↺ 31. Bars: extra heads expected.");
});

test("where simple players play on, that is said, and points are lost where heads are taken", () => {
  const bids: Advice = { decision: 1, measure: "lead", best: 1, options: [{ action: { type: "bid", card: 0 }, mean: 3, error: 0.1 }, { action: { type: "bid", card: 41 }, mean: -1.2, error: 0.1 }] };
  const risks = risksOf(bids);
  expect([...risks].map(([card, { label, words }]) => [card, label, words])).toEqual([[41, "", "1.2 points ahead expected"], [0, "−4.2", "−3.0 points ahead expected"]]);
  expect(bestOf(bids)).toBe("Best, if all play by simple rules: bid 41.");
  const cards: Advice = { decision: 1, options: [{ card: 7, mean: 8, error: 0.1 }, { card: 9, mean: 1.5, error: 0.1 }], best: 1 };
  expect(risksOf(cards).get(7)).toMatchObject({ label: "+6.5", words: "8.0 heads expected" });
  expect(bestOf(cards)).toBe("Best, if all play by simple rules: 9.");
});

test("a choice that is as good as the best costs nothing, with no sign before it", () => {
  const label = (advice: Advice, card: number) => risksOf(advice).get(card)?.label;
  const heads: Advice = { decision: 1, options: [option(7, 2), option(9, 2.04), option(11, 2.06)], best: 0 };
  expect([7, 9, 11].map((card) => label(heads, card))).toEqual(["", "0.0", "+0.1"]);
  const points: Advice = { decision: 1, measure: "lead", options: [option(7, -2), option(9, -1.98)], best: 0 };
  expect(label(points, 9)).toBe("0.0");
});

test("a row is told in words alone", () => {
  const advice: Advice = { decision: 1, options: [option(3, 5, { row: 1 }), option(3, 2.5, { row: 4 })], best: 1 };
  expect(risksOf(advice).size).toBe(0);
  expect(bestOf(advice)).toBe("Best: row 4 (2.5 heads expected).");
});

test("specials are weighed by their best use, doing without stands beside them, and cards to lay by their best pile", () => {
  const use = (action: object, mean: number) => ({ action, mean, error: 0.1 }) as Advice["options"][number];
  const window: Advice = { decision: 1, best: 1, options: [use({ type: "pass" }, 5), use({ type: "use_insert", row: 2 }, 2), use({ type: "use_insert", row: 1 }, 4)] };
  expect([...risksOf(window)].map(([place, { label, best }]) => [place, label, best])).toEqual([["insert", "", true], ["pass", "+3.0", false]]);
  expect(bestOf(window)).toBe("Best, if all play by simple rules: Insert: the card goes into row 3.");
  const laid: Advice = { decision: 1, measure: "lead", best: 0, options: [use({ type: "lay_card", card: 33, pile: 1 }, -2), use({ type: "lay_card", card: 33 }, 0), use({ type: "lay_card", card: 41, pile: 0 }, 1)] };
  expect([...risksOf(laid)].map(([place, { label }]) => [place, label])).toEqual([[33, ""], [41, "−3.0"]]);
});

test("where nothing can be told, that is said", () => {
  expect(bestOf({ decision: 1, options: [{ card: 7, mean: 8, error: 3 }], best: 0, unclear: true })).toBe("The coach cannot tell: too much depends on what the others hold.");
});
