"""Commands as they can be typed where the program runs."""

import os
import shlex
import shutil
import sys
from pathlib import Path


def program() -> str:
    """``nimmt`` where the shell finds this program by its name, as after an installation; otherwise its path."""
    own = Path(sys.executable).with_name("nimmt.exe" if os.name == "nt" else "nimmt")
    found = shutil.which("nimmt")
    if not own.exists() or (found and own.samefile(found)):
        return "nimmt"
    place = own.relative_to(Path.cwd()) if own.is_relative_to(Path.cwd()) else own
    return str(place.with_suffix("")) if os.name == "nt" else shlex.quote(str(place))
