/** Shows what happened at a pace that people can follow, and catches up at once when somebody does not want to wait. */
import type { Event, View } from "./messages";
import { EMPTY, SECONDS, type Scene, sceneOf, shown } from "./scene";
import { pace } from "./settings.svelte";

type Act = { events: Event[]; view: View };

export class Stage {
  scene = $state.raw<Scene>(EMPTY);
  playing = $state(false);
  private acts: Act[] = [];
  private wake: (() => void) | null = null;
  private hurried = false;

  /** Told of every event as it is shown. */
  constructor(private readonly happened: (event: Event) => void = () => {}) {}

  /** Set the table without motion. */
  set(view: View | null): void {
    this.acts = [];
    this.hurry();
    this.scene = view ? sceneOf(view) : EMPTY;
  }

  add(events: Event[], view: View): void {
    this.acts.push({ events, view });
    if (!this.playing) void this.run();
  }

  /** Show the end of all that is still to be shown. */
  hurry(): void {
    this.hurried = true;
    this.wake?.();
  }

  private async run(): Promise<void> {
    this.playing = true;
    this.hurried = false;
    for (let act = this.acts.shift(); act; act = this.acts.shift()) {
      await this.show(act);
      this.scene = sceneOf(act.view);
    }
    this.playing = false;
  }

  private async show({ events, view }: Act): Promise<void> {
    const many = view.setup.players > 5 ? 0.7 : 1;
    for (const event of events) {
      this.happened(event);
      if (this.hurried || pace() === 0 || document.hidden) continue;
      this.scene = shown(this.scene, event);
      const time = (SECONDS[event.type] ?? 0) * many * pace();
      // no wait, not even for a moment, where there is nothing to see: a card leaves the hand as it comes to the middle
      if (time) await this.pause(time);
    }
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
}
