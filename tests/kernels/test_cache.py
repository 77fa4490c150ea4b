"""The compiled kernels are kept where nobody else can write; in doubt they are compiled again, without a word."""

import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from nimmt.kernels import cache

KEY, CODE = "0123", b"native code"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NIMMT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def kept(home: Path) -> Path:
    """The file that is kept under the key."""
    return home / "compiled" / f"{KEY}.cwasm"


def test_what_was_kept_is_found_again(home: Path) -> None:
    assert cache.read(KEY) is None
    cache.write(KEY, CODE)
    assert CODE == cache.read(KEY)
    assert [kept(home)] == list((home / "compiled").iterdir()), "nothing half written is left"


@POSIX
def test_folder_and_file_are_ours_alone(home: Path) -> None:
    cache.write(KEY, CODE)
    assert 0o700 == kept(home).parent.stat().st_mode & 0o777
    assert 0o600 == kept(home).stat().st_mode & 0o777


def tampered(home: Path) -> None:
    content = kept(home).read_bytes()
    kept(home).write_bytes(content[:-1] + b"!")


def cut_short(home: Path) -> None:
    kept(home).write_bytes(kept(home).read_bytes()[:20])


def emptied(home: Path) -> None:
    kept(home).write_bytes(b"")


def writable_folder(home: Path) -> None:
    kept(home).parent.chmod(0o770)


def readable_folder(home: Path) -> None:
    kept(home).parent.chmod(0o755)


def writable_file(home: Path) -> None:
    kept(home).chmod(0o620)


def linked_folder(home: Path) -> None:
    kept(home).parent.rename(home / "elsewhere")
    kept(home).parent.symlink_to(home / "elsewhere")


def linked_file(home: Path) -> None:
    kept(home).rename(home / "elsewhere")
    kept(home).symlink_to(home / "elsewhere")


def folder_instead_of_file(home: Path) -> None:
    kept(home).unlink()
    kept(home).mkdir()


def file_instead_of_folder(home: Path) -> None:
    kept(home).unlink()
    kept(home).parent.rmdir()
    kept(home).parent.write_bytes(CODE)


CHANGES = (
    tampered, cut_short, emptied, writable_folder, readable_folder, writable_file, linked_folder, linked_file,
    folder_instead_of_file, file_instead_of_folder,
)  # fmt: skip


@POSIX
@pytest.mark.parametrize("change", CHANGES)
def test_what_cannot_be_trusted_is_not_read(change: Callable[[Path], None], home: Path) -> None:
    cache.write(KEY, CODE)
    change(home)
    assert cache.read(KEY) is None
    cache.write(KEY, CODE)  # which may be impossible, but is no error


@POSIX
def test_what_belongs_to_others_is_not_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write(KEY, CODE)
    monkeypatch.setattr(os, "getuid", lambda: os.stat(home).st_uid + 1)
    assert cache.read(KEY) is None


@POSIX
def test_nothing_is_kept_in_a_folder_that_others_can_write_to(home: Path) -> None:
    (home / "compiled").mkdir(parents=True)
    (home / "compiled").chmod(0o777)
    cache.write(KEY, CODE)
    assert [] == list((home / "compiled").iterdir())


def test_a_write_that_fails_leaves_nothing_behind(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    cache.write(KEY, CODE)
    assert [] == list((home / "compiled").iterdir())


def test_the_file_is_there_at_once_or_not_at_all(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets its name when it is complete."""
    seen: list[bytes | None] = []
    rename = os.replace

    def noted(old: str, new: Path) -> None:
        seen.append(cache.read(KEY))
        rename(old, new)
        seen.append(cache.read(KEY))

    monkeypatch.setattr(os, "replace", noted)
    cache.write(KEY, CODE)
    assert [None, CODE] == seen


def test_the_name_depends_on_all_that_the_code_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {cache.key_of(b"file", ("50", "epochs")), cache.key_of(b"other file", ("50", "epochs"))}
    names |= {cache.key_of(b"file", ("51", "epochs")), cache.key_of(b"file", ("50",))}
    monkeypatch.setattr("platform.machine", lambda: "another")
    names.add(cache.key_of(b"file", ("50", "epochs")))
    monkeypatch.setattr(sys, "platform", "another")
    names.add(cache.key_of(b"file", ("50", "epochs")))
    assert 6 == len(names)


def test_only_the_last_few_are_kept(home: Path) -> None:
    for number in range(cache.KEPT + 3):
        cache.write(f"{number}", CODE)
    assert cache.KEPT == len(list((home / "compiled").iterdir()))


def test_it_is_never_in_a_shared_temporary_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Not even where the user has no home: then nothing is kept."""

    def nowhere() -> Path:
        raise RuntimeError("no home")

    for name in ("NIMMT_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(Path, "home", nowhere)
    cache.write(KEY, CODE)
    assert cache.read(KEY) is None
    assert [] == list(tmp_path.iterdir())


FIRST_ANSWER = """
import sys
from random import Random
import nimmt
from nimmt.bots import bot
state = nimmt.game("base", players=4).start(1)
print(bot("master").choose(state.view(0), state.legal(0), (), Random(1)))
"""


def first_answer(place: Path, **more: str) -> tuple[str, str]:
    """What the master says in a new process whose cache is there, and what stands on the error output."""
    environment = {**os.environ, "NIMMT_CACHE": str(place), **more}
    done = subprocess.run([sys.executable, "-c", FIRST_ANSWER], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_the_same_answer_comes_wherever_the_code_is_from(tmp_path: Path) -> None:
    """From an empty cache, from a full one, from one with nonsense that has the right checksum, and without any."""
    place = tmp_path / "cache"
    answers = [first_answer(place)]
    (file,) = (place / "compiled").iterdir()
    compiled = file.read_bytes()
    answers.append(first_answer(place))
    assert compiled == file.read_bytes(), "it was read, and not compiled again"
    file.write_bytes(sha256(CODE).digest() + CODE)
    answers.append(first_answer(place))
    assert compiled == file.read_bytes(), "it was compiled again"
    (tmp_path / "no folder").write_bytes(b"")
    answers.append(first_answer(tmp_path / "no folder"))
    answers.append(first_answer(Path("/proc/nowhere")))  # nobody can make a folder there, not even root
    assert 1 == len(set(answers))
    assert "" == answers[0][1]
