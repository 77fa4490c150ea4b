/** The server's own types, so that the page cannot drift away from it. */
export type * from "../../../src/nimmt/server/schema/messages";
export { HEADS } from "../../../src/nimmt/server/schema/cards";

import { HEADS } from "../../../src/nimmt/server/schema/cards";

/** The heads on these cards together. */
export const headsOf = (cards: readonly number[]): number => cards.reduce((sum, card) => sum + (HEADS[card] ?? 0), 0);
