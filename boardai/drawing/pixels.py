"""SVG pictures as PNG files and as arrays of pixels, drawn by resvg with the fonts that matplotlib brings.

The same fonts everywhere make the same pixels on every machine.
"""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import numpy as np
import resvg_py
from PIL import Image

from boardai.basics.quoting import quoted, utf8

FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
_MOST_PIXELS = 100_000_000
_DEEPEST = 100  # groups in groups; resvg's own recursion ends the process at some hundreds


def svg_pixels(svg: str) -> np.ndarray:
    """The picture as an image on white.

    Args:
        svg: one `<svg>` element, with `width` and `height` in pixels.

    Returns:
        uint8 `[height, width, 3]`: red, green, blue.

    Raises:
        ValueError: as `svg_png`.
    """
    return np.array(Image.open(io.BytesIO(svg_png(svg))).convert("RGB"))


def svg_png(svg: str, scale: float = 1.0) -> bytes:
    """The picture as a PNG file, on white.

    Args:
        svg: one `<svg>` element, with `width` and `height` in pixels.
        scale: pixels of the image for one of the picture's.

    Raises:
        ValueError: it is no SVG, has no size in pixels, or is too large or nested too deeply.
    """
    root = checked_svg(svg)
    try:
        width, height = (scale * float(root.get(side, "").removesuffix("px")) for side in ("width", "height"))
    except ValueError:
        raise ValueError("the picture has no width and height in pixels") from None
    if not 0 < width * height <= _MOST_PIXELS:
        size = quoted(f"{root.get('width')} x {root.get('height')}")
        raise ValueError(f"the picture's size, {size}, is too large: at most {_MOST_PIXELS:,} pixels")
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=scale,
            background="white",
            skip_system_fonts=True,
            font_dirs=[str(FONTS)],
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
            serif_family="DejaVu Serif",
            monospace_family="DejaVu Sans Mono",
        )
    )


def checked_svg(svg: str) -> ElementTree.Element:
    """The root of a picture that can be drawn.

    Raises:
        ValueError: it is no SVG, or its groups are nested too deeply.
    """
    depth, root = 0, ElementTree.Element("")
    try:
        for event, element in ElementTree.iterparse(io.BytesIO(utf8(svg, "the picture's texts")), ("start", "end")):
            depth += 1 if event == "start" else -1
            if depth > _DEEPEST:
                raise ValueError(f"the picture has elements nested more than {_DEEPEST} deep")
            root = element
    except ElementTree.ParseError as error:
        raise ValueError(f"the picture is not an SVG: {error}") from None
    if root.tag.rpartition("}")[2] != "svg":
        raise ValueError(f"the picture is not an SVG: it is an element {quoted(root.tag)}")
    return root
