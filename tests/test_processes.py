"""No test leaves a process behind, whatever happens in it."""

import subprocess
import sys
from pathlib import Path

import pytest

LEAVING = """
import sys
from tests.processes import start

CHILD = "import time; print(1, flush=True); time.sleep(99)"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {CHILD!r}])"

def test_fails():
    process = start([sys.executable, "-c", PARENT], stdout=-1)
    assert process.stdout.readline() == b"1\\n"
    with open("group", "w") as file:
        file.write(str(process.pid))
    {ending}
"""
ENDINGS = {"fails": "assert False", "is told to stop": "import os; os.kill(os.getpid(), 15); process.wait()"}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_test_that_ends_early_leaves_no_process_behind(tmp_path: Path, ending: str) -> None:
    (tmp_path / "test_leaving.py").write_text(LEAVING.replace("{ending}", ENDINGS[ending]))
    command = [sys.executable, "-m", "pytest", "-c", "/dev/null", "-p", "no:cacheprovider", "-p", "tests.conftest"]
    path = {"PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run([*command, "test_leaving.py"], cwd=tmp_path, env=path, capture_output=True, text=True)
    assert done.returncode == (1 if ending == "fails" else 2), done.stdout + done.stderr
    assert [] == members((tmp_path / "group").read_text())


def members(group: str) -> list[str]:
    """The processes of a group that still run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue  # it ended meanwhile
        if its_group == group and state != "Z":
            found.append(stat.parent.name)
    return found
