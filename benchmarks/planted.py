"""What the quick suite notices: plants each fault of benchmarks/planted/*.toml in a copy and runs the tests it names.

Names of faults, or --area, choose some of them. All named tests must first pass in a copy without a fault. What they
miss runs the whole suite, first the quick tests. A fault that no longer applies is an error.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Literal, get_args

import msgspec

ROOT = Path(__file__).resolve().parents[1]
FOLDER = Path(__file__).with_suffix("")
SECONDS, WHOLE_SECONDS = 600.0, 5400.0
"""How long named tests and a whole suite may take: a fault that lets them hang is noticed."""
OUR_KERNELS = ("src/nimmt/fast/", "src/nimmt/kernels/", "src/nimmt/cards.py", "src/nimmt/options.py")
PACKAGES = "web/node_modules"
VENV = ROOT / ".venv"
SCRIPT = VENV / "bin" / "nimmt"
EDITABLE = "_editable_impl_nimmt.pth"
"""What leads from the environment to the sources."""
NOT_COPIED = (".git", ".venv", "node_modules", "build", "*_cache", ".hypothesis", "dist.lock*", "dist-*")

Area = Literal[
    "engine", "games", "kernels", "bots", "server", "stores", "secrecy", "page", "words", "command line"
]  # fmt: skip


class Edit(msgspec.Struct, forbid_unknown_fields=True):
    """What is written in place of a text that occurs once."""

    file: str
    old: str
    new: str


class Fault(msgspec.Struct, forbid_unknown_fields=True):
    """A fault that the suite should notice; `taken_back` is the commit whose fix it takes back."""

    name: str
    area: Area
    says: str
    tests: list[str]
    edits: list[Edit]
    taken_back: str = ""


class File(msgspec.Struct, forbid_unknown_fields=True):
    """One list of faults."""

    fault: list[Fault]


class DoesNotApply(Exception):
    """A fault that cannot be planted, or tests that cannot be run."""


class Result(msgspec.Struct):
    """Which tests noticed a fault: its own, the quick suite, the whole one, or none."""

    by: Literal["named", "quick", "thorough", "missed", "ERROR"]
    how: str = ""
    seconds: float = 0.0


Run = Callable[[list[str], float], tuple[int, str]]
"""Runs Python with these arguments in a copy, for at most so many seconds: the status, and what was printed."""
HUNG = -1
RUNNING: set[int] = set()
"""The processes that lead a group of their own."""
QUICK = 0.95
"""The share of faults that quick tests must notice; the whole suite must notice all."""
MEANINGS = {
    "quick": "noticed by other quick tests than those it names",
    "thorough": "noticed only by thorough tests",
    "missed": "missed",
    "ERROR": "could not be planted",
}


def faults() -> list[Fault]:
    """All lists together."""
    files = sorted(FOLDER.glob("*.toml"))
    return [fault for path in files for fault in msgspec.toml.decode(path.read_bytes(), type=File).fault]


def changed(fault: Fault, root: Path) -> dict[Path, str]:
    """The files with the fault in them."""
    texts: dict[Path, str] = {}
    for edit in fault.edits:
        path = root / edit.file
        if path not in texts:
            if not path.is_file():
                raise DoesNotApply(f"{fault.name}: there is no {edit.file}")
            texts[path] = path.read_text("utf-8")
        if (times := texts[path].count(edit.old)) != 1 or edit.old == edit.new:
            raise DoesNotApply(f"{fault.name}: its old text occurs {times} times in {edit.file}: {edit.old!r}")
        texts[path] = texts[path].replace(edit.old, edit.new)
    return texts


def of_page(test: str) -> bool:
    """Whether it is a file of vitest."""
    return test.startswith("web/")


def needs_page(tests: list[str]) -> bool:
    """Whether some of the tests are of the page or look at it in a browser."""
    return any(of_page(test) or test.startswith("tests/browser") for test in tests)


@contextmanager
def planted(fault: Fault | None, page: bool = True) -> Iterator[Run]:
    """A copy of the tree with the fault in it, and its kernels built; with what the page is built with, if wanted."""
    with TemporaryDirectory(prefix="planted-") as folder:
        copy = Path(folder, "nimmt")
        # with times kept, so that modules without a fault need not be compiled again
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_COPIED), symlinks=True)
        install(copy)
        if page and (ROOT / PACKAGES).exists():  # Vite reads nothing outside its folder
            shutil.copytree(ROOT / PACKAGES, copy / PACKAGES, copy_function=link, symlinks=True)
        environment = os.environ | {"PYTHONPATH": str(copy / "src"), "NO_COLOR": "1"}
        for path, text in (changed(fault, copy) if fault else {}).items():
            path.write_text(text, "utf-8")
            if str(path.relative_to(copy)).startswith(OUR_KERNELS):
                environment["NIMMT_CACHE"] = str(Path(folder, "cache"))
        run = partial(run_python, copy, environment)
        status, where = run(["-E", "-c", "import nimmt; print(nimmt.__file__)"], SECONDS)
        if status or not Path(where.strip()).is_relative_to(copy):
            raise DoesNotApply(f"the copy does not run its own code: {where}")
        status, said = run(["wasm/build.py"], SECONDS)  # or a wrong hash would be all that is noticed of a kernel
        if status:
            raise DoesNotApply(f"the kernels cannot be built: … {said[-200:]}")
        yield run


def python_of(copy: Path) -> str:
    """The Python that runs a copy."""
    return str(copy / ".venv" / "bin" / "python")


def install(copy: Path) -> None:
    """A virtual environment whose nimmt is the copy's, for programs that are started without PYTHONPATH."""
    packages = Path(sysconfig.get_path("purelib"))
    for folder in (VENV / "bin", packages):
        place = copy / ".venv" / folder.relative_to(VENV)
        place.mkdir(parents=True)
        for each in folder.iterdir():
            if each.name != EDITABLE and each.name != SCRIPT.name:
                (place / each.name).symlink_to(each)
    script = copy / ".venv" / SCRIPT.relative_to(VENV)
    script.write_text(SCRIPT.read_text("utf-8").replace(str(VENV), str(copy / ".venv")), "utf-8")
    script.chmod(0o755)
    (copy / ".venv" / packages.relative_to(VENV) / EDITABLE).write_text(str(copy / "src"))
    shutil.copy2(VENV / "pyvenv.cfg", copy / ".venv")


def link(source: str, target: str) -> None:
    """The same file under another name, if the file system lets it have one; nobody writes into it."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def run_python(copy: Path, environment: dict[str, str], arguments: list[str], seconds: float) -> tuple[int, str]:
    """Run Python in the copy; whatever it started ends with it."""
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        command = [python_of(copy), *arguments]
        process = subprocess.Popen(
            command, cwd=copy, env=environment, stdout=said, stderr=subprocess.STDOUT, start_new_session=True
        )
        RUNNING.add(process.pid)
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = HUNG
        finally:
            end(process.pid)
            process.wait()
            RUNNING.discard(process.pid)
        said.seek(0)
        return status, said.read()


def end(leader: int) -> None:
    """End a process and all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def tried(run: Run, arguments: list[str], seconds: float) -> str | None:
    """What noticed the fault in this run, or None."""
    status, said = run(arguments, seconds)
    if status == HUNG:
        return f"did not end within {seconds:.0f} s"
    if status in (0, 5):  # 5: pytest chose no test
        return None
    failed = [line for line in said.splitlines() if line.strip().startswith(("FAILED tests", "ERROR tests", "FAIL "))]
    if status != 1 or not failed:
        raise DoesNotApply(f"{' '.join(arguments)} ended with {status}: {said[-2000:]}")
    return failed[0].strip()


def pytest(*arguments: str) -> list[str]:
    """Arguments that run tests to the first failure."""
    return ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *arguments]


def vitest(*files: str) -> list[str]:
    """Arguments that run tests of the page."""
    return ["web/build.py", "test", *(file.removeprefix("web/") for file in files)]


def named(run: Run, tests: list[str]) -> str | None:
    """What noticed the fault among the tests that a fault names, as far as they are quick ones."""
    if any(test.startswith("tests/browser") for test in tests):
        build_page(run)
    in_page, others = [test for test in tests if of_page(test)], [test for test in tests if not of_page(test)]
    return (
        (in_page and tried(run, vitest(*in_page), SECONDS))
        or (others and tried(run, pytest("-m", "not thorough", *others), SECONDS))
        or None
    )


def build_page(run: Run) -> None:
    """Build the page, if the fault is in it."""
    status, said = run(["web/build.py"], SECONDS)
    if status:
        raise DoesNotApply(f"the page cannot be built: {said}")


def by_whole(run: Run) -> Result:
    """Run every quick test, and then the thorough ones."""
    build_page(run)
    if how := tried(run, vitest(), SECONDS):
        return Result("quick", how)
    crowd = ("-n", str(os.cpu_count() or 1), "--dist", "worksteal")
    if how := tried(run, pytest(*crowd, "-m", "not thorough"), WHOLE_SECONDS):
        return Result("quick", how)
    if how := tried(run, pytest(*crowd, "-m", "thorough"), WHOLE_SECONDS):
        return Result("thorough", how)
    return Result("missed")


def judged(fault: Fault, only_named: bool = False) -> Result:
    """Plant a fault and look who notices it."""
    began = time.monotonic()
    try:
        with planted(fault, needs_page(fault.tests) or not only_named) as run:
            if how := named(run, fault.tests):
                result = Result("named", how)
            elif only_named:
                result = Result("missed")
            else:
                print(f"{fault.name}: its tests miss it; running the whole suite", flush=True)
                result = by_whole(run)
                if result.how.startswith("FAIL") and (found := unrelated(result.how)):
                    raise DoesNotApply(f"without the fault, too: {found}")
    except DoesNotApply as reason:
        result = Result("ERROR", str(reason))
    result.seconds = time.monotonic() - began
    return result


def sound(tests: list[str]) -> str | None:
    """What fails without a fault: what it would notice proves nothing."""
    with planted(None, needs_page(tests)) as run:
        return named(run, tests)


def unrelated(how: str) -> str | None:
    """What a test of the whole suite says without the fault, if it fails there, too."""
    kind, _, rest = how.partition(" ")
    with planted(None) as run:
        build_page(run)
        if kind == "FAIL":
            return tried(run, vitest(rest.split()[0]), SECONDS)
        return tried(run, pytest(rest.partition(" - ")[0]), SECONDS)


def main() -> int:
    known = faults()
    parser = argparse.ArgumentParser(prog="dev.py bench planted", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="faults to plant (default: all)")
    parser.add_argument("--area", action="append", choices=get_args(Area), help="plant the faults of this area")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="copies side by side (%(default)s)")
    parser.add_argument("--named", action="store_true", help="run no whole suite for what the named tests miss")
    wish = parser.parse_args()
    if unknown := set(wish.names) - {fault.name for fault in known}:
        parser.error(f"no such fault: {', '.join(sorted(unknown))}")
    chosen = [
        fault
        for fault in known
        if (not wish.names or fault.name in wish.names) and (not wish.area or fault.area in wish.area)
    ]
    if not chosen:
        parser.error("no fault is both")
    for fault in chosen:
        changed(fault, ROOT)
    if failed := sound(sorted({test for fault in chosen for test in fault.tests})):
        print(f"Without any fault: {failed}")
        return 1
    print("Without any fault, the named tests pass.", flush=True)
    results: dict[str, Result] = {}
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ThreadPoolExecutor(wish.jobs) as pool:
        found = pool.map(partial(judged, only_named=wish.named), chosen)
        try:
            for fault, result in zip(chosen, found, strict=True):
                results[fault.name] = result
                show(fault, result)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for leader in [*RUNNING]:
                end(leader)
            raise
    return told(results)


def show(fault: Fault, result: Result) -> None:
    """Print a fault's lines of the table."""
    origin = f"takes back {fault.taken_back}" if fault.taken_back else "fresh"
    print(f"{result.by:8} {result.seconds:5.0f} s  {fault.area}: {fault.name} ({origin})", flush=True)
    print(f"         {result.how}"[:300], flush=True)


def told(results: dict[str, Result]) -> int:
    """Print how many faults were noticed by what; the exit status."""
    count = Counter(result.by for result in results.values())
    quick = count["named"] + count["quick"]
    for label, noticed in (("quick", quick), ("whole", quick + count["thorough"])):
        print(f"{label} suite: noticed {noticed} of {len(results)}, {noticed / len(results):.1%}")
    for by in ("quick", "thorough", "missed", "ERROR"):
        if names := [name for name, result in results.items() if result.by == by]:
            print(f"{MEANINGS[by]}: {', '.join(names)}")
    return 1 if count["missed"] or count["ERROR"] or quick < QUICK * len(results) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except DoesNotApply as reason:
        sys.exit(str(reason))
