/** Let the person download a file. */
import * as api from "./api";

export function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The record of a finished game, one line as `nimmt verify` reads it. */
export async function saveRecord(code: string, token: string | undefined, game: number): Promise<void> {
  save(`nimmt-${code}-${game}.jsonl`, `${JSON.stringify(await api.record(code, token, game))}\n`);
}
