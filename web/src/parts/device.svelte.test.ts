/** What the page asks of the device: to share, to copy, to be installed, to ring. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../lib/settings.svelte";
import { learn, speak } from "../lib/words.svelte";
import Invitation from "./Invitation.svelte";
import SettingsPanel from "./SettingsPanel.svelte";

const LINK = "http://192.0.2.7:8765/t/bekekabefu";
const reach = async () => new Response(JSON.stringify({ address: "http://192.0.2.7:8765" }));

beforeAll(() => speak("en").then(() => learn("lobby")));
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", vi.fn(reach));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "share");
  Reflect.deleteProperty(navigator, "clipboard");
  Reflect.deleteProperty(document, "execCommand");
});

const give = (to: object, name: string, value: unknown): unknown => Object.defineProperty(to, name, { value, configurable: true });

async function invite(): Promise<void> {
  render(Invitation, { code: "bekekabefu", title: "Friday" });
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Link to this table").value).toBe(LINK));
}

test("where the device can share, it is given the link and a few words", async () => {
  const share = vi.fn(async (_: ShareData) => {});
  give(navigator, "share", share);
  await invite();
  await fireEvent.click(screen.getByRole("button", { name: "Share" }));
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: "Friday", text: "Come and play Friday!", url: LINK });
});

test("who closes the device's own sheet again is told nothing", async () => {
  give(navigator, "share", vi.fn(() => Promise.reject(new DOMException("", "AbortError"))));
  await invite();
  await fireEvent.click(screen.getByRole("button", { name: "Share" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("where it cannot, the link is copied", async () => {
  const writeText = vi.fn(async (_: string) => {});
  give(navigator, "clipboard", { writeText });
  await invite();
  expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Copy link" }));
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Copied" })).toBeTruthy());
  expect(writeText).toHaveBeenCalledExactlyOnceWith(LINK);
});

test("over plain http it is copied from its field, and nothing is claimed that did not happen", async () => {
  give(navigator, "clipboard", undefined);
  const copy = vi.fn((_: string) => false);
  give(document, "execCommand", copy);
  await invite();
  await fireEvent.click(screen.getByRole("button", { name: "Copy link" }));
  expect(copy).toHaveBeenCalledWith("copy");
  expect(screen.queryByRole("button", { name: "Copied" })).toBeNull();
  copy.mockReturnValue(true);
  await fireEvent.click(screen.getByRole("button", { name: "Copy link" }));
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Copied" })).toBeTruthy());
});

test("the page can be installed once the browser offers it, and only then", async () => {
  render(SettingsPanel);
  expect(screen.queryByRole("button", { name: "Install as an app" })).toBeNull();
  const prompt = vi.fn(async () => {});
  const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  dispatchEvent(offer);
  expect(offer.defaultPrevented).toBe(true);
  await fireEvent.click(await screen.findByRole("button", { name: "Install as an app" }));
  expect(prompt).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Install as an app" })).toBeNull());
  dispatchEvent(offer);
  await screen.findByRole("button", { name: "Install as an app" });
  dispatchEvent(new Event("appinstalled"));
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Install as an app" })).toBeNull());
});

test("sounds are off until somebody switches them on, and that is heard at once", async () => {
  const context = vi.fn();
  const parameter = { setValueCurveAtTime: () => {} };
  vi.stubGlobal("AudioContext", class {
    currentTime = 0;
    state = "running";
    destination = {};
    constructor() { context(); }
    createGain = () => ({ gain: parameter, connect: () => this.destination });
    createBiquadFilter = () => ({ frequency: parameter, connect: <T>(next: T) => next });
    createOscillator = () => ({ frequency: parameter, connect: <T>(next: T) => next, start: () => {}, stop: () => {} });
  });
  render(SettingsPanel);
  const sounds = screen.getByRole<HTMLInputElement>("switch", { name: "Sounds" });
  expect([sounds.checked, settings.sound]).toEqual([false, false]);
  await fireEvent.click(sounds);
  expect(settings.sound).toBe(true);
  expect(context).toHaveBeenCalledOnce();
  await fireEvent.click(sounds);
  expect(settings.sound).toBe(false);
});
