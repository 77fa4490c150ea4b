"""The worked examples, served to be looked at step by step."""

from pathlib import Path

import pytest
from msgspec import structs

from nimmt.codec import read_event, read_view, to_json
from nimmt.events import RowTaken
from nimmt.examples import builtin
from nimmt.examples.format import Example, PartyExample, RowExample
from nimmt.examples.lessons import lesson
from nimmt.examples.session import Failed
from nimmt.games.bullenparty.events import CardLaid
from nimmt.games.registry import keys
from tests.server.client import Api, serving, settings


async def test_every_game_has_examples_that_can_be_read(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ask = Api(server.address)
        for game in keys():
            for found in await ask.ok("GET", f"/api/examples/{game}"):
                assert set(found["title"]) == {"en", "fr", "de"}
                assert len(found["names"]) == read_view(to_json(found["start"])).setup.players
                assert [read_event(to_json(event)) for event in found["events"]]
        pro, base = await ask.ok("GET", "/api/examples/pro"), await ask.ok("GET", "/api/examples/base")
        assert ([each["id"] for each in pro[: -len(base)]], pro[-len(base) :]) == (["P-N1"], base)
        assert await ask.no(422, "GET", "/api/examples/poker") == "unknown_game"


@pytest.mark.parametrize("example", [each for game in builtin().values() for each in game], ids=lambda each: each.id)
def test_what_happens_is_what_the_example_says(example: Example) -> None:
    """It starts with the rows of the example, and whoever takes or lays cards does so with those that it says."""
    shown = lesson(example)
    rows = [row.cards for row in shown.start.rows if row]
    if isinstance(example, PartyExample):
        assert rows == [player.row for player in example.players]
        assert shown.hands == tuple(tuple(sorted(player.hand)) for player in example.players)
        laid = [event.card for event in shown.events if isinstance(event, CardLaid)]
        assert laid == [card for player in example.players for card, _ in player.lay]
    else:
        assert isinstance(example, RowExample)
        assert rows == list(example.rows)
        taken = [(event.cards, event.heads) for event in shown.events if isinstance(event, RowTaken)]
        assert example.expect.takes is None or taken == [(take.cards, take.heads) for take in example.expect.takes]


def test_an_example_that_does_not_go_as_it_says_is_no_lesson() -> None:
    """Nobody learns from a mistake of ours."""
    first, second = builtin()["base"][:2]
    assert isinstance(first, RowExample)
    assert isinstance(second, RowExample)
    wrong = structs.replace(first, expect=second.expect)
    with pytest.raises(Failed, match="B-E1"):
        lesson(wrong)
