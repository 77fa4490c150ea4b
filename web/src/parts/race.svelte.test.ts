import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import RaceChart from "./RaceChart.svelte";

const sheet = { unit: "heads" as const, names: ["Wilhelmine", "Wilfried", "Wanda"], rounds: [[3, 0, 1], [1, 5, 2]], running: null, totals: [4, 5, 3] };

afterEach(() => {
  cleanup();
  document.documentElement.style.fontSize = "";
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
