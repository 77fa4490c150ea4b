/** The small part of Markdown that the rules are written in: headings, paragraphs and lists; strong words, emphasis, code. */
export type Span = { kind: "text" | "strong" | "em" | "code"; text: string };
export type Block = { kind: "title" | "heading" | "text"; spans: Span[] } | { kind: "list"; ordered: boolean; items: Span[][] };

const MARKED = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`/g;
const ITEM = /^(?:-|\d+\.) /;

/** A line of text, cut where its marks begin and end. */
export function spans(text: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const { 0: whole, 1: strong, 2: em, 3: code, index } of text.matchAll(MARKED)) {
    found.push({ kind: "text", text: text.slice(from, index) });
    found.push(strong ? { kind: "strong", text: strong } : em ? { kind: "em", text: em } : { kind: "code", text: code ?? "" });
    from = index + whole.length;
  }
  return [...found, { kind: "text" as const, text: text.slice(from) }].filter((span) => span.text);
}

/** A text, cut at its blank lines. */
export const blocks = (text: string): Block[] => text.split(/\n\s*\n/).map((part) => part.trim()).filter(Boolean).map(block);

function block(part: string): Block {
  const lines = part.split("\n");
  if (part.startsWith("# ")) return { kind: "title", spans: spans(part.slice(2)) };
  if (part.startsWith("## ")) return { kind: "heading", spans: spans(part.slice(3)) };
  if (ITEM.test(part)) return { kind: "list", ordered: !part.startsWith("-"), items: lines.map((line) => spans(line.replace(ITEM, ""))) };
  return { kind: "text", spans: spans(lines.join(" ")) };
}

/** A text, cut into its beginning and the parts under its headings. */
export function steps(text: Block[]): Block[][] {
  const parts: Block[][] = [[]];
  for (const block of text) {
    if (block.kind === "heading") parts.push([]);
    parts.at(-1)!.push(block);
  }
  return parts.filter((part) => part.length);
}

export type Picture = { label: string; cards: (number | string)[] };
const ROW = /^(\p{L}+ \d+[^:]*?)\s?:\s*(\d.*)$/u;
const CARD = /^(\d{1,3})\s?[,:]/;

const plain = (item: Span[]): string => item.map(({ text }) => text).join("");

/** A list of rows, each with its cards, and now and then a word among them; null if it is another list. */
export function rowsIn(items: Span[][]): Picture[] | null {
  const found = items.map((item) => ROW.exec(plain(item)));
  if (!found.length || found.some((each) => !each)) return null;
  return found.map((each) => ({ label: each![1]!, cards: each![2]!.split(/,\s*/).map((word) => (/^\d+$/.test(word) ? Number(word) : word)) }));
}

/** The card that an item of a list is about. */
export const cardIn = (item: Span[]): number | null => Number(CARD.exec(plain(item))?.[1] ?? 0) || null;
