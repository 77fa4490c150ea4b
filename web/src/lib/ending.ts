/** How a game ended, in sentences: who won, and by which rule. */
import type { Outcome, View } from "./messages";
import { unitOf } from "./scores";
import { count, listed, say } from "./words.svelte";

export type Ending = { verdict: string; rules: string[] };

export function endingOf(view: View, outcome: Outcome, name: (seat: number) => string, you: number | null): Ending {
  if (outcome.opponent !== null && outcome.opponent !== undefined) return teamEnding(view, outcome, outcome.opponent);
  const winners = outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const points = count(unitOf(view), outcome.totals[winners[0] ?? 0] ?? 0);
  const who = listed(winners.map(name));
  const alone = winners.length === 1;
  return {
    verdict: say(`events.game_ended.${alone ? "winner" : "winners"}`, { who, heads: points }, alone && winners[0] === you),
    rules: [say(`events.game_ended.${unitOf(view) === "points" ? "rule_most" : "rule"}`)],
  };
}

function teamEnding(view: View, outcome: Outcome, ox: number): Ending {
  const team = outcome.totals[0] ?? 0;
  const result = outcome.ranks[0] === 1 ? "team_won" : team === ox ? "team_drew" : "team_lost";
  const rules = view.type === "ox_view" && view.factor > 1 ? ["rule_team", "doubled"] : ["rule_team"];
  return {
    verdict: say(`events.game_ended.${result}`, { heads: count("heads", team), ox }),
    rules: rules.map((rule) => say(`events.game_ended.${rule}`)),
  };
}
