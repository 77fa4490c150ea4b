/** The story that terminal and page share: every event has words in every language, and every place of them is filled. */
import { beforeAll, describe, expect, test } from "vitest";
import schema from "../../../src/nimmt/server/schema/messages.json";
import { FORMS } from "./forms";
import { casesOf, STORY, type Telling } from "./story";
import { flat, knows, LANGUAGES, speak } from "./words.svelte";

const story = Object.entries(STORY as Record<string, Telling>);
const types = Object.keys(schema.$defs.Event.discriminator.mapping);
const catalogues = import.meta.glob<Parameters<typeof flat>[0]>("../words/*.toml", { import: "default", eager: true });
const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

test("every event of the protocol is told or silent on purpose, and no other", () => {
  expect(story.map(([type]) => type).sort()).toEqual(types.sort());
});

test("every form is known here", () => {
  const forms = story.flatMap(([, telling]) => Object.values(telling.with ?? {}).map((form) => form.split(" ")[0]!));
  expect(forms.filter((form) => form !== "count" && !(form in FORMS))).toEqual([]);
});

describe.each(Object.keys(LANGUAGES))("in %s", (language) => {
  const texts = flat(catalogues[`../words/${language}.toml`]!);
  beforeAll(() => speak(language));

  /** The keys of these entries of an event; a reason stands for all that we have words for. */
  const keysOf = (section: string, type: string, entries: string[]): string[] =>
    entries.flatMap((entry) => (entry === "reason" ? Object.keys(texts).filter((key) => key.startsWith(`${section}.${type}.`)) : [`${section}.${type}.${entry}`]));

  const filled = (keys: string[], telling: Telling): void => {
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => !knows(key))).toEqual([]);
    for (const key of keys) expect(places(texts[key]!).filter((place) => !(place in (telling.with ?? {}))), key).toEqual([]);
  };

  test.each(story.filter(([, telling]) => !telling.silent))("%s has words, and their places are filled", (type, telling) => {
    filled(keysOf("events", type, [...casesOf(telling).map(([entry]) => entry!), ...(telling.also ? [telling.also[0]!] : [])]), telling);
  });

  test.each(story.filter(([, telling]) => telling.foretold))("%s can be foretold", (type, telling) => {
    filled(keysOf("preview", type, [telling.foretold!]), telling);
  });
});
