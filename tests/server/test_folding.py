"""A client that puts together what it is told has, at every number, what the server would welcome it with."""

import json
from random import Random
from typing import Any

import pytest

import nimmt
from nimmt.server.fold import Fold
from nimmt.server.streams import Moment, Telling, encode
from tests.server.client import Json, after
from tests.server.logs import played

ENTRIES = 150
TABLES = [(key, players) for key in nimmt.keys() for players in {max(2, nimmt.spec(key).players[0]), 4}]
TOLD_OTHERWISE = ("last",)  # in the events


class Client:
    """Knows nothing but what it was told."""

    def __init__(self) -> None:
        self.view: Json | None = None
        self.legal: Any = []
        self.table: Json = {}
        self.number = 0

    def hear(self, frame: bytes) -> None:
        message = json.loads(frame)
        self.number += 1
        assert message["number"] == self.number
        self.table |= message.get("table", {})
        if message["type"] == "update":
            self.view = after(self.view, message)
            self.legal = self.legal if message.get("legal") is None else message["legal"]


def plain(value: object) -> Any:
    return json.loads(encode(value))


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_updates_add_up_to_the_view(key: str, players: int) -> None:
    fold = Fold("made")
    clients = {viewer: Client() for viewer in (*range(players), None)}
    setups = 0  # how often somebody was told the setup of the game
    for entry in played(ENTRIES, players, Random(key), key):
        moment = Moment.of(fold, fold.apply(entry))
        for viewer, parts in Telling(moment, (fold.before, fold.sight)).frames(clients).items():
            for frame in parts:
                clients[viewer].hear(frame)
                setups += b'"setup":' in frame
        for viewer, client in clients.items():
            assert client.table == plain(fold.info())
            if fold.state is None:
                continue
            view = plain(fold.state.view(viewer))
            assert client.view is not None
            differ = {name for name in view if client.view[name] != view[name]}
            assert differ <= {*TOLD_OTHERWISE}
            assert client.legal == plain(fold.sight.legal(viewer))
    assert setups == len(clients) * (1 + fold.game_number)  # with the table, and with each deal
