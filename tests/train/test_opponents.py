"""What kinds of opponents play: what is watched of them, what is learned from it, and what comes with the program."""

from pathlib import Path

import numpy as np
import pytest

import nimmt
from nimmt.fast.game import fast_game
from nimmt.fast.learning import FIRST_CARD, RECORD, learn_corrections
from nimmt.fast.opponents import DEEP, FLAT, HEIGHT, HEURISTIC, OUT, SHARED_MARK, SHARED_ROW, Models
from nimmt.fast.weights import Mind, read_minds, shipped_minds, write_minds
from nimmt.kernels.constants import KINDS, SELF
from nimmt.kernels.weights import GROUPS, SHIPPED, group_of
from nimmt.setup import Setup
from nimmt.train.league import Harvest, Meeting, meet
from nimmt.train.pupil import Pupil, Watched
from nimmt.train.school import select

MOST_BYTES = 3_000_000
FAN_CARDS = [("even_odd",), ("climb",), ("caper",), ("reversed_digits",), ("climb", "caper")]


def mind_for(players: int, options: dict[str, bool | tuple[str, ...]]) -> Mind:
    return shipped_minds()[group_of(fast_game(Setup("base", players, dict(options))))]


def watched(players: int, kind: int, tables: int, **options: bool | tuple[str, ...]) -> Harvest:
    return meet(Meeting(players, options, kind, tables), mind_for(players, options), "watched")


def surprise(found: Watched, models: Models) -> float:
    """In nats, by the card that was played."""
    order, memory = np.arange(len(found.kinds)), np.zeros((2, 1), np.float32)
    return learn_corrections(found.records, found.kinds, order, models, 0, HEIGHT, memory, 0.0, 0, 512)[0]


def contradiction(size: int) -> Watched:
    """Of two cards the first is played in one kind of position, and the second in another: no sum can say that."""
    records = np.full((size, *RECORD), -1, np.int16)
    upside_down = np.arange(size) % 2
    records[:, 0, 0], records[:, 0, 1] = upside_down, 2
    records[:, 1, 0] = SHARED_ROW + upside_down
    records[:, FIRST_CARD, 0], records[:, FIRST_CARD + 1, 0] = 5, 6
    return Watched(records, np.full(size, FLAT, np.int16))


def test_the_net_learns_what_no_sum_can_say() -> None:
    pupil, found = Pupil(1), contradiction(2000)
    by_sums, _ = pupil.learn_scores(0, FLAT, found.records, 6, 0.03)
    by_net, share = pupil.learn_corrections(0, found, 20, 0.01)
    assert by_sums > 0.69
    assert by_net < 0.3
    assert 1 == share


def test_what_it_learns_of_itself_changes_nothing_for_others() -> None:
    pupil = Pupil(1)
    pupil.learn_corrections(0, contradiction(500), 4, 0.01)
    before = pupil.nets[0].copy()
    own = contradiction(500)
    pupil.learn_own_corrections(0, Watched(own.records, np.full(500, SELF, np.int16)), 0.01)
    changed = np.flatnonzero((pupil.nets[0] != before).any(axis=1))
    assert [OUT + SELF] == changed.tolist()


def test_whoever_sits_at_a_table_is_watched() -> None:
    found = watched(3, DEEP, 2)
    assert {SELF, DEEP} == set(found.watched.kinds.tolist())
    sizes = found.watched.records[:, 0, 1]
    assert (sizes > 1).all()  # the last card is no choice
    assert (found.watched.records[:, 0, 0] < sizes).all()


@pytest.mark.parametrize("cards", FAN_CARDS, ids=str)
def test_markers_are_seen(cards: tuple[str, ...]) -> None:
    shared = watched(4, HEURISTIC, 2, fan_cards=cards).watched.records[:, 1]
    lie = (shared >= SHARED_MARK).sum(axis=1)
    assert {len(set(cards) - {"reversed_digits"})} == set(lie.tolist())


@pytest.mark.parametrize("players", [2, 3, 4, 6, 10])
@pytest.mark.parametrize("options", [{}, {"known_deck": True}, {"fan_cards": ("even_odd",)}], ids=str)
def test_the_shipped_nets_foretell_cards_better_than_sums_alone(
    players: int, options: dict[str, bool | tuple[str, ...]]
) -> None:
    """Hands are known here; nothing was learned from these tables."""
    found = watched(players, FLAT, 80 // players, **options)
    models = mind_for(players, options).models[found.book]
    alone = Models(models.sums, models.net * (np.arange(len(models.net)) < OUT)[:, None])
    for kind in (SELF, FLAT):
        theirs = select(found.watched, kind)
        assert surprise(theirs, models) < surprise(theirs, alone), KINDS[kind]


def test_minds_are_kept_as_they_are_but_for_rounding(tmp_path: Path) -> None:
    minds = shipped_minds()
    write_minds(tmp_path / SHIPPED, minds)
    kept = read_minds((tmp_path / SHIPPED).read_bytes(), SHIPPED)
    for name, group in GROUPS.items():
        assert (minds[name].weights == kept[name].weights).all()
        for book in group.books:
            here, there = minds[name].models[book], kept[name].models[book]
            assert (here.sums == there.sums).all()
            assert (here.net == there.net).all()


def test_the_weights_are_small() -> None:
    shipped = Path(nimmt.__file__).parent / "bots" / SHIPPED
    assert shipped.stat().st_size < MOST_BYTES
