"""SVG pictures as pixels and as PDF, for videos, print and programs that take no SVG; matplotlib fills and strokes.

It knows what our pictures are made of: rect, circle, line, polygon, polyline, path, text with tspan, in groups
that may be moved, scaled and turned, filled and stroked in plain colours. A group's opacity is that of each part.
"""

from __future__ import annotations

import functools
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Protocol
from xml.etree import ElementTree

import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.textpath import text_to_path
from matplotlib.transforms import Affine2D, IdentityTransform, Transform

from boardai.basics.quoting import quoted
from boardai.drawing.svg_path import svg_path

# What an element that does not say it takes from the group around it.
_INHERITED = {
    "color": "black",
    "fill": "black",
    "fill-opacity": "1",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-linejoin": "miter",
    "stroke-linecap": "butt",
    "stroke-dasharray": "none",
    "font-weight": "normal",
    "font-size": "16",
    "font-family": "sans-serif",
    "text-anchor": "start",
    "dominant-baseline": "auto",
}
_WITHOUT_A_LOOK = ("title", "desc")
_CAPS: dict[str, Any] = {"butt": "butt", "round": "round", "square": "projecting"}
_JOINS: dict[str, Any] = {"miter": "miter", "round": "round", "bevel": "bevel"}
_TRANSFORM = re.compile(r"(\w+)\s*\(([^)]*)\)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
# Parts of a letter's height by which it hangs below the place it is written at.
_BASELINES = {"central": 0.35, "middle": 0.35, "hanging": 0.73}
_DPI = 72  # a point is a pixel


def svg_pixels(svg: str, scale: float = 1.0) -> np.ndarray:
    """The picture as an image on white.

    Args:
        svg: one `<svg>` element, with `width` and `height` in pixels.
        scale: pixels of the image for one of the picture's.

    Returns:
        uint8 `[height, width, 3]`: red, green, blue.

    Raises:
        ValueError: it is no SVG, or has an element, a transformation or a colour that is not known here.
    """
    pixels = _Pixels()
    _Painter(_root(svg), pixels, scale)
    return pixels.image()


def svg_pdf(svg: str) -> bytes:
    """The picture as a PDF of one page, a point for a pixel; lines and letters stay lines.

    Raises:
        ValueError: as `svg_pixels`.
    """
    page = _Page()
    _Painter(_root(svg), page, 1.0)
    return page.file()


def _root(svg: str) -> ElementTree.Element:
    try:
        return ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise ValueError(f"the picture is no SVG: {error}") from None


_Colour = tuple[float, float, float, float]


@dataclass(frozen=True)
class _Pen:
    """How a line is drawn; lengths in pixels."""

    colour: _Colour
    width: float
    join: Any
    cap: Any
    dashes: tuple[float, ...]


class _Canvas(Protocol):
    """What is painted on."""

    def begin(self, width: int, height: int) -> None:
        """Its size in pixels, told first."""

    def paint(self, path: Path, place: Transform, fill: _Colour | None, pen: _Pen | None) -> None:
        """A shape, filled and then drawn around."""


class _Pixels:
    """An image."""

    def begin(self, width: int, height: int) -> None:
        self._renderer = RendererAgg(width, height, _DPI)

    def paint(self, path: Path, place: Transform, fill: _Colour | None, pen: _Pen | None) -> None:
        way = self._renderer.new_gc()
        way.set_linewidth(0)
        if fill is not None:
            self._renderer.draw_path(way, path, place, fill)
        if pen is not None:
            way.set_foreground(pen.colour, isRGBA=True)
            way.set_linewidth(pen.width)
            way.set_joinstyle(pen.join)
            way.set_capstyle(pen.cap)
            if pen.dashes:
                way.set_dashes(0, pen.dashes)
            self._renderer.draw_path(way, path, place)
        way.restore()

    def image(self) -> np.ndarray:
        """What has been painted, on white."""
        painted = np.asarray(self._renderer.buffer_rgba()).astype(np.float32)
        colours, alpha = painted[:, :, :3], painted[:, :, 3:] / 255
        return np.rint(colours * alpha + 255 * (1 - alpha)).astype(np.uint8)


class _Page:
    """A page of a PDF."""

    def begin(self, width: int, height: int) -> None:
        self._figure = Figure(figsize=(width / _DPI, height / _DPI), dpi=_DPI)

    def paint(self, path: Path, place: Transform, fill: _Colour | None, pen: _Pen | None) -> None:
        patch = PathPatch(place.transform_path(path), facecolor=fill or "none", edgecolor="none", linewidth=0)
        if pen is not None:
            patch.set(edgecolor=pen.colour, linewidth=pen.width, joinstyle=pen.join, capstyle=pen.cap)
            if pen.dashes:  # matplotlib counts them in widths of the line
                patch.set_linestyle((0, tuple(length / pen.width for length in pen.dashes)))
        patch.set_transform(IdentityTransform())
        self._figure.add_artist(patch, clip=False)

    def file(self) -> bytes:
        """The file's bytes; the same for the same picture."""
        held = io.BytesIO()
        self._figure.savefig(held, format="pdf", dpi=_DPI, metadata={"CreationDate": None})
        return held.getvalue()


class _Painter:
    """Paints one picture.

    Args:
        root: its `<svg>` element.
        canvas: where to.
        scale: pixels there for one of the picture's.
    """

    def __init__(self, root: ElementTree.Element, canvas: _Canvas, scale: float) -> None:
        view = [float(number) for number in _NUMBER.findall(root.get("viewBox", ""))]
        try:
            width, height = (float(root.get(side, "").removesuffix("px")) for side in ("width", "height"))
        except ValueError:
            raise ValueError("the picture does not tell its width and height in pixels") from None
        left, top, view_width, view_height = view if len(view) == 4 else (0.0, 0.0, width, height)
        width, height = scale * width, scale * height
        size = ceil(width), ceil(height)
        self._canvas = canvas
        canvas.begin(*size)
        # Matplotlib counts from the lower left corner.
        place = Affine2D().translate(-left, -top).scale(width / view_width, -height / view_height)
        self._draw(root, _INHERITED, 1.0, place.translate(0, size[1]))

    def _draw(self, element: ElementTree.Element, around: Mapping[str, str], opacity: float, place: Transform) -> None:
        name = element.tag.rpartition("}")[2]
        if name in _WITHOUT_A_LOOK:
            return
        style = {**around, **{key: value for key, value in element.items() if key in _INHERITED}}
        opacity *= float(element.get("opacity", 1))
        place = _transformation(element.get("transform", "")) + place
        if name in ("svg", "g"):
            for part in element:
                self._draw(part, style, opacity, place)
        elif name == "text":
            for path, written in _writing(element, style):
                # An outline of letters is drawn where nothing fills them: as a halo below other letters.
                outline = written["stroke"] if written["fill"] == "none" else "none"
                self._paint(path, {**written, "stroke": outline}, opacity, place)
        elif name in _SHAPES:
            self._paint(_SHAPES[name](element), style, opacity, place)
        else:
            raise ValueError(f"an SVG element {quoted(name)} cannot be made pixels")

    def _paint(self, path: Path, style: Mapping[str, str], opacity: float, place: Transform) -> None:
        fill = None if style["fill"] == "none" else _colour(style, "fill", opacity)
        pen = None
        if style["stroke"] != "none":
            size = abs(np.linalg.det(place.get_matrix()[:2, :2])) ** 0.5
            dashes = tuple(size * float(number) for number in _NUMBER.findall(style["stroke-dasharray"]))
            pen = _Pen(
                _colour(style, "stroke", opacity),
                size * float(style["stroke-width"]),
                _JOINS[style["stroke-linejoin"]],
                _CAPS[style["stroke-linecap"]],
                dashes,
            )
        self._canvas.paint(path, place, fill, pen)


def _colour(style: Mapping[str, str], what: str, opacity: float) -> tuple[float, float, float, float]:
    name = style["color"] if style[what] == "currentColor" else style[what]
    return to_rgba(name, opacity * float(style[f"{what}-opacity"]))


def _transformation(text: str) -> Affine2D:
    """What a `transform` attribute says; the last step is done first."""
    place = Affine2D()
    for name, arguments in reversed(_TRANSFORM.findall(text)):
        numbers = [float(number) for number in _NUMBER.findall(arguments)]
        if name == "translate":
            place.translate(numbers[0], numbers[1] if len(numbers) > 1 else 0.0)
        elif name == "scale":
            place.scale(*numbers)
        elif name == "rotate":
            x, y = numbers[1:] or (0.0, 0.0)
            place.rotate_deg_around(x, y, numbers[0])
        else:
            raise ValueError(f"an SVG transformation {quoted(name)} cannot be made pixels")
    return place


# --- shapes ----------------------------------------------------------------------------------------------------


def _number(element: ElementTree.Element, name: str) -> float:
    return float(element.get(name, 0))


def _rectangle(element: ElementTree.Element) -> Path:
    x, y, width, height = (_number(element, name) for name in ("x", "y", "width", "height"))
    return Path([(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)], closed=True)


def _line(element: ElementTree.Element) -> Path:
    x1, y1, x2, y2 = (_number(element, name) for name in ("x1", "y1", "x2", "y2"))
    return Path([(x1, y1), (x2, y2)])


def _polyline(element: ElementTree.Element) -> Path:
    numbers = [float(number) for number in _NUMBER.findall(element.get("points", ""))]
    return Path(np.reshape(numbers, (-1, 2)))


def _polygon(element: ElementTree.Element) -> Path:
    corners = np.asarray(_polyline(element).vertices)
    return Path([*corners, corners[0]], closed=True)


def _circle(element: ElementTree.Element) -> Path:
    return Path.circle((_number(element, "cx"), _number(element, "cy")), _number(element, "r"))


_SHAPES: dict[str, Callable[[ElementTree.Element], Path]] = {
    "rect": _rectangle,
    "line": _line,
    "polyline": _polyline,
    "polygon": _polygon,
    "circle": _circle,
    "path": lambda element: svg_path(element.get("d", "")),
}


# --- text ------------------------------------------------------------------------------------------------------


def _writing(element: ElementTree.Element, style: Mapping[str, str]) -> Iterator[tuple[Path, Mapping[str, str]]]:
    """The outlines of a text and of its lines, each with its style."""
    x, y = _number(element, "x"), _number(element, "y") + _shift(element, style)
    if element.text and element.text.strip():
        yield _letters(element.text, x, y, style), style
    for part in element:
        own = {**style, **{key: value for key, value in part.items() if key in _INHERITED}}
        x, y = float(part.get("x", x)), float(part.get("y", y)) + _shift(part, own)
        yield _letters(part.text or "", x, y, own), own


def _shift(element: ElementTree.Element, style: Mapping[str, str]) -> float:
    """How much lower `dy` puts a text, in pixels or in heights of its letters."""
    said = element.get("dy", "0")
    return float(said.removesuffix("em")) * (float(style["font-size"]) if said.endswith("em") else 1.0)


@functools.cache
def _family(names: str) -> str:
    """The first of these fonts that is there; matplotlib's own otherwise."""
    there = {font.name for font in fontManager.ttflist}
    return next((name for name in map(str.strip, names.split(",")) if name in there), "sans-serif")


def _letters(text: str, x: float, y: float, style: Mapping[str, str]) -> Path:
    size = float(style["font-size"])
    font = FontProperties(family=_family(style["font-family"]), size=size, weight=style["font-weight"])
    width = text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]
    before: Any = {"start": 0.0, "middle": width / 2, "end": width}[style["text-anchor"]]
    y += size * _BASELINES.get(style["dominant-baseline"], 0.0)
    corners, codes = text_to_path.get_text_path(font, text, ismath=False)
    if not len(corners):
        return Path(np.zeros((0, 2)))
    scale = size / text_to_path.FONT_SCALE
    # Letters stand upright where y grows upwards.
    return Path(np.asarray(corners) * (scale, -scale) + (x - before, y), codes)
