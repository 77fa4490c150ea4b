/** The form for a new table: what the book says, what somebody chose instead, and what is sent to the server. */
import type { GameSpec, Option } from "./api";
import { gameName } from "./games";
import type { NewTable } from "./messages";
import { device } from "./seats";
import { knows, say } from "./words.svelte";

export type Value = boolean | number | string | (number | string)[] | null;
export type Chosen = Record<string, Value>;

export const CLOCKS = [0, 15, 30, 60, 120, 300, 86_400, 259_200];
export const GRACES = [60, 300, 0];
const DAY = 86_400;

export type Form = {
  game: string;
  seats: number;
  bots: number;
  level: string;
  options: Chosen;
  name: string;
  clock: number;
  grace: number;
  spectators: boolean;
  chat: boolean;
  reactions: boolean;
  tracker: boolean;
  coach: boolean;
  duplicate: boolean;
  public: boolean;
};

/** Every option as the book has it. */
export const byTheBook = (spec: GameSpec): Chosen => ({
  ...Object.fromEntries(spec.options.map((option) => [option.name, option.default])),
  ...(spec.preset as Chosen),
});

const same = (one: Value | undefined, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The options that are not as the book has them. */
export function departures(spec: GameSpec, options: { [name: string]: Value }): Chosen {
  const book = byTheBook(spec);
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => name in book && !same(book[name], value)));
}

/** The game with what its fan cards bring: those on the table together may have options of their own. */
export function withCards(spec: GameSpec, specs: readonly GameSpec[], cards: readonly string[]): GameSpec {
  const brought = specs.filter((each) => cards.includes(each.key)).flatMap((each) => each.options);
  return { ...spec, options: [...spec.options, ...brought.filter((option) => !spec.options.some(({ name }) => name === option.name))] };
}

/** The usual number of seats: four, if the game allows it. */
export const usualSeats = (spec: GameSpec): number => (spec.players.includes(4) ? 4 : spec.players.at(-1)!);

/** Where a decision may take a day, people come and go: no bot is to play for them meanwhile. */
export const usualGrace = (clock: number): number => (clock >= DAY ? 0 : 60);

/** Who plays where somebody was quicker than the list of levels; every game has it. */
export const FRIENDLY = "easy";

/** What to ask the server for; bots sit after the people, and 0 stands for none. */
export function wishOf(form: Form, spec: GameSpec, host: NonNullable<NewTable["host"]>): NewTable {
  const people = form.seats - form.bots;
  return {
    game: form.game,
    options: departures(spec, form.options),
    seats: Array.from({ length: form.seats }, (_, seat) => (seat < people ? {} : { level: form.level || FRIENDLY })),
    name: form.name.trim(),
    clock: form.clock || null,
    grace: form.grace || null,
    spectators: form.spectators,
    chat: form.chat,
    reactions: form.reactions,
    tracker: form.tracker,
    coach: form.coach,
    duplicate: form.duplicate,
    public: form.public,
    host: form.duplicate ? { ...host, device: device() } : host,
  };
}

export function choiceName(option: string, choice: string): string {
  const key = `options.${option}.choices.${choice}`;
  return knows(key) ? say(key) : choice;
}

/** The value of an option in words. */
export function valueInWords(option: Option, value: Value): string {
  if (value === null) return say("page.options.none");
  if (typeof value === "boolean") return say(value ? "page.options.on" : "page.options.off");
  if (option.kind === "numbers") return numbersInWords(value as readonly number[]);
  if (Array.isArray(value)) return value.map((key) => gameName(String(key))).join(", ") || say("page.options.none");
  return option.kind === "choice" ? choiceName(option.name, String(value)) : String(value);
}

const numbersInWords = (numbers: readonly number[]): string => say("page.options.numbers", { count: numbers.length, sum: numbers.reduce((sum, each) => sum + each, 0) });

/** A time for people: seconds, minutes or days. */
export function timeInWords(seconds: number): string {
  if (seconds >= DAY) return say(seconds === DAY ? "page.time.day" : "page.time.days", { n: seconds / DAY });
  if (seconds >= 60) return say(seconds === 60 ? "page.time.minute" : "page.time.minutes", { n: seconds / 60 });
  return say("page.time.seconds", { n: seconds });
}
