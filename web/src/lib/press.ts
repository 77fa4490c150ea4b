/** Things on the table that can be pressed now. */
import { rowFacts } from "./scene";
import type { Table } from "./table.svelte";
import { count, say } from "./words.svelte";

/** Its accessible name, whether it is chosen already, and what a press does. */
export type Press = { label: string; picked: boolean; press: () => void };
/** Asked of every row or card: what a press on it means now. */
export type Pressing = (what: number) => Press | null;

/** Where a card fits no row, a press on a row takes it. */
export function takeRow(table: Table, row: number): Press | null {
  const action = table.legal.find((each) => each.type === "take_row" && each.row === row);
  if (!action || !table.myTurn) return null;
  const heads = rowFacts(table.stage.scene)[row]?.heads ?? 0;
  return { label: say("page.table.take", { row: row + 1, heads: count("heads", heads) }), picked: false, press: () => void table.act(action) };
}
