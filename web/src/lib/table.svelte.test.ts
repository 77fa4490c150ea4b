/** What a device knows about its table when the server says goodbye, and when it is back. */
import { expect, test, vi } from "vitest";
import type { TableInfo, ToClient } from "./messages";
import { Table } from "./table.svelte";
import { speak } from "./words.svelte";

type Listener = { heard: (message: ToClient) => void };
const line = vi.hoisted(() => ({ listener: null as unknown }));

vi.mock("./socket", () => ({
  Connection: class {
    constructor(_code: string, _token: string | null, listener: Listener) {
      line.listener = listener;
    }
  },
}));

const say = (message: object): void => (line.listener as Listener).heard(message as ToClient);
const info = { seats: [], setup: { options: {} }, commitment: null } as unknown as TableInfo;

test("a goodbye is forgotten once the server welcomes the device again", () => {
  const table = new Table("bekekabefu", null);
  say({ type: "goodbye", code: "too_slow", sentence: "Too slow." });
  expect(table.goodbye?.code).toBe("too_slow");
  say({ type: "welcome", number: 1, resumed: true, now: 0, seat: null, host: false, table: info, presence: [] });
  expect(table.goodbye).toBeNull();
});

test("of two deadlines for a decision, the later one is in force", () => {
  const table = new Table("bekekabefu", null);
  const update = { type: "update", number: 2, events: [] };
  say({ type: "welcome", number: 1, resumed: true, now: 0, seat: null, host: false, table: info, presence: [], deadline: 90 });
  say({ ...update, deadline: 60 });
  expect(table.deadline).toBe(90);
  say({ ...update, number: 3, deadline: 120 });
  expect(table.deadline).toBe(120);
  say({ ...update, number: 4 });
  expect(table.deadline).toBeNull();
});

test("time that was given back counts, by the clock that the server has now", () => {
  vi.spyOn(Date, "now").mockReturnValue(1_000_000);
  const table = new Table("bekekabefu", null);
  say({ type: "welcome", number: 1, resumed: true, now: 5000, seat: null, host: false, table: info, presence: [], deadline: 5060 });
  expect(table.dueAt).toBe(1060);
  say({ type: "clock_changed", now: 8600, deadline: 8655 });
  expect(table.dueAt).toBe(1055);
  vi.restoreAllMocks();
});

test("updates and changes of the table are put over what was told before", () => {
  const table = new Table("bekekabefu", "a token");
  const view = { type: "table_view", setup: { key: "base", players: 2 }, seat: 0, decision: 1, to_act: [0, 1], rows: [], hand: [4], piles: [[], []], sealed: [false, false], facts: { type: "table_facts", rows: [], piles: [0, 0] } };
  const legal = [{ type: "play_card", card: 4 }];
  say({ type: "welcome", number: 1, resumed: false, now: 0, seat: 0, host: false, table: { ...info, name: "Ours", game: 1 }, presence: [], view, legal });
  say({ type: "update", number: 2, seat: 0, events: [], view: { to_act: [1], sealed: [true, false] } });
  expect(table.view).toMatchObject({ decision: 1, to_act: [1], sealed: [true, false], hand: [4] });
  expect(table.legal).toEqual(legal);
  const facts = { type: "table_facts", rows: [], piles: [1, 0] };
  say({ type: "update", number: 3, seat: 1, events: [], facts: [null, facts, null], view: { decision: 2, to_act: [0], sealed: [false, false] }, legal: [] });
  expect(table.view).toMatchObject({ decision: 2, to_act: [0], sealed: [false, false], hand: [4], facts });
  expect(table.legal).toEqual([]);
  say({ type: "table_changed", number: 4, table: { game: 2 } });
  expect(table.info).toMatchObject({ name: "Ours", game: 2 });
});

test("what somebody says is hidden on this device alone, and again after a reload", () => {
  const seats = [{ kind: "person", name: "Ada" }, { kind: "person", name: "Bea" }];
  const welcome = { type: "welcome", number: 1, resumed: false, now: 0, seat: 0, host: false, table: { ...info, seats }, presence: [] };
  const table = new Table("bekekabefu", "a token");
  say(welcome);
  table.hear(1, false);
  say({ type: "chat_line", number: 2, seat: 1, text: "Boo!", at: 0 });
  expect([table.hears(0), table.hears(1), table.saying]).toEqual([true, false, []]);
  const again = new Table("bekekabefu", "a token");
  say(welcome);
  expect(again.hears(1)).toBe(false);
  again.hear(1, true);
  say({ type: "chat_line", number: 2, seat: 1, text: "Sorry!", at: 0 });
  expect(again.saying).toHaveLength(1);
});

test("screen readers are given everything that happened lately, however quickly it came", async () => {
  await speak("en");
  const seats = [{ kind: "person", name: "Ada" }, { kind: "person", name: "Bea" }];
  const placed = (seat: number, card: number) => ({ type: "card_placed", seat, card, row: seat, reason: ["smallest_difference", [card - 1, 1]] });
  const table = new Table("bekekabefu", null);
  say({ type: "welcome", number: 1, resumed: false, now: 0, seat: null, host: false, table: { ...info, seats }, presence: [], story: [placed(0, 12), placed(1, 44)] });
  expect(table.news.map(({ line }) => line.spoken)).toEqual([expect.stringMatching(/Ada.*12/), expect.stringMatching(/Bea.*44/)]);
});
