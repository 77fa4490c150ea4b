/** The server's games, for whatever shows their names; none until it has answered. */
import type { GameSpec } from "./api";
import { gameSpecs } from "./games";
import { whenIdle } from "./idle";

let known = $state.raw<GameSpec[]>([]);
let asking = false;

/** Names can wait until the cards are on the table. */
export function specs(): readonly GameSpec[] {
  if (!known.length && !asking) {
    asking = true;
    whenIdle(() => gameSpecs().then((found) => (known = found), () => (asking = false)));
  }
  return known;
}
