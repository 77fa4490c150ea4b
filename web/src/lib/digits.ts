/** Lists of single digits that somebody types, separated by blanks, commas or nothing. */
import type { Option } from "./api";
import { say } from "./words.svelte";

/** What was typed, character by character; NaN for anything but a digit. */
export const digitsIn = (text: string): number[] => [...text.replace(/[\s,;[\]]/g, "")].map((sign) => (/\d/.test(sign) ? Number(sign) : NaN));

/** What is wrong with the list, in words; empty if nothing is. */
export function faultOf(option: Option, digits: readonly number[]): string {
  const [low, high, count] = [option.minimum ?? 0, option.maximum ?? 9, option.count ?? 0];
  const wrong = digits.findIndex((digit) => !(digit >= low && digit <= high));
  if (wrong >= 0) return say("page.options.digits_wrong", { place: wrong + 1, low, high });
  return digits.length === count ? "" : say("page.options.digits_count", { found: digits.length, count });
}
