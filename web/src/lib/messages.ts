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
export function facesOf(view: View): readonly number[] {
  if (view.type !== "party_view") return HEADS;
  const own = view.setup.options?.card_heads as number[] | null | undefined;
  return own ? [0, ...own] : (PARTY_HEADS[view.heads_table.name] ?? []);
}
