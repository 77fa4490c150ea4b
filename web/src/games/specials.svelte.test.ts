import { beforeAll, describe, expect, test } from "vitest";
import type { Action } from "../lib/messages";
import { speak } from "../lib/words.svelte";
import { Guide, kindOf } from "./specials.svelte";

beforeAll(() => speak("en"));

const PASS: Action = { type: "pass" };
const stop = (row: number): Action => ({ type: "use_stop", row });
const slide = (card: number, row: number): Action => ({ type: "use_slide", card, row });
const WINDOW: Action[] = [PASS, stop(0), stop(2), slide(13, 1), slide(13, 3), slide(40, 3), { type: "use_seven", row: 1 }, { type: "use_fifth_row" }];

const guide = (actions: Action[]): Guide => new Guide(() => actions);

test("nothing is chosen at first, and passing is possible", () => {
  const open = guide(WINDOW);
  expect([open.kind, open.action, open.step, open.pass]).toEqual([null, null, "kind", PASS]);
  expect([...open.kinds.keys()]).toEqual(["stop", "slide", "seven", "fifth_row"]);
});

test("a special that goes to a row lights up the rows, and one of them completes it", () => {
  const open = guide(WINDOW);
  open.choose("stop");
  expect([open.step, [...open.rows], [...open.cards]]).toEqual(["row", [0, 2], []]);
  open.touchRow(1);
  expect(open.action).toBeNull();
  open.touchRow(2);
  expect([open.step, open.action]).toEqual(["done", stop(2)]);
  expect(open.pressRow(2)).toMatchObject({ label: "Stop at row 3", picked: true });
  open.pressRow(0)!.press();
  expect(open.action).toEqual(stop(0));
  expect(open.pressRow(1)).toBeNull();
});

describe("Slide", () => {
  test("asks for the card first, then for the row", () => {
    const open = guide(WINDOW);
    open.choose("slide");
    expect([open.step, [...open.cards], [...open.rows]]).toEqual(["card", [13, 40], []]);
    open.touchRow(1);
    expect(open.step).toBe("card");
    open.touchCard(13);
    expect([open.step, [...open.rows], open.picked]).toEqual(["row", [1, 3], 13]);
    open.touchRow(3);
    expect(open.action).toEqual(slide(13, 3));
  });

  test("a card with one way to go is complete, and another card may be chosen instead", () => {
    const open = guide(WINDOW);
    open.choose("slide");
    open.pressCard(40)!.press();
    expect(open.action).toEqual(slide(40, 3));
    expect(open.pressRow(3)).toMatchObject({ label: "Slide: the 40 to row 4", picked: true });
    open.touchCard(13);
    expect([open.step, open.action]).toEqual(["row", null]);
    expect(open.pressCard(99)).toBeNull();
  });

  test("goes back step by step", () => {
    const open = guide(WINDOW);
    open.choose("slide");
    open.touchCard(13);
    open.touchRow(1);
    const steps = [open.step];
    for (let left = 3; left; left--) {
      open.back();
      steps.push(open.step);
    }
    expect(steps).toEqual(["done", "row", "card", "kind"]);
  });
});

test("what has only one use is complete at once, and laid back by a second press", () => {
  const open = guide(WINDOW);
  open.choose("seven");
  expect([open.action, open.step]).toEqual([{ type: "use_seven", row: 1 }, "done"]);
  expect(open.pressRow(1)?.picked).toBe(true);
  open.choose("fifth_row");
  expect(open.action).toEqual({ type: "use_fifth_row" });
  open.choose("fifth_row");
  expect(open.kind).toBeNull();
});

test("a special that has no use now can be looked at, but means nothing", () => {
  const open = guide(WINDOW);
  open.choose("negative_positive");
  expect([open.looked, open.kind, open.usable, open.action, open.step]).toEqual(["negative_positive", null, false, null, "kind"]);
  open.lookAway();
  expect(open.looked).toBeNull();
  open.choose("stop");
  open.lookAway();
  expect([open.looked, open.kind]).toEqual([null, "stop"]);
});

test("where there is nothing else to do, the only question is asked at once", () => {
  const positive = guide([11, 13].map((card) => ({ type: "turn_positive", card })));
  expect([positive.kind, positive.step, [...positive.cards]]).toEqual(["turn_positive", "card", [11, 13]]);
  positive.hand.tap(13);
  expect(positive.action).toEqual({ type: "turn_positive", card: 13 });
  expect(positive.hand).toMatchObject({ picked: 13, sealed: 13 });
});

test("of the ways to cancel cards the first is chosen from the start", () => {
  const [few, many] = [[13, 15, 25], [8, 9, 13, 15]].map((cards) => ({ type: "cancel_cards", cards }) as Action);
  const ways = guide([few!, many!]);
  expect([ways.kind, ways.step, ways.ways, ways.action]).toEqual(["cancel_cards", "done", [[13, 15, 25], [8, 9, 13, 15]], few]);
  ways.touchWay(1);
  expect(ways.action).toEqual(many);
  ways.touchWay(2);
  expect(ways.way).toBe(1);
  ways.reset();
  expect(ways.action).toEqual(few);
});

test("an exchange is found under the special that is given away", () => {
  expect(kindOf({ type: "exchange_special", special: "stop" })).toBe("stop");
  const open = guide([PASS, { type: "exchange_special", special: "stop" }]);
  expect(open.kind).toBeNull();
  open.choose("stop");
  expect(open.action).toEqual({ type: "exchange_special", special: "stop" });
});

test("Replace is the same special in both games", () => {
  expect([kindOf({ type: "replace_card", card: 5 }), kindOf({ type: "use_replace", card: 5 }), kindOf(PASS)]).toEqual(["replace", "replace", null]);
});
