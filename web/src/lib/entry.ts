/** Codes of tables, as people type, paste and say them. */

/** The code in what somebody typed or pasted, which may be a link; blanks, hyphens and capitals do not matter. */
export function codeIn(text: string): string | null {
  const link = /\/(?:t|replay)\/([^/?#\s]+)/i.exec(text);
  if (!link && text.includes("/")) return null;
  return (link?.[1] ?? text).toLowerCase().replace(/[^a-z]/g, "") || null;
}

/** A code to be said aloud, in three words: "badoke-mizula-tinobe"; older, shorter ones in syllables: "be-ke-ka-be-fu". */
export const syllables = (code: string): string => code.match(code.length > 10 ? /.{1,6}/g : /.{1,2}/g)?.join("-") ?? code;

/** A re-claim code in two halves, easier to copy by hand. */
export const halves = (claim: string): string => `${claim.slice(0, 4)} ${claim.slice(4)}`.trim();

/** The address that others open. */
export const linkTo = (code: string, address: string | null): string => `${address ?? location.origin}/t/${code}`;
