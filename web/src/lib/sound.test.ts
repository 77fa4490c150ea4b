import { afterEach, expect, test, vi } from "vitest";
import { keep } from "./settings.svelte";
import { play, SOUNDS, type Sound } from "./sound";

let started = 0;
const parameter = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
const connect = <T>(next: T): T => next;
const source = () => ({ type: "", frequency: parameter, connect, start: () => (started += 1), stop: () => {} });
class Silence {
  currentTime = 0;
  sampleRate = 100;
  state = "running";
  destination = {};
  createGain = () => ({ gain: parameter, connect });
  createBiquadFilter = () => ({ type: "", frequency: parameter, connect });
  createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
  createBufferSource = () => ({ ...source(), frequency: undefined });
  createOscillator = source;
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
