"""numba comes late, kernels are kept on disk, and whoever waits for the compiler is told."""

import os
import subprocess
import sys
from pathlib import Path

CHEAP = """
import sys, nimmt, nimmt.bots, nimmt.fast
assert nimmt.fast.available()
late = {"numba", "numpy", "nimmt.fast.jit"} & set(sys.modules)
assert not late, late
"""

TINY = """
import sys
from nimmt.fast import on_compile
from nimmt.fast.jit import kernel
{quiet}
@kernel
def tiny(number):
    return number + 1
assert tiny(1) == 2
print(sum(tiny.stats.cache_hits.values()), sum(tiny.stats.cache_misses.values()))
"""

SIZES = """
import numpy as np
from nimmt.fast import on_compile
from nimmt.fast.jit import inner, kernel
on_compile(None)
@inner
def add(one, other):
    return one + other
@kernel
def total(small, large):
    return add(small, large) + add(large, 1) + add(small, small)
print(total(np.int16(1), 1), len(add.signatures))
"""


def run(source: str, cache: Path, folder: Path | None = None) -> tuple[str, str]:
    """Run a program in a new Python: what it printed, and what it said to whoever watches."""
    command: list[str | Path] = [sys.executable, "-W", "error::ImportWarning"]
    if folder:
        script = folder / "tiny.py"
        script.write_text(source, "utf-8")
        command.append(script)
    else:
        command += ["-c", source]
    environment = {**os.environ, "NIMMT_CACHE": str(cache)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), done.stderr.strip()


def test_importing_is_cheap(tmp_path: Path) -> None:
    run(CHEAP, tmp_path)


def test_it_compiles_once_and_says_so(tmp_path: Path) -> None:
    source = TINY.format(quiet="")
    printed, said = run(source, tmp_path / "cache", tmp_path)
    assert "0 1" == printed
    assert said.startswith("nimmt: compiling tiny")
    assert ("1 0", "") == run(source, tmp_path / "cache", tmp_path)


def test_it_can_be_told_to_be_quiet(tmp_path: Path) -> None:
    assert ("0 1", "") == run(TINY.format(quiet="on_compile(None)"), tmp_path / "cache", tmp_path)


def test_somebody_else_can_be_told(tmp_path: Path) -> None:
    source = TINY.format(quiet="on_compile(lambda name: print('wait for', name))")
    assert ("wait for tiny\n0 1", "") == run(source, tmp_path / "cache", tmp_path)


def test_without_a_place_to_keep_it_it_compiles_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    for _ in range(2):
        printed, said = run(TINY.format(quiet=""), blocked / "cache", tmp_path)
        assert said.startswith("nimmt: compiling tiny")
        assert "0 1" == printed or "0 0" == printed  # numba counts misses only where there is a cache


def test_numbers_of_all_sizes_share_one_version_of_a_function(tmp_path: Path) -> None:
    assert ("6 1", "") == run(SIZES, tmp_path / "cache", tmp_path)
