/** What a person chose for this device: language, light, motion, sound. */
import { store, stored } from "./stored";
import { type Language, speak, spoken } from "./words.svelte";

export type Theme = "auto" | "dark" | "light";
export type Speed = "instant" | "off" | "fast" | "normal" | "slow";

const FACTORS: Record<Speed, number> = { instant: 0, off: 1, fast: 0.5, normal: 1, slow: 2 };

type Settings = { language: Language | null; theme: Theme; speed: Speed | null; sound: boolean; seen: boolean; handy: boolean; name: string; confirm?: boolean; notify?: boolean; asked?: boolean };

export const settings = $state<Settings>(
  stored("settings", { language: null, theme: "auto", speed: null, sound: false, seen: false, handy: false, name: "" }),
);

const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The chosen speed; people who asked their system for less motion get none until they choose otherwise. */
export const speed = (): Speed => settings.speed ?? (calm() ? "off" : "normal");

/** How much longer or shorter people want to look; 0 shows only the final result. */
export const pace = (): number => FACTORS[speed()];

/** Whether things move from place to place, or jump there. */
export const moves = (): boolean => speed() !== "off" && speed() !== "instant";

/** Whether a tap only raises a card, and a second one plays it: thumbs slip more easily than mice. */
export const confirms = (): boolean => settings.confirm ?? matchMedia("(pointer: coarse)").matches;

export function keep(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  store("settings", settings);
}

export function showTheme(): void {
  const light = settings.theme === "auto" ? matchMedia("(prefers-color-scheme: light)").matches : settings.theme === "light";
  document.documentElement.dataset.theme = light ? "light" : "dark";
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", light ? "#e9dcc2" : "#174a38");
}

export async function setUp(): Promise<void> {
  showTheme();
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", showTheme);
  await speak(settings.language ?? spoken(navigator.languages));
}

export async function choose(language: Language): Promise<void> {
  await speak(language);
  keep({ language });
}
