"""What is said over a socket: welcome, updates, acknowledgements, rejections, previews, resumption, chat."""

import asyncio
from pathlib import Path

import pytest

import nimmt
from nimmt.server import entries as log
from nimmt.server.messages import PROTOCOL
from nimmt.server.tables import Chance
from tests.server.client import Api, Device, Json, device, opened, people, play_on, serving, settings

ROUND = {"max_rounds": 1}


async def turn(*players: Device) -> None:
    """Every player seals a card; all wait for the next decision."""
    before = players[0].decision
    for player in players:
        await player.beyond(before - 1)
        await player.act(player.legal[0], decision=before)
    for player in players:
        await player.beyond(before)


async def test_a_welcome_holds_view_number_and_legal_actions(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[1]) as guest, device(server, code) as watcher:
            hello = guest.told[0]
            assert (hello["protocol"], hello["resumed"], hello["seat"], hello["host"]) == (PROTOCOL, False, 1, False)
            assert [action["card"] for action in hello["legal"]] == hello["view"]["hand"]
            assert watcher.told[0]["seat"] is None
            assert watcher.told[0]["view"]["hand"] == []
            assert watcher.told[0]["legal"] == []


async def test_who_comes_back_is_told_the_story_so_far(tmp_path: Path) -> None:
    """As it was told to those who stayed, without the choices: when they came is nobody's business."""
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            assert [event["type"] for event in ada.told[0]["story"]] == [
                "round_started",
                *["hand_dealt"] * 2,
                "rows_laid",
            ]
            await turn(ada, bea)
            live = [event for told in ada.told for event in told.get("events", ()) if event["type"] != "card_sealed"]
            async with device(server, code, tokens[0]) as again, device(server, code) as watcher:
                assert again.told[0]["story"] == ada.told[0]["story"] + live
                assert [event.get("cards") for event in watcher.told[0]["story"][1:3]] == [None, None]
                assert watcher.told[0]["story"][3:] == again.told[0]["story"][3:]


async def test_the_story_of_a_long_game_is_cut(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        long = {"point_limit": None, "max_rounds": 3}  # by points alone, an unlucky seat may end it after two
        code, tokens = await opened(server, [{}, *[{"level": "random"}] * 5], options=long)
        async with device(server, code, tokens[0]) as ada:
            await play_on(ada)
            async with device(server, code) as watcher:
                story = watcher.told[0]["story"]
                assert (len(story), story[-1]["type"]) == (200, "game_ended")


async def test_an_action_is_acknowledged_and_told(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            card = ada.legal[3]
            answer = await ada.act(card)
            assert (answer["type"], answer["number"]) == ("acknowledged", ada.number)
            own = next(told for told in ada.told if told["type"] == "update")
            assert own["view"] == {"to_act": [1], "sealed": [True, False], "choice": card}
            other = await bea.until("update")
            assert other["view"] == {"to_act": [1], "sealed": [True, False]}
            assert "legal" not in other
            assert [(event["type"], event["card"]) for event in other["events"]] == [("card_sealed", None)]


async def test_a_retry_is_answered_with_the_first_answer(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            card = ada.legal[0]
            first = await ada.act(card, id="same")
            await ada.act(ada.legal[1], id="a change of mind")
            again = await ada.ask("act", id="same", decision=1, action=card)
            assert again == first
            assert ada.view is not None
            assert ada.view["choice"]["card"] == ada.legal[1]["card"]
            await bea.act(bea.legal[0])
            await ada.beyond(1)
            assert await ada.ask("act", id="same", decision=1, action=card) == first


async def test_a_late_change_of_mind_is_stale_and_harms_nothing(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            kept = ada.legal[1]
            await turn(ada, bea)
            late = await ada.act(kept, decision=1)
            assert (late["type"], late["code"], late["rule"]) == ("rejected", "stale", "Q-X1")
            assert late["sentence"] == "Decision 1 is closed; the present one is 2."
            early = await ada.act(kept, decision=3)
            assert (early["type"], early["code"], early["rule"]) == ("rejected", "stale", "Q-X1")
            assert early["sentence"] == "Decision 3 is not open yet; the present one is 2."


async def test_a_second_choice_takes_no_number_of_others(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            start = bea.number
            for card in ada.legal[:5]:
                await ada.act(card)
            assert ada.number == start + 5
            await bea.ask("ping")
            assert bea.number == start + 1


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "play_card", "card": 0}, "not_in_hand"),
        ({"type": "play_card", "card": 99999}, "not_in_hand"),
        ({"type": "take_row", "row": 0}, "wrong_action"),
    ],
)
async def test_a_rejection_has_the_engines_code_and_sentence(action: Json, code: str, tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        table, tokens = await opened(server, people(2))
        async with device(server, table, tokens[0]) as ada:
            answer = await ada.act(action)
            assert (answer["type"], answer["code"]) == ("rejected", code)
            assert answer["rule"]
            assert answer["sentence"].endswith(".")
            assert (await ada.ask("ask", action=action))["code"] == code


async def test_previews_on_request(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            answer = await ada.ask("ask", action=ada.legal[-1])
            assert answer["type"] == "previewed"
            assert answer["events"][-1]["card"] == ada.legal[-1]["card"]
            assert answer["events"][-1]["reason"]
            assert ada.number == ada.told[0]["number"]


async def test_before_the_start_nothing_can_be_played(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        ticket = await Api(server.address).ok("POST", "/api/tables", {"seats": people(2), "host": {"name": "Ada"}})
        async with device(server, ticket["table"]["code"], ticket["token"]) as ada:
            answer = await ada.act({"type": "play_card", "card": 1})
            assert answer["code"] == "not_started"


async def test_resumption_gets_exactly_what_was_missed(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2), options=ROUND)
        async with (
            device(server, code, tokens[0]) as ada,
            device(server, code, tokens[1]) as bea,
            device(server, code) as watcher,
        ):
            for _ in range(2):
                await turn_or_row(ada, bea)
            await ada.ask("say", text="hello there")
            await play_both(ada, bea)
            await watcher.when(lambda: watcher.table["state"] == "over" and watcher.table["commitment"] is not None)
            await ada.when(lambda: ada.table["commitment"] is not None and ada.table["state"] == "over")
        for live, token in [(ada, tokens[0]), (watcher, None)]:
            stream = [frame for frame, told in zip(live.raw, live.told, strict=True) if numbered(told)]
            for after in (live.told[0]["number"], live.number - 3, live.number):
                async with device(server, code, token, after=after) as again:
                    assert again.told[0]["resumed"] is True
                    assert again.told[0].get("view") is None
                    await again.reach(live.number)
                    repeated = [frame for frame, told in zip(again.raw, again.told, strict=True) if numbered(told)]
                    assert repeated == stream[len(stream) - (live.number - after) :]
        async with device(server, code, tokens[0], after=10_000) as ahead:
            assert ahead.told[0]["resumed"] is False
            assert ahead.view is not None


def numbered(told: Json) -> bool:
    return "number" in told and told["type"] not in ("acknowledged", "welcome")


async def turn_or_row(*players: Device) -> None:
    """Whoever owes an answer gives it, once."""
    before = players[0].decision
    for player in players:
        await player.beyond(before - 1)
        if player.seat in player.to_act and player.decision == before:
            await player.act(player.legal[0])
    for player in players:
        await player.beyond(before)


async def play_both(*players: Device) -> None:
    await asyncio.gather(*map(play_on, players))


async def test_a_stream_survives_a_restart(tmp_path: Path) -> None:
    chosen = settings(tmp_path)
    async with serving(chosen) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada:
            answer = await ada.act(ada.legal[0], id="before")
            number, choice = ada.number, ada.legal[0]
    async with serving(chosen) as server, device(server, code, tokens[0], after=number) as ada:
        assert ada.told[0]["resumed"] is True
        assert await ada.ask("act", id="before", decision=1, action=choice) == answer
        async with device(server, code, tokens[0]) as fresh:
            assert fresh.view is not None
            assert fresh.view["choice"] == choice


async def test_the_last_card_is_played_by_the_server(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2), options=ROUND)
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            await play_both(ada, bea)
        bodies = await server.worker.store.load(code)
        acted = [entry for entry in map(log.read_entry, bodies) if isinstance(entry, log.Acted)]
        sealed = [entry for entry in acted if type(entry.action).__name__ == "PlayCard"]
        assert [entry.by for entry in sealed[-2:]] == ["forced", "forced"]
        assert {entry.by for entry in sealed[:-2]} == {"player"}


async def test_an_answer_that_only_secrets_force_is_asked_for(tmp_path: Path) -> None:
    """With reversed digits, a last card may be reversed: that nobody can do that with a 104 is its owner's secret."""
    high_cards_first = nimmt.ExplicitDealer({"deal:1": tuple(range(103, -1, -1))})
    async with serving(settings(tmp_path), Chance(deal=high_cards_first)) as server:
        code, tokens = await opened(server, people(2), game="reversed_digits", options=ROUND)
        async with device(server, code, tokens[0]) as ada, device(server, code, tokens[1]) as bea:
            while ada.view is None or ada.view["turn"] < 10:  # nobody reverses: both could still do it at the end
                before = ada.decision
                for player in (ada, bea):
                    await player.beyond(before - 1)
                    if player.seat in player.to_act and player.decision == before:
                        plain = [action for action in player.legal if not action.get("reverse")]
                        await player.act(plain[0])
                for player in (ada, bea):
                    await player.beyond(before)
            await ada.ask("ping")
            assert [action["card"] for action in ada.legal] == [104]
            assert ada.to_act == [0, 1]
            assert ada.view["outcome"] is None


async def test_chat_and_reactions(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2))
        async with device(server, code, tokens[0]) as ada, device(server, code) as watcher:
            assert (await ada.ask("say", text=" good \u202e luck\n", id="x"))["type"] == "acknowledged"
            line = await watcher.until("chat_line")
            assert (line["seat"], line["text"]) == (0, "good luck")
            number = ada.number
            assert (await ada.ask("say", text=" good \u202e luck\n", id="x"))["number"] == number
            assert (await ada.ask("react", reaction="bravo"))["type"] == "acknowledged"
            assert (await watcher.until("reaction_shown"))["reaction"] == "bravo"
            assert (await watcher.ask("say", text="psst"))["code"] == "wrong_token"
            async with device(server, code, tokens[1]) as late:
                spoken, shown = late.told[0]["chat"]
                assert (spoken["text"], shown["reaction"]) == ("good luck", "bravo"), "both stay in the chat"


async def test_chat_and_reactions_can_be_off(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        code, tokens = await opened(server, people(2), chat=False, reactions=False, spectators=False)
        async with device(server, code, tokens[0]) as ada, device(server, code) as watcher:
            assert (await ada.ask("say", text="hello"))["code"] == "chat_off"
            assert (await ada.ask("react", reaction="ouch"))["code"] == "reactions_off"
            assert watcher.told[0]["code"] == "spectators_off"
        assert await Api(server.address).no(403, "GET", f"/api/tables/{code}/view") == "spectators_off"
        assert (await Api(server.address, tokens[1]).ok("GET", f"/api/tables/{code}/view"))["seat"] == 1
