import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { defineConfig } from "vitest/config";
import { chunk, compressed } from "./packing.ts";

// Of the program's catalogues the page needs these sections; the others speak to the terminal.
const SECTIONS = ["nouns", "games", "levels", "options", "events", "preview", "marks", "specials", "uses", "menu", "party", "refusals", "errors", "table"];
/** And this one with a part of the page that few people open. */
const OF_A_PART = /\/words\/(review)\/(\w+)\.toml$/;

const PROGRAM = new URL("../src/nimmt/words", import.meta.url).pathname;

/** Catalogues of words are TOML files, shared with the program. */
const catalogues = {
  name: "catalogues",
  transform(text: string, id: string) {
    if (!id.endsWith(".toml")) return;
    const all = parse(text);
    const isProgram = id.includes("/nimmt/words/") && !id.endsWith("/story.toml");
    const [, section, language] = OF_A_PART.exec(id) ?? [];
    const more = section ? { [section]: parse(readFileSync(`${PROGRAM}/${language}.toml`, "utf8"))[section] } : {};
    const ours = isProgram ? Object.fromEntries(SECTIONS.map((name) => [name, all[name] ?? {}])) : { ...all, ...more };
    return { code: `export default ${JSON.stringify(ours)}`, map: null };
  },
};

export default defineConfig({
  plugins: [catalogues, compressed, svelte(), svelteTesting()],
  build: {
    outDir: "dist",
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: chunk, debugName: "chunk" }] } } },
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8766", ws: true } } },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
});
