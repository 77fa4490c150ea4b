import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import RaceChart from "./RaceChart.svelte";

const sheet = { unit: "heads" as const, names: ["Wilhelmine", "Wilfried", "Wanda"], rounds: [[3, 0, 1], [1, 5, 2]], running: null, totals: [4, 5, 3], after: [[3, 0, 1], [4, 5, 3]] };

afterEach(() => {
  cleanup();
  document.documentElement.style.fontSize = "";
});

test("the lines start at nothing and go through the totals that the sheet gives", () => {
  const { container } = render(RaceChart, { sheet, limit: null });
  const heights = [...container.querySelectorAll(".line .path")].map((path) => path.getAttribute("d")!.match(/ [\d.]+/g)!.map(Number));
  for (const [seat, [start, ...later]] of heights.entries()) expect(later.map((height) => (start! - height) / (heights[1]![0]! - heights[1]![2]!) * 5)).toEqual(sheet.after.map((line) => expect.closeTo(line[seat]!)));
});

test.each([16, 24, 32])("with letters of %i pixels names can still be told apart", (pixels) => {
  document.documentElement.style.fontSize = `${pixels}px`;
  const { container } = render(RaceChart, { sheet, limit: null });
  const labels = [...container.querySelectorAll("svg text:has(.total)")].map((text) => text.textContent!.replace(/^\d+\s*/, ""));
  expect(labels).toHaveLength(3);
  for (const [at, label] of labels.entries()) expect(sheet.names[at]!.startsWith(label.replace("…", ""))).toBe(true);
  expect(Math.min(...labels.map((label) => label.replace("…", "").length))).toBeGreaterThanOrEqual(5);
  expect(new Set(labels).size).toBe(3);
});
