/** What a person is about to do: the card under the finger, and what the server says it would do now. */
import type { Action, Event } from "./messages";
import { foretell } from "./narration";
import type { Table } from "./table.svelte";

type CardAction = Extract<Action, { type: "play_card" | "draft_card" | "bid" }>;

const isCardAction = (action: Action): action is CardAction => action.type === "play_card" || action.type === "draft_card" || action.type === "bid";

const isReversed = (action: CardAction): boolean => action.type === "play_card" && !!action.reverse;

export class Choice {
  picked = $state<number | null>(null);
  /** The card that was tapped last: focus comes before a tap, so being picked is not enough to be played. */
  private tapped: number | null = null;
  reverse = $state(false);
  private previews = $state.raw<Record<string, Event[]>>({});
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

  get sealedReversed(): boolean {
    const view = this.table.view;
    const choice = this.table.sending ?? (view && "choice" in view ? view.choice : null);
    return !!choice && "reverse" in choice && !!choice.reverse;
  }

  /** A tap or click; where thumbs slip, the first one only raises the card. */
  tap(card: number, careful: boolean): void {
    const sure = !careful || this.tapped === card;
    this.pick(card, sure && this.picked === card && this.reverse);
    this.tapped = card;
    if (sure) this.confirm();
  }

  pick(card: number | null, reverse = false): void {
    if (card !== this.picked) this.tapped = null;
    this.picked = card;
    this.reverse = reverse;
    const action = card === null ? undefined : this.actionFor(card, reverse);
    if (action) void this.foresee(action);
  }

  confirm(): void {
    const action = this.picked === null ? undefined : this.actionFor(this.picked, this.reverse);
    if (action) void this.table.act(action);
  }

  /** What the picked card would do now. */
  get preview(): Event[] | null {
    const action = this.picked === null ? undefined : this.actionFor(this.picked, this.reverse);
    return action ? this.previewOf(action) : null;
  }

  get foretold(): string {
    return this.preview ? foretell(this.preview, this.table.seat) : "";
  }

  previewOf(action: Action): Event[] | null {
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
    const events = await this.table.ask(action);
    if (events) this.previews = { ...this.previews, [key]: events };
    else this.asked.delete(key);
  }

  private keyOf(action: Action): string {
    return `${this.table.decision} ${JSON.stringify(action)}`;
  }
}
