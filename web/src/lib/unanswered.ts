/** Wishes that the server may have fulfilled although its answer was lost: asked for again, word for word. */
import { nonce } from "./seats";
import { store, stored } from "./stored";

type Wish = { body: object; at: number };

const KEY = "unanswered";
const PAUSES_MS = [500, 1500, 4000];
const FORGOTTEN_MS = 600_000;

/** Ask until there is an answer or patience ends; asking for the same later, even on a reloaded page, repeats the request. */
export async function untilAnswered<T>(
  path: string,
  wish: object,
  ask: (body: object) => Promise<T>,
  lost: (error: unknown) => boolean,
): Promise<T> {
  const key = path + JSON.stringify(wish, (name, value) => (name === "nonce" ? undefined : value));
  const body = remembered(key) ?? { ...wish, id: nonce() };
  store(KEY, { [key]: { body, at: Date.now() } });
  for (let tries = 0; ; tries++) {
    try {
      const answer = await ask(body);
      store(KEY, {});
      return answer;
    } catch (error) {
      if (!lost(error)) store(KEY, {});
      const pause = PAUSES_MS[tries];
      if (!lost(error) || pause === undefined) throw error;
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
}

function remembered(key: string): object | undefined {
  const found = stored<Record<string, Wish>>(KEY, {})[key];
  return found && Date.now() - found.at < FORGOTTEN_MS ? found.body : undefined;
}
