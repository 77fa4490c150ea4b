/** The tables where this device has a seat, as the server last told of them: those first where somebody is waited for. */
import * as api from "./api";
import { reason } from "./reasons";
import { heldSeats, letGo } from "./seats";

class Mine {
  tables = $state.raw<api.MyTable[]>([]);
  problem = $state("");
  /** The game that goes on, if there is one. */
  running = $derived(this.tables.find(({ table }) => table.state === "playing") ?? null);

  look = (): void => {
    const held = heldSeats().map(({ table, token }) => ({ table, token }));
    if (held.length) api.mine(held).then(this.show, (error: unknown) => (this.problem = reason(error)));
    else this.show([]);
  };

  /** Forget a table on this device. */
  drop(code: string): void {
    letGo(code);
    this.tables = this.tables.filter((mine) => mine.table.code !== code);
  }

  private show = (found: api.MyTable[]): void => {
    this.tables = merged(found).toSorted((one, other) => Number(other.to_act) - Number(one.to_act) || other.touched - one.touched);
    this.problem = "";
  };
}

/** Where several people share this device, a table is still one table. */
function merged(found: api.MyTable[]): api.MyTable[] {
  const at = (code: string): api.MyTable[] => found.filter((mine) => mine.table.code === code);
  return [...new Set(found.map((mine) => mine.table.code))].map((code) => ({ ...at(code)[0]!, to_act: at(code).some((mine) => mine.to_act) }));
}

export const mine = new Mine();
