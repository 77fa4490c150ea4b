import { byKeys } from "./router.svelte";

/** Keyboard users keep their place: the first card of the hand gets the focus when they open a table; when the element with the focus goes away, the nearest card of the hand gets it; when a row is to be taken, the first row does. */
const CARDS = ".bottom .hand button";
const ROWS = ".board .take";

export function keepFocus(root: HTMLElement): () => void {
  let last: { element: HTMLElement; place: number } | null = null;
  const opening = { element: document.createElement("i"), place: 0 };
  const middle = root.querySelector<HTMLElement>("main");

  const came = ({ target }: FocusEvent): void => {
    const element = target as HTMLElement;
    // while there are no cards, the middle of the table stands in for them
    if (element !== middle) last = { element, place: placeOf(element) };
  };
  const left = ({ target, relatedTarget }: FocusEvent): void => {
    if (!relatedTarget && target === middle && last === opening) last = null;
    // left on purpose if it is still there
    if (!relatedTarget) queueMicrotask(() => (target as Node).isConnected && document.activeElement !== target && last?.element === target && (last = null));
  };
  let offered = false;
  const offer = (): void => {
    const row = root.querySelector<HTMLElement>(ROWS);
    if (row && !offered && document.activeElement?.matches(`:is(${CARDS}, main):focus-visible`)) row.focus({ preventScroll: true });
    offered = !!row;
  };
  const changed = (): void => {
    const lost = last && !last.element.isConnected && [document.body, middle].includes(document.activeElement as HTMLElement);
    if (lost) (nearest(root, last!.place) ?? middle)?.focus({ preventScroll: true });
    offer();
  };

  const observer = new MutationObserver(changed);
  // somebody came here with keys, and what had the focus is gone: the hand is next, as soon as there is one
  if (byKeys() && document.activeElement === document.body) {
    last = opening;
    changed();
  }
  observer.observe(root, { childList: true, subtree: true });
  root.addEventListener("focusin", came);
  root.addEventListener("focusout", left);
  return () => observer.disconnect();
}

const placeOf = (element: HTMLElement): number => {
  const item = element.closest(".hand > li");
  return item ? [...item.parentElement!.children].indexOf(item) : 0;
};

function nearest(root: HTMLElement, place: number): HTMLElement | null {
  const away = (card: HTMLElement): number => Math.abs(placeOf(card) - place);
  return [...root.querySelectorAll<HTMLElement>(CARDS)].sort((one, other) => away(one) - away(other))[0] ?? null;
}
