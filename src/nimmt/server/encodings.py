"""Which encoding of a body a browser gets: what it accepts, and of that what we like best."""

from collections.abc import Collection

BEST_FIRST = ("br", "gzip")
SUFFIXES = {".br": "br", ".gz": "gzip"}  # of files that the build made beside the plain ones


def preferred(accepted: str, available: Collection[str]) -> str | None:
    """The best of the available encodings by an Accept-Encoding header; None is the plain body."""
    weights = dict(_weighed(part) for part in accepted.split(","))
    rest = weights.get("*", 0.0)
    found = [(weights.get(name, rest), name) for name in BEST_FIRST if name in available]
    weight, name = max(found, key=lambda each: each[0], default=(0.0, ""))
    return name if weight > 0 and weight >= weights.get("identity", 0.0) else None


def _weighed(part: str) -> tuple[str, float]:
    """A name with its q-value, which is 1 unless it is given; one that is nonsense means never."""
    name, _, parameter = part.partition(";")
    key, _, value = parameter.partition("=")
    if key.strip().lower() != "q":
        return name.strip().lower(), 1.0
    try:
        return name.strip().lower(), float(value)
    except ValueError:
        return name.strip().lower(), 0.0
