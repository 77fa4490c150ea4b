/** Which words tell an event: a table that terminal and page share, and that explains itself. */
import table from "../../../src/nimmt/words/story.toml";
import type { Event, Reason } from "./messages";

export type Telling = {
  says?: string | string[][];
  with?: { [place: string]: string };
  by?: string;
  card?: string;
  tone?: "title" | "bad" | "good" | "quiet";
  why?: boolean;
  also?: string[];
  each?: string;
  if?: string;
  watching?: boolean;
  then?: "scores" | "ending";
  foretold?: string;
  silent?: boolean;
};
/** An event, or a part of one. */
export type Fields = { [field: string]: unknown };

export const STORY = table as unknown as Record<Event["type"], Telling>;

/** Whether a condition of the table holds. */
export function holds(condition: string, event: Fields): boolean {
  const [field, other] = condition.split(" is ");
  const found = event[field!];
  if (other) return JSON.stringify(found) === JSON.stringify([event[other]]);
  return Array.isArray(found) ? found.length > 0 : !!found;
}

/** The entries that may be said, each with its condition. */
export const casesOf = ({ says = [] }: Telling): string[][] => (typeof says === "string" ? [[says]] : says);

/** The first entry whose condition holds. */
export function entryOf(telling: Telling, event: Fields): string {
  const [entry] = casesOf(telling).find(([, condition]) => !condition || holds(condition, event))!;
  return entry === "reason" ? (event["reason"] as Reason)[0] : entry!;
}
