/** Small sounds of our own, made on the spot. Silent unless somebody switched them on. */
import { settings } from "./settings.svelte";

export type Sound = "card" | "shuffle" | "take" | "turn" | "win";
/** A tone or a rustle: when it starts, how long it lasts, its pitch and where that glides to, how loud and how dull it is. */
type Tone = { at: number; lasts: number; from: number; to?: number; loud: number; shape: OscillatorType | "noise"; dull?: number };

const rustle = (at: number, lasts: number, from: number, to: number, loud: number): Tone => ({ at, lasts, from, to, loud, shape: "noise" });

export const SOUNDS: Record<Sound, Tone[]> = {
  // paper on felt: a rustle and a soft thud
  card: [rustle(0, 0.06, 1800, 700, 0.22), { at: 0.015, lasts: 0.09, from: 150, to: 75, loud: 0.2, shape: "sine" }],
  shuffle: Array.from({ length: 9 }, (_, at) => rustle(at * 0.055, 0.05, 2600 - 90 * at, 1500, 0.1)),
  // a snort, and a moo that swells and sinks
  take: [
    rustle(0, 0.13, 900, 260, 0.24),
    rustle(0.15, 0.17, 800, 220, 0.24),
    { at: 0.36, lasts: 0.3, from: 118, to: 156, loud: 0.2, shape: "sawtooth", dull: 620 },
    { at: 0.62, lasts: 0.75, from: 156, to: 98, loud: 0.2, shape: "sawtooth", dull: 520 },
  ],
  turn: [
    { at: 0, lasts: 0.14, from: 587, loud: 0.12, shape: "sine" },
    { at: 0.12, lasts: 0.24, from: 880, loud: 0.12, shape: "sine" },
  ],
  // a small fanfare that ends in a chord
  win: [
    ...[523, 523, 523, 698].map((from, step): Tone => ({ at: step * 0.14, lasts: step === 3 ? 0.5 : 0.13, from, loud: 0.1, shape: "square", dull: 1800 })),
    ...[698, 880, 1047].map((from): Tone => ({ at: 0.72, lasts: 0.9, from, loud: 0.08, shape: "square", dull: 1800 })),
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
  const [starts, ends] = [audio.currentTime + tone.at, audio.currentTime + tone.at + tone.lasts];
  const [source, filter, volume] = [sourceOf(audio, tone), audio.createBiquadFilter(), audio.createGain()];
  filter.type = tone.shape === "noise" ? "bandpass" : "lowpass";
  if (tone.dull) filter.frequency.setValueAtTime(tone.dull, starts);
  else if (source.frequency) filter.frequency.setValueAtTime(8000, starts);
  const pitch = source.frequency ?? filter.frequency; // a rustle has the pitch of what lets it through
  pitch.setValueAtTime(tone.from, starts);
  if (tone.to) pitch.exponentialRampToValueAtTime(tone.to, ends);
  // swells and fades: a tone that starts or stops at once clicks
  volume.gain.setValueAtTime(0.0001, starts);
  volume.gain.exponentialRampToValueAtTime(tone.loud, starts + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, ends);
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(starts);
  source.stop(ends);
}
