/** The guided choice of a special: which one, then what it touches, until one of the legal actions is left. */
import { tick } from "svelte";
import type { Action } from "../lib/messages";
import { useInWords } from "../lib/forms";
import type { Press } from "../lib/press";
import { SPECIAL_OF } from "../../../src/nimmt/server/schema/games";
import { knows, say } from "../lib/words.svelte";

/** What an action needs first: a special, or one of the few things that go the same way. */
export function kindOf(action: Action): string | null {
  if (action.type === "exchange_special") return action.special;
  return action.type === "turn_positive" || action.type === "cancel_cards" ? action.type : (SPECIAL_OF[action.type] ?? null);
}

/** A special's name, or that of something that needs none. */
export const specialName = (kind: string): string => say(knows(`specials.${kind}`) ? `specials.${kind}` : `page.guide.${kind}`);

const cardOf = (action: Action): number | null => ("card" in action ? action.card : null);
const rowOf = (action: Action): number | null => ("row" in action ? action.row : null);
const only = <T>(things: readonly T[]): T | null => (things.length === 1 ? things[0]! : null);

export type Step = "kind" | "card" | "row" | "done";

export class Guide {
  private chosen = $state<string | null>(null);
  /** A special that somebody reads about, though it has no use now. */
  looked = $state<string | null>(null);
  private card = $state<number | null>(null);
  private row = $state<number | null>(null);
  /** Which of the ways to cancel cards: one is chosen from the start. */
  way = $state(0);

  /** `offered`: what the person may do now. */
  constructor(private readonly offered: () => readonly Action[]) {}

  /** What can be used now, each with all its uses. */
  readonly kinds = $derived.by(() => {
    const found = new Map<string, Action[]>();
    for (const action of this.offered()) {
      const kind = kindOf(action);
      if (kind) found.set(kind, [...(found.get(kind) ?? []), action]);
    }
    return found;
  });

  readonly pass = $derived.by(() => this.offered().find((action) => action.type === "pass") ?? null);

  /** The special in question; where there is nothing else to do, the only one. */
  readonly kind = $derived.by(() => this.chosen ?? (this.pass ? null : only([...this.kinds.keys()])));

  private readonly uses = $derived.by(() => (this.kind && this.kinds.get(this.kind)) || []);

  /** What words are chosen by: an action may have its own, and else its special's will do. */
  readonly worded = $derived.by(() => {
    const own = this.uses[0]?.type ?? "";
    return knows(`page.guide.card.${own}`) ? own : (this.kind ?? "");
  });

  /** What a positive card may cancel. */
  readonly ways = $derived.by(() => this.uses.flatMap((action) => (action.type === "cancel_cards" ? [action.cards] : [])));

  readonly usable = $derived.by(() => this.uses.length > 0);

  /** What all this comes to. */
  readonly action = $derived.by(() =>
    this.ways.length ? (this.uses[this.way] ?? null) : only(this.uses.filter((action) => (this.card === null || cardOf(action) === this.card) && (this.row === null || rowOf(action) === this.row))),
  );

  readonly step = $derived.by((): Step => {
    if (!this.usable) return "kind";
    if (this.action) return "done";
    return this.card === null && this.uses.some((action) => cardOf(action) !== null) ? "card" : "row";
  });

  /** Cards that can be touched, the chosen one included. */
  readonly cards = $derived.by(() => new Set(this.uses.flatMap((action) => cardOf(action) ?? [])));

  readonly picked = $derived.by(() => this.card ?? (this.action && cardOf(this.action)));

  /** Rows that can be touched, once it is clear with which card. */
  readonly rows = $derived.by(() => {
    const uses = this.step === "card" ? [] : this.uses.filter((action) => cardOf(action) === this.picked);
    return new Set(uses.flatMap((action) => rowOf(action) ?? []));
  });

  /** Choose a special, or lay it back. */
  choose(kind: string): void {
    const again = kind === (this.chosen ?? this.looked);
    this.reset();
    if (!again && !this.kinds.has(kind)) this.looked = kind;
    else if (!again) this.chosen = kind;
    void focusOn(this.step);
  }

  touchCard(card: number): void {
    if (!this.cards.has(card)) return;
    this.card = card;
    this.row = null;
    void focusOn(this.step);
  }

  touchRow(row: number): void {
    if (!this.rows.has(row)) return;
    this.row = row;
    void focusOn(this.step);
  }

  touchWay(way: number): void {
    if (way < this.ways.length) this.way = way;
  }

  /** One step back. */
  back(): void {
    if (this.row !== null) this.row = null;
    else if (this.card !== null) this.card = null;
    else this.chosen = null;
  }

  /** What was only read about has had its time. */
  lookAway(): void {
    this.looked = null;
  }

  reset(): void {
    this.chosen = this.looked = this.card = this.row = null;
    this.way = 0;
  }

  pressRow = (row: number): Press | null => {
    const use = this.uses.find((action) => rowOf(action) === row && cardOf(action) === this.picked);
    if (!use || !this.rows.has(row)) return null;
    return { label: useInWords(use), picked: this.action !== null && rowOf(this.action) === row, press: () => this.touchRow(row) };
  };

  pressCard = (card: number): Press | null => {
    const use = this.uses.find((action) => cardOf(action) === card);
    if (!use) return null;
    const own = `page.guide.with_card.${this.worded}`;
    const label = knows(own) ? say(own, { card }) : useInWords(use);
    return { label, picked: this.picked === card, press: () => this.touchCard(card) };
  };

  /** The own cards while one of them is looked for: what the part Hand needs to know. */
  get hand() {
    return {
      cards: this.cards,
      picked: this.picked,
      sealed: this.picked,
      tap: (card: number): void => this.touchCard(card),
      pick: (): void => {},
    };
  }
}

const NEXT: Record<Step, string> = {
  kind: "",
  card: ".board .target, .bottom .hand button:enabled",
  row: ".board .take",
  done: ".confirm",
};

/** Lead those who use keys or listen to where it goes on. */
async function focusOn(step: Step): Promise<void> {
  await tick();
  if (NEXT[step]) document.querySelector<HTMLElement>(NEXT[step])?.focus({ preventScroll: true });
}
