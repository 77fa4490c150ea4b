/** A view while events are shown: what people watch changes with its card; everything else waits for the next view. */
import type { Event, Facts, Update, View } from "./messages";
import { OX } from "./names";

const without = (cards: readonly number[], gone: readonly number[]): number[] => cards.filter((card) => !gone.includes(card));

const sorted = (cards: readonly number[]): number[] => cards.toSorted((one, other) => one - other);

const put = <T>(list: readonly T[], at: number, change: (value: T) => T): T[] => list.map((each, place) => (place === at ? change(each) : each));

/** This seat's hand after an event. */
function handAfter({ hand, seat }: View, event: Event): number[] {
  switch (event.type) {
    case "cards_revealed":
      return without(hand, event.plays.flatMap((play) => (play.seat === seat ? [play.card] : [])));
    case "bids_revealed":
      return without(hand, event.bids.flatMap((bid) => (bid.seat === seat ? [bid.card] : [])));
    case "hand_dealt":
      return event.seat === seat ? (event.cards ?? []) : hand;
    case "card_drafted":
      return event.seat === seat ? sorted([...hand, event.card]) : hand;
    case "row_claimed":
      return event.seat === seat ? sorted([...hand, ...event.cards]) : hand;
    case "card_replaced":
      return event.seat === seat ? sorted([...without(hand, [event.new]), event.old]) : hand;
    default:
      return hand;
  }
}

type RowView = Exclude<View, { type: "party_view" }>;

/** The piles after an event; in the co-op the team has the first one, the Ox the second. */
function pilesAfter(view: RowView, event: Event): number[][] {
  const at = (seat: number): number => (view.type !== "ox_view" ? seat : seat === OX ? 1 : 0);
  if (event.type === "round_started") return view.piles.map(() => []);
  if (event.type === "row_taken") return put(view.piles, at(event.seat), (pile) => [...pile, ...event.cards]);
  if (event.type === "heads_cancelled" && event.cancelled.length) return put(view.piles, at(event.seat), (pile) => without(pile, [event.card, ...event.cancelled]));
  return view.piles;
}

/** How many specials each seat of Surprise holds after an event. */
function specialsAfter(left: readonly number[], event: Event): number[] {
  switch (event.type) {
    case "special_used":
    case "special_discarded":
      return put(left, event.seat, (count) => count - 1);
    case "special_drawn":
      return put(left, event.seat, (count) => count + 1);
    default:
      return [...left];
  }
}

/** The view after an event; `facts` are those that the event changed. */
export function viewAfter(view: View, event: Event, facts: Facts | null = null): View {
  const moved = move(view, event);
  if (view.type === "party_view" ? facts?.type !== "party_facts" : facts?.type !== "table_facts") return moved;
  return { ...moved, facts } as View;
}

function move(view: View, event: Event): View {
  const hand = handAfter(view, event);
  const round = event.type === "round_started" ? event.round : view.round;
  if (view.type === "party_view") return hand === view.hand && round === view.round ? view : { ...view, hand, round };
  const turn = event.type === "round_started" ? 0 : view.turn;
  const scores = event.type === "round_ended" && view.type !== "ox_view" ? [...view.scores, event.heads] : view.scores;
  const pool = event.type === "cards_offered" ? event.cards : event.type === "card_drafted" ? without(view.pool, [event.card]) : view.pool;
  const choice = event.type === "cards_revealed" ? null : view.choice;
  const held = view.type === "surprise_view" ? { specials_left: specialsAfter(view.specials_left, event) } : {};
  return { ...view, ...held, hand, round, turn, scores, pool, choice, piles: pilesAfter(view, event) };
}

/** The view that an update leads to: it names what is new, its facts are the last that it tells, and a new question closes the events before it. */
export function viewTold(view: View | null, { events, facts, view: changes = {} }: Pick<Update, "events" | "facts" | "view">): View | null {
  const told = facts?.findLast((each) => each !== null);
  const last = "decision" in changes ? { last: events } : {};
  return view || "type" in changes ? ({ ...view, ...(told && { facts: told }), ...last, ...changes } as View) : null;
}
