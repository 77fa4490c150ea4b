/** The page's words in the current language. Catalogues are loaded on demand, one language at a time. */
import { untrack } from "svelte";
import registered from "../../../src/nimmt/words/languages.toml";

export type Catalogue = { [key: string]: string | Catalogue };
export type Language = string;
export type Values = Record<string, string | number | null | undefined>;

/** What each language calls itself, by its code. */
export const LANGUAGES = { ...(registered.complete as Catalogue), ...(registered.begun as Catalogue) } as Record<Language, string>;

const CATALOGUES = import.meta.glob<Catalogue>("../words/*.toml", { import: "default" });

/** Words of parts of the page that few people see, which are loaded with the part. */
const PARTS = import.meta.glob<Catalogue>("../words/*/*.toml", { import: "default" });
const learned = new Map<string, Promise<void>>();

let entries = $state.raw<Record<string, string>>({});
let language = $state<Language>("en");
let wanted: Language = "en"; // the language that is being loaded, or spoken

/** Every text of a catalogue by its key with dots. */
export function flat(catalogue: Catalogue, prefix = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === "string") found[prefix + key] = value;
    else Object.assign(found, flat(value, `${prefix}${key}.`));
  }
  return found;
}

/** The first of these languages that we speak. */
export const spoken = (wishes: readonly string[]): Language =>
  wishes.map((wish) => wish.slice(0, 2).toLowerCase()).find((wish) => wish in LANGUAGES) ?? "en";

const wordsOf = (part: string, wish: Language): Promise<Catalogue> => (PARTS[`../words/${part}/${wish}.toml`] ?? PARTS[`../words/${part}/en.toml`]!)();

/** Load the words of a part before it is shown; they stay, in whatever language is spoken. */
export function learn(part: string): Promise<void> {
  const learning = learned.get(part) ?? load(part);
  learned.set(part, learning);
  learning.catch(() => learned.delete(part));
  return learning;
}

/** Load in the language that was chosen last, even if that changes meanwhile. Callers do not load again with the language. */
async function load(part: string): Promise<void> {
  const wish = wanted;
  const catalogue = await wordsOf(part, wish);
  if (wish !== wanted) return load(part);
  entries = { ...untrack(() => entries), ...flat(catalogue) };
}

/** A module that is loaded with the words of its part. */
export async function withWords<T>(part: string, module: Promise<T>): Promise<T> {
  await learn(part);
  return module;
}

export async function speak(wish: Language): Promise<void> {
  wanted = wish;
  const catalogues = await Promise.all([CATALOGUES[`../words/${wish}.toml`]!(), ...[...learned.keys()].map((part) => wordsOf(part, wish))]);
  if (wish !== wanted) return; // another language was chosen meanwhile
  entries = Object.assign({ ...entries }, ...catalogues.map((catalogue) => flat(catalogue))); // with parts learned meanwhile
  language = wish;
  document.documentElement.lang = wish;
}

export const speaking = (): Language => language;

export const knows = (key: string): boolean => key in entries;

/** A sentence with its places filled; in `[take|takes]` the first form is for you, the second for others. */
export function say(key: string, values: Values = {}, you = false): string {
  const text = entries[key] ?? key;
  return text
    .replace(/\[([^|\]]*)\|([^\]]*)\]/g, (_, first: string, second: string) => (you ? first : second))
    .replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** A number of things, such as "1 head", "3 heads" or "−1 point"; in French 0 is singular as well. */
export function count(noun: string, number: number): string {
  const single = Math.abs(number) === 1 || (number === 0 && language === "fr");
  return say(`nouns.${noun}.${single ? "one" : "other"}`, { n: String(number).replace("-", "−") });
}

/** A measured number of things, such as "0.1 heads" or "1.2 ± 0.3 points"; in French below 2 is singular. */
export function amount(noun: string, figure: number, error?: number): string {
  const single = language === "fr" && Math.abs(Number(figure.toFixed(1))) < 2;
  const shown = [figure, ...(error === undefined ? [] : [error])].map((each) => decimal(each).replace("-", "−"));
  return say(`nouns.${noun}.${single ? "one" : "other"}`, { n: shown.join(" ± ") });
}

/** A number with one decimal, with the point or comma of the language; just below 0 is "0.0", not "-0.0". */
export const decimal = (number: number): string => (Number(number.toFixed(1)) || 0).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Names with commas and an "and" between them. */
export const listed = (names: readonly string[]): string => new Intl.ListFormat(language, { type: "conjunction" }).format(names);
