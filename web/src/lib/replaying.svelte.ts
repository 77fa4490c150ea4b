/** A finished game, step by step: the server's views, fetched as they are needed and kept. */
import * as api from "./api";
import { nameOf } from "./names";
import type { ReplayIndex, ReplayStep, TableInfo } from "./messages";
import { type Line, retell } from "./narration";
import { pace } from "./settings.svelte";
import { Stage } from "./stage.svelte";

export type Moment = ReplayIndex["moments"][number];
/** Whose eyes: a seat's, a spectator's, or with all hands open. */
export type Eyes = { seat: number | null; hands: boolean };

const PAUSE_MS = 1400;

export class Replay {
  info = $state.raw<TableInfo | null>(null);
  index = $state.raw<ReplayIndex | null>(null);
  shown = $state.raw<ReplayStep | null>(null);
  eyes = $state.raw<Eyes>({ seat: null, hands: false });
  playing = $state(false);
  problem = $state.raw<unknown>(null);
  readonly stage = new Stage();
  private steps = new Map<number, Promise<ReplayStep>>();
  private timer = 0;
  /** The step that is shown, or that the story is on its way to. */
  private reached: number | null = null;
  /** The destination: the controls show it while the story is still on its way there. */
  private wanted = $state.raw({ step: 0 });

  constructor(
    readonly code: string,
    private readonly token: string | undefined,
  ) {}

  async open(game: number | undefined, step: number, eyes: Eyes): Promise<void> {
    try {
      [this.info, this.index] = await Promise.all([api.table(this.code), api.replayIndex(this.code, this.token, game)]);
      const seats = this.info.setup.players;
      this.eyes = { ...eyes, seat: eyes.seat !== null && eyes.seat < seats ? eyes.seat : null };
      await this.go(this.moments.findLast((moment) => moment.step <= step)?.step ?? 0);
    } catch (error) {
      this.problem = error;
    }
  }

  /** Those in which whoever looks sees something new. */
  get moments(): Moment[] {
    const { seat, hands } = this.eyes;
    return this.index?.moments.filter((moment) => moment.seat == null || hands || moment.seat === seat) ?? [];
  }

  /** The moment that was asked for; the next move starts from there. */
  get at(): number {
    return this.momentOf(this.wanted.step);
  }

  get goal(): Moment | undefined {
    return this.moments[this.at];
  }

  get moment(): Moment | undefined {
    return this.moments[this.momentOf(this.shown?.step ?? 0)];
  }

  get lines(): Line[] {
    return this.stage.heard.flatMap((heard) => retell(heard, { name: (seat) => this.name(seat), you: null }));
  }

  name(seat: number): string {
    return this.info ? nameOf(this.info, seat, null) : "";
  }

  /** Show a step; the one right after the present moment is played out, any other appears at once. */
  async go(step: number): Promise<void> {
    const asked = { step: Math.min(Math.max(0, step), this.index?.steps ?? 0) };
    this.wanted = asked;
    const found = await this.fetch(asked.step);
    if (this.wanted !== asked) return;
    const next = this.reached !== null && this.moments[this.momentOf(this.reached) + 1]?.step === asked.step;
    this.reached = found.step;
    if (next) this.tell(found);
    else this.set(found);
    const after = this.moments[this.at + 1];
    if (after) void this.fetch(after.step).catch(() => {});
  }

  /** What happened in a step, moment by moment; hands, scores and counter follow when it has been shown. */
  private tell(step: ReplayStep): void {
    const { view, events, facts } = step;
    this.stage.add({ events, facts, view, fresh: true, toAct: view.to_act, decision: view.decision, done: () => (this.shown = step) });
  }

  private set(step: ReplayStep): void {
    this.stage.set(step.view, [], step.events);
    this.shown = step;
  }

  async look(eyes: Eyes): Promise<void> {
    this.eyes = eyes;
    this.steps.clear();
    await this.attempt(() => this.go(this.wanted.step));
  }

  /** Go this many moments forwards, or backwards. */
  move(by: number): Promise<void> {
    this.stage.hurry();
    const moment = this.moments[Math.min(Math.max(0, this.at + by), this.moments.length - 1)];
    return this.attempt(() => this.go(moment?.step ?? 0));
  }

  /** To where a round, or a turn of it, begins. */
  jump(round: number, turn?: number): Promise<void> {
    const moment = this.moments.find((each) => each.round === round && (turn === undefined || each.turn === turn));
    return this.attempt(() => this.go(moment?.step ?? 0));
  }

  /** To the moment of a step. */
  show(step: number): Promise<void> {
    this.pause();
    return this.attempt(() => this.go(this.moments[this.momentOf(step)]?.step ?? 0));
  }

  play(): void {
    this.playing = true;
    if (this.at >= this.moments.length - 1) void this.jump(1).then(() => this.later());
    else void this.move(1).then(() => this.later());
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** The last moment that is not after the step. */
  private momentOf(step: number): number {
    return Math.max(0, this.moments.findLastIndex((moment) => moment.step <= step));
  }

  private later(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (this.at >= this.moments.length - 1) return this.pause();
    this.timer = setTimeout(() => (this.stage.playing ? this.later() : this.play()), PAUSE_MS * (pace() || 1)) as unknown as number;
  }

  private async attempt(what: () => Promise<void>): Promise<void> {
    try {
      await what();
    } catch (error) {
      this.pause();
      this.problem = error;
    }
  }

  private fetch(step: number): Promise<ReplayStep> {
    const known = this.steps.get(step) ?? api.replay(this.code, { step, ...this.eyes, game: this.index?.game }, this.token);
    this.steps.set(step, known);
    known.catch(() => this.steps.delete(step));
    return known;
  }
}
