/** The deal of the day: this device's id, its table of today, and how the others did. */
import * as api from "./api";
import type { Standing, Today } from "./messages";
import { heldAt, hold, nonce } from "./seats";
import { settings } from "./settings.svelte";
import { store, stored } from "./stored";
import { say } from "./words.svelte";

/** What this device keeps: its id, which is as secret as a token, and the table where it played last. */
type Kept = { device: string; day: string; code: string };

const KEY = "daily";

function kept(): Kept {
  const known = stored<Kept | null>(KEY, null);
  if (known) return known;
  const made = { device: nonce(), day: "", code: "" };
  store(KEY, made);
  return made;
}

/** Where the deal of this day was begun on this device, if it was. */
export function begunOn(day: string): string | null {
  const { day: last, code } = kept();
  return last === day && heldAt(code) ? code : null;
}

/** Begin the deal of the day, or go on with it; returns the table's code. */
export async function playDaily({ day }: Today): Promise<string> {
  const name = settings.name || say("page.name.guest");
  const ticket = await api.openDaily(kept().device, name);
  const { code } = ticket.table;
  hold(ticket, name);
  store(KEY, { ...kept(), day: ticket.table.day ?? day, code });
  return code;
}

const FEWEST_COLUMNS = 11;

/** A column for every number of heads from none to the most that somebody took. */
export type Column = { heads: number; people: number; own: boolean };

export function columns({ results, heads: own }: Pick<Standing, "results" | "heads">): Column[] {
  const people = new Map(results.map(([heads, number]) => [heads, number] as const));
  const length = Math.max(FEWEST_COLUMNS, own + 1, ...[...people.keys()].map((heads) => heads + 1));
  return Array.from({ length }, (_, heads) => ({ heads, people: people.get(heads) ?? 0, own: heads === own }));
}

/** This device's owner among the bots, the fewest heads first; of equals, the person is first. */
export function sameCards({ bots, heads }: Pick<Standing, "bots" | "heads">): { level: string | null; heads: number }[] {
  return [{ level: null, heads }, ...bots].toSorted((one, other) => one.heads - other.heads);
}
