"""Records that were cut, bent or made up are refused with a reason, whatever is wrong with them."""

import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import nimmt
from nimmt import BadRecord, Record, Recorder, SeededDealer, read_record, replay, resume, verify, write_record
from nimmt.dealer import Fairness
from nimmt.setup import RULES


def played(moves: int = 10_000) -> Recorder:
    recorder = Recorder(nimmt.game("reversed_digits", players=2, max_rounds=1), SeededDealer.of(7), ("Ann", "Bo"))
    rng = Random(7)
    while recorder.state.outcome is None and moves:
        seat = recorder.state.to_act[0]
        recorder.step(seat, rng.choice(recorder.state.legal(seat)))
        moves -= 1
    return recorder


def plain(record: Record) -> dict[str, Any]:
    return dict(json.loads(write_record(record)))


FINISHED = plain(played().record())
PASS: dict[str, Any] = {"type": "pass"}
OTHER_GAME: dict[str, Any] = {"type": "bid", "card": 5}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": 2}, "wrong_format"),
        ({"rules": 0}, "wrong_rules"),
        ({"rules": RULES + 1}, "wrong_rules"),
        ({"setup": FINISHED["setup"] | {"key": "chess"}}, "bad_setup"),
        ({"setup": FINISHED["setup"] | {"players": 1}}, "bad_setup"),
        ({"setup": FINISHED["setup"] | {"players": 10**12}}, "bad_setup"),
        ({"setup": FINISHED["setup"] | {"options": {"point_limit": -1}}}, "bad_setup"),
        ({"setup": FINISHED["setup"] | {"options": {"self": 1}}}, "bad_setup"),
        ({"dealer": {"type": "seeded", "seed": "no seed"}}, "bad_dealer"),
        ({"dealer": {"type": "explicit", "permutations": {}}}, "no_permutation"),
        ({"dealer": {"type": "explicit", "permutations": {"deal:1": [1, 2, 3]}}}, "bad_permutation"),
        ({"moves": FINISHED["moves"][:-1]}, "wrong_outcome"),
        ({"moves": FINISHED["moves"][1:]}, "illegal_move"),
        ({"moves": [*FINISHED["moves"], FINISHED["moves"][-1]]}, "illegal_move"),
        ({"moves": [[-1, FINISHED["moves"][0][1]]]}, "illegal_move"),
        ({"moves": [[2, FINISHED["moves"][0][1]]]}, "illegal_move"),
        ({"moves": [[0, PASS]]}, "illegal_move"),
        ({"moves": [[0, OTHER_GAME]]}, "illegal_move"),
        ({"moves": [FINISHED["moves"][1], FINISHED["moves"][0], *FINISHED["moves"][2:]]}, "wrong_order"),
        ({"moves": [FINISHED["moves"][0], *FINISHED["moves"]]}, "wrong_order"),
        ({"names": ["Ann"]}, "wrong_names"),
        ({"names": ["Ann", "Bo", "Cy"]}, "wrong_names"),
        ({"outcome": None}, "wrong_outcome"),
        ({"outcome": FINISHED["outcome"] | {"totals": [0, 0]}}, "wrong_outcome"),
        ({"outcome": FINISHED["outcome"] | {"ranks": [1, 1]}}, "wrong_outcome"),
    ],
    ids=str,
)
def test_a_record_that_was_changed_is_refused(change: dict[str, Any], code: str) -> None:
    record = read_record(json.dumps(FINISHED | change))
    with pytest.raises(BadRecord) as error:
        verify(record)
    assert code == error.value.code
    assert error.value.sentence.endswith(".")


@pytest.mark.parametrize("key", ["chess", "base"])
def test_resuming_refuses_the_same_records_in_the_same_way(key: str) -> None:
    record = read_record(json.dumps(FINISHED | {"setup": FINISHED["setup"] | {"key": key, "players": 99}}))
    for read in (lambda record: list(replay(record)), resume, verify):
        with pytest.raises(BadRecord) as error:
            read(record)
        assert "bad_setup" == error.value.code


@pytest.mark.parametrize(
    "line",
    [
        "",
        "null",
        "[]",
        "{}",
        "{",
        b"\xff\xfe",
        json.dumps(FINISHED | {"more": 1}),
        json.dumps(FINISHED | {"setup": {}}),
        json.dumps(FINISHED | {"moves": [[0]]}),
        json.dumps(FINISHED | {"moves": [[0, {"type": "cheat"}]]}),
        json.dumps(FINISHED | {"moves": [[0, {"type": "play_card"}]]}),
        json.dumps(FINISHED | {"moves": [[0, {"type": "play_card", "card": "7"}]]}),
        json.dumps(FINISHED | {"moves": [[0, {"type": "play_card", "card": 7, "extra": 1}]]}),
        json.dumps(FINISHED | {"dealer": {"type": "crooked"}}),
        json.dumps(FINISHED | {"dealer": FINISHED["dealer"] | {"more": 1}}),
        json.dumps(FINISHED | {"dealer": {"type": "explicit", "permutations": {}, "more": 1}}),
        json.dumps(FINISHED | {"outcome": FINISHED["outcome"] | {"more": 1}}),
        json.dumps(FINISHED | {"fairness": {"commitment": "", "secret": "", "nonces": [], "more": 1}}),
    ],
)
def test_what_is_no_record_is_not_read(line: str | bytes) -> None:
    with pytest.raises(BadRecord) as error:
        read_record(line)
    assert "malformed" == error.value.code


def test_random_damage_is_a_bad_record_or_no_damage() -> None:
    """Any change of bytes is refused with BadRecord, or it leads to the same game."""
    rng, line = Random(1), write_record(played().record()).encode()
    refused = 0
    for _ in range(1_500):
        bent = bytearray(line)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(bent))
            bent[place : place + rng.randint(0, 2)] = rng.choice((b"", b"0", b"7", b"-", b'"', b"[", b"e", b"\x00"))
        try:
            verify(read_record(bytes(bent)))
        except BadRecord:
            refused += 1
    assert refused > 1_200


def test_what_a_record_says_besides_its_moves_is_kept() -> None:
    record = played(5).record(Fairness("c", "5ec4e7", ("n", "m")))
    assert ("Ann", "Bo") == record.names
    assert record == resume(read_record(write_record(record))).record()


def test_a_record_of_an_absurd_version_is_refused() -> None:
    record = played(5).record()
    for bent in (replace(record, format=10**5000), replace(record, rules=10**5000)):
        with pytest.raises(BadRecord) as error:
            verify(bent)
        assert error.value.code in ("wrong_format", "wrong_rules")


def test_verifying_plays_a_record_once(monkeypatch: pytest.MonkeyPatch) -> None:
    record, step = played().record(), nimmt.State.step
    steps = 0

    def counted(*given: Any) -> Any:
        nonlocal steps
        steps += 1
        return step(*given)

    monkeypatch.setattr(nimmt.State, "step", counted)
    verify(record)
    assert len(record.moves) == steps
