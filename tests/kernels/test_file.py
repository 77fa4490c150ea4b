"""The portable file is made from these sources, and asks nothing of the machine that runs it."""

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
import wasmtime
from wasm.build import FILE, ROOT, TOOLS, digest, digest_in, signed

from nimmt.kernels.calls import CALLS


def test_the_file_was_made_from_these_sources() -> None:
    assert digest() == digest_in(FILE.read_bytes()), "python3 dev.py kernels"


def test_a_changed_source_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = ROOT / "src" / "nimmt" / "fast" / "real.py"
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"#" * (path == changed))
    assert digest() != digest_in(FILE.read_bytes())
    assert b"" == digest_in(b"\0asm")
    assert digest() == digest_in(signed(b"\0asm", digest()))


PYTHON = (3, 11)
"""The version that the file is built with: numba reads its bytecode."""


def pinned(tool: str) -> str:
    """The version of a tool in the lock."""
    found = re.search(rf"^{tool}==(\S+)", (ROOT / "requirements.lock").read_text("utf-8"), re.M)
    assert found
    return found[1]


@pytest.mark.thorough
def test_the_same_tools_build_the_same_bytes(tmp_path: Path) -> None:
    """In a process of its own, because it changes how numba compiles; with other tools the hash has to do."""
    if sys.version_info[:2] == PYTHON and all(version(tool) == pinned(tool) for tool in TOOLS):
        built = tmp_path / "kernels.wasm"
        command = [sys.executable, str(ROOT / "wasm" / "build.py"), "--force", "--out", str(built)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert FILE.read_bytes() == built.read_bytes()
    else:
        assert digest() == digest_in(FILE.read_bytes())


def test_the_file_needs_nothing_and_uses_no_instruction_that_machines_may_round_differently() -> None:
    """No function of the host, such as a library's exponential; wasmtime refuses relaxed SIMD where it is off."""
    config = wasmtime.Config()
    config.wasm_relaxed_simd = False
    module = wasmtime.Module(wasmtime.Engine(config), FILE.read_bytes())
    assert [] == module.imports
    assert {"memory", "keep", "begin", *CALLS} == {export.name for export in module.exports}


def test_the_file_names_no_place_where_it_was_built() -> None:
    assert b"site-packages" not in FILE.read_bytes()


def test_relaxed_instructions_would_be_noticed() -> None:
    config = wasmtime.Config()
    config.wasm_relaxed_simd = False
    relaxed = "(module (func (param v128 v128 v128) (result v128) (f32x4.relaxed_madd " + " ".join(
        f"(local.get {place})" for place in range(3)
    )
    with pytest.raises(wasmtime.WasmtimeError, match="relaxed"):
        wasmtime.Module(wasmtime.Engine(config), f"{relaxed})))")
