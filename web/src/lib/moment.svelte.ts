/** A moment that somebody shares: one seat's view, laid out as a table on which nobody else acts, and the answer that is given to it. */
import * as api from "./api";
import type { Action, Position, Preview, TableInfo, Verdict, Welcome } from "./messages";
import { reason } from "./reasons";
import { type Judged, judgedAs, type Measure } from "./reviewing";
import { type OtherEnd, Table } from "./table.svelte";
import { say } from "./words.svelte";

/** An action or what a verdict calls it, whatever the order of its fields. */
const keyOf = (action: object): string => JSON.stringify(Object.entries(action).filter(([, value]) => value != null && value !== false).sort());

export class Moment {
  /** The place of the answer among the choices. */
  made = $state<number | null>(null);
  verdict = $state.raw<Verdict | null>(null);
  problem = $state("");
  /** Whether it may be worth while to ask again. */
  lost = $state(false);
  /** The choice that is drawn on the table, once one is made. */
  drawn = $state.raw<Preview | null>(null);
  table = $state.raw<Table>()!;

  constructor(
    readonly code: string,
    readonly position: Position,
  ) {
    this.open();
  }

  /** Lay it out, as it was before anything was chosen. */
  open(): void {
    this.made = this.verdict = this.drawn = null;
    this.table = new Table("", null, undefined, ({ heard, changed }) => {
      changed("open");
      heard(this.welcome());
      return this.otherEnd();
    });
  }

  get measure(): Measure {
    return this.verdict?.measure ?? "heads";
  }

  /** The answer, judged; null while nobody has. */
  get decision(): Judged | null {
    const { verdict } = this;
    if (!verdict || this.made === null) return null;
    const made = keyOf(this.position.choices[this.made]!);
    const at = verdict.options.findIndex((option) => keyOf(actionOf(option)) === made);
    return at < 0 ? null : judgedAs(verdict, at);
  }

  /** Ask what the answer is worth, where somebody can tell; again, if nobody answered. */
  async judge(): Promise<void> {
    this.problem = "";
    this.lost = false;
    if (!this.position.judged || this.made === null) return;
    try {
      this.verdict = await api.verdict(this.code, this.made);
    } catch (error) {
      this.problem = reason(error);
      this.lost = !(error instanceof api.Refused) || ![403, 422].includes(error.status);
    }
  }

  /** Draw one of the choices that were weighed. */
  draw(at: number): void {
    const option = this.verdict?.options[at];
    this.drawn = option ? this.previewOf(actionOf(option)) : null;
  }

  private placeOf(action: object): number {
    return this.position.choices.findIndex((choice) => keyOf(choice) === keyOf(action));
  }

  private previewOf(action: object): Preview | null {
    return this.position.prospects[this.placeOf(action)] ?? null;
  }

  private answer(action: Action): void {
    const place = this.placeOf(action);
    if (place < 0) return;
    this.made = place;
    this.drawn = this.previewOf(action);
    void this.judge();
  }

  /** Nobody is at the other end. */
  private otherEnd(): OtherEnd {
    const nothing = () => Promise.resolve(null);
    const act = (_: number, action: Action) => Promise.resolve(this.answer(action)).then(() => null);
    return { act, ask: (action) => Promise.resolve(this.previewOf(action)), talk: nothing, react: nothing, giveNonce: nothing, close: () => {} };
  }

  private welcome(): Welcome {
    const { view, choices } = this.position;
    const seats = Array.from({ length: view.setup.players }, (_, seat) => ({ kind: "person", name: say("table.seat", { seat: seat + 1 }) }));
    const table = { code: "", name: "", state: "playing", setup: view.setup, seats, game: 1, chat: false, reactions: false } as unknown as TableInfo;
    return { type: "welcome", protocol: 1, resumed: false, number: 0, now: Date.now() / 1000, seat: view.seat, host: false, table, presence: seats.map(() => ({ here: true })) as Welcome["presence"], view, legal: choices };
  }
}

/** What an option of a verdict does, as an action. */
const actionOf = ({ action, row, card, reverse }: Verdict["options"][number]): object =>
  action ?? (row != null ? { type: "take_row", row: row - 1 } : { type: "play_card", card, reverse });
