/** How somebody who looks elsewhere learns that a table waits for them. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { call, canNotify, mayNotify } from "./calling.svelte";
import { keep } from "./settings.svelte";
import { speak } from "./words.svelte";

const badges: string[] = [];
const told: Told[] = [];

class Told {
  static permission: NotificationPermission = "granted";
  static answer: NotificationPermission = "granted";
  static requestPermission = async (): Promise<NotificationPermission> => (Told.permission = Told.answer);
  onclick: (() => void) | null = null;
  closed = false;
  constructor(
    readonly title: string,
    readonly options: NotificationOptions,
  ) {
    told.push(this);
  }
  close(): void {
    this.closed = true;
  }
}

const look = (away: boolean) => vi.spyOn(document, "hidden", "get").mockReturnValue(away);

beforeAll(() => speak("en"));
beforeEach(() => {
  badges.length = told.length = 0;
  Told.permission = "granted";
  vi.stubGlobal("Notification", Told);
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void badges.push(`${count}`),
    clearAppBadge: async () => void badges.push("none"),
  });
  keep({ notify: true });
  look(true);
});
afterEach(() => (vi.unstubAllGlobals(), vi.restoreAllMocks()));

test("a badge and a notification come, and go with the answer", () => {
  const answered = call("6 nimmt! with Bea");
  expect(told.map(({ title, options }) => [title, options.body])).toEqual([["Your turn", "6 nimmt! with Bea"]]);
  expect([badges, told[0]!.closed]).toEqual([["1"], false]);
  answered();
  expect([badges, told[0]!.closed]).toEqual([["1", "none"], true]);
});

test("whoever clicks on it is brought to the table", () => {
  const focus = vi.spyOn(window, "focus").mockReturnValue();
  call("6 nimmt!");
  told[0]!.onclick!();
  expect([focus.mock.calls.length, told[0]!.closed]).toEqual([1, true]);
});

test.each([
  ["looks at the page", () => look(false)],
  ["did not ask for it", () => keep({ notify: false })],
  ["has forbidden it", () => (Told.permission = "denied")],
  ["has a browser that cannot", () => vi.stubGlobal("Notification", () => { throw new TypeError("only when installed"); })],
])("nobody is notified who %s, but the badge comes", (_, without) => {
  without();
  call("6 nimmt!")();
  expect([told, badges]).toEqual([[], ["1", "none"]]);
});

test("the right to notify is asked for once it is wished, and a refusal is heard", async () => {
  Told.permission = "default";
  expect([canNotify(), await mayNotify()]).toEqual([true, true]);
  Told.answer = "denied";
  expect([await mayNotify(), canNotify()]).toEqual([false, false]);
  Told.answer = "granted";
});
