import { beforeAll, expect, test } from "vitest";
import type { Option } from "./api";
import { digitsIn, faultOf } from "./digits";
import { speak } from "./words.svelte";

beforeAll(() => speak("en"));

const HEADS: Option = { name: "buffalo_heads", kind: "numbers", default: null, rule: "", choices: [], minimum: 4, maximum: 7, may_be_none: true, count: 10 };

test.each([
  ["4444555667", []],
  ["4 4 4 4\n5, 5; 5 6 6 7", []],
  ["[4,4,4,4,5,5,5,6,6,7]", []],
  ["444455566", ["9 of 10"]],
  ["44445556677", ["11 of 10"]],
  ["4444555668", ["number 10", "4 to 7"]],
  ["four", ["number 1", "4 to 7"]],
  ["", ["0 of 10"]],
])("%j is read, and what is wrong with it is said", (text, said) => {
  const fault = faultOf(HEADS, digitsIn(text)).toLowerCase();
  expect(said.filter((part) => !fault.includes(part))).toEqual([]);
  expect(fault === "").toBe(said.length === 0);
});
