"""What a notebook's cells show, as it is kept in the file: text, and pictures that every forge's page shows.

A picture is a PNG of few colours, and one that moves is an animated PNG: a page that draws no SVG and runs no scripts
shows both. A notebook that is run shows the SVG, and buttons to step through it.
"""

from __future__ import annotations

import base64
import io
from typing import Any

from PIL import Image

from boardai.drawing import MovingPicture
from boardai.drawing.pixels import svg_png
from boardai.records import RecordedGame
from boardai.search.trace import Trace

_COLOURS = 64
_FRAMES = 20  # of a picture that moves; longer ones skip steps
_WIDEST = 760  # pixels on the page
_MILLISECONDS, _LAST_MILLISECONDS = 900, 3000


def outputs(printed: str, shown: Any) -> list[dict[str, Any]]:
    """A cell's outputs in the notebook format.

    Args:
        printed: what it wrote to standard output.
        shown: what its last line shows; None: nothing.
    """
    found: list[dict[str, Any]] = []
    if printed:
        found.append({"output_type": "stream", "name": "stdout", "text": printed.splitlines(keepends=True)})
    if shown is None:
        return found
    data, metadata = _picture(shown)
    found.append(
        {
            "output_type": "execute_result",
            "execution_count": None,
            "data": {"text/plain": [repr(shown)] if not data else [f"<{type(shown).__name__}>"], **data},
            "metadata": metadata,
        }
    )
    return found


def pictures(shown: Any) -> list[str]:
    """What a value shows, as SVG: one picture, several of one that moves, or none."""
    if isinstance(shown, RecordedGame):
        shown = shown.moving_picture()
    if isinstance(shown, Trace):
        return list(shown.pictures())
    if isinstance(shown, MovingPicture):
        return list(shown)
    svg = shown._repr_svg_() if hasattr(shown, "_repr_svg_") else None
    return [svg] if svg else []


def _picture(shown: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    drawn = pictures(shown)
    if not drawn:
        return {}, {}
    moves = len(drawn) > 1
    if len(drawn) > _FRAMES:
        drawn = [drawn[round(number * (len(drawn) - 1) / (_FRAMES - 1))] for number in range(_FRAMES)]
    # A still picture has two pixels for each of the page, for sharp letters; one that moves has fewer bytes.
    images = [_image(svg, 1.0 if moves else 2.0) for svg in drawn]
    width, height = (max(sizes) for sizes in zip(*(image.size for image in images), strict=True))
    frames = []
    for image in images:
        frame = Image.new("RGB", (width, height), "white")
        frame.paste(image)
        frames.append(frame)
    # One palette for all: the last picture has all that the earlier ones have.
    palette = _palette(frames[-1])
    frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    file = io.BytesIO()
    if moves:
        times = [_MILLISECONDS] * (len(frames) - 1) + [_LAST_MILLISECONDS]
        frames[0].save(file, "PNG", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)
    else:
        frames[0].save(file, "PNG", optimize=True)
    scale = 1 if moves else 2
    size = {"width": width // scale, "height": height // scale}
    return {"image/png": base64.b64encode(file.getvalue()).decode("ascii") + "\n"}, {"image/png": size}


def _palette(image: Image.Image) -> Image.Image:
    """An image's colours, fewer; the background stays what it is."""
    few = image.quantize(_COLOURS)
    colours = few.getpalette() or []
    corner = few.getpixel((few.width - 1, few.height - 1))
    colours[3 * corner : 3 * corner + 3] = image.getpixel((image.width - 1, image.height - 1))
    few.putpalette(colours)
    return few


def _image(svg: str, scale: float) -> Image.Image:
    image = Image.open(io.BytesIO(svg_png(svg, scale))).convert("RGB")
    if image.width > _WIDEST * scale:
        size = round(_WIDEST * scale), round(image.height * _WIDEST * scale / image.width)
        image = image.resize(size, Image.Resampling.LANCZOS)
    return image
