/** Where the focus is for those who play with keys. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepFocus } from "./focus";

const told = () => new Promise((resolve) => setTimeout(resolve));
let root: HTMLElement;
let leave = (): void => {};

beforeEach(() => {
  document.body.innerHTML = `<button id="else"></button><div id="root"><main tabindex="-1"><div class="bottom"></div></main></div>`;
  root = document.getElementById("root")!;
});
afterEach(() => leave());

function deal(): void {
  root.querySelector(".bottom")!.innerHTML = `<ol class="hand"><li><button id="first"></button></li><li><button id="second"></button></li></ol>`;
}

test("who opens a table with keys has the first card as soon as there is one", async () => {
  dispatchEvent(new Event("keydown"));
  leave = keepFocus(root);
  expect(document.activeElement?.tagName).toBe("MAIN");
  deal();
  await told();
  expect(document.activeElement?.id).toBe("first");
});

test("who has gone elsewhere meanwhile stays there", async () => {
  dispatchEvent(new Event("keydown"));
  leave = keepFocus(root);
  document.getElementById("else")!.focus();
  deal();
  await told();
  expect(document.activeElement?.id).toBe("else");
});

test.each([
  ["comes with a mouse", () => dispatchEvent(new Event("pointerdown"))],
  ["has the focus somewhere", () => (dispatchEvent(new Event("keydown")), document.getElementById("else")!.focus())],
])("nothing is taken from somebody who %s", async (_, come) => {
  come();
  const before = document.activeElement;
  leave = keepFocus(root);
  deal();
  await told();
  expect(document.activeElement).toBe(before);
});
