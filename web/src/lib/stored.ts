/** What this device remembers. A browser that forbids storage forgets when the page is closed, and nothing breaks. */
const memory = new Map<string, string>();

export function stored<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`nimmt.${key}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    const text = memory.get(key);
    return text === undefined ? fallback : (JSON.parse(text) as T);
  }
}

export function store(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(`nimmt.${key}`, text);
  } catch {
    // kept in memory
  }
}
