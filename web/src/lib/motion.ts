/** Cards fly in a layer of their own: their places on the board are fixed, and nothing else moves because a card does. */
import { moves, pace } from "./settings.svelte";

const FLIGHT_MS = 340;
const EASING = "cubic-bezier(0.22, 0.8, 0.36, 1)";
/** A card that moved less than this has stayed where it was. */
const NEAR = 2;

export type Places = Map<string, DOMRect>;

/** How long a movement takes; 0 where people want none. */
export const duration = (milliseconds: number): number => moves() ? milliseconds * pace() : 0;

const cards = (): NodeListOf<HTMLElement> => document.querySelectorAll<HTMLElement>("[data-card]");

/** Where every card lies now: whatever shows one says so with `data-card`. */
export function lift(): Places {
  return new Map([...cards()].map((card) => [card.dataset["card"]!, card.getBoundingClientRect()]));
}

/** Let every card fly from where it lay to where it lies now; a card that lay nowhere appears. */
export function fly(before: Places): void {
  const now = [...cards()].map((card) => ({ card, from: before.get(card.dataset["card"]!), to: card.getBoundingClientRect() }));
  for (const { card, from, to } of now) {
    if (!from) hide(card, 1);
    else if (Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > NEAR && from.width && to.width) send(card, from, to);
  }
}

/** Not to be seen until the flight is over, or fading in. */
const hide = (card: HTMLElement, end: number): void =>
  void card.animate([{ opacity: 0 }, { opacity: end }], { duration: duration(FLIGHT_MS), easing: "ease-in" });

function send(card: HTMLElement, from: DOMRect, to: DOMRect): void {
  const flight = document.createElement("div");
  flight.append(card.cloneNode(true));
  for (const each of flight.querySelectorAll("[data-card]")) each.removeAttribute("data-card");
  Object.assign(flight.style, { left: `${to.x}px`, top: `${to.y}px`, width: `${to.width}px` });
  layer().append(flight);
  hide(card, 0);
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`;
  const flown = flight.animate([{ transform: start }, { transform: "none" }], { duration: duration(FLIGHT_MS), easing: EASING });
  flown.onfinish = flown.oncancel = () => flight.remove();
}

let sky: HTMLElement | null = null;

function layer(): HTMLElement {
  if (!sky?.isConnected) {
    sky = document.createElement("div");
    sky.className = "sky";
    sky.setAttribute("aria-hidden", "true");
    document.body.append(sky);
  }
  return sky;
}
