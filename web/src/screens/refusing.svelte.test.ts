/** What is refused: in our own words, and with a way home. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { learn, speak } from "../lib/words.svelte";
import Moment from "./Moment.svelte";
import NewTable from "./NewTable.svelte";
import Tv from "./Tv.svelte";

const GAME = { key: "base", players: [2, 3], sections: ["B"], preset: {}, options: [] };

class Socket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    super();
    setTimeout(() => this.onopen?.());
  }
  send(): void {
    this.onmessage?.({ data: JSON.stringify({ type: "goodbye", code: "no_such_table", sentence: "…" }) });
  }
  close(): void {}
}

const answer = (status: number, body: unknown): void => void vi.stubGlobal("fetch", vi.fn(async () => new Response(JSON.stringify(body), { status })));

beforeAll(() => speak("fr").then(() => learn("train")));
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a table needs a name: it says so in the page's language, where the field can be seen", async () => {
  answer(200, [GAME]);
  render(NewTable);
  const name = await within(screen.getByRole("main")).findByLabelText<HTMLInputElement>("Votre nom");
  const shown = vi.fn();
  name.scrollIntoView = shown;
  name.value = "";
  const invalid = new Event("invalid", { cancelable: true });
  await fireEvent(name, invalid);
  expect(invalid.defaultPrevented).toBe(true); // or the browser speaks
  expect(screen.getByRole("alert").textContent).toBe("Indiquez un nom, s’il vous plaît.");
  expect(shown).toHaveBeenCalled();
  expect(document.activeElement).toBe(name);
});

test("a position that cannot be shown leaves a way home", async () => {
  answer(422, { code: "bad_text", sentence: "A position ends with its game." });
  render(Moment, { code: "broken" });
  const main = await screen.findByRole("main");
  expect(within(main).getByRole("heading", { level: 1 }).textContent).toBe("Impossible de montrer cette position");
  expect(within(main).getByRole("alert").textContent).toBe("Cette position est mal écrite.");
  expect(within(main).getByRole("link", { name: "Accueil" }).getAttribute("href")).toBe("/");
});

test("a TV that is shown an unknown table leaves a way home", async () => {
  answer(200, { address: null });
  vi.stubGlobal("WebSocket", Socket);
  render(Tv, { code: "nothing" });
  expect((await screen.findByRole("alert")).textContent).toMatch(/\S/);
  expect(within(screen.getByRole("main")).getByRole("link", { name: "Accueil" }).getAttribute("href")).toBe("/");
});
