"""Where lines may break: rich breaks even at a no-break space, which separates French punctuation from its word."""

import re

from rich import _wrap

BLANK = r"[^\S\u00a0\u202f]"  # white space at which a line may break
SIGN = r"[\S\u00a0\u202f]"


def keep_together() -> None:
    """Teach rich what a word is; there is no setting for it."""
    _wrap.re_word = re.compile(f"{BLANK}*{SIGN}+{BLANK}*")
