/** Cards travel between hand, middle and rows: whoever shows a card says `send` and `receive` with its number. */
import { cubicOut } from "svelte/easing";
import { crossfade, fade } from "svelte/transition";
import { pace } from "./settings.svelte";

export const duration = (milliseconds: number): number => milliseconds * pace();

export const [send, receive] = crossfade({
  duration: () => duration(340),
  easing: cubicOut,
  fallback: (node) => fade(node, { duration: duration(200) }),
});
