/** Each game has a cloth of its own. */
import { chosenKey, fanCards } from "./games";
import type { View } from "./messages";
import { specs } from "./specs.svelte";

/** Lay the cloth of this game as long as the part that asks for it is shown. */
export function layCloth(setup: () => View["setup"] | null | undefined): void {
  $effect(() => {
    const played = setup();
    if (played) document.documentElement.dataset.game = fanCards(played)[0] ?? chosenKey(played, specs());
    return () => delete document.documentElement.dataset.game;
  });
}
