"""Write docs/games/*.md and docs/observations.md: what the code says of each game. Run: python3 dev.py docs."""

from pathlib import Path

import nimmt
from nimmt.envs.describing import observations_page
from nimmt.setup import OptionSpec, OptionValue

DOCS = Path(__file__).parent

RULES = Path(nimmt.__file__).parent / "words" / "rules" / "en"


def page(key: str) -> str:
    """One game's page: the spec from the registry, then the rules in our own words."""
    title, _, rules = (RULES / f"{key}.md").read_text(encoding="utf-8").partition("\n")
    return f"{title}\n\n{spec_table(key)}\n{rules.strip()}\n"


def spec_table(key: str) -> str:
    """Players, rule sections and options as the registry lists them."""
    spec = nimmt.spec(key)
    preset = ", ".join(f"`{name}`: {plain(value)}" for name, value in spec.preset.items())
    lines = [
        "<!-- The table is generated from the registry: python3 dev.py docs -->",
        f"Key `{key}` · {spec.players[0]}–{spec.players[-1]} players · rules {', '.join(spec.sections)}"
        + (f" · preset with {preset}" if preset else ""),
        "",
        "| option | values | default | rule | what it does |",
        "|---|---|---|---|---|",
    ]
    return "\n".join([*lines, *map(option_line, spec.options), ""])


def option_line(option: OptionSpec) -> str:
    """One row of the table."""
    return f"| `{option.name}` | {values(option)} | {plain(option.default)} | {option.rule} | {option.description} |"


def values(option: OptionSpec) -> str:
    """What may be chosen."""
    if option.choices:
        return ("any of " if option.kind == "set" else "") + ", ".join(option.choices)
    if option.kind == "switch":
        return "on, off"
    numbers = f"{option.minimum}–{option.maximum}"
    if option.kind == "numbers":
        numbers = f"{option.count} numbers, {numbers}"
    return numbers + (", none" if option.may_be_none else "")


def plain(value: OptionValue) -> str:
    """A value for people."""
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def main() -> None:
    """Write every page."""
    (DOCS / "observations.md").write_text(observations_page(), encoding="utf-8")
    for key in nimmt.keys():
        (DOCS / "games" / f"{key}.md").write_text(page(key), encoding="utf-8")


if __name__ == "__main__":
    main()
