import { expect, test } from "vitest";
import { codeIn, halves, linkTo, syllables } from "./entry";

test.each([
  ["bekekabefu"],
  [" Be-Ke-Ka-Be-Fu "],
  ["BE KE KA BE FU"],
  ["https://example.org/t/bekekabefu"],
  ["look: http://192.0.2.7:8765/t/bekekabefu?x=1#y"],
  ["/t/be-ke-ka-be-fu"],
  ["https://example.org/replay/bekekabefu?step=12"],
])("finds the code in %j", (text) => {
  expect(codeIn(text)).toBe("bekekabefu");
});

test.each([[""], ["  "], ["123"], ["https://example.org/"], ["https://example.org/new"]])("finds no code in %j", (text) => {
  expect(codeIn(text)).toBeNull();
});

test.each([
  ["badokemizulatinobe"],
  ["Badoke Mizula Tinobe"],
  ["ba-do-ke mi-zu-la ti-no-be"],
  ["https://example.org/t/badokemizulatinobe"],
])("finds the longer code in %j", (text) => {
  expect(codeIn(text)).toBe("badokemizulatinobe");
});

test("codes are grouped to be said aloud and copied by hand", () => {
  expect(syllables("badokemizulatinobe")).toBe("badoke-mizula-tinobe");
  expect(syllables("bekekabefu")).toBe("be-ke-ka-be-fu");
  expect(codeIn(syllables("bekekabefu"))).toBe("bekekabefu");
  expect(halves("WWQYKJAK")).toBe("WWQY KJAK");
});

test("the link leads to the network's address where this machine calls itself by another", () => {
  expect(linkTo("bekekabefu", null)).toBe(`${location.origin}/t/bekekabefu`);
  expect(linkTo("bekekabefu", "http://192.0.2.7:80")).toBe("http://192.0.2.7:80/t/bekekabefu");
});
