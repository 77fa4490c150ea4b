/** Why the server said no, in the language of the page where it has words for it. */
import { Refused } from "./api";
import { knows, say } from "./words.svelte";

export function reason(error: unknown): string {
  if (!(error instanceof Refused)) return say("page.refusals.failed");
  const key = [`page.refusals.${error.code}`, `refusals.${error.code}`, `errors.${error.code}`].find(knows);
  return key ? say(key) : error.message;
}
