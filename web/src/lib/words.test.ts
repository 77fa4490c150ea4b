/** The catalogues say the same things, and sentences are filled as people expect. */
import { parse } from "smol-toml";
import { afterAll, describe, expect, test } from "vitest";
import { Refused } from "./api";
import { reason } from "./reasons";
import { type Catalogue, LANGUAGES, type Language, amount, count, flat, knows, learn, listed, say, speak, speaking, spoken } from "./words.svelte";

const LANGS = Object.keys(LANGUAGES);
const files = import.meta.glob<string>(["../words/**/*.toml", "../../../src/nimmt/words/*.toml"], { query: "?raw", import: "default", eager: true });
const FOLDERS = Object.keys(files).filter((file) => file.endsWith("/en.toml")).map((file) => file.slice(0, -"/en.toml".length));

// the engine's errors are English sentences already, so that the English catalogue has no words for them
const texts = (folder: string, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(flat(parse(files[`${folder}/${language}.toml`] ?? "") as Catalogue)).filter(([key]) => !key.startsWith("errors.")));
const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort();

afterAll(() => speak("en"));

describe.each(FOLDERS)("the catalogues of %s", (folder) => {
  const english = texts(folder, "en");

  test.each(LANGS.filter((language) => language !== "en"))("%s has no keys that English lacks, and the same places", (language) => {
    for (const [key, text] of Object.entries(texts(folder, language))) expect([key, ...new Set(places(text))]).toEqual([key, ...new Set(places(english[key] ?? "{nothing}"))]);
  });

  test.each(LANGS)("%s leaves no text empty", (language) => {
    for (const [key, text] of Object.entries(texts(folder, language))) expect(text.trim(), key).not.toBe("");
  });
});

test("every text that the page asks for by a plain key is there", () => {
  const known = Object.assign({}, ...FOLDERS.map((folder) => texts(folder, "en"))) as Record<string, string>;
  const sources = import.meta.glob<string>("../**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });
  const asked = Object.entries(sources)
    .filter(([file]) => !file.endsWith(".test.ts"))
    .flatMap(([file, source]) => [...source.matchAll(/\bsay\(\s*"([\w./-]+)"/g)].map(([, key]) => ({ file, key: key! })));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter(({ key }) => !(key in known))).toEqual([]);
});

test("places are filled, and what is missing leaves no trace", async () => {
  await speak("en");
  expect(say("events.card_placed.smallest_difference", { row: 3, end: 43, gap: 1 })).toBe("row 3, after the 43 (difference 1)");
  expect(say("table.seat")).toBe("Seat ");
  expect(say("no.such.key")).toBe("no.such.key");
  expect(knows("table.seat")).toBe(true);
  expect(knows("no.such.key")).toBe(false);
});

test("an error of the engine is put into words where its own are English", async () => {
  const error = new Refused(422, "wrong_outcome", "The outcome is another one.");
  await speak("en");
  expect(reason(error)).toBe("The outcome is another one.");
  await speak("fr");
  expect(reason(error)).toContain("résultat");
});

test("you and others are told apart", async () => {
  await speak("en");
  expect(say("events.voted.agreed", {}, true)).toBe("agree");
  expect(say("events.voted.agreed")).toBe("agrees");
});

test("names that look like places or forms are left alone", async () => {
  await speak("en");
  expect(say("events.game_ended.winners", { who: "{heads} [a|b]", heads: "3 heads" })).toBe("Shared victory with 3 heads each: {heads} [a|b].");
});

test("so many of them", async () => {
  await speak("en");
  expect([0, 1, 2].map((number) => count("heads", number))).toEqual(["0 heads", "1 head", "2 heads"]);
  expect([-2, -1].map((number) => count("points", number))).toEqual(["−2 points", "−1 point"]);
  await speak("fr");
  expect(count("heads", 0).replace("0", "1")).toBe(count("heads", 1));
  expect(count("heads", 2)).not.toBe(count("heads", 1).replace("1", "2"));
  expect(listed(["Ada", "Bo", "Cy"])).toBe("Ada, Bo et Cy");
});

test("measured numbers of things: in French, what is below 2 as it is shown is singular", async () => {
  await speak("en");
  expect([amount("heads", 1), amount("points", -1.25, 0.5)]).toEqual(["1.0 heads", "−1.3 ± 0.5 points"]);
  await speak("fr");
  expect([0.1, 1.94, 1.96].map((figure) => amount("heads", figure))).toEqual(["0,1 tête", "1,9 tête", "2,0 têtes"]);
  await speak("de");
  expect(amount("heads", 1)).toBe("1,0 Hornochsen");
});

test("the language is the first that we speak, or English", () => {
  expect(spoken(["de-AT", "en"])).toBe("de");
  expect(spoken(["xx", "FR-ca", "en"])).toBe("fr");
  expect(spoken(["xx", "yy"])).toBe("en");
  expect(spoken([])).toBe("en");
});

test("parts that come at the same time are all known then", async () => {
  await speak("en");
  await Promise.all([learn("train"), learn("review")]);
  expect([say("page.train.next"), say("page.review.best")]).toEqual(["Next", "best"]);
});

test("the words of a part are there once it is loaded, and in the next language too", async () => {
  await speak("en");
  expect(knows("page.daily.play")).toBe(false);
  await learn("daily");
  expect(say("page.daily.you")).toBe("You");
  await speak("de");
  expect(say("page.daily.you")).toBe("Du");
});

test("a part that is loaded while the language changes is there in the new language", async () => {
  await speak("en");
  await Promise.all([speak("fr"), learn("ox")]);
  expect(say("page.ox.doubled")).not.toBe("page.ox.doubled");
  const french = say("page.ox.doubled");
  await speak("fr");
  expect(say("page.ox.doubled")).toBe(french);
});

test("of two languages chosen quickly the last one is spoken", async () => {
  await Promise.all([speak("fr"), speak("de"), learn("verify")]);
  expect(speaking()).toBe("de");
  await speak("de");
  expect(document.documentElement.lang).toBe("de");
});

test("the page says which language it speaks", async () => {
  await speak("de");
  expect(speaking()).toBe("de");
  expect(document.documentElement.lang).toBe("de");
});
