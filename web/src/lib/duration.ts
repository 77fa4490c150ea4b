/** Remaining times, as people read them: "0:42", "1:05:00", "2 days 3 hours". */
import type { Language } from "./words.svelte";

const HOUR = 3600;
const DAY = 24 * HOUR;

const two = (number: number): string => String(number).padStart(2, "0");

const inWords = (number: number, unit: "day" | "hour", language: Language): string =>
  new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(number);

export function timeLeft(seconds: number, language: Language): string {
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / 60);
  if (days) return [inWords(days, "day", language), ...(hours ? [inWords(hours, "hour", language)] : [])].join(" ");
  return [...(hours ? [hours, two(minutes)] : [minutes]), two(seconds % 60)].join(":");
}
