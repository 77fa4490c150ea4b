import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { GameSpec, Option } from "../lib/api";
import { heldSeats } from "../lib/seats";
import { byTheBook, type Chosen } from "../lib/wish";
import { speak } from "../lib/words.svelte";
import FanCards from "./FanCards.svelte";
import JoinByCode from "./JoinByCode.svelte";
import OptionFields from "./OptionFields.svelte";
import Sure from "./Sure.svelte";

beforeAll(() => speak("en"));
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const option = (name: string, kind: Option["kind"], value: Option["default"], more: Partial<Option> = {}): Option => ({
  name, kind, default: value, rule: "", choices: [], minimum: 1, maximum: 1000, may_be_none: false, count: null, ...more,
});
const SPEC: GameSpec = {
  key: "base",
  players: [2, 3],
  sections: ["B"],
  preset: { draft: true },
  options: [
    option("point_limit", "number", 66, { may_be_none: true }),
    option("rounds", "number", 2, { maximum: 20 }),
    option("end_rule", "choice", "gt", { choices: ["gt", "gte"] }),
    option("draft", "switch", false),
    option("heads_table", "choice", "formula", { choices: ["formula"] }),
    option("buffalo_heads", "numbers", null, { minimum: 4, maximum: 7, may_be_none: true, count: 10 }),
  ],
};

function fields(): Chosen {
  const options = $state(byTheBook(SPEC));
  render(OptionFields, { spec: SPEC, get options() { return options; }, set options(_) {} });
  return options;
}

test("option fields show the book's values", () => {
  fields();
  expect(screen.getByLabelText<HTMLInputElement>("Point limit").value).toBe("66");
  expect(screen.getByLabelText<HTMLSelectElement>("End of the game").value).toBe("gt");
  expect(screen.getByRole<HTMLInputElement>("switch", { name: "Draft" }).checked).toBe(true);
  expect(screen.queryByLabelText("Heads table")).toBeNull();
});

test("an emptied number means none where that is possible, and is required elsewhere", async () => {
  const options = fields();
  await fireEvent.input(screen.getByLabelText("Point limit"), { target: { value: "" } });
  expect(options.point_limit).toBeNull();
  await fireEvent.input(screen.getByLabelText("Point limit"), { target: { value: "30" } });
  expect(options.point_limit).toBe(30);
  expect(screen.getByLabelText<HTMLInputElement>("Point limit").required).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>("Rounds").required).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>("Rounds").max).toBe("20");
});

test("fan cards are laid and taken away, always in the book's order", async () => {
  const offers = ["even_odd", "climb", "caper"];
  const lay = vi.fn();
  render(FanCards, { offers, cards: ["caper"], lay });
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /^Caper/ }).checked).toBe(true);
  await fireEvent.click(screen.getByRole("checkbox", { name: /^Even/ }));
  expect(lay).toHaveBeenLastCalledWith(["even_odd", "caper"]);
  await fireEvent.click(screen.getByRole("checkbox", { name: /^Caper/ }));
  expect(lay).toHaveBeenLastCalledWith([]);
});

test("choices and switches are kept", async () => {
  const options = fields();
  await fireEvent.change(screen.getByLabelText("End of the game"), { target: { value: "gte" } });
  await fireEvent.click(screen.getByRole("switch", { name: "Draft" }));
  expect(options).toMatchObject({ end_rule: "gte", draft: false });
});

test("numbers of one's own are kept on the device, and used only where that is wanted", async () => {
  const options = fields();
  const own = () => screen.getByRole<HTMLInputElement>("switch", { name: "Own buffalo cards" });
  expect(screen.queryByRole("textbox")).toBeNull();
  await fireEvent.click(own());
  await fireEvent.input(screen.getByRole("textbox"), { target: { value: "444455566" } });
  expect(screen.getByRole("status").textContent).toBe("9 of 10");
  await fireEvent.input(screen.getByRole("textbox"), { target: { value: "7444455566" } });
  expect(options.buffalo_heads).toEqual([7, 4, 4, 4, 4, 5, 5, 5, 6, 6]);
  await fireEvent.click(own());
  expect(options.buffalo_heads).toBeNull();
  cleanup();
  const later = fields();
  expect(later.buffalo_heads).toBeNull();
  await fireEvent.click(own());
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("7444455566");
  expect(later.buffalo_heads).toEqual([7, 4, 4, 4, 4, 5, 5, 5, 6, 6]);
});

const answer = (status: number, body: unknown) => vi.fn(async (..._: unknown[]) => new Response(JSON.stringify(body), { status }));

async function enter(text: string, claim = ""): Promise<void> {
  await fireEvent.input(screen.getByLabelText("Code or link"), { target: { value: text } });
  if (claim) await fireEvent.input(screen.getByLabelText("Seat code"), { target: { value: claim } });
  await fireEvent.submit(document.querySelector("form")!);
}

test("a pasted link leads to its table", async () => {
  const fetch = answer(200, { code: "bekekabefu" });
  vi.stubGlobal("fetch", fetch);
  render(JoinByCode);
  await enter("http://elsewhere.example/t/Be-Ke-Ka-Be-Fu");
  await vi.waitFor(() => expect(location.pathname).toBe("/t/bekekabefu"));
  expect(fetch.mock.calls[0]![0]).toBe("/api/tables/bekekabefu");
});

test("what is no code, and what opens no table, is said in place", async () => {
  vi.stubGlobal("fetch", answer(404, { code: "no_such_table", sentence: "…" }));
  render(JoinByCode);
  await enter("12345");
  expect(screen.getByRole("alert").textContent).toContain("There is no code in this");
  await enter("bekekabefu");
  await vi.waitFor(() => expect(screen.getByRole("alert").textContent).toBe("There is no such table."));
});

test("a seat code brings the seat to this device", async () => {
  const seats = [{ kind: "person", name: "Ada" }];
  vi.stubGlobal("fetch", answer(201, { token: "t", seat: 0, claim: null, table: { code: "bekekabefu", seats } }));
  render(JoinByCode);
  await enter("bekekabefu", "wwqy kjak");
  await vi.waitFor(() => expect(heldSeats()).toEqual([{ table: "bekekabefu", token: "t", claim: "wwqy kjak", name: "Ada" }]));
});

test("what cannot be undone is asked once more", async () => {
  const act = vi.fn();
  render(Sure, { label: "Delete", question: "Really?", act });
  await fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(act).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole("button", { name: "No" }));
  await fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  await fireEvent.click(screen.getByRole("button", { name: "Yes" }));
  expect(act).toHaveBeenCalledOnce();
});
