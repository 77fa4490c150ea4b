/** Who sits where, by name. */
import type { TableInfo } from "./messages";
import { say } from "./words.svelte";

export const OX = -1;

const BOTS = ["Bella", "Rosa", "Alma", "Bruno", "Flora", "Hilda", "Daisy", "Otto", "Viola", "Emil"];

export function nameOf(info: TableInfo, seat: number, you: number | null): string {
  if (seat === OX) return say("table.ox");
  if (seat === you) return say("table.you");
  const { name, kind } = info.seats[seat] ?? { name: "", kind: "free" };
  return name || (kind === "bot" ? BOTS[seat % BOTS.length]! : say("table.seat", { seat: seat + 1 }));
}
