import { afterEach, expect, test, vi } from "vitest";
import { store, stored } from "./stored";

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("what was stored comes back", () => {
  store("seats", [1, 2]);
  expect(stored("seats", [])).toEqual([1, 2]);
  expect(stored("elsewhere", 3)).toBe(3);
});

test.each(["null", "7", "[]", '"text"', "{half"])("the page opens although %s stands where its settings should be", (text) => {
  localStorage.setItem("nimmt.settings", text);
  expect(stored("settings", { theme: "auto" })).toEqual({ theme: "auto" });
});

test("where nothing may be expected, anything may be found", () => {
  store("pad", { rounds: 1 });
  expect(stored<object | null>("pad", null)).toEqual({ rounds: 1 });
});

test("a browser that forbids storage remembers until the page is closed", () => {
  const forbidden = () => {
    throw new DOMException("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden, clear: () => {} });
  store("name", "Ada");
  expect(stored("name", "")).toBe("Ada");
});
