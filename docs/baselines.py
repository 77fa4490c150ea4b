"""Keep what `nimmt benchmark BOT --out FOLDER` played, and publish it: python docs/baselines.py [FOLDER…].

All games of a bot go to one compressed file of benchmarks/corpus: for each table the plan, then a line for every deal
with everybody's totals and places. Times are left out, being the machine's and not the bot's. Then the tables of
docs/benchmark.md are written from all files there.
"""

import lzma
import re
import sys
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from nimmt.arena import DealPlayed, Plan, Report
from nimmt.arena.benchmark import DEALS, OPPONENT, TABLES, Result, Score, knows, plan_for, scored, setups, signed
from nimmt.arena.results_file import Header
from nimmt.arena.standings import standing
from nimmt.codec import from_json, to_json
from nimmt.games.registry import game_of, known_as
from nimmt.setup import Setup

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "benchmarks" / "corpus"
PAGE = ROOT / "docs" / "benchmark.md"
NOT_YET = "not yet"
BEGIN, END = "<!-- baselines: written by docs/baselines.py -->\n", "<!-- end of the baselines -->"

Games = dict[tuple[str, int], tuple[Plan, tuple[DealPlayed, ...]]]
"""The plan and the deals of each table, by game and players."""


def pack(folder: Path) -> None:
    """Keep the games of one bot, from all tables that are finished."""
    lines: list[bytes] = []
    for key, players in TABLES:
        file = folder / f"{key}-{players}.jsonl"
        if file.exists():
            head, *deals = file.read_bytes().splitlines()
            if len(deals) == DEALS:
                lines += [head, *(to_json(without_times(from_json(DealPlayed, line))) for line in deals)]
    bot = from_json(Header, lines[0]).plan.bots[0]
    name = "-".join(re.findall(r"[a-z_]+|[0-9]+", bot))  # flat(100) is kept in flat-100.jsonl.xz
    (CORPUS / f"{name}.jsonl.xz").write_bytes(lzma.compress(b"\n".join(lines) + b"\n", preset=9))


def without_times(deal: DealPlayed) -> DealPlayed:
    """A deal as it is on every machine."""
    return replace(deal, games=tuple(replace(game, seconds=(0.0,) * len(game.seconds)) for game in deal.games))


def unpack(file: Path) -> tuple[str, Games]:
    """A bot, and its games."""
    games: Games = {}
    for line in lzma.decompress(file.read_bytes()).splitlines():
        if line.startswith(b'{"format"'):
            plan = from_json(Header, line).plan
            games[known_as(plan.setup), plan.setup.players] = plan, ()
        else:
            place = known_as(plan.setup), plan.setup.players
            games[place] = plan, (*games[place][1], from_json(DealPlayed, line))
    return plan.bots[0], games


def result_of(file: Path) -> Result:
    """The scores of a bot, worked out from its games."""
    bot, games = unpack(file)
    return Result(bot, DEALS, tuple(_score(bot, setup, games) for setup in setups()))


def _score(bot: str, setup: Setup, games: Games) -> Score:
    place = known_as(setup), setup.players
    if place not in games:  # a bot that does not play this, or the opponent, which is as good as itself
        return Score(*place, DEALS, error=0.0, margin_error=0.0) if bot == OPPONENT else Score(*place)
    plan, deals = games[place]
    if plan != plan_for(bot, setup):
        raise ValueError(f"{bot} has played {place} by another plan.")
    counted = standing(deals, game_of(setup).rules.counts == "points")
    return scored(bot, setup, Report(plan, len(deals), counted, (), deals))


def tables() -> str:
    """Scores and margins of all bots whose games are kept, the weakest first."""
    results = sorted(map(result_of, CORPUS.glob("*.jsonl.xz")), key=lambda result: result.scores[1].score)
    assert all(result.complete for result in results)
    scores = _table(results, lambda score: f"{signed(score.score)} ± {score.error:.3f}")
    margins = _table(results, lambda score: f"{signed(score.margin, 1)} ± {score.margin_error:.1f}")
    overall = list(map(_overall, results))
    played = [str(sum(bool(score.deals) for score in result.scores)) for result in results]
    return "\n".join(
        [
            "Score, from −1 for always last to 1 for always first:\n", *scores,
            f"| **overall** | | {' | '.join(overall)} |", f"| tables | | {' | '.join(played)} |",
            "\nMargin: how many heads (in Bullenparty points) better than the others; of a team, than the Buffalo:\n",
            *margins, "",
        ]
    )  # fmt: skip


def _table(results: list[Result], told: Callable[[Score], str]) -> list[str]:
    lines = [
        f"| game | players | {' | '.join(f'`{result.bot}`' for result in results)} |",
        f"|---|---|{'---:|' * len(results)}",
    ]
    for place, setup in enumerate(setups()):
        cells = [_cell(result.bot, setup, result.scores[place], told) for result in results]
        lines.append(f"| {known_as(setup)} | {setup.players} | {' | '.join(cells)} |")
    return lines


def _overall(result: Result) -> str:
    if any(not score.deals and knows(result.bot, setup) for setup, score in zip(setups(), result.scores, strict=True)):
        return NOT_YET
    return f"{signed(result.total[0])} ± {result.total[1]:.3f}"


def _cell(bot: str, setup: Setup, score: Score, told: Callable[[Score], str]) -> str:
    if score.deals:
        return told(score)
    return NOT_YET if knows(bot, setup) else "–"


def page_with(tables: str) -> str:
    """The page, with these tables instead of those that it has."""
    head, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    return f"{head}{BEGIN}\n{tables}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    for folder in sys.argv[1:]:
        pack(Path(folder))
    PAGE.write_text(page_with(tables()), "utf-8")
