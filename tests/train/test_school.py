"""Training in small: what was learned is kept, and it goes on where it stopped."""

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from nimmt.errors import BadSetup
from nimmt.fast.game import fast_game
from nimmt.fast.opponents import DEEP, HEURISTIC, OUT
from nimmt.fast.weights import Mind, read_minds, shipped_minds
from nimmt.kernels.constants import SELF
from nimmt.kernels.scope import FAN_CARDS
from nimmt.kernels.weights import BOOKS, FAN, GROUPS, KNOWN, SHIPPED, WHOLE, group_of
from nimmt.setup import Setup
from nimmt.train.curve import running
from nimmt.train.league import draw_options, margin
from nimmt.train.pupil import Pupil
from nimmt.train.school import TINY, Progress, School
from tests.cli.terminal import complaint_of
from tests.fast.compiling import SMALLEST
from tests.processes import start

SLOW = """
import signal, sys, time
from pathlib import Path
from nimmt.train.school import TINY, School

class Slow(School):
    def _teach(self, minutes, watch):
        asleep = self.classes["2"].everywhere(time.sleep, [600, 600])
        print("begun", flush=True)
        list(asleep)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        Slow(Path(sys.argv[1]), scale=TINY, groups=("2",)).train(1, jobs=2)
    except KeyboardInterrupt:
        print("stopped")
"""


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("school")
    school = School(folder, seed=3, scale=TINY, groups=("2",))
    for _ in range(3):
        school.train(0.0001)
    return folder


def test_it_goes_on_and_keeps_what_it_learned(trained: Path) -> None:
    school = School(trained, seed=3, scale=TINY, groups=("2",))
    assert [1, 2, 3] == [progress.iteration for progress in school.history]
    assert school.classes["2"].iteration == 3
    assert (trained / SHIPPED).exists()
    mind: Mind = school.minds()["2"]
    assert mind.weights.any()
    for kind in (HEURISTIC, DEEP, SELF):
        assert all(mind.models[book].sums[:, kind].any() for book in BOOKS)
        assert all(mind.models[book].net[OUT + kind].any() for book in BOOKS)
    assert (mind.models[FAN].sums[:, HEURISTIC] != mind.models[WHOLE].sums[:, HEURISTIC]).any()


def test_a_small_run_shows_learning(trained: Path) -> None:
    """After seconds of training the net plays better, on the same deals, than one that has learned nothing."""
    school = School(trained, seed=3, scale=TINY, groups=("2",))
    margins = [margin(2, HEURISTIC, mind, "learned?", 60) for mind in (Pupil(3).mind(), school.minds()["2"])]
    assert margins[1] < margins[0]  # heads a round less those of the heuristic


@pytest.mark.parametrize("name", GROUPS)
def test_a_group_plays_the_tables_that_it_is_asked_for(name: str) -> None:
    """And no other; known decks with fan cards are among them, for somebody may choose both."""
    rng, group = np.random.default_rng(1), GROUPS[name]
    tables = [Setup("base", players, draw_options(group.books, rng)) for players in group.players for _ in range(200)]
    assert {name} == {group_of(fast_game(table)) for table in tables}
    known = {bool(table.options["fan_cards"]) for table in tables if table.options.get("known_deck")}
    assert known == ({False, True} if KNOWN in group.books else set())
    fan_cards = [card for table in tables for card in table.options.get("fan_cards", ())]  # type: ignore[union-attr]
    assert set(FAN_CARDS) == set(fan_cards)


def test_a_spoiled_checkpoint_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "2.npz").write_bytes(b"no checkpoint")
    with pytest.raises(BadSetup, match="no checkpoint of this program"):
        School(tmp_path, groups=("2",))


def test_a_running_figure_forgets_slowly() -> None:
    history = [Progress("2", number, 0.0, 1.0, (float(number), 0.0)) for number in range(2)]
    assert running(history) == (0.25, 0.0)


def learned(folder: Path, **where: str | int) -> Mind:
    """What a tiny run ends with."""
    school = School(folder, seed=5, scale=SMALLEST, groups=("2",))
    school.train(0.0001, **where)  # type: ignore[arg-type]
    return school.minds()["2"]


def test_a_cluster_teaches_the_same(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None, protocol="inproc://"
    ) as cluster:
        there = learned(tmp_path / "there", cluster=cluster.scheduler_address)
    here = learned(tmp_path / "here")
    assert (here.weights == there.weights).all()
    for book in BOOKS:
        assert (here.models[book].sums == there.models[book].sums).all()
        assert (here.models[book].net == there.models[book].net).all()


def test_training_goes_on_from_the_shipped_weights(tmp_path: Path) -> None:
    """The net is taken over as it is, learns something, and the file of weights has all groups."""
    minds = shipped_minds()
    school = School(tmp_path, seed=3, scale=SMALLEST, groups=("2",), adopted=minds)
    assert (school.minds()["2"].weights == minds["2"].weights).all()
    assert np.allclose(school.minds()["2"].tail, minds["2"].tail)
    school.train(0.0001)
    kept = read_minds((tmp_path / SHIPPED).read_bytes(), SHIPPED)
    assert (kept["2"].weights != minds["2"].weights).any()
    assert (kept["4-5"].weights == minds["4-5"].weights).all()


@pytest.mark.parametrize("minutes", ["0", "-4", "nan", "inf"])
def test_minutes_that_would_never_end_are_refused(minutes: str, tmp_path: Path) -> None:
    assert "--minutes needs a number of minutes above 0." in complaint_of(
        "train", tmp_path, f"--minutes={minutes}", status=2
    )


def test_ctrl_c_does_not_wait_for_the_tables_that_are_being_played(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SLOW)
    process = start([sys.executable, script, tmp_path / "school"], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert "begun\n" == process.stdout.readline()
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert "stopped\n" == told
