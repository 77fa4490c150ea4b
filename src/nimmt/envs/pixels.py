"""Our SVG drawings as pixels."""

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..extras import NotInstalled


def pixels(svg: str) -> NDArray[np.uint8]:
    """Height × width × red, green, blue; letters come from the typeface that matplotlib carries."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError:
        raise NotInstalled("render_mode='rgb_array'", "envs") from None

    family = "DejaVu Sans"
    drawn: Any = resvg_py.svg_to_bytes(
        svg_string=svg, font_files=list(_fonts()), skip_system_fonts=True, font_family=family,
        sans_serif_family=family, serif_family=family, monospace_family=family, background="white",
    )  # fmt: skip
    return np.asarray(Image.open(BytesIO(bytes(drawn))).convert("RGB"))


@cache
def _fonts() -> tuple[str, ...]:
    try:
        import matplotlib
    except ImportError:
        raise NotInstalled("render_mode='rgb_array'", "envs") from None
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    return tuple(str(folder / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"))
