/** A choice in a position that nobody waits for: the card that is picked or the row that is taken, and then the verdict on it. */
import * as api from "./api";
import type { PlayCard, Position, Preview, TableView, TakeRow, Verdict } from "./messages";
import type { Press } from "./press";
import { foretell } from "./narration";
import { reason } from "./reasons";
import { judgedAs } from "./reviewing";
import { count, say } from "./words.svelte";

/** A position of a row game in which a card or a row is chosen: such are puzzles. */
export type RowPosition = Omit<Position, "view" | "choices"> & { view: TableView; choices: (PlayCard | TakeRow)[] };

export class Pondering {
  picked = $state<number | null>(null);
  reverse = $state(false);
  private pointed = $state<number | null>(null);
  private tapped: number | null = null;
  /** The place of the choice that was made. */
  made = $state<number | null>(null);
  verdict = $state.raw<Verdict | null>(null);
  problem = $state("");
  /** The choice that is drawn on the rows, once there is a verdict. */
  drawn = $state<number | null>(null);

  constructor(
    readonly code: string,
    readonly position: RowPosition,
    private readonly judged: (right: boolean, keys: boolean) => void,
  ) {}

  get cards(): Set<number> {
    return new Set(this.made === null ? this.position.choices.flatMap((choice) => ("card" in choice ? [choice.card] : [])) : []);
  }

  get sealed(): number | null {
    const made = this.made === null ? null : this.position.choices[this.made]!;
    return made && "card" in made ? made.card : null;
  }

  /** Where a card fits no row, a press on a row takes it. */
  takeRow(row: number): Press | null {
    const place = this.position.choices.findIndex((choice) => "row" in choice && choice.row === row);
    if (place < 0 || this.made !== null) return null;
    const heads = this.position.view.facts.rows[row]?.heads ?? 0;
    const press = (): void => {
      this.made = this.drawn = place;
      void this.judge();
    };
    return { label: say("page.table.take", { row: row + 1, heads: count("heads", heads) }), picked: false, press };
  }

  reversible(card: number): boolean {
    return this.position.choices.some((choice) => "card" in choice && choice.card === card && choice.reverse);
  }

  /** A tap, click or key; where thumbs slip, or a card can be turned round, the first tap only raises it. */
  tap(card: number, careful: boolean, keys = false): void {
    const sure = this.tapped === card || (!careful && (keys || !this.reversible(card)));
    this.pick(card, this.picked === card && this.reverse);
    this.tapped = card;
    if (sure) void this.confirm(keys);
  }

  point(card: number | null): void {
    this.pointed = card;
  }

  pick(card: number | null, reverse = false): void {
    if (card !== this.picked) this.tapped = null;
    this.picked = card;
    this.reverse = reverse;
  }

  drop(card: number): void {
    this.pick(card, this.picked === card && this.reverse);
    void this.confirm(false);
  }

  async confirm(keys: boolean): Promise<void> {
    if (this.picked === null || this.made !== null) return;
    this.made = this.drawn = this.placeOf(this.picked, this.reverse);
    await this.judge(keys);
  }

  /** Ask what the choice is worth; again, if there was no answer. */
  async judge(keys = false): Promise<void> {
    this.problem = "";
    try {
      this.verdict = await api.verdict(this.code);
      this.judged(this.right, keys);
    } catch (error) {
      this.problem = reason(error);
    }
  }

  /** Whether no other choice is better, as far as can be told. */
  get right(): boolean {
    const mark = this.verdict?.marks[this.made ?? -1];
    return mark === "fine" || mark === "brilliant" || mark === "unclear";
  }

  /** The choice that was made, judged. */
  get decision() {
    return this.verdict && this.made !== null ? judgedAs(this.verdict, this.made) : null;
  }

  get preview(): Preview | null {
    const card = this.picked ?? this.pointed;
    const place = this.made !== null ? this.drawn : card === null ? null : this.placeOf(card, this.picked !== null && this.reverse);
    return place === null ? null : (this.position.prospects[place] ?? null);
  }

  /** What the picked card would do now. */
  get foretold(): string {
    const { view } = this.position;
    return this.preview && this.made === null ? foretell(this.preview.events, { name: (seat) => say("table.seat", { seat: seat + 1 }), you: view.seat }) : "";
  }

  private placeOf(card: number, reverse: boolean): number {
    return this.position.choices.findIndex((choice) => "card" in choice && choice.card === card && !!choice.reverse === reverse);
  }
}
