"""The deal of the day on two workers: one deal for both, and a worker's death costs nobody their game."""

from pathlib import Path

from tests.server.client import Api, Device, device, serving, settings
from tests.server.faults import Process
from tests.server.test_daily import Clock, clock, daily, dealt, finished, play, quick, story

__all__ = ["clock"]  # the fixture


async def test_both_workers_deal_the_same_cards_and_count_together(
    tmp_path: Path, postgres_address: str, clock: Clock
) -> None:
    chosen = settings(tmp_path, database=postgres_address)
    async with serving(chosen, find=quick) as one, serving(chosen, find=quick) as two:
        path, ada, first = await finished(one, 1)
        other_path, bea, second = await finished(two, 2)
        assert dealt(first) == dealt(second)
        assert story(first) == story(second)
        code, again = await daily(two, 1)
        assert (f"/api/tables/{code}", again.token) == (path, ada.token), "a device has one table, wherever it asks"
        for server in (one, two):
            ada.address = bea.address = server.address
            standings = [await ada.ok("GET", f"{path}/standing"), await bea.ok("GET", f"{other_path}/standing")]
            assert [each["players"] for each in standings] == [2, 2]
            assert (await Api(server.address).ok("GET", "/api/daily"))["players"] == 2


async def test_a_worker_dies_in_the_middle_and_the_game_goes_on_as_it_would_have(
    tmp_path: Path, postgres_address: str
) -> None:
    """Somebody else who plays the same cards without an accident is answered the same, and has the same result."""
    dead = Process(postgres_address, tmp_path)
    dead.start()
    await dead.ready()
    ticket = await Api(f"http://{dead.address}").ok("POST", "/api/daily", {"device": "x" * 32, "name": "Ada"})
    code, token = ticket["table"]["code"], ticket["token"]
    async with serving(settings(tmp_path, database=postgres_address)) as alive:
        async with device(f"http://{dead.address}", code, token) as ada:
            await three_cards(ada)
            dead.kill()
        async with device(alive, code, token) as ada:
            assert ada.view
            assert len(ada.view["hand"]) == 7
            await play(ada)
            await ada.when(lambda: ada.table["state"] == "over")
        *_, bea = await finished(alive, 2)
        assert bea.view
        assert ada.view["outcome"] == bea.view["outcome"]
        assert (await Api(alive.address).ok("GET", "/api/daily"))["players"] == 2


async def three_cards(player: Device) -> None:
    """The first card, or row, of the list each time."""
    while not player.view or len(player.view["hand"]) > 7:
        if player.seat in player.to_act and len(player.legal) > 1:
            await player.act(player.legal[0])
        else:
            await player.next()
