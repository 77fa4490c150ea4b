import { afterEach, expect, test, vi } from "vitest";
import { keep } from "./settings.svelte";
import { play, SOUNDS, type Sound } from "./sound";

let started = 0;
const parameter = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
class Silence {
  currentTime = 0;
  state = "running";
  destination = {};
  createGain = () => ({ gain: parameter, connect: () => this.destination });
  createOscillator = () => ({ type: "", frequency: parameter, connect: <T>(next: T) => next, start: () => (started += 1), stop: () => {} });
}

vi.stubGlobal("AudioContext", Silence);
afterEach(() => {
  started = 0;
  keep({ sound: false });
});

test("nothing rings unless somebody switched sounds on", () => {
  play("win");
  expect(started).toBe(0);
});

test.each(Object.keys(SOUNDS) as Sound[])("%s rings all its tones", (sound) => {
  keep({ sound: true });
  play(sound);
  expect(started).toBe(SOUNDS[sound].length);
});
