"""The `d` of an SVG path as a path of matplotlib's: lines, curves and arcs, absolute and relative.

Source: W3C, "Scalable Vector Graphics (SVG) 2", chapter 9 and appendix B.2.4 (arcs).
"""

from __future__ import annotations

import re
from cmath import phase, rect
from math import ceil, pi, radians, sqrt, tan
from typing import Any

import numpy as np
from matplotlib.path import Path

from boardai.basics.quoting import quoted

_STEP = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
# How many numbers a step takes.
_LENGTHS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}
_CURVES = {"C": Path.CURVE4, "Q": Path.CURVE3}


def svg_path(text: str) -> Path:
    """The path.

    Args:
        text: such as `M0 0 L10 0 a5 5 0 0 1 10 0 Z`.

    Raises:
        ValueError: a step that is not known here (smooth curves, S and T), or one with too few or too many numbers.
    """
    corners: list[complex] = []
    codes: list[int] = []
    start = here = 0j

    def go(*places: complex, code: Any) -> None:
        corners.extend(places)
        codes.extend([int(code)] * len(places))

    for letter, numbers in _steps(text):
        base = here if letter.islower() else 0j
        kind = letter.upper()
        if kind == "Z":
            go(start, code=Path.CLOSEPOLY)
            here = start
        elif kind in "HV":
            along = complex(numbers[0], 0) if kind == "H" else complex(0, numbers[0])
            other = 0j if letter.islower() else complex(0, here.imag) if kind == "H" else complex(here.real, 0)
            here = base + along + other
            go(here, code=Path.LINETO)
        elif kind == "A":
            end = base + complex(numbers[5], numbers[6])
            go(*_arc(here, end, numbers), code=Path.CURVE4)
            here = end
        else:
            places = [base + complex(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            here = places[-1]
            go(*places, code=_CURVES.get(kind, Path.MOVETO if kind == "M" else Path.LINETO))
            start = here if kind == "M" else start
    return Path([(place.real, place.imag) for place in corners] or np.zeros((0, 2)), codes or None)


def _steps(text: str) -> list[tuple[str, list[float]]]:
    """Letters with their numbers; a letter that stands for several steps is repeated, as a line behind `M`."""
    steps = []
    for letter, said in _STEP.findall(text):
        length = _LENGTHS.get(letter.upper())
        numbers = [float(number) for number in _NUMBER.findall(said)]
        if length is None:
            raise ValueError(f"an SVG path with a step {quoted(letter)} cannot be made pixels")
        if length == 0 or not numbers or len(numbers) % length:
            if numbers or length:
                raise ValueError(f"an SVG path: {letter} takes {length} numbers, got {len(numbers)}")
            steps.append((letter, numbers))
        for at in range(0, len(numbers), length or 1):
            steps.append((letter, numbers[at : at + length]))
            letter = {"M": "L", "m": "l"}.get(letter, letter)
    return steps


def _arc(start: complex, end: complex, numbers: list[float]) -> list[complex]:
    """An arc of an ellipse from start to end, as cubic curves: three places each, without the start.

    Args:
        start: where it begins.
        end: where it ends.
        numbers: both radii, the ellipse's angle in degrees, whether the long way round, whether clockwise on a screen.
    """
    width, height, angle, long_way, clockwise = abs(numbers[0]), abs(numbers[1]), *numbers[2:5]
    if start == end or not width or not height:
        return [start, end, end]  # a straight line
    # In the ellipse's own axes, stretched to a circle of radius 1.
    turn = rect(1.0, -radians(angle))

    def on_circle(place: complex) -> complex:
        turned = place * turn
        return complex(turned.real / width, turned.imag / height)

    first, last = on_circle(start), on_circle(end)
    half = (last - first) / 2
    too_far = max(abs(half), 1.0)  # radii that do not reach are made to
    side = 1 if bool(long_way) != bool(clockwise) else -1
    centre = (first + last) / 2 + side * 1j * half / abs(half) * sqrt(max(too_far**2 - abs(half) ** 2, 0.0))
    begin, stop = (phase(place - centre) for place in (first, last))
    if clockwise and stop <= begin:
        stop += 2 * pi
    elif not clockwise and stop >= begin:
        stop -= 2 * pi
    # A cubic curve follows an eighth of a circle closely: its inner places lie on the tangents at its ends.
    pieces = ceil(abs(stop - begin) / (pi / 4) - 1e-9)
    step = (stop - begin) / pieces
    reach = 4 / 3 * tan(step / 4)
    places = []
    for piece in range(pieces):
        here, there = (rect(1.0, begin + step * (piece + part)) for part in (0, 1))
        places += [here * (1 + reach * 1j), there * (1 - reach * 1j), there]

    def off_circle(place: complex) -> complex:
        unturned = centre + too_far * place
        return complex(unturned.real * width, unturned.imag * height) / turn

    return [off_circle(place) for place in places]
