/** The herd: everybody at the table can be told apart, and every cost has a face of its own. */
import { expect, test } from "vitest";
import { bull, CLASSES, hang, HERD } from "./bull";

test("ten players have ten bulls that differ in shape as well as in colour", () => {
  const withoutColours = (drawn: string): string => drawn.replace(/#[0-9a-f]{3,6}/g, "");
  const shapes = new Set(HERD.map((coat) => withoutColours(bull(coat, "calm"))));
  expect([HERD.length, shapes.size]).toEqual([10, 10]);
});

test("a bull that winces, sleeps or cheers is seen to do so", () => {
  for (const coat of HERD) expect(new Set((["calm", "wary", "wincing", "asleep", "happy"] as const).map((mood) => bull(coat, mood))).size).toBe(5);
});

test("style sheets find a bull for every cost, and the back of a card", () => {
  const style = document.createElement("div").style;
  hang(style);
  for (const name of [...Object.keys(CLASSES).map((heads) => `--bull-${heads}`), "--back"]) expect(style.getPropertyValue(name)).toContain("data:image/svg+xml,");
});
