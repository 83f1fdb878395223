"""Pictures that move: one is seen at a time, with buttons, in a notebook, on a page, or as numbered files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Self

from boardai.basics.files import write_atomically
from boardai.basics.quoting import in_markup, utf8
from boardai.drawing.files import check_ending, picture_bytes
from boardai.drawing.picture import state_svg
from boardai.drawing.small import SmallPicture

_GAP, _CAPTION = 10, 22  # pixels between pictures, and that a line of text takes

_SCRIPT = """
(() => {
  const box = document.getElementById("NAME"), pictures = [...box.querySelectorAll("[data-step]")];
  const slider = box.querySelector("input"), count = box.querySelector("output");
  let now = 0;
  const show = step => {
    now = Math.max(0, Math.min(pictures.length - 1, step));
    pictures.forEach((picture, number) => { picture.hidden = number !== now; });
    slider.value = now; count.textContent = `${now + 1} / ${pictures.length}`;
  };
  const by = { first: () => 0, back: () => now - 1, forward: () => now + 1, last: () => pictures.length - 1 };
  for (const button of box.querySelectorAll("button")) button.onclick = () => show(by[button.dataset.go]());
  slider.oninput = () => show(Number(slider.value));
  box.onkeydown = event => {
    const go = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (go && event.target !== slider) { show(by[go]()); event.preventDefault(); }
  };
  show(0);
})();
"""
_BUTTONS = (
    ("first", "⏮", "first step"),
    ("back", "◀", "step back"),
    ("forward", "▶", "step forward"),
    ("last", "⏭", "last step"),
)


class MovingPicture(Sequence[str]):
    """A sequence of pictures, shown one at a time with buttons: a game, a search, or a network's training.

    >>> from boardai.drawing import MovingPicture
    >>> state = boardai.load("hex", size=3).initial_state()
    >>> len(MovingPicture.of([state, state.child(4)]))
    2

    Args:
        pictures: as SVG, in their order.
        title: of the page.

    Raises:
        ValueError: there are none.
    """

    def __init__(self, pictures: Iterable[str], title: str = "") -> None:
        self._pictures, self.title = list(pictures), title
        if not self._pictures:
            raise ValueError("a moving picture needs at least one picture")

    @classmethod
    def of(cls, states: Iterable[Any], title: str = "") -> Self:
        """A moving picture of states."""
        return cls((state.svg() if hasattr(state, "svg") else state_svg(state) for state in states), title)

    def __len__(self) -> int:
        return len(self._pictures)

    def __getitem__(self, place: Any) -> Any:
        """A picture; of a slice, their list."""
        return self._pictures[place]

    def __repr__(self) -> str:
        return f"<MovingPicture {self.title!r}, {len(self)} pictures>"

    def to_html(self) -> str:
        """An HTML page that shows one picture at a time, with buttons and arrow keys."""
        head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{in_markup(self.title)}</title>'
        return f"{head}<body>{self._repr_html_()}</body></html>\n"

    def save(self, folder: str | Path, ending: str = ".svg") -> list[Path]:
        """Writes the pictures one by one: `001.svg`, `002.svg`...

        Args:
            folder: created if it does not exist.
            ending: `.svg`, `.png` or `.pdf`.

        Returns:
            The files.

        Raises:
            ValueError: as `picture_bytes`.
            FileExistsError: one of the files already exists.
        """
        check_ending(ending)
        width = max(3, len(str(len(self))))
        files = [Path(folder) / f"{number:0{width}}{ending}" for number in range(1, len(self) + 1)]
        for file in files:
            if file.exists():
                raise FileExistsError(f"{file} already exists")
        Path(folder).mkdir(parents=True, exist_ok=True)
        for file, svg in zip(files, self._pictures, strict=True):
            write_atomically(file, picture_bytes(svg, ending))
        return files

    def sheet(self, captions: Sequence[str] = (), *, columns: int = 4, size: int = 180) -> str:
        """All pictures in one SVG picture, next to each other.

        >>> from boardai.drawing import MovingPicture
        >>> state = boardai.load("hex", size=3).initial_state()
        >>> MovingPicture.of([state, state.child(4)]).sheet(["start", "b2"])[:4]
        '<svg'

        Args:
            captions: texts below the pictures: one for each, or none.
            columns: number of pictures per row.
            size: of a picture, in pixels.

        Raises:
            ValueError: the number of captions is wrong, or a picture has no room.
        """
        if captions and len(captions) != len(self):
            raise ValueError(f"{len(captions)} captions for {len(self)} pictures")
        if columns < 1 or size < 1:
            raise ValueError(f"columns {columns} and size {size} must be at least 1")
        small = [SmallPicture.of(picture, size) for picture in self._pictures]
        step = size + _GAP
        line = max(picture.height for picture in small) + _GAP + (_CAPTION if captions else 0)
        wide, rows = min(columns, len(small)), -(-len(small) // columns)
        width, height = wide * step + _GAP, round(rows * line + _GAP)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'role="img" aria-label="{in_markup(self.title or f"{len(small)} pictures")}">',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        ]
        for number, picture in enumerate(small):
            x, bottom = _GAP + number % columns * step + size / 2, (number // columns + 1) * line
            above = _CAPTION if captions else 0
            parts.append(picture.drawn(x, bottom - above, "picture"))
            if captions:
                parts.append(
                    f'<text x="{x:.1f}" y="{bottom - 6:.1f}" font-family="sans-serif" font-size="13" fill="#232020" '
                    f'text-anchor="middle">{in_markup(captions[number])}</text>'
                )
        return "\n".join([*parts, "</svg>"]) + "\n"

    def _repr_html_(self) -> str:
        """For notebooks. Without scripts (a notebook that is not trusted yet) all are seen."""
        name = "steps-" + hashlib.sha256(utf8("".join(self._pictures), "the pictures' texts")).hexdigest()[:12]
        buttons = "".join(
            f'<button type="button" data-go="{go}" title="{about}" aria-label="{about}">{sign}</button>'
            for go, sign, about in _BUTTONS
        )
        most = len(self) - 1
        steps = "".join(f'<div data-step="{number}">{picture}</div>' for number, picture in enumerate(self._pictures))
        return (
            f'<div id="{name}" tabindex="0" style="outline-offset:4px">'
            '<div style="display:flex;gap:0.4em;align-items:center">'
            f'{buttons}<input type="range" min="0" max="{most}" value="0" aria-label="step"><output></output></div>'
            f'<div style="overflow:auto">{steps}</div></div>'
            f"<script>{_SCRIPT.replace('NAME', name)}</script>"
        )
