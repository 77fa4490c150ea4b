import { beforeAll, expect, test } from "vitest";
import type { Action, Decision, RoundReview, Verdict } from "./messages";
import { actionName, choiceName, course, expectation, judgedAs, mattered, reasonOf, why } from "./reviewing";
import { learn, speak } from "./words.svelte";

const option = (card: number, mean: number, now: number) => ({ card, mean, error: 0.2, now, takes: now / 10 });
const CARD: Decision = {
  round: 1, turn: 4, kind: "card", options: [option(7, 12.04, 4), option(63, 9.5, 1)], picked: 0, best: 1, expected: 10, chosen: 7,
  loss: 2.5, loss_error: 0.2, luck: 1, mark: "blunder", reason: { key: "low", rival: 1 }, step: 12, taken: 3,
};
const ROW: Decision = { ...CARD, kind: "row", options: [{ ...option(7, 5, 2), row: 3 }, { ...option(7, 3, 1), row: 1 }], mark: "mistake", reason: { key: "row", rival: 1 } };

beforeAll(async () => {
  await speak("en");
  await learn("review");
});

test("a reason is told with the figures of both choices", () => {
  expect(why(CARD)).toEqual(["The 7 was lower than every row and took one in 40% of the worlds: 4.0 heads at once and 8.0 later, with the 63 1.0 and 8.5."]);
  expect(why(ROW)).toEqual(["Row 3 cost 2.0 heads at once and 3.0 later, row 1 1.0 and 2.0."]);
  expect(choiceName(ROW, 0)).toBe("row 3");
  expect(expectation(ROW.options[0]!, "heads")).toBe("5.0 ± 0.2 heads");
});

test("a brilliant row is called a row", () => {
  expect(why({ ...ROW, picked: 1, best: 1, mark: "brilliant", reason: { key: "row", rival: 0 } })).toEqual(["“row 1” is better by 2.0 heads or more than everything else that was weighed; the next best is “row 3”."]);
});

test("much luck matters where the choice was fine", () => {
  const fine: Decision = { ...CARD, mark: "fine" };
  expect(mattered(fine)).toBe(false);
  expect(why({ ...fine, luck: -4.2 })).toEqual(["Then the others’ cards brought 4.2 heads more than expected."]);
  expect(mattered({ ...fine, luck: 4 })).toBe(true);
});

test("the course is what was taken and what is still expected, and ends with the result", () => {
  const sums = { number: 1, result: 15, par: 11, deal: 0, luck: 0, skill: 0, lost: 0 };
  const review = { seat: 0, name: "", model: "", par: 11, par_error: 0, measure: "heads", rounds: [sums], decisions: [{ ...CARD, taken: 0 }, CARD], given_away: 0, given_away_error: 0 };
  expect(course({ game: 1, rounds: 1, review, prospects: [], positions: [] } as RoundReview)).toEqual([10, 13, 15]);
});

test("where no card is played, the choice is told in words and measured as the game counts", () => {
  const options = [{ action: { type: "bid", card: 0 }, mean: 3.2, error: 0.4 }, { action: { type: "lay_card", card: 41 }, mean: -1.1, error: 0.4 }] as Decision["options"];
  const bid: Decision = { ...CARD, kind: "bid", options, loss: 4.31, reason: { key: "other", rival: 1 } };
  expect(choiceName(bid, 0)).toBe("bid the zero card");
  expect(why(bid, "lead")).toEqual(["“bid the zero card” was worse by 4.3 points on average than “start a pile with the 41”."]);
  expect(expectation(options[0]!, "lead")).toBe("−3.2 ± 0.4 points ahead");
  expect(mattered({ ...bid, mark: "unclear", luck: 0 })).toBe(false);
});

test("an answer that no judge weighs has a name too", () => {
  expect(actionName({ type: "vote", agree: true } as Action, "vote")).toBe("agree");
  expect(actionName({ type: "vote", agree: false } as Action, "vote")).toBe("refuse");
  expect(actionName({ type: "pass" } as Action, "exchange")).toBe("keep all");
  expect(actionName({ type: "exchange_special", special: "stop" } as Action, "exchange")).toBe("exchange Stop");
});

test("the best choice leads by what the next best loses, as every loss is told", () => {
  const options = [{ action: { type: "pass" }, mean: 11.8, error: 1 }, { action: { type: "use_stop", row: 0 }, mean: 17.8, error: 1 }] as Decision["options"];
  const verdict = { options, best: 0, clear: true, measure: "balance", losses: [0, 3.1], marks: ["fine", "blunder"], reasons: [{ key: "other", rival: 1 }, { key: "other", rival: 0 }] } as unknown as Verdict;
  expect(reasonOf({ ...judgedAs(verdict, 0), mark: "brilliant" }, "balance")).toContain("better by 3.1 heads or more");
  expect(expectation(options[0]!, "balance")).toBe("11.8 ± 1.0 heads, less the Buffalo’s");
});

test("nothing is below 0 by nothing", () => {
  const [option] = [{ action: { type: "bid", card: 4 }, mean: 0.04, error: 0.4 }] as Decision["options"];
  expect(expectation(option!, "lead")).toBe("0.0 ± 0.4 points ahead");
});
