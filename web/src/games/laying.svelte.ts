/** Laying down: which hand card is picked, and where it may go. */
import type { Action, LayCard } from "../lib/messages";
import type { Table } from "../lib/table.svelte";

export class Laying {
  picked = $state<number | null>(null);

  constructor(private readonly table: Table) {}

  private get steps(): LayCard[] {
    return this.table.legal.filter((action): action is LayCard => action.type === "lay_card");
  }

  get cards(): Set<number> {
    return new Set(this.steps.map(({ card }) => card));
  }

  get sealed(): number | null {
    return this.picked !== null && this.cards.has(this.picked) ? this.picked : null;
  }

  /** A second tap puts the card down again. */
  tap(card: number): void {
    this.picked = this.picked === card ? null : card;
  }

  /** Pointing at a card does nothing: only a tap picks it. */
  pick(): void {}

  /** Lay the picked card on this pile, or as a new one; null where it may not lie. */
  onto(pile: number | null): (() => void) | null {
    const step = this.steps.find((each) => each.card === this.sealed && (each.pile ?? null) === pile);
    return step ? () => void this.lay(step) : null;
  }

  /** Take the last card back, or be done. */
  step(type: "take_card_back" | "done"): (() => void) | null {
    const action = this.table.legal.find((each: Action) => each.type === type);
    return action && this.table.myTurn ? () => void this.table.act(action) : null;
  }

  private async lay(step: LayCard): Promise<void> {
    if (await this.table.act(step)) this.picked = null;
  }
}
