/** A card that is dragged out of the hand: let go above the hand it is played, anywhere else it goes back. */
const SLACK = 8; // pixels that a finger may slip without dragging anything

export class Dragging {
  card = $state<number | null>(null);
  x = $state(0);
  y = $state(0);
  private from: { card: number; x: number; y: number; height: number } | null = null;
  private dropped = false;

  constructor(private readonly drop: (card: number) => void) {}

  start(event: PointerEvent, card: number): void {
    this.dropped = false;
    if (event.button) return;
    const { height } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    this.from = { card, x: event.clientX, y: event.clientY, height };
  }

  move(event: PointerEvent): void {
    if (!this.from) return;
    const [x, y] = [event.clientX - this.from.x, event.clientY - this.from.y];
    if (this.card === null && Math.hypot(x, y) < SLACK) return;
    Object.assign(this, { card: this.from.card, x, y });
  }

  end(played = true): void {
    const { from, card, y } = this;
    this.from = null;
    this.card = null;
    this.dropped = card !== null;
    if (played && from && card !== null && -y > from.height / 2) this.drop(card);
  }

  /** Whether a click is only the end of a drag. */
  get justDropped(): boolean {
    return this.dropped;
  }
}
