/** How the built page is packed: few files on the way to the first card, and each of them compressed. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

// What is compressed; pictures and sounds are already.
const TEXT = /\.(html|js|css|json|svg|webmanifest|txt)$/;
const WORTH_IT = 500; // bytes

/** Beside every text file of the built page the same in brotli and gzip, so that the server need not compress. */
export const compressed = {
  name: "compressed",
  apply: "build" as const,
  writeBundle({ dir }: { dir?: string }) {
    for (const name of readdirSync(dir!, { recursive: true, encoding: "utf8" })) {
      const path = join(dir!, name);
      if (!TEXT.test(name) || statSync(path).size < WORTH_IT) continue;
      const body = readFileSync(path);
      writeFileSync(`${path}.br`, brotliCompressSync(body));
      writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
    }
  },
};

type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/** Whether the module is part of what this file imports without waiting. */
function within(root: string, id: string, graph: Graph, passed = new Set<string>()): boolean {
  if (id.endsWith(root)) return true;
  if (passed.has(id)) return false;
  passed.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => within(root, importer, graph, passed)) ?? false;
}

/** The first screen is one file, the table another, a position to think about a third; everything else is split by need. */
export function chunk(id: string, graph: Graph): string | null {
  if (within("/src/main.ts", id, graph) || id.includes("preload-helper")) return "page";
  if (within("/screens/TablePage.svelte", id, graph)) return "table";
  return within("/parts/Thinking.svelte", id, graph) ? "train" : null;
}
