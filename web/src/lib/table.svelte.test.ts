/** What a device knows about its table when the server says goodbye, and when it is back. */
import { expect, test, vi } from "vitest";
import type { TableInfo, ToClient } from "./messages";
import { Table } from "./table.svelte";

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
  const update = { type: "update", number: 2, events: [], decision: 1, to_act: [0] };
  say({ type: "welcome", number: 1, resumed: true, now: 0, seat: null, host: false, table: info, presence: [], deadline: 90 });
  say({ ...update, deadline: 60 });
  expect(table.deadline).toBe(90);
  say({ ...update, number: 3, decision: 2, deadline: 120 });
  expect(table.deadline).toBe(120);
  say({ ...update, number: 4 });
  expect(table.deadline).toBeNull();
});
