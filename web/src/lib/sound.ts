/** Small sounds of our own, made on the spot. Silent unless somebody switched them on. */
import { settings } from "./settings.svelte";

export type Sound = "card" | "take" | "turn" | "win";
/** A tone: when it starts, how long it rings, its pitch and where that glides to, how loud it is. */
type Tone = { at: number; lasts: number; from: number; to?: number; loud: number; shape: OscillatorType };

export const SOUNDS: Record<Sound, Tone[]> = {
  card: [{ at: 0, lasts: 0.07, from: 420, to: 180, loud: 0.16, shape: "triangle" }],
  take: [
    { at: 0, lasts: 0.16, from: 196, to: 110, loud: 0.18, shape: "sawtooth" },
    { at: 0.13, lasts: 0.26, from: 147, to: 82, loud: 0.18, shape: "sawtooth" },
  ],
  turn: [
    { at: 0, lasts: 0.14, from: 587, loud: 0.12, shape: "sine" },
    { at: 0.12, lasts: 0.24, from: 880, loud: 0.12, shape: "sine" },
  ],
  win: [523, 659, 784, 1047].map((from, step) => ({ at: step * 0.13, lasts: 0.34, from, loud: 0.12, shape: "triangle" as const })),
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const tone of SOUNDS[sound]) ring(context, tone);
}

function ring(audio: AudioContext, tone: Tone): void {
  const [starts, ends] = [audio.currentTime + tone.at, audio.currentTime + tone.at + tone.lasts];
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.type = tone.shape;
  source.frequency.setValueAtTime(tone.from, starts);
  if (tone.to) source.frequency.exponentialRampToValueAtTime(tone.to, ends);
  // swells and fades: a tone that starts or stops at once clicks
  volume.gain.setValueAtTime(0.0001, starts);
  volume.gain.exponentialRampToValueAtTime(tone.loud, starts + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, ends);
  source.connect(volume).connect(audio.destination);
  source.start(starts);
  source.stop(ends);
}
