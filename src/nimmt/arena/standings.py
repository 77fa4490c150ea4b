"""Figures from games: margins with standard errors over deals, wins, and time per answer.

A margin is how much better the mean total of a bot's seats is than that of the other bots' seats at its table, or a
team's than its opponent's: above 0 is better, whether heads or points are counted. All games of one deal make one
value, so that the errors are honest.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import erf, inf, nan, sqrt
from statistics import fmean, stdev

from msgspec import Struct

from .results import DealPlayed, GamePlayed

Against = tuple[str, ...]
"""The others at a table, in order; a team has none."""


class Line(Struct, frozen=True):
    """How a bot did: against everybody, or against those of one table."""

    bot: str
    against: Against
    deals: int
    games: int
    margin: float  # above 0 is better
    error: float
    sure: float  # how likely the bot is the better one, if margins are normal
    wins: float  # a shared win counts in part
    total: float  # mean total of its seats
    milliseconds: float  # for an answer

    @property
    def settled(self) -> bool:
        """Whether the sign of the margin is certain at 95 %."""
        return self.sure > 0.975 or self.sure < 0.025


class Standing(Struct, frozen=True):
    """Everybody over all tables, the best first, and each table by itself."""

    bots: tuple[Line, ...]
    tables: tuple[Line, ...]


def standing(deals: Iterable[DealPlayed], many_is_good: bool, without: frozenset[str] = frozenset()) -> Standing:
    """Work the figures out; tables with bots that failed are left out."""
    kept = [(deal.deal, game) for deal in deals for game in deal.games if not without & set(game.bots)]
    by_bot: dict[str, list[Value]] = defaultdict(list)
    by_table: dict[tuple[str, Against], list[Value]] = defaultdict(list)
    for deal, game in kept:
        for value in values(deal, game):
            by_bot[value.bot].append(value)
            by_table[value.bot, value.against].append(value)
    sign = 1 if many_is_good else -1
    bots = [line(bot, (), found, sign) for bot, found in by_bot.items()]
    tables = [line(bot, against, found, sign) for (bot, against), found in by_table.items()]
    return Standing(tuple(sorted(bots, key=lambda each: -each.margin)), tuple(tables))


def pairs_won(deal: DealPlayed, bot: str) -> float:
    """Of a seat of this bot and one of another bot: how often it ends a game ahead; equal places count half.

    Teams with the same cards are compared by how far each is ahead of its opponent.
    """
    teams = [(game.bots[0], game.totals[0] - game.opponent) for game in deal.games if game.opponent is not None]
    tables = [teams] if teams else [list(zip(game.bots, game.ranks, strict=True)) for game in deal.games]
    won: list[float] = []
    for table in tables:
        own = [place for name, place in table if name == bot]
        others = [place for name, place in table if name != bot]
        won += [1.0 if here < there else 0.5 * (here == there) for here, there in product(own, others)]
    return fmean(won)


class Value(Struct, frozen=True):
    """One bot in one game."""

    bot: str
    against: Against
    deal: int
    lead: float  # of the totals
    total: float
    wins: float
    seconds: float
    answers: int


def values(deal: int, game: GamePlayed) -> Iterator[Value]:
    """What a game says about each of its bots; one that failed says nothing."""
    if game.failure:
        return
    winners = sum(rank == 1 for rank in game.ranks)
    for bot in dict.fromkeys(game.bots):
        own = [seat for seat, name in enumerate(game.bots) if name == bot]
        others = [seat for seat, name in enumerate(game.bots) if name != bot]
        total = fmean(game.totals[seat] for seat in own)
        rival = game.opponent if game.opponent is not None else fmean(game.totals[s] for s in others) if others else nan
        won = sum(game.ranks[seat] == 1 for seat in own)
        yield Value(
            bot,
            tuple(sorted(game.bots[seat] for seat in others)),
            deal,
            total - rival,
            total,
            float(won > 0) if game.opponent is not None else won / max(winners, 1),
            sum(game.seconds[seat] for seat in own),
            sum(game.answers[seat] for seat in own),
        )


def line(bot: str, against: Against, found: Sequence[Value], sign: int) -> Line:
    """The figures of one bot; the sign is 1 where more is better, else -1."""
    by_deal: dict[int, list[float]] = defaultdict(list)
    for value in found:
        by_deal[value.deal].append(sign * value.lead)
    margin, error = mean_and_error([fmean(margins) for margins in by_deal.values()])
    answers = sum(value.answers for value in found)
    return Line(
        bot, against, len(by_deal), len(found), margin, error, sureness(margin, error),
        fmean(value.wins for value in found), fmean(value.total for value in found),
        1000 * sum(value.seconds for value in found) / max(answers, 1),
    )  # fmt: skip


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error, which is infinite for a single number."""
    if len(numbers) < 2:
        return (fmean(numbers) if numbers else nan), inf
    return fmean(numbers), stdev(numbers) / sqrt(len(numbers))


def sureness(lead: float, error: float) -> float:
    """How likely the true lead is above zero."""
    if error in (0.0, inf) or lead != lead:
        return 0.5 if error or lead != lead or not lead else float(lead > 0)
    return 0.5 * (1 + erf(lead / error / sqrt(2)))
