/** What is asked, and for whom everybody waits. */
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import GuideBar from "../games/GuideBar.svelte";
import { Guide } from "../games/specials.svelte";
import type { Choice } from "../lib/choice.svelte";
import type { Action } from "../lib/messages";
import type { Table } from "../lib/table.svelte";
import { speak } from "../lib/words.svelte";
import DecisionBar from "./DecisionBar.svelte";

beforeAll(() => speak("en"));
afterEach(cleanup);

const NAMES = ["You", "Rosa", "Alma"];
const choice = { picked: null, sealed: null, cards: new Map(), foretold: "", settled: false, previewOf: () => null } as unknown as Choice;
const at = (phase: string, seat: number, awaited: number[]): Table =>
  ({ view: { phase, queue: [{ seat: 2, card: 22 }] }, seat, awaited, myTurn: false, dueAt: null, legal: [], name: (each: number) => NAMES[each] }) as unknown as Table;

const question = (): string => document.querySelector(".question")!.textContent!;

test.each(["row", "claim"])("while somebody else is to take a row, it says so (%s)", (phase) => {
  render(DecisionBar, { table: at(phase, 0, [2]), choice });
  expect(question()).toBe("Alma chooses which row to take.");
});

test("while others choose their cards, they are named", () => {
  render(DecisionBar, { table: at("card", 0, [1, 2]), choice });
  expect(question()).toBe("Waiting for Rosa and Alma.");
});

test("reading about a special that has no use now leaves the question and the ways to answer it", () => {
  const actions: Action[] = [{ type: "pass" }, { type: "use_stop", row: 0 }];
  const guide = new Guide(() => actions);
  guide.choose("slide");
  render(GuideBar, { table: at("window", 0, []), choice, guide, ask: "Use a special?", what: (kind: string) => `What ${kind} does.`, confirm: "", pass: "Use nothing" });
  expect(question()).toBe("Use a special?");
  expect(document.querySelector(".more")!.textContent).toContain("This special cannot be used now. What slide does.");
  expect(screen.getByRole("button", { name: "Use nothing" })).toBeTruthy();
});
