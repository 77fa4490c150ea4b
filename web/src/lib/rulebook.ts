/** The rules of the games in our own words: one text for each game and language, loaded when somebody reads it. */
import { GAMES as games } from "../../../src/nimmt/server/schema/games";
import { type Block, blocks } from "./markdown";
import type { Language } from "./words.svelte";

const FOLDER = "../../../src/nimmt/words/rules";
const TEXTS = import.meta.glob<string>("../../../src/nimmt/words/rules/*/*.md", { query: "?raw", import: "default" });

/** Every game, in the order of the program. */
export const GAMES = games.map(({ key }) => key);

/** In English where the language has none yet. */
export async function rulesOf(game: string, language: Language): Promise<Block[]> {
  const [own, english] = [language, "en"].map((spoken) => TEXTS[`${FOLDER}/${spoken}/${game}.md`]);
  return blocks(await (own ?? english)!());
}
