/** Every event of real games has words in every language, and none of them shows a key, a place or a hole. */
import { beforeAll, describe, expect, test } from "vitest";
import fixtures from "./fixtures/scenes.json";
import type { Event } from "./messages";
import { foretell, refusalInWords, retell, tell } from "./narration";
import { LANGUAGES, speak } from "./words.svelte";

const events = Object.values(fixtures as unknown as Record<string, { events: Event[] }[][]>).flatMap((games) =>
  games.flatMap((told) => told.flatMap((update) => update.events)),
);
/** Choices in secret and hands are shown at the table, not told. */
const SILENT = new Set(["hand_dealt", "card_sealed", "bid_sealed", "passed", "lay_down_done", "cards_boxed", "zero_dealt"]);
const to = { name: (seat: number) => (seat < 0 ? "Ox" : `Player${seat}`), you: 0 };

describe.each(Object.keys(LANGUAGES))("in %s", (language) => {
  beforeAll(() => speak(language));

  test("every event is told, or silent on purpose", () => {
    const untold = new Set(events.filter((event) => !tell([event], to).length).map((event) => event.type));
    expect([...untold].filter((type) => !SILENT.has(type))).toEqual([]);
  });

  test("no key, place or hole is left in any sentence", () => {
    for (const event of events)
      for (const line of tell([event], to)) {
        const text = `${line.text} ${line.spoken}`;
        expect(text, event.type).not.toMatch(/\b(events|page|marks|specials|uses|nouns|table|party)\.\w|[{}[\]]|undefined|null|NaN|\(\s|\s\)|\s,/);
        expect(line.text.trim(), event.type).not.toBe("");
        expect(line.spoken, event.type).toMatch(/[.!?]$/);
      }
  });

  test("you are spoken to, others are spoken of", () => {
    const taken = (seat: number): Event => ({ type: "row_taken", seat, row: 1, cards: [5, 7], heads: 3, card: 9, left: [9], reason: ["chosen", []] });
    const [mine, other] = tell([taken(0), taken(1)], to);
    expect(mine!.text).not.toBe(other!.text);
    expect(other!.who).toBe("Player1");
    expect(mine!.tone).toBe("bad");
  });

  test("after a round everybody hears the scores; a team has only one", () => {
    const ended = (...totals: number[]): Event => ({ type: "round_ended", round: 2, heads: totals, totals });
    expect(tell([ended(13, 39)], to)[1]!.spoken).toBe("Player0 13 · Player1 39.");
    expect(tell([ended(22, 22)], to)).toHaveLength(1);
  });

  test("a reversed card is told with its value, where it went and what was taken", () => {
    const taken: Event = { type: "row_taken", seat: 1, row: 1, cards: [5, 7], heads: 3, card: 67, left: [67], reason: ["sixth_card", [70, 6]] };
    const [line] = retell({ key: 1, event: taken, value: 76 }, to);
    expect(line).toMatchObject({ who: "Player1", card: 67, tone: "bad" });
    for (const text of [line!.text, line!.spoken]) expect(text).toMatch(/76.*2.*5 7.*3/);
    expect(line!.spoken).toMatch(/^Player1 67, .*\.$/);
  });

  test("what a card would do is foretold in words: the worst of it, and otherwise where it goes first", () => {
    const own = { ...to, you: 0 };
    const placed: Event = { type: "card_placed", seat: 0, card: 44, row: 2, reason: ["smallest_difference", [43, 1]] };
    expect(foretell([placed], own)).toMatch(/3.*1/);
    const taken: Event = { type: "row_taken", seat: 0, row: 0, cards: [1, 2, 3, 4, 5], heads: 6, card: 7, left: [7], reason: ["sixth_card", [5, 2]] };
    expect(foretell([placed, taken], own)).toMatch(/1.*6/);
    expect(foretell([placed, taken], own)).not.toContain("3");
    expect(foretell([taken, { ...taken, row: 3, heads: 8 }], own)).toMatch(/1.*6.*4.*8/);
    const nowhere: Event = { type: "found_no_row", seat: 0, card: 1, reason: ["lower_than_all", [9]] };
    expect(foretell([nowhere], own)).not.toBe(foretell([nowhere], { ...own, you: 1 }));
    expect(foretell([], own)).toBe("");
  });

  test("a refusal has words of ours, or those of the server", () => {
    expect(refusalInWords({ code: "not_in_hand", sentence: "?" }, { type: "play_card", card: 42 })).toContain("42");
    expect(refusalInWords({ code: "unheard_of", sentence: "The server's own." })).toBe("The server's own.");
  });
});
