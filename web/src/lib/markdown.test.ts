/** The rules are written in the Markdown that the page can show, all of them. */
import { expect, test } from "vitest";
import { blocks, spans } from "./markdown";

const RULES = import.meta.glob<string>("../../../src/nimmt/words/rules/*/*.md", { query: "?raw", import: "default", eager: true });

test("marks become kinds of text", () => {
  expect(spans("a **b c** *d* `e`.")).toEqual([
    { kind: "text", text: "a " },
    { kind: "strong", text: "b c" },
    { kind: "text", text: " " },
    { kind: "em", text: "d" },
    { kind: "text", text: " " },
    { kind: "code", text: "e" },
    { kind: "text", text: "." },
  ]);
});

test("blank lines part headings, paragraphs and lists", () => {
  const found = blocks("# T\n\n## H\n\none\ntwo\n\n- a\n- b\n\n1. c\n");
  expect(found.map(({ kind }) => kind)).toEqual(["title", "heading", "text", "list", "list"]);
  expect(found[2]).toEqual({ kind: "text", spans: [{ kind: "text", text: "one two" }] });
  expect(found[3]).toMatchObject({ ordered: false, items: [[{ text: "a" }], [{ text: "b" }]] });
  expect(found[4]).toMatchObject({ ordered: true, items: [[{ text: "c" }]] });
});

test.each(Object.entries(RULES))("%s leaves no mark unread", (_, text) => {
  const found = blocks(text);
  expect(found.filter(({ kind }) => kind === "title")).toHaveLength(1);
  expect(found[0]?.kind).toBe("title");
  const words = found.flatMap((block) => (block.kind === "list" ? block.items.flat() : block.spans)).map((span) => span.text);
  for (const word of words) expect(word).not.toMatch(/[`*|]|^#|^- |\]\(/);
});
