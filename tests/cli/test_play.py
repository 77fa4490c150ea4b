"""Whole games at the keyboard."""

import json
import re
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

import nimmt
from nimmt import replay
from nimmt.cli import saves
from nimmt.words import LANGUAGES, words

from .terminal import SHORT, a_game, complaint_of, output_of, record_of, run, short

TYPOS = ("", "x", "999", "?", "999 999", "s", "t", "-1", "12.5", "r", "105r", "ééé", "[bold]", "{card}")
"""None of them is an answer to anything."""


FAN_CARDS = ("even_odd", "climb", "caper", "reversed_digits")

RULES = {"bullenparty": "rule_most", "versus_ox": "rule_team"}
"""Who wins, where it is not whoever has the fewest heads."""


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "nimmt" / "games"


def with_typos(typed: list[str]) -> list[str]:
    """The same answers with nonsense before each of them until all nonsense is used twice."""
    nonsense = [*TYPOS, *TYPOS]
    return [line for answer in typed for line in ([nonsense.pop(), answer] if nonsense else [answer])]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", nimmt.keys())
def test_a_whole_game_with_typos(key: str, language: str, tmp_path: Path) -> None:
    expected, typed = a_game(key, **SHORT.get(key, {}))
    saved = tmp_path / "game.json"
    command = ("play", key, *short(key), "--seed", 7, "--save", saved, "--lang", language)
    shown = output_of(*command, typed=lines(*with_typos(typed)))
    assert expected.state.outcome == record_of(saved).outcome
    assert expected.record().moves == record_of(saved).moves
    assert words(language).say(f"events.game_ended.{RULES.get(key, 'rule')}") in " ".join(shown.split())
    assert f"nimmt replay {saved}" in " ".join(shown.split())
    assert set() == english_in(shown, language)


def english_in(shown: str, language: str) -> set[str]:
    """Words of the English catalogue on a screen in another language, those that are the same there left out."""
    own, english = (vocabulary(" ".join(words(spoken).entries.values())) for spoken in (language, "en"))
    lines_of_words = [line for line in shown.splitlines() if "nimmt " not in line and "greedy" not in line]
    return vocabulary(" ".join(lines_of_words)) & english - own


def vocabulary(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", re.sub(r"\{\w*\}|/\S*", " ", text).lower()))


AGREED: dict[str, tuple[str, int, dict[str, Any], str]] = {
    "fr": ("base", 1, {"fan_cards": FAN_CARDS, "rows": 3, "hand_size": 6, "capacity": 3, "max_rounds": 1}, "row"),
    "de": ("pro", 7, {"fan_cards": FAN_CARDS[:2], "rows": 6, "max_rounds": 1}, "draft"),
    "en": ("surprise", 58, {"specials_per_placement": "unlimited", "second_deal": "draw_pile"}, "overflow"),
}
"""By language: a game, its seed, what players may agree on, and a question that comes up."""


@pytest.mark.parametrize("language", AGREED)
def test_a_whole_game_with_what_players_agreed_on(language: str, tmp_path: Path) -> None:
    key, seed, options, question = AGREED[language]
    expected, typed = a_game(key, seed=seed, against="random", **options)
    assert question in {step.state.phase for step in replay(expected.record()) if 0 in step.state.to_act}
    flags = [
        word
        for name, value in options.items()
        for word in (f"--{name.replace('_', '-')}", ",".join(value) if isinstance(value, tuple) else value)
    ]
    saved = tmp_path / "game.json"
    command = ("play", key, *flags, "--bots", "random", "--seed", seed, "--save", saved, "--lang", language)
    shown = output_of(*command, typed=lines(*with_typos(typed)))
    assert expected.record().setup == record_of(saved).setup
    assert expected.record().moves == record_of(saved).moves
    assert set() == english_in(shown, language) - {"random"}, "besides the name of the bots"


@pytest.mark.parametrize(("players", "seat"), [(2, 1), (5, 2), (10, 9)])
def test_any_table_and_seat_until_somebody_has_too_many_heads(players: int, seat: int, tmp_path: Path) -> None:
    expected, typed = a_game("base", players, seat, seed=3, against="random")
    command = ("play", "--players", players, "--seat", seat + 1, "--seed", 3, "--save", tmp_path / "game")
    output_of(*command, "--bots", "random", typed=lines(*typed))
    assert expected.record().moves == record_of(tmp_path / "game").moves
    assert max(record_of(tmp_path / "game").outcome.totals) > 66  # type: ignore[union-attr]


@pytest.mark.parametrize(("key", "stop"), [*((key, "q\n") for key in nimmt.keys()), ("base", ""), ("base", "QUIT\n")])
def test_a_game_that_was_stopped_goes_on_exactly_there(key: str, stop: str, tmp_path: Path) -> None:
    expected, typed = a_game(key, 3, 1, **SHORT.get(key, {}))
    saved = tmp_path / "saved game.json"
    half = len(typed) // 2
    command = ("play", key, "--players", 3, "--seat", 2, *short(key), "--seed", 7, "--save", saved)
    shown = output_of(*command, typed=lines(*typed[:half]) + stop)
    assert f"nimmt play --resume '{saved}'" in shown
    for answer in typed[half:-1][:8]:  # and stopped again after every single answer
        output_of("play", "--resume", saved, typed=lines(answer))
    output_of("play", "--resume", saved, typed=lines(*typed[half:][8:] or typed[-1:]))
    assert expected.record().moves == record_of(saved).moves
    assert expected.state.outcome == record_of(saved).outcome


@pytest.mark.parametrize(
    ("language", "you"), [("en", "You take row"), ("fr", "vous ramassez la rangée"), ("de", "du nimmst Reihe")]
)
def test_the_end_offers_replay_and_review_and_both_know_you(language: str, you: str, tmp_path: Path) -> None:
    _, typed = a_game("base", 3, 1, seed=3, max_rounds=1)
    saved = tmp_path / "game"
    command = ("play", "--players", 3, "--seat", 2, "--max-rounds", 1, "--seed", 3, "--save", saved)
    shown = output_of(*command, typed=lines(*typed), LANG=language)
    assert f"nimmt review {saved} --seat 2\n" in shown
    story = " ".join(output_of("replay", saved, LANG=language).split())
    assert words(language).say("table.seat", seat=2) not in story
    assert you.lower() in story.lower()
    review = run("review", saved, "--seat", 2, "--error", 9, LANG=language)
    assert review.stdout.splitlines()[0].endswith(f", {words(language).say('table.you')}")


def test_a_game_that_cannot_be_judged_offers_no_review(tmp_path: Path) -> None:
    _, typed = a_game("base", 2, max_rounds=1, hand_size=3)
    command = ("play", "--players", 2, "--max-rounds", 1, "--hand-size", 3, "--seed", 7, "--save", tmp_path / "game")
    shown = output_of(*command, typed=lines(*typed))
    assert "nimmt replay" in shown
    assert "nimmt review" not in shown


@pytest.mark.parametrize(("language", "level"), [("en", "Easy"), ("fr", "Facile"), ("de", "Leicht")])
def test_levels_have_names_in_every_language_and_bots_keep_theirs(language: str, level: str) -> None:
    told = output_of("play", "base", "--players", 3, "--bots", "easy,greedy", "--seed", 1, typed="q\n", LANG=language)
    assert re.search(rf"Ada \({level}\), \S+ \(greedy\)", told)


def test_the_command_that_resumes_can_be_copied_in_one_piece(tmp_path: Path) -> None:
    folder = tmp_path / ("far/" * 20)
    folder.mkdir(parents=True)
    shown = output_of("play", "--save", folder / "game.json", typed="s\nq\n", HOME=str(tmp_path))
    assert f"play --resume ~/{'far/' * 20}game.json" in shown
    assert "after round 0" not in shown


def test_a_game_is_resumed_in_its_language(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    shown = output_of("play", "--lang", "fr", "--save", saved, typed="s\nq\n")
    assert f"play --resume {saved} --lang fr" in shown


def test_resuming_without_a_file_takes_the_newest_unfinished_game(own_data_folder: Path) -> None:
    _, typed = a_game("climb", max_rounds=1)
    output_of("play", "climb", "--max-rounds", 1, "--seed", 7, typed=lines(*typed[:3]))
    output_of("play", "base", "--seed", 8, typed="")
    assert 2 == len(list(own_data_folder.iterdir()))
    assert "6 nimmt!" in output_of("play", "--resume")
    assert "Climb" in output_of("play", "climb", "--resume", typed=lines(*typed[3:]))
    assert "See it again" not in output_of("play", "--resume")
    assert "no saved game" in complaint_of("play", "climb", "--resume", status=1)  # that one is finished


def test_two_games_of_the_same_second_have_a_file_each(own_data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.strftime", lambda *_: "now")
    output_of("play")
    output_of("play")
    assert ["base-now-2.json", "base-now.json"] == sorted(path.name for path in own_data_folder.iterdir())


def test_control_c_stops_without_a_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("rich.console.Console.input", interrupt)
    shown = output_of("play", "--save", tmp_path / "game")
    assert "the game is saved" in shown
    assert isinstance(json_record(tmp_path / "game").dealer, nimmt.SeededDealer)


def json_record(path: Path) -> nimmt.Record:
    return nimmt.read_record(json.dumps(json.loads(path.read_bytes())["record"]))


def test_every_game_can_be_dealt_again_from_the_seed_that_is_shown() -> None:
    shown = output_of("play")
    seed = next(line.split()[1] for line in shown.splitlines() if line.startswith("Seed:"))
    again = output_of("play", "--seed", seed)
    tables = [text.partition("Round 1")[2].partition("Your card")[0] for text in (shown, again)]
    assert tables[0] == tables[1]
    assert "Your hand" in tables[0]


def test_a_text_is_a_seed_too() -> None:
    dealt = nimmt.game("base", players=4).start("cattle").view(0)
    assert isinstance(dealt, nimmt.TableView)
    shown = output_of("play", "--seed", "cattle")
    assert all(f" {card}" in shown for card in dealt.hand)


@pytest.mark.parametrize("key", nimmt.keys())
@pytest.mark.parametrize("columns", ["60", "80"])
def test_no_line_is_wider_than_the_terminal(key: str, columns: str, tmp_path: Path) -> None:
    players = nimmt.spec(key).players[-1]
    _, typed = a_game(key, players, **SHORT.get(key, {}))
    command = ("play", key, "--players", players, *short(key), "--seed", 7, "--lang", "de", "--save", tmp_path / "g")
    shown = output_of(*command, typed=lines(*typed), COLUMNS=columns)
    assert not [line for line in shown.splitlines() if len(line) > int(columns) and str(tmp_path) not in line]


def test_without_a_terminal_there_is_no_colour(tmp_path: Path) -> None:
    assert "\x1b" not in output_of("play", NO_COLOR="1")
    assert "\x1b" not in output_of("play")


def test_what_happened_is_told_with_its_reason(tmp_path: Path) -> None:
    expected, typed = a_game("base", max_rounds=1)
    shown = " ".join(output_of("play", "--max-rounds", 1, "--seed", 7, typed=lines(*typed)).split())
    events = [event for step in nimmt.replay(expected.record()) for event in step.events]
    placed = [event for event in events if type(event).__name__ == "CardPlaced"]
    taken = [event for event in events if type(event).__name__ == "RowTaken"]
    assert placed
    assert {"sixth_card", "chosen"} == {event.reason.code for event in taken}  # type: ignore[attr-defined]
    for event in placed:
        end, gap = event.reason.numbers  # type: ignore[attr-defined]
        assert f"row {event.row + 1}, after the {end} (difference {gap})" in shown  # type: ignore[attr-defined]
    for event in taken:
        heads = "1 head" if event.heads == 1 else f"{event.heads} heads"  # type: ignore[attr-defined]
        cards = " ".join(map(str, event.cards))  # type: ignore[attr-defined]
        row = event.row + 1  # type: ignore[attr-defined]
        assert f"row {row} ({cards}), {heads}" in shown


def test_refusals_say_why() -> None:
    shown = output_of("play", "reversed_digits", "--seed", 7, typed=lines("200", "55r", "0"))
    assert "You do not hold the 200." in shown
    assert "24r plays the 24 for its reversed digits" in " ".join(shown.split())


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "I do not understand “abc”."),
        ("fr", "Je ne comprends pas « abc »."),
        ("de", "„abc“ verstehe ich nicht."),
    ],
)
def test_nonsense_is_no_disaster(language: str, sentence: str) -> None:
    assert sentence in output_of("play", "--lang", language, typed="abc\n").replace("\u00a0", " ")


def test_scores_are_hidden_during_a_round_where_that_was_agreed() -> None:
    _, typed = a_game("base", max_rounds=1)
    shown = output_of("play", "--max-rounds", 1, "--seed", 7, "--no-show-scores", typed=lines(*typed[:-1]))
    rows = [line for line in shown.splitlines() if "│ You " in line]
    assert rows
    assert all("?" in line for line in rows)


def test_the_options_of_a_game_reach_it(tmp_path: Path) -> None:
    options = "--point-limit none --max-rounds 3 --end-rule gte --tie-break last-round --known-deck --draft"
    command = ["play", "reversed_digits", *options.split(), "--draft_order", "snake", "--single-digit", "leading_zero"]
    output_of(*command, "--save", tmp_path / "game")
    expected = {
        "point_limit": None,
        "max_rounds": 3,
        "end_rule": "gte",
        "tie_break": "last_round",
        "show_scores": True,
        "known_deck": True,
        "draft": True,
        "draft_order": "snake",
        "single_digit": "leading_zero",
        "hand_size": 10,
        "rows": 4,
        "capacity": 5,
        "deck": 104,
    }
    assert expected == json_record(tmp_path / "game").setup.options


def test_a_preset_can_be_changed(tmp_path: Path) -> None:
    output_of("play", "pro", "--no-draft", "--save", tmp_path / "game")
    options = json_record(tmp_path / "game").setup.options
    assert (True, False) == (options["known_deck"], options["draft"])


def test_names(tmp_path: Path) -> None:
    shown = output_of("play", "--name", "Ada", "--bots", "random,greedy", "--save", tmp_path / "game")
    assert "Bruno (random), Clara (greedy), Dario (random)" in shown
    assert ("Ada", "Bruno", "Clara", "Dario") == json_record(tmp_path / "game").names


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "game").write_text("precious")
    assert "exists already" in complaint_of("play", "--save", tmp_path / "game", status=2)
    assert "precious" == (tmp_path / "game").read_text()


def test_a_game_goes_on_where_it_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    shown = output_of("play", XDG_DATA_HOME=str(tmp_path / "file"))
    assert "cannot be saved" in shown
    assert "could not be saved" in shown


def test_a_saved_game_is_replaced_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves.write(tmp_path / "game", "precious")

    def full(path: Path, text: str, encoding: str) -> int:
        path.write_bytes(text[:3].encode(encoding))
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space"):
        saves.write(tmp_path / "game", "what comes next")
    assert "precious\n" == (tmp_path / "game").read_text()


def test_a_finished_game_is_not_resumed(tmp_path: Path) -> None:
    _, typed = a_game("base", max_rounds=1)
    output_of("play", "--max-rounds", 1, "--seed", 7, "--save", tmp_path / "game", typed=lines(*typed))
    assert "is over" in complaint_of("play", "--resume", tmp_path / "game", status=1)
    assert "All right" in output_of("verify", tmp_path / "game")


def test_a_saved_game_can_be_replayed_on_the_way(tmp_path: Path) -> None:
    _, typed = a_game("base", max_rounds=1)
    output_of("play", "--max-rounds", 1, "--seed", 7, "--save", tmp_path / "game", typed=lines(*typed[:4]))
    assert "the game is not over" in output_of("replay", tmp_path / "game")


@pytest.mark.parametrize("text", ["", "{", "null", '{"record": 1}', "\x00", '{"format":1,"rules":1}'])
def test_what_is_no_saved_game_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "game").write_text(text)
    assert "not a saved game" in complaint_of("play", "--resume", tmp_path / "game", status=1)


def test_a_saved_game_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    _, typed = a_game("base", max_rounds=1)
    output_of("play", "--max-rounds", 1, "--seed", 7, "--save", tmp_path / "game", typed=lines(*typed[:4]))
    saved = json.loads((tmp_path / "game").read_text())
    nobody = ["", "nobody", "greedy", "greedy"]
    changes: list[dict[str, object]] = [{"seat": 9}, {"seat": -1}, {"bots": []}, {"bots": nobody}]
    for change in changes:
        (tmp_path / "changed").write_text(json.dumps({**saved, **change}))
        assert "not a saved game" in complaint_of("play", "--resume", tmp_path / "changed", status=1)
    saved["record"]["moves"][0][1]["card"] = 104 if saved["record"]["moves"][0][1]["card"] != 104 else 103
    (tmp_path / "changed").write_text(json.dumps(saved))
    assert run("play", "--resume", tmp_path / "changed").exit_code == 1
