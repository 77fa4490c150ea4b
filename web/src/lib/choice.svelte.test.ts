import { expect, test, vi } from "vitest";
import { Choice } from "./choice.svelte";
import type { Action } from "./messages";
import type { Table } from "./table.svelte";

/** A table at which the 7 was chosen, the 42 may be chosen instead, and others still think. */
function table(): { act: ReturnType<typeof vi.fn>; choice: Choice } {
  const legal: Action[] = [7, 42].map((card) => ({ type: "play_card", card, reverse: false }));
  const act = vi.fn();
  const view = { choice: legal[0] };
  return { act, choice: new Choice({ view, legal, act, sending: null, decision: 1, ask: async () => null } as unknown as Table) };
}

test("until all have chosen, another card may be chosen instead", () => {
  const { act, choice } = table();
  choice.pick(42);
  expect(choice.settled).toBe(false);
  choice.confirm();
  expect(act.mock.calls).toEqual([[{ type: "play_card", card: 42, reverse: false }]]);
});

test("the card that is chosen already is not chosen again", () => {
  const { act, choice } = table();
  choice.pick(7);
  expect(choice.settled).toBe(true);
  choice.confirm();
  expect(act).not.toHaveBeenCalled();
});
