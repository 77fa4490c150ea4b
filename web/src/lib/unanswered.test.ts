/** A lost answer to "sit down" loses no seat: the page asks again with the same id and the same chance. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as api from "./api";

const TICKET = { token: "t", seat: 1, claim: "WWQYKJAK", table: { code: "bekekabefu" } };
const lost = () => Promise.reject(new TypeError("network"));
const cut = () => Promise.resolve({ ok: true, status: 201, text: lost } as unknown as Response);
const answer = (status: number, body: object) => () => Promise.resolve(new Response(JSON.stringify(body), { status }));
const wishes: [string, () => Promise<unknown>][] = [
  ["a table", () => api.open({ seats: [{}, {}], host: { name: "Ada", nonce: crypto.randomUUID() } })],
  ["a seat", () => api.join("bekekabefu", { name: "Bea", nonce: crypto.randomUUID() })],
  ["a seat of one's own", () => api.claim("bekekabefu", "WWQYKJAK")],
];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** Answer one request after the other like this; gives what was asked. */
function server(...answers: (() => Promise<Response>)[]): Record<string, unknown>[] {
  const asked: Record<string, unknown>[] = [];
  vi.stubGlobal("fetch", (_path: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    return answers[asked.length - 1]!();
  });
  return asked;
}

async function outcome(ask: () => Promise<unknown>): Promise<unknown> {
  const asking = ask().catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return asking;
}

test.each(wishes)("%s is asked for again, word for word, until there is an answer", async (_name, ask) => {
  const asked = server(lost, cut, answer(201, TICKET));
  expect(await outcome(ask)).toEqual(TICKET);
  expect(asked[0]!.id).toMatch(/^[0-9a-f]{32}$/);
  expect(asked[1]).toEqual(asked[0]);
  expect(asked[2]).toEqual(asked[0]);
});

test.each(wishes)("%s that was given up on is asked for again with the same id", async (_name, ask) => {
  const asked = server(lost, lost, lost, lost, answer(201, TICKET), answer(201, TICKET));
  expect(await outcome(ask)).toMatchObject({ code: "unreachable" });
  expect(await outcome(ask)).toEqual(TICKET);
  expect(asked[4]).toEqual(asked[0]);
  await outcome(ask);
  expect(asked[5]!.id).not.toBe(asked[0]!.id);
});

test.each(wishes)("%s that was refused is another wish the next time", async (_name, ask) => {
  const asked = server(answer(409, { code: "table_full", sentence: "Full." }), answer(201, TICKET));
  expect(await outcome(ask)).toMatchObject({ code: "table_full" });
  await outcome(ask);
  expect(asked[1]!.id).not.toBe(asked[0]!.id);
});
