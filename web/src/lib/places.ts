/** The places of a hand: a card keeps its own until new ones come, and nothing moves when another one leaves. */
export type Place = number | null;

export function arranged(before: readonly Place[], cards: readonly number[], least = 0): Place[] {
  if (cards.every((card) => before.includes(card)) && before.length >= least) return before.map((card) => (card !== null && cards.includes(card) ? card : null));
  return [...cards, ...Array<null>(Math.max(0, least - cards.length, before.length - cards.length)).fill(null)];
}
