/** The games that the server has, for whoever shows their names; none until it has answered. */
import type { GameSpec } from "./api";
import { gameSpecs } from "./games";

let known = $state.raw<GameSpec[]>([]);

export function specs(): readonly GameSpec[] {
  if (!known.length) gameSpecs().then((found) => (known = found), () => {});
  return known;
}
