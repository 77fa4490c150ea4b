/** A worked example, step by step: what the table looks like, and what just happened, in words. */
import { type Piles, stacked } from "../games/party";
import type { Event, Facts, Lesson } from "./messages";
import { OX } from "./names";
import { type Line, tell } from "./narration";
import { type Scene, sceneAfter, sceneOf } from "./scene";
import { say } from "./words.svelte";

/** At the first step nothing has happened yet; hands are there where the example gives them. */
export type Step = { scene: Scene; hands: number[][]; line: Line | null };
type Laid = Extract<Event, { type: "card_laid" }>;

export const nameIn = (lesson: Lesson, seat: number): string => (seat === OX ? say("table.ox") : (lesson.names[seat] ?? ""));

/** Every event that has words is a step; what happens without words shows with the next one. */
export function stepsOf(lesson: Lesson): Step[] {
  let [scene, hands] = [sceneOf(lesson.start), lesson.hands];
  const steps: Step[] = [{ scene, hands, line: null }];
  for (const [at, event] of lesson.events.entries()) {
    [scene, hands] = [after(scene, event, lesson.facts[at] ?? null), held(hands, event)];
    for (const line of tell([event], { name: (seat) => nameIn(lesson, seat), you: null })) steps.push({ scene, hands, line });
  }
  return steps;
}

/** In a game only its owner sees a card being laid; an example has no secrets. */
function after(scene: Scene, event: Event, facts: Facts | null): Scene {
  const next = sceneAfter(scene, event, facts);
  if (event.type !== "card_laid" || !next.party) return next;
  const piles = next.party.piles.map((own, seat) => (seat === event.seat ? laid(own, event) : own));
  return { ...next, party: { ...next.party, piles } };
}

const laid = (own: Piles, { card, pile }: Laid): Piles => stacked(own, [{ type: "lay_card", card, pile: pile < own.length ? pile : null }]);

/** A bid and a card that is laid leave the hand, a row that is taken comes to it. */
function held(hands: number[][], event: Event): number[][] {
  const without = (cards: readonly number[]): number[][] => hands.map((own) => own.filter((card) => !cards.includes(card)));
  if (event.type === "bids_revealed") return without(event.bids.map(({ card }) => card));
  if (event.type === "card_laid") return without([event.card]);
  if (event.type !== "row_claimed") return hands;
  return hands.map((own, seat) => (seat === event.seat ? [...own, ...event.cards].toSorted((one, other) => one - other) : own));
}
