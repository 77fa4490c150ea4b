"""A benchmark that can be cited: fixed games, numbers of players, opponents, seeds and deals; one table of scores.

A change to what is played gets a new version, so that scores of one version can always be compared.
"""

from collections.abc import Callable, Iterable
from datetime import date
from importlib.metadata import version
from math import inf, isfinite, sqrt
from pathlib import Path
from statistics import fmean

from msgspec import Struct

from ..botlink import find_bot
from ..errors import NimmtError
from ..games.registry import game as make_game
from ..games.registry import game_of, known_as
from ..setup import RULES, Setup
from .plan import Plan
from .results import Failure, GamePlayed
from .run import Arena, Ended, Report
from .standings import mean_and_error

VERSION = 2
SEED = "nimmt-benchmark-1"
"""As in version 1: tables whose rules have not changed keep their scores."""
DEALS = 100
OPPONENT = "greedy"
"""It plays every game, has no parameters and needs nothing but the engine."""

TABLES = (
    ("base", 2),
    ("base", 4),
    ("base", 6),
    ("base", 10),
    ("pro", 4),
    ("even_odd", 4),
    ("climb", 4),
    ("caper", 4),
    ("reversed_digits", 4),
    ("surprise", 4),
    ("versus_ox", 3),
    ("bullenparty", 4),
)
"""Games, each with its default options, and numbers of players."""


class Score(Struct, frozen=True):
    """How a bot did at one table; without deals it does not play the game, or failed."""

    game: str
    players: int
    deals: int = 0
    score: float = 0.0  # the mean place: 1 for the first to -1 for the last; of a team 1, 0 or -1
    error: float = inf  # standard error over deals
    margin: float = 0.0  # heads or points better than the others, or than the team's opponent
    margin_error: float = inf
    wins: float = 0.0
    milliseconds: float = 0.0
    failure: Failure | None = None


class Result(Struct, frozen=True):
    """The whole table."""

    bot: str
    deals: int
    scores: tuple[Score, ...]
    ended: Ended = "deals"

    @property
    def complete(self) -> bool:
        """Whether the score can be cited as one of this version: every table that the bot plays, with all its deals."""
        played = [score for score in self.scores if score.deals or score.failure]
        return len(self.scores) == len(TABLES) and bool(played) and all(score.deals == DEALS for score in played)

    @property
    def total(self) -> tuple[float, float]:
        """The mean score of the tables that were played, and its standard error."""
        played = [score for score in self.scores if score.deals]
        if not played:
            return 0.0, inf
        return fmean(each.score for each in played), sqrt(sum(each.error**2 for each in played)) / len(played)


def setups() -> tuple[Setup, ...]:
    """Every table of the benchmark."""
    return tuple(make_game(key, players=players).setup for key, players in TABLES)


def plan_for(bot: str, setup: Setup) -> Plan:
    """The bot among copies of the opponent, in every seat in turn; a team is all of one kind."""
    if game_of(setup).rules.is_team:
        return Plan(setup, (bot,), "same", SEED)
    return Plan(setup, (bot, OPPONENT), "first", SEED)


def benchmark(
    bot: str,
    deals: int = DEALS,
    folder: Path | None = None,
    jobs: int | None = None,
    watch: Callable[[Setup, Arena | None], None] = lambda setup, arena: None,
) -> Result:
    """Play it. All games are kept in the folder, where the same call goes on."""
    scores: list[Score] = []
    ended: Ended = "deals"
    for setup in setups():
        score, ended = _measure(bot, setup, deals, folder, jobs, watch)
        scores.append(score)
        if ended == "interrupted":
            break
    return Result(bot, deals, tuple(scores), ended)


def _measure(
    bot: str, setup: Setup, deals: int, folder: Path | None, jobs: int | None,
    watch: Callable[[Setup, Arena | None], None],
) -> tuple[Score, Ended]:  # fmt: skip
    watch(setup, None)
    if bot == OPPONENT and not game_of(setup).rules.is_team:  # no bot is better than itself
        return Score(known_as(setup), setup.players, deals, 0.0, 0.0, 0.0, 0.0, 1 / setup.players), "deals"
    if not knows(bot, setup):
        return Score(known_as(setup), setup.players), "deals"
    path = None if folder is None else folder / f"{known_as(setup)}-{setup.players}.jsonl"
    arena = Arena(plan_for(bot, setup), deals, path)
    report = arena.run(jobs, watch=lambda: watch(setup, arena))
    return scored(bot, setup, report), report.ended


def knows(bot: str, setup: Setup) -> bool:
    """Whether the bot plays this game; one that does not exist is an error."""
    try:
        find_bot(bot, setup)
    except NimmtError as error:
        if error.code in ("no_kernel", "bot_not_played"):
            return False
        raise
    return True


def scored(bot: str, setup: Setup, report: Report) -> Score:
    """The figures of the bot at one table."""
    failure = next((failure for failure in report.failures if failure.bot == bot), None)
    line = next((line for line in report.standing.bots if line.bot == bot), None)
    if failure or line is None:
        return Score(known_as(setup), setup.players, failure=failure)
    score, error = mean_and_error([fmean(worths(bot, deal.games)) for deal in report.played])
    return Score(
        known_as(setup), setup.players, report.deals, score, error, line.margin, line.error, line.wins,
        line.milliseconds,
    )  # fmt: skip


def worths(bot: str, games: Iterable[GamePlayed]) -> list[float]:
    """What the bot's place in each game is worth."""
    return [worth(game, seat) for game in games for seat, name in enumerate(game.bots) if name == bot]


def worth(game: GamePlayed, seat: int) -> float:
    """1 for the first place to -1 for the last, shared places share; a team wins 1, draws 0 or loses -1."""
    if game.opponent is not None:
        lead = game.opponent - game.totals[seat]
        return float((lead > 0) - (lead < 0))
    others, rank = len(game.ranks) - 1, game.ranks[seat]
    ahead = sum(other < rank for other in game.ranks) + (game.ranks.count(rank) - 1) / 2
    return 1 - 2 * ahead / others


def to_markdown(result: Result, day: date) -> str:
    """The published table, with everything needed to repeat it."""
    deals, program = f"{result.deals} deal{'s' * (result.deals != 1)}", f"nimmt {version('nimmt')}"
    lines = [
        f"# {result.bot}: nimmt benchmark {VERSION}",
        "",
        f"Played by {program} (version {RULES} of the rules), finished on {day.isoformat()}, seed `{SEED}`.",
        "",
        "| game | players | deals | score | margin | wins | ms per answer |",
        "|---|---|---|---|---|---|---|",
        *map(_row, result.scores),
        "",
        f"Overall score: {_with_error(*result.total, 3)} over {sum(bool(each.deals) for each in result.scores)} of "
        f"{len(TABLES)} tables, {deals} each, against `{OPPONENT}`.",
    ]
    if not result.complete:
        lines += ["", f"This is no score of benchmark {VERSION}, which has {DEALS} deals at every table."]
    return "\n".join(lines) + "\n"


def _row(score: Score) -> str:
    head = f"| {score.game} | {score.players} | {score.deals}"
    if not score.deals:
        return f"{head} | {'failed' if score.failure else 'does not play it'} | – | – | – |"
    figures = f"{_with_error(score.score, score.error, 3)} | {_with_error(score.margin, score.margin_error, 2)}"
    return f"{head} | {figures} | {score.wins:.1%} | {score.milliseconds:.2f} |"


def _with_error(number: float, error: float, places: int) -> str:
    """A figure with its error; a single deal has none."""
    return signed(number, places) + (f" ± {error:.{places}f}" if isfinite(error) else "")


def signed(number: float, places: int = 3) -> str:
    """A number with its sign, a true minus."""
    return f"{number:+.{places}f}".replace("-", "−")
