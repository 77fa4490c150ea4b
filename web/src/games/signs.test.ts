/** Only drawings and words are the page's own: every special of every book has them. */
import { describe, expect, test } from "vitest";
import { BOOKS, SPECIAL_OF } from "../../../src/nimmt/server/schema/games";
import { knows, LANGUAGES, speak } from "../lib/words.svelte";
import { SIGNS } from "./signs";

test("every special has a drawing, and so has what needs none", () => {
  const all = [...Object.values(BOOKS).flat(), ...Object.values(SPECIAL_OF)];
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((special) => !SIGNS[special])).toEqual([]);
});

test("nothing else is drawn", () => {
  expect(Object.keys(SIGNS).filter((sign) => !Object.values(SPECIAL_OF).includes(sign))).toEqual([]);
});

describe.each(Object.keys(LANGUAGES))("in %s", (language) => {
  test("every special has a name, and words for what it does in its game and for every use of it", async () => {
    await speak(language);
    const keys = [
      ...Object.entries(BOOKS).flatMap(([game, book]) => book.flatMap((special) => [`specials.${special}`, `page.specials.${game}.${special}`])),
      ...Object.keys(SPECIAL_OF).map((use) => `uses.${use}`),
    ];
    expect(keys.filter((key) => !knows(key))).toEqual([]);
  });
});
