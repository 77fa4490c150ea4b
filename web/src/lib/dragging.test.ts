import { expect, test, vi } from "vitest";
import { Dragging } from "./dragging.svelte";

const at = (x: number, y: number): PointerEvent =>
  ({ button: 0, clientX: x, clientY: y, currentTarget: { getBoundingClientRect: () => ({ height: 100 }) } }) as unknown as PointerEvent;

function dragged(...moves: [number, number][]): { drop: ReturnType<typeof vi.fn>; dragging: Dragging } {
  const drop = vi.fn();
  const dragging = new Dragging(drop);
  dragging.start(at(0, 0), 42);
  for (const [x, y] of moves) dragging.move(at(x, y));
  dragging.end();
  return { drop, dragging };
}

test("a card that is let go above the hand is played", () => {
  const { drop, dragging } = dragged([0, -20], [30, -60]);
  expect(drop.mock.calls).toEqual([[42]]);
  expect(dragging.justDropped).toBe(true);
});

test("a card that is let go near its place goes back, and that is no click", () => {
  const { drop, dragging } = dragged([0, -60], [30, -20]);
  expect(drop).not.toHaveBeenCalled();
  expect([dragging.card, dragging.justDropped]).toEqual([null, true]);
});

test("a finger that slips a little still taps", () => {
  const { drop, dragging } = dragged([3, -4]);
  expect(drop).not.toHaveBeenCalled();
  expect(dragging.justDropped).toBe(false);
});

test("a drag that the browser takes away plays nothing", () => {
  const drop = vi.fn();
  const dragging = new Dragging(drop);
  dragging.start(at(0, 0), 42);
  dragging.move(at(0, -90));
  dragging.end(false);
  expect(drop).not.toHaveBeenCalled();
});
