/** The server's own types, so that the page cannot drift away from it. */
export type * from "../../../src/nimmt/server/schema/messages";
export { HEADS } from "../../../src/nimmt/server/schema/cards";

import { HEADS, PARTY_HEADS } from "../../../src/nimmt/server/schema/cards";
import type { Event, PartyFacts, TableFacts, View } from "../../../src/nimmt/server/schema/messages";

/** What follows from the cards by the rules: whatever is drawn comes from there. */
export type Facts = TableFacts | PartyFacts;
/** What would happen, and the facts after each event. */
export type Preview = { events: Event[]; facts: (Facts | null)[] };

/** What is printed on the cards of this game: the heads of each. */
export const facesOf = (view: View): readonly number[] => (view.type === "party_view" ? (PARTY_HEADS[view.heads_table.name] ?? []) : HEADS);
