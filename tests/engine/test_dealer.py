"""The frozen shuffle, held against its published vectors and a second implementation; and proofs of a fair deal."""

import hashlib
import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import nimmt
from nimmt import BadRecord, ExplicitDealer, Malformed, Recorder, SeededDealer, TableView
from nimmt.dealer import Fairness, commitment, deal_seed, permutation, seed_bytes
from tests.properties.invariants import table_of

PAGE = Path(__file__).parents[2] / "docs" / "dealing.md"
VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]
)
SKIPPING = seed_bytes(1696), "deal:1", 104  # two words of this stream must be skipped: more than one spare
EXACT = seed_bytes(443), "deal:1", 104  # for the place among 14 comes the very first word that is biased


# Vectors


def second_opinion(seed: bytes, label: str, size: int) -> list[int]:
    """The recipe of the page, step by step."""
    stream = iter(hashlib.shake_256(seed + label.encode("utf-8")).digest(20_000))
    order = list(range(size))
    for place in reversed(range(1, size)):
        word = 65536
        while word >= 65536 // (place + 1) * (place + 1):
            word = 256 * next(stream) + next(stream)
        other = word % (place + 1)
        order[place], order[other] = order[other], order[place]
    return order


@pytest.mark.parametrize("vector", VECTORS["seeds"], ids=str)
def test_vectors_of_seeds(vector: dict[str, Any]) -> None:
    named: Any = vector.get("number", vector.get("text"))
    prefix = "nimmt:seed:int:" if "number" in vector else "nimmt:seed:text:"
    assert vector["seed"] == seed_bytes(named).hex() == SeededDealer.of(named).seed
    assert vector["seed"] == hashlib.sha256(f"{prefix}{named}".encode()).hexdigest()


@pytest.mark.parametrize("vector", VECTORS["permutations"], ids=lambda vector: f"{vector['label']} {vector['size']}")
def test_vectors_of_permutations(vector: dict[str, Any]) -> None:
    label, size = vector["label"], vector["size"]
    assert vector["order"] == list(SeededDealer(vector["seed"]).permutation(label, size))
    assert vector["order"] == second_opinion(bytes.fromhex(vector["seed"]), label, size)


@pytest.mark.parametrize("vector", VECTORS["commitments"], ids=lambda vector: str(vector["commitment"][:8]))
def test_vectors_of_commitments(vector: dict[str, Any]) -> None:
    secret = bytes.fromhex(vector["secret"])
    assert vector["commitment"] == commitment(secret) == hashlib.sha256(b"nimmt:commitment:" + secret).hexdigest()


@pytest.mark.parametrize("vector", VECTORS["deal_seeds"], ids=lambda vector: "-".join(vector["nonces"]) or "none")
def test_vectors_of_deal_seeds(vector: dict[str, Any]) -> None:
    secret, nonces = bytes.fromhex(vector["secret"]), vector["nonces"]
    message = bytearray(b"nimmt:deal:")
    for part in [secret, *[nonce.encode("utf-8") for nonce in nonces]]:
        message += bytes([0, 0, len(part) // 256, len(part) % 256]) + part
    assert vector["seed"] == deal_seed(secret, tuple(nonces)).hex() == hashlib.sha256(message).hexdigest()


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda vector: str(vector["game"]))
def test_vectors_of_deals(vector: dict[str, Any]) -> None:
    state = nimmt.game(vector["game"], players=vector["players"]).start(vector["number"])
    assert vector["hands"] == [list(hand) for hand in table_of(state).hands]
    assert [(card,) for card in vector["rows"]] == [row.cards for row in table_of(state).rows]


def test_there_are_vectors_of_every_kind() -> None:
    assert {"seeds", "permutations", "commitments", "deal_seeds", "deals"} == set(VECTORS)
    assert all(VECTORS.values())
    assert {"number", "text"} <= {name for vector in VECTORS["seeds"] for name in vector}


# The shuffle


@pytest.mark.parametrize("seed", range(50))
def test_the_shuffle_is_the_one_of_the_page_for_other_seeds_too(seed: int) -> None:
    rng = Random(seed)
    raw, label, size = rng.randbytes(32), f"deal:{rng.randint(1, 99)}", rng.randint(0, 300)
    assert second_opinion(raw, label, size) == list(permutation(raw, label, size))


def test_biased_words_are_skipped_even_when_that_needs_more_words_than_cards() -> None:
    raw, label, size = SKIPPING
    data = hashlib.shake_256(raw + label.encode()).digest(2 * size)
    skipped = places = 0
    for word in (int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)):
        fair = word < 65536 - 65536 % (size - places)
        places += fair
        skipped += not fair
    assert 2 == skipped
    assert places < size - 1, "the words that were fetched first are not enough"
    assert second_opinion(raw, label, size) == list(permutation(raw, label, size))


def test_the_very_first_biased_word_is_skipped() -> None:
    raw, label, size = EXACT
    data = hashlib.shake_256(raw + label.encode()).digest(2 * size)
    words = [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]
    assert 65536 - 65536 % 14 == words[size - 14]
    assert second_opinion(raw, label, size) == list(permutation(raw, label, size))


def test_every_label_and_seed_gives_another_order() -> None:
    orders = {SeededDealer.of(seed).permutation(f"deal:{label}", 104) for seed in range(20) for label in range(20)}
    assert 400 == len(orders)


def test_every_order_of_four_is_equally_likely() -> None:
    """Chi-square with 23 degrees of freedom: above 49.7 once in a thousand times."""
    counts = Counter(permutation(seed_bytes(number), "deal:1", 4) for number in range(24_000))
    assert 24 == len(counts)
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 49.7


@pytest.mark.parametrize("place", [0, 51, 103])
def test_every_card_is_equally_likely_in_a_place(place: int) -> None:
    """Chi-square with 103 degrees of freedom: above 151 once in a thousand times."""
    counts = Counter(permutation(seed_bytes(number), "deal:1", 104)[place] for number in range(10_400))
    assert 104 == len(counts)
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 151


# What a dealer refuses


@pytest.mark.parametrize("seed", [b"", b"short", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(Malformed) as error:
        nimmt.game("base", players=2).start(seed)
    assert "bad_seed" == error.value.code


@pytest.mark.parametrize("seed", ["", "00", "0" * 63, "0" * 66, "g" * 64])
def test_a_seed_is_written_in_64_hexadecimal_digits(seed: str) -> None:
    with pytest.raises(Malformed) as error:
        SeededDealer(seed).permutation("deal:1", 4)
    assert "bad_seed" == error.value.code


def test_bytes_stand_for_themselves() -> None:
    raw = bytes(range(32))
    assert raw == seed_bytes(raw) == SeededDealer.of(raw).raw
    assert SeededDealer.of(7) != SeededDealer.of("7")


def test_an_explicit_dealer_deals_what_it_was_told() -> None:
    game = nimmt.game("base", players=2)
    state = game.start(ExplicitDealer({"deal:1": tuple(reversed(range(104)))}))
    view = state.view(1)
    assert isinstance(view, TableView)
    assert tuple(range(85, 95)) == view.hand
    assert [(84,), (83,), (82,), (81,)] == [row.cards for row in view.rows]


def test_an_explicit_dealer_refuses_a_label_it_was_not_given() -> None:
    with pytest.raises(BadRecord) as error:
        nimmt.game("base", players=2).start(ExplicitDealer({"deal:2": tuple(range(104))}))
    assert "no_permutation" == error.value.code
    assert "'deal:1'" in error.value.sentence


@pytest.mark.parametrize("order", [(), tuple(range(103)), tuple(range(1, 105)), (0, *range(103)), tuple(range(105))])
def test_an_explicit_dealer_refuses_what_is_no_permutation(order: tuple[int, ...]) -> None:
    with pytest.raises(BadRecord) as error:
        nimmt.game("base", players=2).start(ExplicitDealer({"deal:1": order}))
    assert "bad_permutation" == error.value.code


# Proofs


SECRET = bytes(range(32))
NONCES = ("first", "second")


def proof() -> Fairness:
    return Fairness(commitment(SECRET), SECRET.hex(), NONCES)


def test_a_proof_that_holds() -> None:
    assert None is proof().problem(deal_seed(SECRET, NONCES).hex())


@pytest.mark.parametrize(
    "tampered",
    [
        {"secret": bytes(32).hex()},
        {"secret": "no secret"},
        {"secret": ""},
        {"commitment": commitment(bytes(32))},
        {"commitment": ""},
        {"nonces": ("first", "other")},
        {"nonces": ("second", "first")},
        {"nonces": ("first",)},
        {"nonces": ("firs", "tsecond")},
        {"nonces": ("first", "second", "")},
    ],
    ids=str,
)
def test_a_proof_that_was_tampered_with(tampered: dict[str, Any]) -> None:
    problem = replace(proof(), **tampered).problem(deal_seed(SECRET, NONCES).hex())
    assert problem is not None
    assert problem.endswith(".")


def test_a_proof_of_another_deal() -> None:
    assert proof().problem(SeededDealer.of(7).seed) is not None


def finished(dealer: SeededDealer | ExplicitDealer) -> Recorder:
    recorder = Recorder(nimmt.game("base", players=2, max_rounds=1), dealer)
    while recorder.state.outcome is None:
        seat = recorder.state.to_act[0]
        recorder.step(seat, recorder.state.legal(seat)[0])
    return recorder


def test_a_record_with_its_proof_is_verified() -> None:
    record = finished(SeededDealer.of(deal_seed(SECRET, NONCES))).record(proof())
    assert record.outcome == nimmt.verify(nimmt.read_record(nimmt.write_record(record))).outcome


@pytest.mark.parametrize(
    "record",
    [
        finished(SeededDealer.of(7)).record(proof()),
        finished(ExplicitDealer({"deal:1": tuple(range(104))})).record(proof()),
        finished(SeededDealer.of(deal_seed(SECRET, NONCES))).record(replace(proof(), nonces=("first", "x"))),
    ],
    ids=["another seed", "an explicit dealer", "another nonce"],
)
def test_a_record_whose_proof_does_not_hold_is_refused(record: nimmt.Record) -> None:
    with pytest.raises(BadRecord) as error:
        nimmt.verify(record)
    assert "unfair_deal" == error.value.code
