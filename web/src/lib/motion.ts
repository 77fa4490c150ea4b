/** Cards fly in a layer of their own: their places on the board are fixed, and nothing else moves when a card does. */
import { moves, pace } from "./settings.svelte";

const FLIGHT_MS = 340;
const REVEAL_MS = 620;
const TAKING_MS = 920;
/** When the row that is taken has left its place to the card that took it. */
const LEFT_MS = 540;
const EASING = "cubic-bezier(0.22, 0.8, 0.36, 1)";
/** Longer than any flight takes, its wait included. */
const HIDDEN_MS = 6000;
const AT_ONCE = 3;
/** A card that moved less than this has stayed where it was. */
const NEAR = 2;

export type Places = Map<string, DOMRect>;

/** How long a movement takes; 0 where people want none. */
export const duration = (milliseconds: number): number => moves() ? milliseconds * pace() : 0;

const cards = (): NodeListOf<HTMLElement> => document.querySelectorAll<HTMLElement>("[data-card]");

/** Where every card lies now, and every face is: whatever shows one says so with `data-card` or `data-seat`. */
export function lift(): Places {
  const faces = document.querySelectorAll<HTMLElement>("[data-seat] > .face");
  return new Map([
    ...[...cards()].map((card) => [card.dataset["card"]!, card.getBoundingClientRect()] as const),
    ...[...faces].map((face) => [seatKey((face.parentElement as HTMLElement).dataset["seat"]), face.getBoundingClientRect()] as const),
  ]);
}

type Moved = { card: HTMLElement; from: DOMRect | undefined; to: DOMRect };

const seatKey = (seat: string | undefined): string => `seat ${seat}`;

const stays = ({ from, to }: Moved): boolean => !!from && Math.abs(from.x - to.x) + Math.abs(from.y - to.y) <= NEAR;

const listOf = ({ card }: Moved): HTMLElement => card.closest("ol") ?? card;

/** The face of whoever turns this card up. */
const ownerOf = (card: HTMLElement, before: Places): DOMRect | undefined => before.get(seatKey(card.closest<HTMLElement>("[data-owner]")?.dataset["owner"]));

/** Let every card fly from where it lay to where it lies now; a card that lay nowhere comes from its owner, or appears. */
export function fly(before: Places): void {
  const now = [...cards()].map((card): Moved => ({ card, from: before.get(card.dataset["card"]!), to: card.getBoundingClientRect() }));
  const turned = now.filter(({ card, from }) => !from && ownerOf(card, before)?.width);
  // a list in which nothing stays appears as a whole: one animation is less work than ten
  const steady = new Set(now.filter(stays).map(listOf));
  const fresh = now.filter((moved) => !moved.from && !turned.includes(moved)).map((moved) => (steady.has(listOf(moved)) ? moved.card : listOf(moved)));
  for (const thing of new Set(fresh)) fade(thing);
  const flying = now.filter((moved): moved is Moved & { from: DOMRect } => !!moved.from?.width && !!moved.to.width && !stays(moved));
  const taken = flying.filter(({ card }) => card.closest(".loot"));
  const others = flying.filter((moved) => !taken.includes(moved));
  spread([
    ...turned.map(({ card, to }) => turnUp(card, ownerOf(card, before)!, to)),
    ...taken.map((moved, at) => take(moved, taken[0]!.from, at)),
    ...others.map((moved) => send(moved, taken.length ? LEFT_MS : 0)),
  ]);
}

/** A few flights begin with each picture: to lay out all their copies at once would be one long task. */
function spread(flights: (() => void)[]): void {
  for (const begin of flights.slice(0, AT_ONCE)) begin();
  if (flights.length > AT_ONCE) requestAnimationFrame(() => spread(flights.slice(AT_ONCE)));
}

const fade = (thing: HTMLElement): void => void thing.animate([{ opacity: 0 }, { opacity: 1 }], { duration: duration(FLIGHT_MS), easing: "ease-in" });

type Flight = { copy: HTMLElement; at: (place: DOMRect) => string; fly: (frames: Keyframe[], milliseconds: number, delay?: number, easing?: string) => void };

/** A card is hidden from now on; then a copy of it begins to fly in the sky, as large as the card ever is on its way, and shows it in the end. */
function flight(card: HTMLElement, from: DOMRect, to: DOMRect, begin: (flight: Flight) => void): () => void {
  const hidden = card.animate([{ opacity: 0 }, { opacity: 0 }], { duration: HIDDEN_MS });
  return () => {
    const width = Math.max(from.width, to.width);
    const copy = document.createElement("div");
    copy.append(card.cloneNode(true));
    for (const each of copy.querySelectorAll("[data-card]")) each.removeAttribute("data-card");
    Object.assign(copy.style, { left: `${to.x}px`, top: `${to.y}px`, width: `${width}px` });
    layer().append(copy);
    const land = (): void => {
      copy.remove();
      hidden.cancel();
    };
    begin({
      copy,
      at: (place) => `translate(${place.x - to.x}px, ${place.y - to.y}px) scale(${place.width / width})`,
      fly: (frames, milliseconds, delay = 0, easing = EASING) => {
        const flown = copy.animate(frames, { duration: duration(milliseconds), delay: duration(delay), easing, fill: "backwards" });
        flown.onfinish = flown.oncancel = land;
      },
    });
  };
}

const send = ({ card, from, to }: Moved & { from: DOMRect }, delay: number): (() => void) =>
  flight(card, from, to, ({ at, fly }) => fly([{ transform: at(from) }, { transform: at(to) }], FLIGHT_MS, delay));

/** A card of a row that is taken: the row trembles, gathers at its first card, and goes to whoever took it. */
const take = ({ card, from, to }: Moved & { from: DOMRect }, first: DOMRect, place: number): (() => void) =>
  flight(card, from, to, ({ at, fly }) => {
    const gathered = at(new DOMRect(first.x + place * 4, first.y - place * 2, first.width, first.height));
    const trembling = [1, -1, 1, -1, 1].map((side, step) => ({ transform: `${at(from)} translate(${side * 3}px, ${-side}px) rotate(${side * 2.5}deg)`, offset: 0.06 * (step + 1) }));
    const frames = [{ transform: at(from), offset: 0 }, ...trembling, { transform: gathered, offset: 0.52 }, { transform: gathered, offset: 0.58 }, { transform: at(to), offset: 1 }];
    fly(frames.map((frame) => ({ ...frame, easing: "ease-in-out" })), TAKING_MS, 0, "linear");
  });

/** From the face of its owner, where it lay face down. */
const turnUp = (card: HTMLElement, from: DOMRect, to: DOMRect): (() => void) =>
  flight(card, to, to, ({ copy, at, fly }) => {
    const back = document.createElement("span");
    back.className = "back";
    copy.className = "turning";
    copy.append(back);
    for (const [side, start] of [[copy.firstElementChild!, 180], [back, 0]] as const)
      side.animate([{ transform: `perspective(60rem) rotateY(${start}deg)` }, { transform: `perspective(60rem) rotateY(${start + 180}deg)` }], { duration: duration(REVEAL_MS), easing: "ease-in-out" });
    const small = new DOMRect(from.x + from.width / 2 - to.width / 4, from.y + from.height / 2 - to.height / 4, to.width / 2, to.height / 2);
    fly([{ transform: at(small) }, { transform: at(to) }], REVEAL_MS);
  });

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
