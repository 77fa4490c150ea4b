"""The end of a game: who won, and by which rule."""

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..events import Outcome
from ..games.registry import rules_of
from .scene import OPPONENT, Scene


def ending(scene: Scene, outcome: Outcome) -> RenderableType:
    """The places, who won, and why."""
    if outcome.opponent is not None:
        return _team_ending(scene, outcome, outcome.opponent)
    rule = "rule_most" if scene.most_points_win else "rule"
    sentence = f"{_winners(scene, outcome)} {scene.words.say(f'events.game_ended.{rule}')}"
    return Group(_ranking(scene, outcome), Text(sentence, style="bold"))


def _table(scene: Scene, *columns: str) -> Table:
    table = Table(
        title=scene.words.say("events.game_ended.title"), box=box.SIMPLE_HEAD, title_style="bold", min_width=30
    )
    for column in columns:
        table.add_column(scene.words.say(f"table.{column}"), justify="left" if column == "player" else "right")
    return table


def _ranking(scene: Scene, outcome: Outcome) -> Table:
    table = _table(scene, "place", "player", rules_of(scene.key).counts)
    for seat in sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat]):
        style = "bold green" if outcome.ranks[seat] == 1 else ""
        table.add_row(str(outcome.ranks[seat]), Text(scene.name(seat)), str(outcome.totals[seat]), style=style)
    return table


def _winners(scene: Scene, outcome: Outcome) -> str:
    first, *others = outcome.winners
    points = scene.words.count(rules_of(scene.key).counts, outcome.totals[first])
    names = ", ".join(scene.name(seat) for seat in outcome.winners)
    return scene.say(f"events.game_ended.{'winners' if others else 'winner'}", first, who=names, heads=points)


def _team_ending(scene: Scene, outcome: Outcome, ox: int) -> RenderableType:
    table = _table(scene, "player", "heads")
    table.add_row(scene.words.say("table.team"), str(outcome.totals[0]))
    table.add_row(scene.name(OPPONENT), str(ox))
    result = "team_won" if outcome.winners else "team_drew" if outcome.drawn else "team_lost"
    numbers = {"heads": scene.heads(outcome.totals[0]), "ox": ox}
    sentences = [scene.words.say(f"events.game_ended.{key}", **numbers) for key in (result, "rule_team")]
    if rules_of(scene.key).factor(scene.players) > 1:
        sentences.append(scene.words.say("events.game_ended.doubled"))
    return Group(table, Text(" ".join(sentences), style="bold"))
