import { svelte } from "@sveltejs/vite-plugin-svelte";
import { existsSync, readFileSync } from "node:fs";
import { parse, type TomlTable } from "smol-toml";
import { defineConfig } from "vite";
import { chunk, compressed } from "./packing.ts";

// Of the program's words the page needs these sections; the others speak to the terminal.
const SECTIONS = ["nouns", "games", "levels", "options", "events", "preview", "marks", "specials", "uses", "menu", "party", "refusals", "errors", "table"];
/** And these with parts of the page that few people open. */
const OF_PARTS: Record<string, string[]> = { review: ["review"] };

const PROGRAM = new URL("../src/nimmt/words", import.meta.url).pathname;
const PAGE = new URL("./src/words", import.meta.url).pathname;

const read = (path: string): TomlTable => (existsSync(path) ? parse(readFileSync(path, "utf8")) : {});

const isTable = (value: unknown): value is TomlTable => typeof value === "object" && value !== null;

/** These words, with others for those that are missing. */
function completed(words: TomlTable, others: TomlTable): TomlTable {
  const found = { ...others, ...words };
  for (const [key, other] of Object.entries(others)) {
    const own = words[key];
    if (isTable(other) && isTable(own)) found[key] = completed(own, other);
  }
  return found;
}

/** Catalogues of words are TOML files, shared with the program; English stands in for words that a language lacks. */
const catalogues = {
  name: "catalogues",
  transform(this: { addWatchFile(path: string): void }, text: string, id: string) {
    if (!id.endsWith(".toml")) return;
    const [, part, language] = /\/web\/src\/words\/(?:(\w+)\/)?(\w+)\.toml$/.exec(id) ?? [];
    const wordsOf = (spoken: string): TomlTable => {
      const files = [`${PAGE}/${part ? `${part}/` : ""}${spoken}.toml`, `${PROGRAM}/${spoken}.toml`];
      files.forEach((file) => this.addWatchFile(file));
      const [page, program] = files.map(read);
      const sections = part ? (OF_PARTS[part] ?? []) : SECTIONS;
      return { ...page, ...Object.fromEntries(sections.map((name) => [name, program![name] ?? {}])) };
    };
    const words = language ? completed(wordsOf(language), wordsOf("en")) : parse(text);
    return { code: `export default ${JSON.stringify(words)}`, map: null };
  },
};

export default defineConfig({
  plugins: [catalogues, compressed, svelte()],
  build: {
    outDir: "dist",
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: chunk, debugName: "chunk" }] } } },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8766", ws: true } } },
});
