/** Cards that are being put in order: each can be moved to another place. */
export class Sorting {
  order = $state<number[]>([]);
  picked = $state<number | null>(null);

  constructor(cards: readonly number[]) {
    this.order = [...cards];
  }

  /** Put a card at a place; the others keep their order. */
  place(card: number, at: number): void {
    if (!this.order.includes(card)) return;
    const rest = this.order.filter((other) => other !== card);
    this.order = [...rest.slice(0, Math.max(0, at)), card, ...rest.slice(Math.max(0, at))];
    this.picked = card;
  }

  /** Move a card by so many places, as far as there are any. */
  move(card: number, by: number): void {
    this.place(card, Math.min(this.order.length - 1, Math.max(0, this.order.indexOf(card) + by)));
  }

  can(by: number): boolean {
    return this.picked !== null && this.order.indexOf(this.picked) + by >= 0 && this.order.indexOf(this.picked) + by < this.order.length;
  }
}
