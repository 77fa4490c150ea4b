import { afterEach, expect, test, vi } from "vitest";
import { keep } from "./settings.svelte";
import { play, SOUNDS, type Sound } from "./sound";

let started = 0;
const parameter = { setValueCurveAtTime: () => {} };
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

test.each(Object.entries(SOUNDS))("%s neither clicks nor distorts", (_, tones) => {
  for (const { loud } of tones) expect([loud[0], loud.at(-1)]).toEqual([0, 0]); // what starts or stops at once clicks
  const together = (moment: number) =>
    tones.filter(({ at, lasts }) => at <= moment && moment < at + lasts).reduce((sum, { loud }) => sum + Math.max(...loud), 0);
  for (const { at } of tones) expect(together(at)).toBeLessThan(0.7); // of what a loudspeaker can do
});
