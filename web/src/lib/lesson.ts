/** A worked example, step by step: what the table looks like, and what just happened, in words. */
import { type Piles, stacked } from "../games/party";
import type { Event, Lesson } from "./messages";
import { OX } from "./names";
import { type Line, tell } from "./narration";
import { type Scene, sceneOf, shown } from "./scene";
import { say } from "./words.svelte";

/** At the first step nothing has happened yet. */
export type Step = { scene: Scene; line: Line | null };
type Laid = Extract<Event, { type: "card_laid" }>;

export const nameIn = (lesson: Lesson, seat: number): string => (seat === OX ? say("table.ox") : (lesson.names[seat] ?? ""));

/** Every event that there are words for is a step; what happens without a word shows with the next one. */
export function stepsOf(lesson: Lesson): Step[] {
  let scene = sceneOf(lesson.start);
  const steps: Step[] = [{ scene, line: null }];
  for (const event of lesson.events) {
    scene = after(scene, event);
    for (const line of tell([event], { name: (seat) => nameIn(lesson, seat), you: null })) steps.push({ scene, line });
  }
  return steps;
}

/** In a game only its owner sees a card being laid; an example has no secrets. */
function after(scene: Scene, event: Event): Scene {
  if (event.type !== "card_laid" || !scene.party) return shown(scene, event);
  const piles = scene.party.piles.map((own, seat) => (seat === event.seat ? laid(own, event) : own));
  return { ...scene, party: { ...scene.party, piles } };
}

const laid = (own: Piles, { card, pile }: Laid): Piles => stacked(own, [{ type: "lay_card", card, pile: pile < own.length ? pile : null }]);
