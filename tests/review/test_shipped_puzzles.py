"""The puzzles that come with the program: sound, of every kind, and still right in other worlds."""

from collections import Counter
from random import Random

from nimmt.review.judging import stands_out, why
from nimmt.review.moments import choices_in
from nimmt.review.positions import view_of
from nimmt.review.puzzles import THEMES, shipped
from nimmt.review.weighing import weigh
from tests.review.test_puzzles import is_sound


def test_the_puzzles_of_the_package_are_sound_and_of_every_kind() -> None:
    puzzles = [*shipped().values()]
    assert len(puzzles) >= 200
    for puzzle in puzzles:
        is_sound(puzzle)
    views = [view_of(puzzle.code) for puzzle in puzzles]
    assert {view.setup.players for view in views} == {*range(2, 11)}
    assert sum(view.setup.players == 4 for view in views) > len(views) / 2
    assert min(sum(puzzle.theme == theme for puzzle in puzzles) for theme in THEMES) >= 25


def test_every_reason_supports_its_verdict() -> None:
    """Whoever reads why a card was worse finds nothing that speaks for it, unless it is outweighed there."""
    told: Counter[str] = Counter()
    for puzzle in shipped().values():
        verdict, view = puzzle.verdict, view_of(puzzle.code)
        for place, reason in enumerate(verdict.reasons):
            assert reason == why(view, verdict.options, place, verdict.best), "the file is as new as the rule"
            one, other = verdict.options[place], verdict.options[reason.rival]
            if place == verdict.best:
                continue
            told[reason.key] += 1
            assert reason.rival == verdict.best
            assert one.mean > other.mean, "what both cost in all, as `later` and `low` tell it"
            if reason.key != "later":
                assert one.at_once > other.at_once, "it is about what happens at once"
                assert one.at_once - other.at_once >= one.later - other.later - 0.011, "rounded"
            if reason.key in ("sixth", "room"):
                assert one.percent > other.percent, "it took a row more often"
    assert min(told[key] for key in ("low", "sixth", "room", "later")) > 50


def test_the_best_is_still_the_best_in_other_worlds() -> None:
    for puzzle in Random(1).sample([*shipped().values()], 5):
        view = view_of(puzzle.code)
        weighed = weigh(view, choices_in(view), 0.2, luck=b"another seed")
        best, second = sorted(weighed.means)[:2]
        assert best == weighed.means[puzzle.verdict.best]
        assert stands_out(weighed, puzzle.verdict.best) or second > best + 0.5
