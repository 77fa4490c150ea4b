/** The places of a hand: a card keeps its own until new ones come, and nothing moves when another one leaves. */
export type Place = number | null;

export function arranged(before: readonly Place[], cards: readonly number[], least = 0): Place[] {
  if (cards.every((card) => before.includes(card)) && before.length >= least) return before.map((card) => (card !== null && cards.includes(card) ? card : null));
  return [...cards, ...Array<null>(Math.max(0, least - cards.length, before.length - cards.length)).fill(null)];
}

/** By how many cards to the right and down each one is drawn from its place, so that those that are left lie close together in the middle. */
export function drawnTogether(places: readonly Place[], across: number): { x: number; y: number }[] {
  const left = places.filter((card) => card !== null).length;
  const [lines, used] = [Math.ceil(places.length / across), Math.max(1, Math.ceil(left / across))];
  const even = Math.max(1, Math.ceil(left / used));
  let seen = 0;
  return places.map((card, place) => {
    const at = card === null ? seen : seen++;
    const line = Math.floor(at / even);
    const inLine = Math.min(even, left - line * even);
    const row = Math.floor(place / across);
    const column = (place % across) + (across - Math.min(across, places.length - row * across)) / 2; // a short last line lies in the middle
    return { x: (at % even) + (across - inLine) / 2 - column, y: line + (lines - used) / 2 - row };
  });
}
