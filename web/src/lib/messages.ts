/** The server's own types, so that the page cannot drift away from it. */
export type * from "../../../src/nimmt/server/schema/messages";
export { HEADS } from "../../../src/nimmt/server/schema/cards";

import { HEADS, PARTY_HEADS } from "../../../src/nimmt/server/schema/cards";
import type { View } from "../../../src/nimmt/server/schema/messages";

/** What is printed on the cards of this game: the heads of each. */
export const facesOf = (view: View): readonly number[] => (view.type === "party_view" ? (PARTY_HEADS[view.heads_table.name] ?? []) : HEADS);

/** The heads on these cards together. */
export const headsOf = (cards: readonly number[], faces: readonly number[] = HEADS): number => cards.reduce((sum, card) => sum + (faces[card] ?? 0), 0);
