/** The story of a table, moment by moment: whatever a person sees is what the present moment shows, never what was heard last. */
import type { Action, Event, Facts, View } from "./messages";
import { fly, lift } from "./motion";
import type { Heard } from "./narration";
import { EMPTY, holdOf, LONGEST_MS, ROUND_MS, type Scene, sceneAfter, sceneOf, stakeOf, timeOf } from "./scene";
import { moves, pace } from "./settings.svelte";
import { viewAfter } from "./unfolding";

export type Shown = { view: View | null; scene: Scene; legal: Action[]; toAct: number[]; decision: number; between: Event[] };
/** What happened, the facts after each event, and what holds once all has been shown; `fresh` where a new story begins with it. */
export type Act = { events: Event[]; facts?: (Facts | null)[]; view?: View; legal?: Action[]; toAct: number[]; decision: number; fresh?: boolean; done?: () => void };
/** `happened`: told of every event as it is shown; `msLeft`: how soon somebody must have answered. */
type Company = { happened?: (event: Event) => void; msLeft?: () => number; you?: () => number | null };

const NOTHING: Shown = { view: null, scene: EMPTY, legal: [], toAct: [], decision: 0, between: [] };
/** Only the end of a long story is kept; it is cut rarely, because that redraws the whole log. */
const MOST_EVENTS = 400;
const KEPT_EVENTS = 200;
/** How much of the time for an answer the story may take. */
const SHARE = 0.3;

const beginsGame = (event: Event): boolean => event.type === "round_started" && event.round === 1;

export class Stage {
  shown = $state.raw<Shown>(NOTHING);
  /** The story so far. */
  heard = $state.raw<Heard[]>([]);
  playing = $state(false);
  private acts: Act[] = [];
  private wake: (() => void) | null = null;
  private hurried = false;
  private jumpsUntil = 0;
  /** When all that was heard must have been told. */
  private ends = 0;
  private flying = false;
  private keys = 0;
  /** What the revealed cards count as. */
  private values = new Map<number, number>();

  constructor(private readonly company: Company = {}) {}

  get scene(): Scene {
    return this.shown.scene;
  }

  /** Be at this moment, without a story. */
  set(view: View | null, legal: Action[] = [], story: Event[] = []): void {
    this.acts = [];
    this.hurry();
    this.heard = this.keyed(story);
    this.shown = view ? { view, scene: sceneOf(view), legal, toAct: view.to_act, decision: view.decision, between: [] } : NOTHING;
  }

  add(act: Act): void {
    this.acts.push(act);
    const longest = LONGEST_MS + (act.events.some(({ type }) => type === "round_ended") ? ROUND_MS : 0);
    this.ends = performance.now() + Math.min(longest * pace(), (this.company.msLeft?.() ?? Infinity) * SHARE);
    if (!this.playing) void this.run();
  }

  /** Show the end of all that is still to be shown. */
  hurry = (): void => {
    this.hurried = true;
    this.wake?.();
  };

  /** Whoever was away is not told at length what was missed. */
  jump(milliseconds: number): void {
    this.jumpsUntil = performance.now() + milliseconds;
    this.hurry();
  }

  private async run(): Promise<void> {
    this.playing = true;
    this.hurried = false;
    document.addEventListener("visibilitychange", this.hurry);
    for (let act = this.acts[0]; act; act = this.acts[0]) {
      this.begin(act);
      for (const [at, event] of act.events.entries()) {
        const held = this.holdOf(act, at);
        if (held) {
          this.shown = { ...this.shown, scene: { ...this.scene, taken: null, stake: stakeOf(event, act.facts?.[at] ?? null) } };
          await this.pause(held * this.haste(act, at));
          if (this.acts[0] !== act) break; // somebody went elsewhere meanwhile
        }
        this.step(event, act.facts?.[at] ?? null);
        const time = this.timeOf(event);
        // no wait, not even for a moment, where there is nothing to see: a card leaves the hand as it comes to the middle
        if (time) await this.pause(time * this.haste(act, at));
        if (this.acts[0] !== act) break; // somebody went elsewhere meanwhile
      }
      if (this.acts[0] === act) this.arrive(this.acts.shift()!);
    }
    document.removeEventListener("visibilitychange", this.hurry);
    this.playing = false;
  }

  /** What was asked is answered: nobody is asked anything until the story has come to the next question. */
  private begin({ view, decision, events, fresh }: Act): void {
    if (fresh) this.heard = [];
    if (view && events.some(beginsGame)) {
      this.heard = [];
      this.shown = { ...NOTHING, view: { ...view, hand: [], to_act: [] }, scene: { ...sceneOf(view), rows: [], queue: [] } };
    } else if (view && decision !== this.shown.decision) this.shown = { ...this.shown, legal: [], toAct: [], between: [] };
  }

  /** Before a card that fills or takes a row, everybody sees what is at stake. */
  private holdOf({ events, facts }: Act, at: number): number {
    return this.skips ? 0 : holdOf(events[at]!, facts?.[at] ?? null) * pace();
  }

  private step(event: Event, facts: Facts | null): void {
    this.lift();
    const { view, scene } = this.shown;
    this.shown = { ...this.shown, view: view && viewAfter(view, event, facts), scene: sceneAfter(scene, event, facts) };
    const heard = [...this.heard, ...this.keyed([event])];
    this.heard = heard.length > MOST_EVENTS ? heard.slice(-KEPT_EVENTS) : heard;
    this.company.happened?.(event);
  }

  private arrive({ view, legal = [], toAct, decision, events, done }: Act): void {
    this.shown = view
      ? { view, scene: { ...sceneOf(view), owners: this.scene.owners }, legal, toAct, decision, between: [] }
      : { ...this.shown, toAct, decision, between: [...this.shown.between, ...events] };
    done?.();
  }

  /** Cards fly from where they lay; several changes at once are one flight. */
  private lift(): void {
    if (this.flying || this.skips || !moves()) return;
    this.flying = true;
    const places = lift();
    // with the next picture, for which everything is laid out anyway: to ask for places earlier would make one long task
    requestAnimationFrame(() => {
      this.flying = false;
      fly(places);
    });
  }

  private get skips(): boolean {
    return this.hurried || pace() === 0 || document.hidden || performance.now() < this.jumpsUntil;
  }

  private timeOf(event: Event): number {
    return this.skips ? 0 : timeOf(event, this.company.you?.() ?? null, this.shown.view?.setup.players ?? 2) * pace();
  }

  /** How much quicker it must go, so that neither others nor the clock have to wait long. */
  private haste(act: Act, at: number): number {
    const timeOf = (each: Act, from = 0): number => each.events.slice(from).reduce((sum, event, step) => sum + this.timeOf(event) + this.holdOf(each, from + step), 0);
    const pending = timeOf(act, at) + this.acts.slice(1).reduce((sum, later) => sum + timeOf(later), 0);
    return Math.min(1, Math.max(0, this.ends - performance.now()) / pending);
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake?.(), milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }

  private keyed(events: Event[]): Heard[] {
    return events.map((event) => {
      if (event.type === "cards_revealed") this.values = new Map(event.plays.map(({ card, value }) => [card, value]));
      const value = "seat" in event && "card" in event ? this.values.get(event.card ?? 0) : undefined;
      return { key: ++this.keys, event, ...(value !== undefined && value !== (event as { card: number }).card ? { value } : {}) };
    });
  }
}
