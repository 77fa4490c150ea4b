/** The socket module against a server made of a few lines: nothing that somebody did is lost or done twice. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ToClient } from "./messages";
import { Connection, type Status } from "./socket";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
  readyState = 0;
  sent: { type: string; id?: string; after?: number | null; token?: string | null }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.();
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(number: number, resumed = false): void {
    this.open();
    this.tell({ type: "welcome", number, resumed });
  }
  get acts(): (string | undefined)[] {
    return this.sent.filter((message) => message.type === "act").map((message) => message.id);
  }
}

const card = { type: "play_card", card: 7 } as const;
let heard: ToClient[] = [];
let statuses: Status[] = [];
let made: Connection[] = [];

function connection(token: string | null = "secret"): Connection {
  const connection = new Connection("baba", token, { heard: (message) => heard.push(message), changed: (status) => statuses.push(status) });
  made.push(connection);
  return connection;
}

const types = (): string[] => heard.map((message) => message.type);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  FakeSocket.all = [];
  [heard, statuses, made] = [[], [], []];
});

afterEach(() => {
  for (const each of made) each.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("it says hello with its token, and after a break with the last number it has", () => {
  connection();
  expect(FakeSocket.last.url).toMatch(/^ws:.*\/api\/tables\/baba\/socket$/);
  FakeSocket.last.welcome(3);
  expect(FakeSocket.last.sent).toEqual([{ type: "hello", token: "secret", after: null, history: null }]);
  FakeSocket.last.tell({ type: "update", number: 4, events: [], decision: 1, to_act: [] });
  FakeSocket.last.close();
  vi.advanceTimersByTime(10_000);
  FakeSocket.last.open();
  expect(FakeSocket.all.length).toBe(2);
  expect(FakeSocket.last.sent).toEqual([{ type: "hello", token: "secret", after: 4, history: null }]);
  expect(statuses).toEqual(["connecting", "open", "lost", "lost"]);
});

test("an action without an answer is sent again with the same id, and one with an answer is not", async () => {
  const table = connection();
  FakeSocket.last.welcome(1);
  const first = table.act(1, card);
  const [id] = FakeSocket.last.acts;
  FakeSocket.last.tell({ type: "acknowledged", id, number: 2 });
  expect(await first).toBeNull();
  const second = table.act(2, card);
  const [, other] = FakeSocket.last.acts;
  expect(other).not.toBe(id);
  FakeSocket.last.close();
  vi.advanceTimersByTime(10_000);
  FakeSocket.last.open();
  expect(FakeSocket.last.acts).toEqual([]);
  FakeSocket.last.tell({ type: "welcome", number: 1, resumed: true });
  expect(FakeSocket.last.acts).toEqual([other]);
  FakeSocket.last.tell({ type: "rejected", id: other, code: "stale", sentence: "Closed.", rule: "Q-X1" });
  expect(await second).toEqual({ code: "stale", sentence: "Closed.", rule: "Q-X1" });
});

test("what is done while the line is cut is sent once it is back", () => {
  const table = connection();
  FakeSocket.last.welcome(1);
  FakeSocket.last.close();
  void table.act(1, card);
  vi.advanceTimersByTime(10_000);
  FakeSocket.last.open();
  void table.talk("hello");
  expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(["hello"]);
  FakeSocket.last.tell({ type: "welcome", number: 1, resumed: true });
  expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(["hello", "act", "say"]);
});

test("what is done before the first welcome is sent once, after it", () => {
  const table = connection();
  FakeSocket.last.open();
  void table.act(1, card);
  FakeSocket.last.tell({ type: "welcome", number: 1, resumed: false });
  expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(["hello", "act"]);
});

test("parts of the stream that it has already are not heard twice", () => {
  connection();
  FakeSocket.last.welcome(3);
  const update = (number: number) => FakeSocket.last.tell({ type: "update", number, events: [], decision: 1, to_act: [] });
  update(4);
  update(4);
  update(3);
  update(5);
  expect(types()).toEqual(["welcome", "update", "update"]);
});

test("a resumed welcome does not hide the parts that follow it", () => {
  connection();
  FakeSocket.last.welcome(3);
  FakeSocket.last.close();
  vi.advanceTimersByTime(10_000);
  FakeSocket.last.welcome(5, true);
  for (const number of [4, 5]) FakeSocket.last.tell({ type: "chat_line", number, seat: 0, text: "", at: 0 });
  expect(types()).toEqual(["welcome", "welcome", "chat_line", "chat_line"]);
});

test("it waits longer after each failure, never much longer than eight seconds, and starts anew after a welcome", () => {
  connection();
  const waits = Array.from({ length: 8 }, () => {
    FakeSocket.last.close();
    const before = FakeSocket.all.length;
    let waited = 0;
    while (FakeSocket.all.length === before) {
      vi.advanceTimersByTime(50);
      waited += 50;
    }
    return waited;
  });
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000, 8000]);
  FakeSocket.last.welcome(1);
  FakeSocket.last.close();
  const before = FakeSocket.all.length;
  vi.advanceTimersByTime(500);
  expect(FakeSocket.all.length).toBe(before + 1);
});

test.each(["wrong_token", "removed", "deleted", "no_such_table", "spectators_off"])("after the goodbye %s it stays away", (code) => {
  connection();
  FakeSocket.last.open();
  FakeSocket.last.tell({ type: "goodbye", code, sentence: "" });
  FakeSocket.last.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all.length).toBe(1);
  expect(types()).toEqual(["goodbye"]);
  expect(statuses.at(-1)).toBe("closed");
});

test.each(["too_slow", "store_away", "full"])("after the goodbye %s it comes back", (code) => {
  connection();
  FakeSocket.last.welcome(1);
  FakeSocket.last.tell({ type: "goodbye", code, sentence: "" });
  FakeSocket.last.close();
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all.length).toBe(2);
});

test("a question is answered by nobody when the line breaks, and is not asked again", async () => {
  const table = connection();
  FakeSocket.last.welcome(1);
  const asked = table.ask(card);
  FakeSocket.last.close();
  expect(await asked).toBeNull();
  vi.advanceTimersByTime(10_000);
  FakeSocket.last.welcome(1, true);
  expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(["hello"]);
});

test("a preview comes back as events", async () => {
  const table = connection();
  FakeSocket.last.welcome(1);
  const asked = table.ask(card);
  FakeSocket.last.tell({ type: "previewed", id: FakeSocket.last.sent.at(-1)!.id, events: [{ type: "round_started", round: 1 }] });
  expect(await asked).toEqual({ events: [{ type: "round_started", round: 1 }], facts: [] });
});

test("a line that is dead without saying so is cut; one that answers is kept", async () => {
  connection();
  FakeSocket.last.welcome(1);
  vi.advanceTimersByTime(3_000);
  const ping = FakeSocket.last.sent.at(-1)!;
  expect(ping.type).toBe("ping");
  FakeSocket.last.tell({ type: "pong", id: ping.id, now: 0 });
  await vi.advanceTimersByTimeAsync(5_900);
  expect(FakeSocket.last.readyState).toBe(FakeSocket.OPEN);
  await vi.advanceTimersByTimeAsync(200);
  expect(FakeSocket.all[0]!.readyState).toBe(3);
});

test("a message is a sign of life", async () => {
  connection();
  FakeSocket.last.welcome(1);
  for (let number = 2; number < 9; number++) {
    await vi.advanceTimersByTimeAsync(2_000);
    FakeSocket.last.tell({ type: "chat_line", number, seat: 0, text: "", at: 0 });
  }
  expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(["hello"]);
});

test("a page that nobody looks at asks rarely", async () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  connection();
  FakeSocket.last.welcome(1);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(["hello"]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(FakeSocket.last.sent.at(-1)!.type).toBe("ping");
});

test("a server that takes the line and does not say welcome is left", () => {
  connection();
  FakeSocket.last.open();
  vi.advanceTimersByTime(9_900);
  expect(FakeSocket.all.length).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all[0]!.readyState).toBe(3);
  expect(FakeSocket.all.length).toBe(2);
});

test("it says which history it was told", () => {
  connection();
  FakeSocket.last.open();
  FakeSocket.last.tell({ type: "welcome", number: 3, history: 0.25, resumed: false });
  FakeSocket.last.tell({ type: "update", number: 4, history: 0.5, events: [], decision: 1, to_act: [] });
  FakeSocket.last.close();
  vi.advanceTimersByTime(1_000);
  FakeSocket.last.open();
  expect(FakeSocket.last.sent).toEqual([{ type: "hello", token: "secret", after: 4, history: 0.5 }]);
});

test("being online again or looked at again does not wait", () => {
  connection();
  FakeSocket.last.welcome(1);
  FakeSocket.last.close();
  dispatchEvent(new Event("online"));
  expect(FakeSocket.all.length).toBe(2);
  vi.advanceTimersByTime(9_000);
  expect(FakeSocket.all.length).toBe(2);
});

test("whoever hurries leaves no second line behind", () => {
  connection();
  FakeSocket.last.close();
  dispatchEvent(new Event("online"));
  const trying = FakeSocket.last;
  dispatchEvent(new Event("online"));
  expect(trying.readyState).toBe(3);
  trying.tell({ type: "chat_line", number: 9, seat: 0, text: "", at: 0 });
  expect(heard).toEqual([]);
  FakeSocket.last.welcome(1);
  vi.advanceTimersByTime(5_000);
  expect(FakeSocket.all.length).toBe(3);
});

test("what is not answered within a moment is late, and the line is doubted", async () => {
  const late: boolean[] = [];
  const table = new Connection("baba", "secret", { heard: () => {}, changed: (status) => statuses.push(status), late: (is) => late.push(is) });
  made.push(table);
  FakeSocket.last.welcome(1);
  const done = table.act(1, card);
  const [id] = FakeSocket.last.acts;
  vi.advanceTimersByTime(900);
  expect(late.filter(Boolean)).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(late.at(-1)).toBe(true);
  expect(statuses.at(-1)).toBe("open");
  vi.advanceTimersByTime(3_000);
  expect(statuses.at(-1)).toBe("lost");
  vi.advanceTimersByTime(10_000);
  FakeSocket.last.welcome(1, true);
  expect(FakeSocket.last.acts).toEqual([id]);
  FakeSocket.last.tell({ type: "rejected", id, code: "stale", sentence: "Closed." });
  expect(await done).toEqual({ code: "stale", sentence: "Closed." });
  expect(late.at(-1)).toBe(false);
});

test("an answer in time is never late", async () => {
  const late: boolean[] = [];
  const table = new Connection("baba", "secret", { heard: () => {}, changed: () => {}, late: (is) => late.push(is) });
  made.push(table);
  FakeSocket.last.welcome(1);
  const done = table.act(1, card);
  FakeSocket.last.tell({ type: "acknowledged", id: FakeSocket.last.acts[0], number: 2 });
  expect(await done).toBeNull();
  vi.advanceTimersByTime(10_000);
  expect(late.filter(Boolean)).toEqual([]);
});

test("without a network the line is lost within a moment, unless the server still answers", async () => {
  connection();
  FakeSocket.last.welcome(1);
  dispatchEvent(new Event("offline"));
  const ping = FakeSocket.last.sent.at(-1)!;
  expect(ping.type).toBe("ping");
  FakeSocket.last.tell({ type: "pong", id: ping.id });
  await vi.advanceTimersByTimeAsync(1_100);
  expect(statuses.at(-1)).toBe("open");
  dispatchEvent(new Event("offline"));
  vi.advanceTimersByTime(1_100);
  expect(statuses.at(-1)).toBe("lost");
});

test("who closes stays away", () => {
  const table = connection();
  FakeSocket.last.welcome(1);
  table.close();
  vi.advanceTimersByTime(60_000);
  dispatchEvent(new Event("online"));
  expect(FakeSocket.all.length).toBe(1);
  expect(statuses.at(-1)).toBe("closed");
});
