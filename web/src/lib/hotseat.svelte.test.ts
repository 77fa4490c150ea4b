/** Whose hand may be seen where several people share a device. */
import { expect, test } from "vitest";
import { HotSeat } from "./hotseat.svelte";
import type { View } from "./messages";

type Seen = Parameters<HotSeat["take"]>[0];

function sit(seats: number, toAct: number[], more: { playing?: boolean; over?: boolean; view?: boolean } = {}) {
  const view = more.view === false ? null : ({ outcome: more.over ? {} : null } as View);
  const tables = Array.from({ length: seats }, (_, seat) => ({ seat, toAct, view, myTurn: toAct.includes(seat), stage: { playing: !!more.playing } }) as unknown as Seen);
  const hot = new HotSeat();
  hot.tables = tables;
  return { hot, tables };
}

const changed = (tables: Seen[], toAct: number[], playing = false): void =>
  tables.forEach((table) => Object.assign(table, { toAct, myTurn: toAct.includes(table.seat!), stage: { playing } }));

const next = (hot: HotSeat): (number | null)[] => hot.next.map((table) => table.seat);

test("whoever wants to may cover the hand, so that another one can look", () => {
  const { hot, tables } = sit(2, [7]);
  hot.take(tables[0]!);
  expect(next(hot)).toEqual([]);
  hot.release();
  expect(next(hot)).toEqual([0, 1]);
});

test("alone at a device there is no curtain", () => {
  const { hot, tables } = sit(1, [0]);
  expect([hot.next, hot.front, hot.shared]).toEqual([[], tables[0], false]);
});

test("at first nobody holds the device: somebody who owes an answer must say so, or anybody if nobody does", () => {
  expect(next(sit(2, [1]).hot)).toEqual([1]);
  expect(next(sit(2, [0, 1]).hot)).toEqual([0, 1]);
  expect(next(sit(2, [5]).hot)).toEqual([0, 1]);
});

test("whoever owes an answer keeps the device, then it goes to the next who does", () => {
  const { hot, tables } = sit(3, [0, 1, 2]);
  hot.take(tables[0]!);
  expect([next(hot), hot.front?.seat]).toEqual([[], 0]);
  changed(tables, [1, 2]);
  expect([next(hot), hot.front?.seat]).toEqual([[1, 2], 0]);
  hot.take(tables[1]!);
  expect([next(hot), hot.front?.seat]).toEqual([[], 1]);
});

test("nobody is asked to pass the device while cards are shown, or while others think", () => {
  const { hot, tables } = sit(2, [1]);
  hot.take(tables[0]!);
  changed(tables, [1], true);
  expect(hot.next).toEqual([]);
  changed(tables, [7]);
  expect(hot.next).toEqual([]);
});

test("before the start and after the end there are no hands, and no curtain", () => {
  expect(sit(2, [], { view: false }).hot.next).toEqual([]);
  const { hot, tables } = sit(2, [], { over: true });
  hot.take(tables[1]!);
  expect([hot.next, hot.over]).toEqual([[], true]);
  hot.release();
  expect(hot.front).toBe(tables[0]);
});
