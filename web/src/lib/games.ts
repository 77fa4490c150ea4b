/** The games and the levels of bots that the server has, asked for once, and their names. */
import * as api from "./api";
import type { Coat, Mood } from "./bull";
import type { TableInfo } from "./messages";
import { knows, say } from "./words.svelte";

/** Ask once for each key; after a failure, whoever needs it next asks again. */
function once<T>(ask: (key: string) => Promise<T>): (key?: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>();
  return (key = "") => {
    const answer = answers.get(key) ?? ask(key);
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };
}

export const gameSpecs = once(api.games);
/** The levels of bots in a game, the weakest first. */
export const levels = once((game) => api.bots(game).then(forPeople));

/** Levels that have a name in our words, if there are any; the other bots are for programs. */
export function forPeople(bots: string[]): string[] {
  const named = bots.filter((bot) => knows(`levels.${bot}.name`));
  return named.length ? named : bots;
}

/** The opponents for a first game. */
export const friendly = (bots: readonly string[]): string => ["easy", "medium"].find((level) => bots.includes(level)) ?? "greedy";

export const levelName = (level: string): string => (knows(`levels.${level}.name`) ? say(`levels.${level}.name`) : level);

export const levelSentence = (level: string): string => (knows(`levels.${level}.sentence`) ? say(`levels.${level}.sentence`) : "");

/** The faces of the levels: the coats of the cards, in the same order. */
const FACES: Record<string, readonly [Coat, Mood]> = { beginner: ["ash", "asleep"], easy: ["sky", "bored"], medium: ["amber", "calm"], hard: ["ember", "grumpy"], master: ["plum", "wary"] };
export const levelFace = (level: string): readonly [Coat, Mood] => FACES[level] ?? ["hazel", "calm"];

export const gameName = (key: string): string => (knows(`games.${key}.name`) ? say(`games.${key}.name`) : key);

type Setup = TableInfo["setup"];

/** The game that people chose: a preset is another game with certain options, and the server lists those. */
export function chosen(setup: Setup, specs: readonly api.GameSpec[]): api.GameSpec | undefined {
  const plain = specs.find((spec) => spec.key === setup.key);
  const sections = plain?.sections.join();
  const matches = (spec: api.GameSpec) => Object.entries(spec.preset).every(([name, value]) => setup.options?.[name] === value);
  return specs.find((spec) => Object.keys(spec.preset).length && spec.sections.join() === sections && matches(spec)) ?? plain;
}

/** Its key, even before the server has listed the presets. */
export const chosenKey = (setup: Setup, specs: readonly api.GameSpec[]): string => chosen(setup, specs)?.key ?? setup.key;

/** The fan cards that lie on the table together, if there are several. */
export const fanCards = (setup: Setup): string[] => (setup.options?.fan_cards ?? []) as string[];

/** What is played: a game, or a set of fan cards, by name. */
export const playedName = (setup: Setup, specs: readonly api.GameSpec[]): string =>
  fanCards(setup).map(gameName).join(" + ") || gameName(chosenKey(setup, specs));

/** What a table is called: by its people, or after its game. */
export const tableTitle = (info: TableInfo, specs: readonly api.GameSpec[]): string =>
  info.name || (info.day ? say("page.home.daily") : playedName(info.setup, specs));

/** Whether printed numbers of its cards are unknown to us, and others stand in for them. */
export const substitutes = (spec: api.GameSpec): boolean => spec.options.some(({ name }) => name === "heads_table");

/** What a table is called that changes no option. */
export const bookInWords = (spec: api.GameSpec): string => say(substitutes(spec) ? "page.new.usual" : "page.new.book");

/** Such as "2–10": the numbers of players follow each other. */
export const seatRange = (spec: api.GameSpec): string => `${spec.players[0]}–${spec.players.at(-1)}`;
