"""Which browser the tests use does not depend on what a machine happens to have."""

import platform
import sys
from pathlib import Path

import pytest

from tests.browser import chromium

FROM_NPM = chromium.Chromium(Path("/npm/chromium"), {"FONTCONFIG_FILE": "/npm/fonts.conf"})


@pytest.fixture(autouse=True)
def machine_with_a_chromium(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\necho Chromium 1.2.3 of the system\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(chromium, "fetched", lambda: FROM_NPM)
    monkeypatch.delenv("CHROMIUM", raising=False)
    return program


def test_the_pinned_one_comes_before_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chromium.find() == FROM_NPM
    monkeypatch.setenv("CHROMIUM", "npm")
    assert chromium.find() == FROM_NPM


def test_the_systems_where_it_is_asked_for_or_the_pinned_one_does_not_run(
    machine_with_a_chromium: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wish in ("system", str(machine_with_a_chromium)):
        monkeypatch.setenv("CHROMIUM", wish)
        assert chromium.find() == chromium.Chromium(machine_with_a_chromium)
    monkeypatch.delenv("CHROMIUM")
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    assert chromium.find() == chromium.Chromium(machine_with_a_chromium)
    assert "Chromium 1.2.3 of the system" in chromium.described()


@pytest.mark.parametrize("wish", ["system", "/nothing/here"])
def test_without_any_the_error_says_what_to_do(wish: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("CHROMIUM", wish)
    with pytest.raises(LookupError, match=r"CHROMIUM=\S"):
        chromium.find()
