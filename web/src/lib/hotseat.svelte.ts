/** The people at this device, each with a table of their own: whose hand may be seen, and to whom the device goes next. */
import type { Table } from "./table.svelte";

type Seen = Pick<Table, "seat" | "toAct" | "myTurn" | "view" | "stage">;

export class HotSeat<T extends Seen = Table> {
  tables = $state.raw<T[]>([]);
  /** Whoever said that they hold the device; nobody at first. */
  private holder = $state.raw<T | null>(null);

  get shared(): boolean {
    return this.tables.length > 1;
  }

  /** The table as it is to be shown. */
  get front(): T | null {
    return (this.shared && this.holder) || this.tables[0] || null;
  }

  /** The people one of whom must say that they hold the device before anything is shown, the next one first; usually nobody. */
  get next(): T[] {
    const { front, holder } = this;
    if (!this.shared || !front?.view || this.over) return [];
    if (holder && (holder.stage.playing || holder.myTurn)) return [];
    const owing = this.tables.filter((table) => table.seat !== null && front.toAct.includes(table.seat));
    return owing.length || holder ? owing : this.tables;
  }

  /** Nobody has a hand left, and everybody may look. */
  get over(): boolean {
    return !!this.front?.view?.outcome && !this.front.stage.playing;
  }

  take(table: T): void {
    this.holder = table;
  }

  /** Nobody holds it now: the hand is covered, or the game is over and the device is everybody's again. */
  release(): void {
    this.holder = null;
  }
}
