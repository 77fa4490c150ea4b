"""XML as text: elements from numbers and words, escaped where needed."""

Value = str | float | None
"""What an attribute may be; None leaves it out."""

ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def escape(text: str) -> str:
    """Make a text safe between tags and in attributes."""
    return text.translate(ESCAPES)


def tag(name: str, *inside: str, **attributes: Value) -> str:
    """Write an element; `stroke_width` becomes ``stroke-width``."""
    pairs = [f' {key.replace("_", "-")}="{_write(value)}"' for key, value in attributes.items() if value is not None]
    start = f"<{name}{''.join(pairs)}"
    return f"{start}>{''.join(inside)}</{name}>" if inside else f"{start}/>"


def _write(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{round(value, 2):g}"


def group(*inside: str, x: float = 0, y: float = 0, scale: float = 1, **attributes: Value) -> str:
    """Draw parts together at another place or in another size."""
    moved = f"translate({_write(x)} {_write(y)})" if x or y else ""
    scaled = f"scale({scale:.4g})" if scale != 1 else ""
    return tag("g", *inside, transform=f"{moved}{scaled}" or None, **attributes)


def use(part: str, x: float = 0, y: float = 0, width: float | None = None, **attributes: Value) -> str:
    """Draw something from the definitions; a width scales a bull's head."""
    if width is None:
        return tag("use", href=f"#nimmt-{part}", x=x or None, y=y or None, **attributes)
    transform = f"translate({_write(x)} {_write(y)})scale({width / HEAD_WIDTH:.4g})"
    return tag("use", href=f"#nimmt-{part}", transform=transform, **attributes)


HEAD_WIDTH = 24
"""The bull's head is drawn 24 wide and 20 high."""


def box(x: float, y: float, width: float, height: float, radius: float = 12, **attributes: Value) -> str:
    """Draw a rectangle with round corners."""
    return tag("rect", x=x or None, y=y or None, width=width, height=height, rx=radius, **attributes)


def words(text: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """Write a text whose baseline is y."""
    return tag("text", escape(text), x=x, y=y, font_size=size, **attributes)
