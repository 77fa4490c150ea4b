/** What this device remembers. A browser that forbids storage forgets when the page is closed, and nothing breaks. */
const memory = new Map<string, string>();

/** What is stored there; the fallback where that is nothing, no JSON, or of another kind, be it by another version or another hand. */
export function stored<T>(key: string, fallback: T): T {
  const found = parsed(textOf(key));
  return found === undefined || (fallback !== null && kind(found) !== kind(fallback)) ? fallback : (found as T);
}

function textOf(key: string): string | null {
  try {
    return localStorage.getItem(`nimmt.${key}`);
  } catch {
    return memory.get(key) ?? null;
  }
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const kind = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

export function store(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(`nimmt.${key}`, text);
  } catch {
    // kept in memory
  }
}
