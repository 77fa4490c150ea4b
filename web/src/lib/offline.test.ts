import { afterEach, expect, test, vi } from "vitest";
import { keepForOffline } from "./offline";

afterEach(() => (vi.unstubAllGlobals(), vi.restoreAllMocks()));

/** A browser that can keep pages, and holds these addresses. */
function browser(...held: string[]): Set<string> {
  const kept = new Set(held.map((path) => location.origin + path));
  const cache = {
    addAll: async (paths: string[]) => paths.forEach((path) => kept.add(location.origin + path)),
    keys: async () => [...kept].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => kept.delete(url),
  };
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("navigator", { serviceWorker: { register: async () => undefined } });
  const loaded = ["/assets/index-2.js", "/icon.svg", "/api/bots"].map((path) => ({ name: location.origin + path }));
  vi.spyOn(performance, "getEntriesByType").mockReturnValue(loaded as never);
  return kept;
}

test("the score pad is kept with all that it is made of, and nothing of an older page", async () => {
  const kept = browser("/scores", "/assets/index-1.js");
  expect(await keepForOffline()).toBe(true);
  expect([...kept].map((url) => new URL(url).pathname).sort()).toEqual(["/assets/index-2.js", "/icon.svg", "/scores"]);
});

test("a browser that cannot keep anything does without", async () => {
  vi.stubGlobal("navigator", {});
  expect(await keepForOffline()).toBe(false);
});
