"""The portable file gives the bits that were recorded, on every machine, and so do kernels that the JIT compiled.

browser/test_kernels.py runs the same decisions in a page.
"""

from collections.abc import Iterator
from math import isfinite
from struct import iter_unpack

import pytest

from nimmt.fast import jit_host
from tests.kernels.decisions import KEPT, SITUATIONS, Call, answer_of, decisions, line

LINES = dict(each.partition(" ")[::2] for each in KEPT.read_text("utf-8").splitlines())
QUICK = (
    "base-4", "base-2-True-True", "base-4-5-6-7-104", "even_odd-2", "climb-10", "caper-3", "reversed_digits-5",
    "base-6-even_odd,climb,caper,reversed_digits", "surprise-4", "versus_ox-1", "versus_ox-3", "bullenparty-3",
)  # fmt: skip
"""Each game once."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.thorough) for name in SITUATIONS]
)
def test_decisions_are_those_that_were_recorded(name: str) -> None:
    found = list(decisions(SITUATIONS[name]))
    assert all(isfinite(number) for one in found for call in one.calls for number in reals(call))
    assert f"{name} {LINES[name]}" == line(SITUATIONS[name], found)


def test_two_thousand_decisions_were_recorded() -> None:
    assert set(SITUATIONS) == set(LINES)
    assert sum(int(kept.split()[0]) for kept in LINES.values()) >= 2000


def reals(call: Call) -> Iterator[float]:
    """All numbers with a point that a kernel answered."""
    for field in call.record.layout.fields.values():
        if field.format in "fd":
            part = call.answer[field.offset : field.end]
            yield from (number for (number,) in iter_unpack(f"<{field.format}", part))


@pytest.mark.thorough
def test_the_jit_computes_the_same_bits() -> None:
    for name, situation in SITUATIONS.items():
        for call in (call for one in decisions(situation) for call in one.calls):
            record = call.record.copy()
            record.refer(**call.record.weights)
            jit_host.run(call.kernel, record)
            assert call.answer == answer_of(record), (name, call.kernel)
