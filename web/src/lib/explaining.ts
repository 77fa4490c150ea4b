/** A few words about what somebody points at, touches or reaches with the keyboard: one slip of paper for the whole page. */
import type { Attachment } from "svelte/attachments";

const EDGE = 8; // pixels
let slip: HTMLElement | null = null;

/** Above what it explains, or below it where there is no room; always within the screen. */
function show(by: Element, text: string): void {
  if (!slip?.isConnected) slip = document.body.appendChild(Object.assign(document.createElement("div"), { className: "explanation", popover: "manual", ariaHidden: "true" }));
  slip.textContent = text;
  slip.showPopover?.();
  const { left, width, top, bottom } = by.getBoundingClientRect();
  const widest = innerWidth - slip.offsetWidth - EDGE;
  const above = top - slip.offsetHeight - EDGE;
  slip.style.left = `${Math.max(EDGE, Math.min(left + width / 2 - slip.offsetWidth / 2, widest))}px`;
  slip.style.top = `${above > EDGE ? above : bottom + EDGE}px`;
}

function hide(): void {
  slip?.hidePopover?.();
}

/** Explain this when it is pointed at or tapped; whoever comes by keyboard is told `whole`. Those who listen hear it as its name. */
export const explained = (text: string, whole = text): Attachment<HTMLElement> => (node) => {
  const listeners: [keyof HTMLElementEventMap, (event: Event) => void][] = [
    ["pointerover", (event) => { event.stopPropagation(); if ((event as PointerEvent).pointerType === "mouse") show(node, text); }],
    ["pointerout", (event) => { if ((event as PointerEvent).pointerType === "mouse") hide(); }],
    ["click", (event) => { event.stopPropagation(); show(node, text); setTimeout(() => addEventListener("pointerdown", hide, { once: true })); }],
    ["focus", () => { if (node.matches(":focus-visible")) show(node, whole); }],
    ["blur", hide],
    ["keydown", (event) => { if ((event as KeyboardEvent).key === "Escape") hide(); }],
  ];
  for (const [kind, act] of listeners) node.addEventListener(kind, act);
  return () => {
    for (const [kind, act] of listeners) node.removeEventListener(kind, act);
    hide();
  };
};
