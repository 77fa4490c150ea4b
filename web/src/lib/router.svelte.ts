/** Where we are: the address bar, split at its slashes. */
let path = $state(location.pathname);
let query = $state(location.search);

addEventListener("popstate", () => {
  path = location.pathname;
  query = location.search;
});

/** Whether the last thing that somebody did here was done with keys. */
let keys = false;
addEventListener("keydown", () => (keys = true), true);
addEventListener("pointerdown", () => (keys = false), true);
export const byKeys = (): boolean => keys;

/** The parts of the path, such as ["t", "bekekabefu"]. */
export const place = (): string[] => path.split("/").filter(Boolean).map(decoded);

/** A part of an address as people read it; what cannot be decoded stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const ALONE = ["new", "learn", "past", "scores", "daily", "train"];
const NAMED = ["t", "tv", "replay", "moment", "learn"];

/** Whether there may be anything at these parts of a path. */
export const isPlace = ([kind, name, ...rest]: readonly string[]): boolean =>
  kind === undefined || (!rest.length && (name === undefined ? ALONE.includes(kind) : NAMED.includes(kind)));

export const asked = (name: string): string | null => new URLSearchParams(query).get(name);

export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  path = location.pathname;
  query = location.search;
  if (!replace) scrollTo(0, 0);
}

/** For links: stay on the page, unless somebody wants a new tab. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.pathname + link.search);
}
