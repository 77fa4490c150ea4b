/** Small sounds of our own, made on the spot. Silent unless somebody switched them on. */
import { settings } from "./settings.svelte";

export type Sound = "card" | "shuffle" | "thud" | "take" | "jolt" | "turn" | "win";
/** A tone or a rustle: when it starts and how long it lasts; the stops that its pitch, loudness and dullness glide through. */
type Tone = { at: number; lasts: number; pitch: number[]; loud: number[]; shape: OscillatorType | "noise"; dull?: number[] };

const FADE = [0, 1, 0.45, 0.2, 0.07, 0]; // of something that is struck
const HELD = [0, 0.9, 1, 0.9, 0.75, 0]; // of something that is blown
const louder = (curve: number[], loud: number): number[] => curve.map((part) => part * loud);
const rustle = (at: number, lasts: number, from: number, to: number, loud: number): Tone => ({ at, lasts, pitch: [from, to], loud: louder(FADE, loud), shape: "noise" });
const bell = (at: number, lasts: number, pitch: number): Tone => ({ at, lasts, pitch: [pitch, pitch], loud: louder(FADE, 0.14), shape: "sine" });
const horn = (at: number, lasts: number, pitch: number, loud: number): Tone => ({ at, lasts, pitch: [pitch, pitch], loud: louder(HELD, loud), shape: "square", dull: [900, 2200, 1400] });

/** Something heavy is put down. */
const thud = (loud: number): Tone[] => [rustle(0, 0.09, 500, 160, loud), { at: 0, lasts: 0.2, pitch: [110, 42], loud: louder(FADE, loud), shape: "sine" }];

export const SOUNDS: Record<Sound, Tone[]> = {
  thud: thud(0.32),
  // the table jolts, and the bull snorts once more
  jolt: [...thud(0.34), ...[0.2, 0.4, 0.62].map((at) => rustle(at, 0.17, 950 - 300 * at, 220, 0.4))],
  // paper on felt: a rustle and a soft thud
  card: [rustle(0, 0.06, 1800, 700, 0.3), { at: 0.01, lasts: 0.1, pitch: [150, 75], loud: louder(FADE, 0.34), shape: "sine" }],
  shuffle: Array.from({ length: 9 }, (_, at) => rustle(at * 0.055, 0.05, 2600 - 90 * at, 1500, 0.16)),
  // two snorts through the nose, and a moo: the mouth opens, the voice rises and sinks, the mouth closes
  take: [
    rustle(0, 0.14, 900, 260, 0.4),
    rustle(0.17, 0.18, 800, 220, 0.4),
    ...[1, 1.006].map((off): Tone => ({
      at: 0.4,
      lasts: 1.15,
      pitch: [104, 118, 139, 150, 152, 147, 132, 112, 98].map((pitch) => pitch * off),
      loud: louder([0, 0.5, 0.8, 1, 1, 0.95, 0.75, 0.4, 0], 0.16),
      shape: "sawtooth",
      dull: [220, 300, 480, 640, 680, 620, 460, 300, 220],
    })),
  ],
  turn: [bell(0, 0.3, 587), bell(0.12, 0.5, 880)],
  // a small fanfare that ends in a chord
  win: [
    ...[523, 523, 523].map((pitch, step) => horn(step * 0.14, 0.13, pitch, 0.09)),
    horn(0.42, 0.28, 698, 0.09),
    ...[698, 880, 1047].map((pitch) => horn(0.72, 1, pitch, 0.06)),
  ],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const tone of SOUNDS[sound]) ring(context, tone);
}

/** A second of hiss, from which every rustle is cut. */
function hiss(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}

function sourceOf(audio: AudioContext, { shape }: Tone): AudioScheduledSourceNode & { frequency?: AudioParam } {
  if (shape !== "noise") return Object.assign(audio.createOscillator(), { type: shape });
  noise ??= hiss(audio);
  return Object.assign(audio.createBufferSource(), { buffer: noise });
}

function ring(audio: AudioContext, tone: Tone): void {
  const starts = audio.currentTime + tone.at;
  const [source, filter, volume] = [sourceOf(audio, tone), audio.createBiquadFilter(), audio.createGain()];
  const glide = (what: AudioParam, stops: number[]) => what.setValueCurveAtTime(Float32Array.from(stops), starts, tone.lasts);
  filter.type = tone.shape === "noise" ? "bandpass" : "lowpass";
  if (source.frequency) glide(filter.frequency, tone.dull ?? [8000, 8000]);
  glide(source.frequency ?? filter.frequency, tone.pitch); // a rustle has the pitch of what lets it through
  glide(volume.gain, tone.loud);
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(starts);
  source.stop(starts + tone.lasts);
}
