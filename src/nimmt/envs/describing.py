"""The page docs/observations.md: every field of every observation, and every block of action numbers."""

from ..games.registry import game as make_game
from ..games.registry import keys
from .layout import Field
from .numbering import numbering_of
from .observing import observer_of

PLAYERS = 4
HEAD = f"""# Observations and actions

<!-- generated: python3 dev.py docs -->
Every field of the observations of [nimmt.envs](envs.md) and every action number, with {PLAYERS} players. Numbers
are 16-bit. Seats are told from one's own: first you, then the next seat clockwise. Cards stand at the place of their
number. With other players or options shapes change; `explain` reads any observation out in words, and
`nimmt.envs.action_name` any action.
"""


def observations_page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *map(_section, keys())])


def _section(key: str) -> str:
    game = make_game(key, players=PLAYERS)
    layout, numbering = observer_of(game).layout, numbering_of(game)
    fields = [_field_line(field, layout.at[field.name].start) for field in layout.fields]
    ends = [block.first for block in numbering.blocks[1:]] + [numbering.size]
    blocks = [
        f"| {block.first}–{end - 1} | `{block.items[0]}` to `{block.items[-1]}` |"
        for block, end in zip(numbering.blocks, ends, strict=True)
    ]
    return "\n".join(
        [
            f"## `{key}`\n",
            f"An observation has {layout.size} numbers.\n",
            "| from | field | shape | numbers | what it says |",
            "|---|---|---|---|---|",
            *fields,
            f"\nThere are {numbering.size} actions.\n",
            "| number | action |",
            "|---|---|",
            "| 0 | wait: the only action of a seat that owes nothing |",
            *blocks,
            "",
        ]
    )


def _field_line(field: Field, start: int) -> str:
    shape = " × ".join(map(str, field.shape))
    return f"| {start} | `{field.name}` | {shape} | {field.low} to {field.high} | {field.meaning} |"
