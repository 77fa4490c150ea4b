"""Simulations, replays, verification and examples."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import nimmt
from nimmt.cli.party import heads_notes
from nimmt.cli.simulation import mean_and_error
from nimmt.games.bullenparty import PartyView
from nimmt.games.bullenparty.view import HeadsLabel
from nimmt.words import LANGUAGES, words

from .terminal import complaint_of, output_of, run


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "records.jsonl"
    output_of(
        "simulate", "base", "--games", 3, "--max-rounds", 1, "--seed", 5, "--bots", "greedy,random", "--out", path
    )
    return path


def test_the_same_seed_gives_the_same_file_byte_for_byte(records: Path, tmp_path: Path) -> None:
    again, other = tmp_path / "again", tmp_path / "other"
    command = ("simulate", "base", "--games", 3, "--max-rounds", 1, "--bots", "greedy,random")
    first = output_of(*command, "--seed", 5, "--out", again)
    output_of(*command, "--seed", 6, "--out", other)
    assert records.read_bytes() == again.read_bytes() != other.read_bytes()
    assert first.replace(str(again), "") == output_of(*command, "--seed", 5, "--out", again).replace(str(again), "")
    assert 3 == len({json.loads(line)["dealer"]["seed"] for line in records.read_text().splitlines()})


@pytest.mark.parametrize("key", nimmt.keys())
def test_every_game_can_be_simulated_verified_and_replayed(key: str, tmp_path: Path) -> None:
    output_of("simulate", key, "--games", 2, "--seed", 1, "--out", tmp_path / "records", "--bots", "random")
    assert "2 records" in output_of("verify", tmp_path / "records")
    assert "Game 2 of 2" in output_of("replay", tmp_path / "records")


@pytest.mark.parametrize("language", LANGUAGES)
def test_substitute_tables_are_labelled_wherever_they_are_used(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    label, table = (words(language).say(f"options.{name}_table.label") for name in ("buffalo", "heads"))
    note = words(language).say("party.substitutes", tables="").strip()
    options = ("bullenparty", "--buffalo-table", "3-3-2-2", "--seed", 1, "--lang", language)

    def labelled(*command: object) -> bool:
        shown = " ".join(output_of(*command).replace("\u00a0", " ").split())
        return all(part.replace("\u00a0", " ") in shown for part in (note, f"{label}", f"{table}", "3-3-2-2"))

    assert labelled("simulate", *options, "--games", 1, "--bots", "random", "--out", tmp_path / "records")
    assert labelled("replay", tmp_path / "records", "--lang", language)
    assert labelled("play", *options)
    assert note not in output_of("simulate", "base", "--games", 1, "--bots", "random", "--lang", language)


def test_tables_that_are_no_substitutes_have_no_label() -> None:
    view = nimmt.game("bullenparty", players=3).start(1).view(None)
    assert isinstance(view, PartyView)
    assert heads_notes(words("en"), view)
    printed = HeadsLabel("formula", False)
    assert [] == heads_notes(words("en"), replace(view, heads_table=printed, buffalo_table=printed))


def test_a_simulation_counts_right(records: Path) -> None:
    outcomes = [nimmt.read_record(line).outcome for line in records.read_text().splitlines()]
    shown = output_of("simulate", "base", "--games", 3, "--max-rounds", 1, "--seed", 5, "--bots", "greedy,random")
    greedy, random, *seats = [line.split() for line in shown.splitlines() if "±" in line and "error" not in line]
    heads = [outcome.rounds[0] for outcome in outcomes if outcome]
    assert ["greedy", "1,", "3"] == greedy[:3]
    assert f"{sum(h[0] + h[2] for h in heads) / 6:.2f}" == greedy[3]
    assert f"{sum(h[1] + h[3] for h in heads) / 6:.2f}" == random[3]
    assert [f"{sum(h[seat] for h in heads) / 3:.2f}" for seat in range(4)] == [seat[2] for seat in seats]
    wins = [sum(seat in outcome.winners for outcome in outcomes if outcome) for seat in range(4)]
    assert list(map(str, wins)) == [seat[-1] for seat in seats]


def test_a_team_wins_once_a_game_however_many_seats_it_has(tmp_path: Path) -> None:
    command = ("simulate", "versus_ox", "--games", 6, "--seed", 1)
    shown = output_of(*command, "--out", tmp_path / "records")
    outcomes = [nimmt.read_record(line).outcome for line in (tmp_path / "records").read_text().splitlines()]
    won = sum(bool(outcome.winners) for outcome in outcomes if outcome)
    lost = sum(outcome.totals[0] > (outcome.opponent or 0) for outcome in outcomes if outcome)
    assert 0 < won < 6
    team, ox = [line for line in shown.splitlines() if "±" in line and "error" not in line]
    assert ["Team", "(greedy)", "1,", "2,", "3,", "4"] == team.split()[:6]
    assert [str(won), str(lost)] == [line.split()[-1] for line in (team, ox)]
    assert f"{sum(outcome.opponent or 0 for outcome in outcomes if outcome) / 6:.2f}" in ox
    assert f"The team won {won} of 6 games against the Buffalo; drawn: {6 - won - lost}." in shown
    assert "Shared victories" not in shown


def test_one_player_is_no_players(tmp_path: Path) -> None:
    command = ("simulate", "versus_ox", "--players", 1, "--games", 1, "--seed", 1, "--out", tmp_path / "records")
    assert "1 game, 1 round, 1 player, seed 1" in output_of(*command)
    assert "Beat the Buffalo, 1 player " in output_of("replay", tmp_path / "records")


def test_mean_and_standard_error() -> None:
    assert pytest.approx((2.0, (2 / 3) ** 0.5)) == mean_and_error([0.0, 2.0, 4.0, 2.0])
    mean, error = mean_and_error([3.0])
    assert mean == 3.0
    assert error != error  # not a number


def test_an_interrupted_simulation_keeps_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = nimmt.write_record
    count = 0

    def interrupt(record: nimmt.Record) -> str:
        nonlocal count
        count += 1
        if count == 3:
            raise KeyboardInterrupt
        return written(record)

    monkeypatch.setattr("nimmt.cli.simulation.write_record", interrupt)
    command = ("simulate", "base", "--games", 9, "--max-rounds", 1, "--seed", 5, "--out", tmp_path / "records")
    result = run(*command)
    assert 130 == result.exit_code
    assert "Interrupted after 2 games" in result.output
    assert "2 records" in output_of("verify", tmp_path / "records")


def test_a_line_that_was_only_begun_is_cut_off(tmp_path: Path) -> None:
    from nimmt.cli.simulation import _append

    record = nimmt.Recorder(nimmt.game("base", players=2), nimmt.SeededDealer.of(1)).record()

    class Breaking:
        """A file that is interrupted in the middle of its second line."""

        def __init__(self) -> None:
            self.file = (tmp_path / "records").open("w+b", buffering=0)
            self.writes = 0

        def write(self, data: bytes) -> int:
            self.writes += 1
            if self.writes == 3:
                raise KeyboardInterrupt
            return self.file.write(data if self.writes == 1 else data[:20]) or 0

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

    file: Any = Breaking()
    _append(file, record)
    with pytest.raises(KeyboardInterrupt):
        _append(file, record)
    file.file.close()
    assert f"{nimmt.write_record(record)}\n" == (tmp_path / "records").read_text()


def test_replay_writes_every_event_as_json_and_nothing_else(records: Path) -> None:
    shown = output_of("replay", records, "--events", "--game", 2)
    record = nimmt.read_record(records.read_text().splitlines()[1])
    events = [event for step in nimmt.replay(record) for event in step.events]
    assert events == [nimmt.read_event(line) for line in shown.splitlines()]
    alone = [output_of("replay", records, "--events", "--game", number) for number in (1, 2, 3)]
    assert "".join(alone) == output_of("replay", records, "--events")


def test_replay_tells_the_story(records: Path) -> None:
    shown = output_of("replay", records, "--game", 2)
    record = nimmt.read_record(records.read_text().splitlines()[1])
    assert "Game 2 of 3: 6 nimmt!, 4 players" in shown
    assert "Maximum rounds: 1" in shown
    assert record.dealer.seed in " ".join(shown.split())  # type: ignore[union-attr]
    assert 10 == shown.count("Revealed: ")
    assert "Fewest heads wins." in shown
    assert "Game 1 of 3" not in shown
    assert all(f"Game {number} of 3" in output_of("replay", records) for number in (1, 2, 3))


def changed(line: str, **fields: Any) -> str:
    return json.dumps({**json.loads(line), **fields})


def test_verify_names_every_bad_line(records: Path, tmp_path: Path) -> None:
    good, *_ = records.read_text().splitlines()
    moves = json.loads(good)["moves"]
    outcome = json.loads(good)["outcome"]
    bad = [
        good,
        changed(good, format=99),
        changed(good, rules=99),
        "",
        changed(good, moves=moves[1:]),
        changed(good, moves=moves[:-1]),
        changed(good, outcome={**outcome, "totals": [0, 0, 0, 0]}),
        good[:50],
        changed(good, setup={"key": "chess", "players": 2}),
        changed(good, fairness={"commitment": "", "secret": "", "nonces": []}),
        changed(good, dealer={"type": "seeded", "seed": "xyz"}),
        "not json at all \x00",
        good,
    ]
    (tmp_path / "bad").write_text("\n".join(bad))
    result = run("verify", tmp_path / "bad")
    assert 1 == result.exit_code
    expected = {
        2: "wrong_format",
        3: "wrong_rules",
        5: "illegal_move",
        6: "wrong_outcome",
        7: "wrong_outcome",
        8: "malformed",
        9: "bad_setup",
        10: "unfair_deal",
        11: "bad_dealer",
        12: "malformed",
    }
    told = [line for line in result.output.splitlines() if line.startswith("Line ")]
    assert list(expected.items()) == [(int(line.split()[1][:-1]), line.split()[2][:-1]) for line in told]
    assert "10 of 12 records failed." in result.output


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_files_that_hold_no_record(command: str, tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n\n")
    assert "no record in" in complaint_of(command, tmp_path / "empty", status=1)
    assert "cannot be read" in complaint_of(command, tmp_path / "missing", status=1)
    assert "cannot be read" in complaint_of(command, tmp_path, status=1)


def test_a_broken_record_is_not_replayed(records: Path, tmp_path: Path) -> None:
    good = records.read_text().splitlines()[0]
    (tmp_path / "bad").write_text(changed(good, rules=99))
    assert "knows the rules up to version" in complaint_of("replay", tmp_path / "bad", status=1)
    (tmp_path / "bad").write_bytes(b"\xff\xfe")
    assert "not a record" in complaint_of("replay", tmp_path / "bad", status=1)


def test_what_comes_before_a_broken_record_is_replayed(records: Path, tmp_path: Path) -> None:
    first, second, _ = records.read_text().splitlines()
    (tmp_path / "bad").write_text(f"{first}\n\n{second[:50]}\n")
    result = run("replay", tmp_path / "bad")
    assert 1 == result.exit_code
    assert "Game 1 of 2" in result.stdout
    assert "Fewest heads wins." in result.stdout
    assert result.stderr.startswith("Line 3: malformed: ")
    assert output_of("replay", tmp_path / "bad", "--game", 1) == result.stdout
    events = run("replay", tmp_path / "bad", "--events")
    assert (1, output_of("replay", tmp_path / "bad", "--events", "--game", 1)) == (events.exit_code, events.stdout)


def test_a_story_stops_at_a_move_that_breaks_the_rules(records: Path, tmp_path: Path) -> None:
    first, *_ = records.read_text().splitlines()
    moves = json.loads(first)["moves"]
    (tmp_path / "bad").write_text(changed(first, moves=[*moves[:4], moves[0]]))
    result = run("replay", tmp_path / "bad")
    assert 1 == result.exit_code
    assert 1 == result.stdout.count("Revealed: ")
    assert result.stderr.startswith("Line 1: illegal_move: ")


@pytest.mark.parametrize("number", ["0", "4", "x", "-1"])
def test_only_games_that_are_in_the_file_are_replayed(number: str, records: Path) -> None:
    assert "it holds 3 records" in complaint_of("replay", records, "--game", number, status=2)


def test_the_built_in_examples_pass() -> None:
    *lines, summary = output_of("examples").splitlines()
    assert len(lines) > 20
    assert all(line.startswith("pass ") for line in lines)
    assert f"{len(lines)} of {len(lines)} examples passed." == summary


def test_a_wrong_example_fails_by_its_id(tmp_path: Path) -> None:
    example = {
        "id": "X-1",
        "mode": "base",
        "rows": [[12], [37], [43], [58]],
        "turn": [{"p": "A", "card": 14}],
        "expect": {"rows": [[12, 14], [37], [43], [58]]},
    }
    wrong = {**example, "id": "X-2", "expect": {"rows": [[12], [37, 14], [43], [58]]}}
    (tmp_path / "examples.json").write_text(json.dumps([example, wrong]))
    result = run("examples", tmp_path / "examples.json")
    assert 1 == result.exit_code
    assert "pass X-1" in result.output
    assert "FAIL X-2: " in result.output
    assert "1 of 2 examples passed." in result.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_without_examples_does_not_stop_the_others(language: str, tmp_path: Path) -> None:
    example = {"id": "X-1", "mode": "base", "rows": [[12], [37], [43], [58]], "turn": [{"p": "A", "card": 14}]}
    good, bad, missing = (tmp_path / f"{name}.json" for name in ("good", "bad", "missing"))
    good.write_text(json.dumps([{**example, "expect": {"rows": [[12, 14], [37], [43], [58]]}}]))
    bad.write_text("[1]")
    for files in ((good, bad, missing), (bad, missing, good)):
        result = run("examples", *files, "--lang", language)
        assert 1 == result.exit_code
        assert words(language).say("examples.passed") + " X-1" in result.stdout
        assert words(language).say("examples.summary", passed=1, examples=words(language).count("examples", 1)) in (
            result.stdout
        )
        complaints = result.stderr.splitlines()
        assert [[1, 0], [0, 1]] == [[line.count(str(path)) for path in (bad, missing)] for line in complaints]


def test_a_file_that_holds_no_examples_is_refused(tmp_path: Path) -> None:
    (tmp_path / "examples.json").write_text("[1]")
    assert complaint_of("examples", tmp_path / "examples.json", status=1)
    assert "cannot be read" in complaint_of("examples", tmp_path / "missing.json", status=1)


def test_a_simulation_that_cannot_be_written_is_not_begun(tmp_path: Path) -> None:
    assert "cannot be written" in complaint_of("simulate", "base", "--out", tmp_path, status=1)
