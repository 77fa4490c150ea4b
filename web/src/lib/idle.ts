/** Do what can wait once the browser has nothing better to do, or after a while even if it always has. */
const SOON_MS = 200; // for browsers that do not tell when they are idle
const LATEST_MS = 2000;

export function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: LATEST_MS });
  else setTimeout(act, SOON_MS);
}
