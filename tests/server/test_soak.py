"""One wave of `dev.py bench soak`: nothing is lost and nobody is left in silence while everything fails."""

import subprocess
import sys
from pathlib import Path

import pytest

SOAK = Path(__file__).parents[2] / "benchmarks" / "soak.py"
SILENCE = 20.0  # seconds: ten times what the benchmark allows, for machines where much else is going on


@pytest.mark.thorough
def test_nobody_is_left_in_silence_while_everything_fails() -> None:
    """In a process of its own, as an operator runs it: two workers, their database, and every kind of fault."""
    options = ["--seconds", "1", "--tables", "4", "--pause", "2", "--silence", str(SILENCE)]
    ended = subprocess.run([sys.executable, str(SOAK), *options], capture_output=True, text=True, timeout=600)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    wave, result = ended.stdout.splitlines()
    assert "'tables': 4" in wave
    assert result.startswith("nothing lost")
