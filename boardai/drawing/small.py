"""Pictures in pictures: one drawing, made smaller, as a group of another."""

from __future__ import annotations

import re
from dataclasses import dataclass

_OF_A_PICTURE = ("xmlns", "width", "height", "viewBox", "x", "y", "role", "class", "aria-label", "style")


@dataclass(frozen=True)
class SmallPicture:
    """A drawing as a group that can be placed: some programs do not place an `<svg>` inside another.

    Attributes:
        width, height: in pixels.
        scale: of the drawing.
        left, top: of the drawing.
        group: the element without its position: attributes and contents.
    """

    width: float
    height: float
    scale: float
    left: float
    top: float
    group: tuple[str, str]

    @classmethod
    def of(cls, svg: str, largest: float) -> SmallPicture:
        """Of a drawing.

        Args:
            svg: the drawing.
            largest: pixels it takes at most, in width and height.

        Raises:
            ValueError: it has no size.
        """
        opening = re.search(r"<svg\b[^>]*>", svg)
        given = dict(re.findall(r'([\w:-]+)="([^"]*)"', opening.group() if opening else ""))
        size = given.get("viewBox") or " ".join(["0 0", given.get("width", ""), given.get("height", "")])
        box = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", size)]
        if opening is None or len(box) != 4 or min(box[2:]) <= 0:
            raise ValueError("the game's picture of a position has no size")
        left, top, width, height = box
        scale = largest / max(width, height)
        kept = "".join(f' {name}="{value}"' for name, value in given.items() if name not in _OF_A_PICTURE)
        inside = svg[opening.end() : svg.rindex("</svg>")]
        return cls(scale * width, scale * height, scale, left, top, (kept, inside))

    def drawn(self, x: float, bottom: float, name: str = "board") -> str:
        """The group, of this class, in the middle at x, on the line `bottom`."""
        x, y = x - self.width / 2, bottom - self.height
        attributes, inside = self.group
        place = f"translate({x - self.scale * self.left:.2f} {y - self.scale * self.top:.2f}) scale({self.scale:.4f})"
        return f'<g class="{name}" transform="{place}"{attributes}>{inside}</g>'
