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
