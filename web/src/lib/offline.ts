/** Keeps the score pad for times without a network, and what says elsewhere that there is none. A browser that cannot, or a server without HTTPS, does without. */
const PAD = "/scores";

/** What the page is made of now: everything that was loaded of it so far. */
const loaded = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && /^\/(assets\/|icon|manifest)/.test(pathname))
    .map(({ pathname }) => pathname);

export async function keepForOffline(): Promise<boolean> {
  if (!navigator.serviceWorker || !globalThis.caches) return false;
  try {
    await navigator.serviceWorker.register("/sw.js", { scope: "/" });
    const cache = await caches.open("scores");
    const wanted = new Set([PAD, ...loaded()]);
    await cache.addAll([...wanted]);
    for (const request of await cache.keys()) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
    return true;
  } catch {
    return false; // offline right now, or storage is forbidden: what was kept before still is
  }
}
