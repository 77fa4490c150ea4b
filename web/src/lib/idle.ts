/** Do what can wait once the browser has nothing better to do. */
const SOON_MS = 200; // for browsers that do not tell when they are idle

export function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act);
  else setTimeout(act, SOON_MS);
}
