"""Games at the tables of the environments."""

from collections.abc import Iterator
from random import Random

import nimmt
from nimmt.envs.seating import Sitting
from nimmt.game import Game

SIZES = [(key, players) for key in nimmt.keys() for players in {nimmt.spec(key).players[0], 3}]
"""Every game with its fewest players and with three."""

SETS: list[dict[str, object]] = [{"fan_cards": ("even_odd", "climb")}, {"fan_cards": ("caper", "reversed_digits")}]


def short(key: str, players: int, **options: object) -> Game:
    """A game of one round, where the rules let players agree on that."""
    names = {option.name for option in nimmt.spec(key).options}
    limits = {"max_rounds": 1, "rounds": 1}
    chosen = {name: value for name, value in limits.items() if name in names} | options
    return nimmt.game(key, players=players, **chosen)  # type: ignore[arg-type]


def sittings(game: Game, seed: int, reward: str = "heads") -> Iterator[Sitting]:
    """A random game, before every decision and at its end."""
    rng, sitting = Random(seed), Sitting(game, seed, reward)
    while True:
        yield sitting
        if sitting.over:
            return
        sitting.answer({seat: rng.choice(list(sitting.answers(seat))) for seat in sitting.asked})
