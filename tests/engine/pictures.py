"""How the tests read a picture: its cards, its words, and how well its colours can be told apart."""

import re
from random import Random
from xml.etree import ElementTree

from nimmt import State, View
from nimmt.render import svg, text

SVG = "{http://www.w3.org/2000/svg}"
CARD = re.compile(r"(\d+)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
RAISED = str.maketrans("1234567", "¹²³⁴⁵⁶⁷")
HOSTILE = ("<b>&amp;</b>", 'a "quoted" name', "]]>", "\x1b[31m\n\u202e\x00\ud800", "")


def cards_in_text(picture: str) -> dict[int, str]:
    return {int(number): heads for number, heads in CARD.findall(picture)}


def cards_in_svg(picture: str, heads: tuple[int, ...]) -> set[int]:
    """Every card of a drawing; its frame must be that of its heads."""
    found = set()
    for group in ElementTree.fromstring(picture).iter(f"{SVG}g"):
        frame = group[0].get("href", "") if len(group) else ""
        if frame.startswith("#nimmt-card-"):
            number = int(group[1].text or "")
            assert f"#nimmt-card-{heads[number]}" == frame
            found.add(number)
    return found


def card_heights(picture: str, *numbers: str) -> dict[str, float]:
    """How far down these cards are drawn."""
    groups = [group for group in ElementTree.fromstring(picture).iter(f"{SVG}g") if len(group) > 1]
    found = {group[1].text or "": re.findall(r"[\d.]+", group.get("transform", "")) for group in groups}
    return {number: float(found[number][1]) for number in numbers}


def assert_names_nothing_outside(picture: str) -> None:
    """Everything that a drawing points to is in it, and nothing in it runs or comes from elsewhere."""
    root = ElementTree.fromstring(picture)
    names = {element.get("id") for element in root.iter()}
    targets = {element.get("href", "#")[1:] for element in root.iter(f"{SVG}use")}
    assert targets | set(re.findall(r"url\(#([^)]+)\)", picture)) <= names
    assert ["http://www.w3.org/2000/svg"] == re.findall(r"\w+://[^\"']+", picture)
    assert not {f"{SVG}script", f"{SVG}style", f"{SVG}image"} & {element.tag for element in root.iter()}


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """As the accessibility guidelines define it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def assert_other_worlds_look_the_same(state: State, view: View) -> None:
    """Nothing in a picture tells worlds apart that this view leaves open."""
    worlds = [state.game.sample(view, Random(seed)).view(view.seat) for seed in (1, 2)]
    assert {svg(view)} == {svg(world) for world in worlds}
    assert {text(view)} == {text(world) for world in worlds}
