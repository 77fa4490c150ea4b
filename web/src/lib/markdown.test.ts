/** The rules are written in the Markdown that the page can show, all of them. */
import { expect, test } from "vitest";
import { blocks, cardIn, rowsIn, spans, steps } from "./markdown";

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

test("lists of rows and of cards can be drawn", () => {
  const items = (text: string) => (blocks(text)[0] as { items: ReturnType<typeof spans>[] }).items;
  expect(rowsIn(items("- Row 1: 8, **19**\n- Row 2, marker on *even*: 27"))).toEqual([{ label: "Row 1", cards: [8, 19] }, { label: "Row 2, marker on even", cards: [27] }]);
  expect(rowsIn(items("- Rangée 1\u00a0: 6, **15**, Cabriole"))).toEqual([{ label: "Rangée 1", cards: [6, 15, "Cabriole"] }]);
  expect(rowsIn(items("- **Players:** 2 to 10.\n- Row 1: 8"))).toBe(null);
  expect(items("- 55: **7 heads**\n- 11, 22, 33: **5 heads**\n- every other card: 1").map(cardIn)).toEqual([55, 11, null]);
});

test("a text is cut into steps at its headings", () => {
  expect(steps(blocks("# Title\n\nIntro\n\n## One\n\nText\n\n## Two")).map((part) => part.map(({ kind }) => kind))).toEqual([["title", "text"], ["heading", "text"], ["heading"]]);
});
