"""The variant that CONTRIBUTING writes as an example, made from its very words and registered for a while."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent
from types import ModuleType

from nimmt.games import registry

NAME = "nimmt.games.generous"
CONTRIBUTING = Path(__file__).parents[1] / "CONTRIBUTING.md"


def page() -> ModuleType:
    """The page of rules that CONTRIBUTING shows."""
    [source] = re.findall(r"```python\n( *\"\"\"Generous.*?)```", CONTRIBUTING.read_text("utf-8"), re.DOTALL)
    module = ModuleType(NAME)
    module.__package__ = "nimmt.games"
    exec(dedent(source), vars(module))
    return module


@contextmanager
def registered() -> Iterator[str]:
    """Let everybody find it by its key, as one line in the registry would."""
    sys.modules[NAME] = page()
    registry.GAMES["generous"] = ".generous:Generous"
    try:
        yield "generous"
    finally:
        del registry.GAMES["generous"], sys.modules[NAME]
        registry._load.cache_clear()
