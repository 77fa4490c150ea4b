// The score pad without a network. The network comes first, always; what was kept is used only where it fails, so that
// nobody sees an old page after an update. All addresses share one page: without a network it says what does not load.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  event.respondWith(fetch(request).catch((error) => kept(request, error)));
});

async function kept(request, error) {
  const cache = await caches.open("scores");
  const found = await cache.match(request.mode === "navigate" ? "/scores" : request, { ignoreVary: true });
  if (!found) throw error;
  return found;
}
