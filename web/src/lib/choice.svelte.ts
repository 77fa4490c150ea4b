/** What a person is about to do: the card that is picked or pointed at, and what the server says it would do now. */
import type { Action, Preview } from "./messages";
import { foretell } from "./narration";
import type { Table } from "./table.svelte";

type CardAction = Extract<Action, { type: "play_card" | "draft_card" | "bid" }>;

const isCardAction = (action: Action): action is CardAction => action.type === "play_card" || action.type === "draft_card" || action.type === "bid";

const isReversed = (action: CardAction): boolean => action.type === "play_card" && !!action.reverse;

export class Choice {
  picked = $state<number | null>(null);
  /** The row that is pointed at. */
  private row = $state<number | null>(null);
  /** The card under the mouse: the page shows what it would do, and no more. */
  private pointed = $state<number | null>(null);
  /** The card that was tapped last: keys pick a card before it is tapped, so being picked is not enough to be played. */
  private tapped: number | null = null;
  reverse = $state(false);
  private previews = $state.raw<Record<string, Preview>>({});
  private asked = new Set<string>();
  private decision = -1;

  constructor(readonly table: Table) {}

  /** Cards that can be chosen now, by number, with their actions. */
  get cards(): Map<number, CardAction[]> {
    const found = new Map<number, CardAction[]>();
    for (const action of this.table.legal.filter(isCardAction)) found.set(action.card, [...(found.get(action.card) ?? []), action]);
    return found;
  }

  /** What a tap on this card means. */
  actionFor(card: number, reverse = false): CardAction | undefined {
    const actions = this.cards.get(card) ?? [];
    return actions.find((action) => isReversed(action) === reverse) ?? actions[0];
  }

  reversible(card: number): boolean {
    return (this.cards.get(card) ?? []).some(isReversed);
  }

  /** The card that this seat has chosen already; it may be changed until all have chosen. */
  get sealed(): number | null {
    const view = this.table.view;
    const sending = this.table.sending;
    if (sending && isCardAction(sending)) return sending.card;
    return view && "choice" in view ? (view.choice?.card ?? null) : null;
  }

  /** The chosen card while the server has not acknowledged it for longer than a moment. */
  get underWay(): number | null {
    return this.table.late ? this.sealed : null;
  }

  get sealedReversed(): boolean {
    const view = this.table.view;
    const choice = this.table.sending ?? (view && "choice" in view ? view.choice : null);
    return !!choice && "reverse" in choice && !!choice.reverse;
  }

  /** A tap, click or key. Where thumbs slip, or a card can be turned round, the first tap only raises it. */
  tap(card: number, careful: boolean, keys = false): void {
    const sure = this.tapped === card || (!careful && (keys || !this.reversible(card)));
    this.pick(card, this.picked === card && this.reverse);
    this.tapped = card;
    if (sure) this.confirm();
  }

  /** Show what a card would do; what was picked stays picked. */
  point(card: number | null): void {
    this.pointed = card;
    const action = card === null ? undefined : this.actionFor(card);
    if (action) void this.foresee(action);
  }

  /** Point at a row, or away from it. */
  aim(row: number | null): void {
    this.row = row;
  }

  /** Cards of the hand that cannot go where somebody points. */
  get barred(): ReadonlySet<number> {
    const view = this.table.view;
    return new Set(this.row === null || !view || !("barred" in view) ? [] : view.barred?.[this.row]);
  }

  pick(card: number | null, reverse = false): void {
    if (card !== this.picked) this.tapped = null;
    this.picked = card;
    this.reverse = reverse;
    const action = card === null ? undefined : this.actionFor(card, reverse);
    if (action) void this.foresee(action);
  }

  /** A card that was dragged to the table. */
  drop(card: number): void {
    this.pick(card, this.picked === card && this.reverse);
    this.confirm();
  }

  confirm(): void {
    if (this.picked === null || this.settled) return;
    const action = this.actionFor(this.picked, this.reverse);
    if (action) void this.table.act(action);
  }

  /** Whether the picked card is chosen already, just as it is picked. */
  get settled(): boolean {
    return this.sealed === this.picked && this.sealedReversed === this.reverse;
  }

  /** What the picked card would do now, or else the one that is pointed at. */
  get preview(): Preview | null {
    const card = this.picked ?? this.pointed;
    const action = card === null ? undefined : this.actionFor(card, this.picked !== null && this.reverse);
    return action ? this.previewOf(action) : null;
  }

  get foretold(): string {
    return this.preview ? foretell(this.preview.events, { name: (seat) => this.table.name(seat), you: this.table.seat }) : "";
  }

  previewOf(action: Action): Preview | null {
    return this.previews[this.keyOf(action)] ?? null;
  }

  async foresee(action: Action): Promise<void> {
    if (this.decision !== this.table.decision) {
      this.decision = this.table.decision;
      this.asked.clear();
      this.previews = {};
    }
    const key = this.keyOf(action);
    if (this.asked.has(key)) return;
    this.asked.add(key);
    const preview = await this.table.ask(action);
    if (preview) this.previews = { ...this.previews, [key]: preview };
    else this.asked.delete(key);
  }

  private keyOf(action: Action): string {
    return `${this.table.decision} ${JSON.stringify(action)}`;
  }
}
