"""What programs do wrong: named with its place, over in time, and no harm to anybody else."""

import os
import time
from random import Random

import pytest

from nimmt.arena import Arena, Plan
from nimmt.botlink import BotFailed, SafeBot, find_bot
from nimmt.botlink.conversation import Conversation
from nimmt.botlink.program_bot import command_of
from nimmt.bots import bot
from nimmt.words import LANGUAGES, words

from .company import against_random, named, played, short_game

BASE = short_game()

SPOILED = [
    ("crash", "ended", "status 3 instead of answering. The end of its error output: KeyError: 'hand'"),
    ("silence", "silent", "No answer within 0.5 seconds. The end of its error output: waiting for a lock"),
    ("drip", "silent", "No answer within 0.5 seconds"),
    ("complaints", "silent", "The end of its error output: xxx"),
    ("flood", "long_line", "a line of more than 65536 bytes"),
    ("binary", "bad_answer", r"\x80\x81"),
    ("half", "half_line", '{"type":"act","num'),
    ("closes", "closed", "closed its output"),
    ("other_seat", "wrong_seat", "for seat 1, but it plays seat 0"),
    ("other_number", "wrong_number", "answered question 1 when it was asked question 2"),
    ("illegal", "illegal", '{"type":"play_card","card":105}'),
    ("wrong_type", "bad_answer", "$.action.card"),
    ("no_such_action", "bad_answer", "flip_the_table"),
    ("nested", "bad_answer", "[[[["),
    ("blank", "bad_answer", "It wrote:"),
    ("text", "bad_answer", r"I pass \x1b[2J"),
]

BRIEFLY = ("silence", "drip", "complaints", "closes")
"""Faults that are over when the time is."""


@pytest.mark.parametrize(("fault", "named_as", "sentence"), SPOILED, ids=[fault for fault, *_ in SPOILED])
def test_a_spoiled_answer_is_named_with_its_place(fault: str, named_as: str, sentence: str) -> None:
    with pytest.raises(BotFailed) as caught:
        against_random(named(fault), BASE, 0.5 if fault in BRIEFLY else 20)
    assert named_as == caught.value.fault
    assert sentence in caught.value.sentence
    assert caught.value.sentence.startswith("Question 2 (row in base, seat 0")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
@pytest.mark.parametrize("fault", ["heir", "runaway"])
def test_whoever_ends_and_leaves_its_pipes_to_a_child_has_ended(fault: str) -> None:
    with pytest.raises(BotFailed, match="status 5 instead of answering"):
        against_random(named(fault), BASE, 0.3)
    time.sleep(1.2 if fault == "runaway" else 0)  # what it says then harms nobody: a thread that fails fails this test


@pytest.mark.parametrize("fault", ["twice", "chatter"])
def test_a_second_answer_is_never_taken_for_the_next_one(fault: str) -> None:
    with pytest.raises(BotFailed) as caught:
        against_random(named(fault), BASE)
    assert caught.value.fault in ("unasked", "wrong_number", "too_many_lines")
    assert 3 == caught.value.where["number"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_failures_are_told_in_every_language(language: str) -> None:
    failure = BotFailed("silent", seconds="0.5").at(number=3, phase="card", game="base", seat=1).of("cmd:x")
    told = failure.told(words(language))
    speech = words(language)
    assert speech.say("botlink.silent", seconds=speech.count("seconds", 0.5)) in told
    once = BotFailed("silent", seconds="1").told(speech)
    assert once == speech.say("botlink.silent", seconds=speech.say("nouns.seconds.one", n="1"))
    assert "cmd:x" in told


GREETINGS = [
    ("dies_at_once", "ended", "status 7"),
    ("rude", "bad_hello", "goodbye"),
    ("newer", "wrong_protocol", "version 99"),
    ("chess", "unknown_game", "chess"),
]


@pytest.mark.parametrize(("fault", "named_as", "sentence"), GREETINGS, ids=[fault for fault, *_ in GREETINGS])
def test_a_bad_hello_is_refused_before_anything_is_played(fault: str, named_as: str, sentence: str) -> None:
    with pytest.raises(BotFailed, match=r"^Bot cmd:") as caught:
        find_bot(named(fault), BASE.setup)
    assert named_as == caught.value.fault
    assert sentence in caught.value.sentence


def test_a_program_that_says_no_hello_is_not_waited_for() -> None:
    with pytest.raises(BotFailed, match=r"no hello within 0\.3 seconds"):
        Conversation(command_of(named("no_hello")), 0.3)


def test_a_program_that_does_not_go_is_ended() -> None:
    conversation = Conversation(command_of(named("stays")))
    assert conversation.close(0.2) is False
    assert not conversation.program.runs


def test_a_program_plays_the_games_that_it_names() -> None:
    assert find_bot(named("only_base"), BASE.setup)
    for other in (short_game("pro"), short_game("surprise")):
        with pytest.raises(BotFailed, match="does not play"):
            find_bot(named("only_base"), other.setup)


@pytest.mark.parametrize("fault", ["crash", "illegal", "flood"])
def test_a_failure_costs_that_bot_alone(fault: str) -> None:
    told: list[BotFailed] = []
    safe = SafeBot(find_bot(named(fault), BASE.setup), told.append)
    recorder = played(BASE, [safe, bot("greedy")])
    assert recorder.state.outcome
    assert 3 == len(told) == len(safe.failures)  # a bot that fails again and again is not asked any more
    assert safe.is_out


def test_a_bot_that_takes_back_what_it_lays_for_ever_holds_nobody_up() -> None:
    party = short_game("bullenparty")
    safe = SafeBot(find_bot(named("circles"), party.setup))
    assert played(party, [safe, bot("random")]).state.outcome
    assert ["circles"] * 3 == [failure.fault for failure in safe.failures]
    assert safe.is_out


def test_the_default_answer_stands_in() -> None:
    state = BASE.start(7)
    view, legal = state.view(0), state.legal(0)

    class Raises:
        def choose(self, *_: object) -> None:
            raise RuntimeError("no idea")

    safe = SafeBot(Raises())  # type: ignore[arg-type]
    assert BASE.default(view) == safe.choose(view, legal, (), Random(1))
    assert "RuntimeError: no idea" in safe.failures[0].sentence


ARENA = [("crash", "raised"), ("illegal", "illegal"), ("silence", "slow")]


@pytest.mark.parametrize(("fault", "kind"), ARENA)
def test_an_arena_goes_on_without_it(fault: str, kind: str) -> None:
    name = named(fault)
    report = Arena(Plan(BASE.setup, ("greedy", name, "random"), "one", "7", 0.2 if kind == "slow" else 20), 2).run(
        jobs=1
    )
    [failure] = report.failures
    assert (name, kind) == (failure.bot, failure.kind)
    assert failure.sentence.startswith("Question ")
    assert {"greedy", "random"} == {line.bot for line in report.standing.bots}
    assert ("deals", 2) == (report.ended, report.deals)
