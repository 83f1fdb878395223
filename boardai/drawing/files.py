"""SVG pictures as files of other kinds: pixels (.png), by resvg, and pages for print (.pdf), by Typst."""

from __future__ import annotations

from typing import Any

from boardai.basics.optional import optional_package
from boardai.basics.quoting import quoted, utf8

ENDINGS = (".svg", ".png", ".pdf")
_SCALE = 2.0  # pixels of a .png for one of the SVG's, so that letters are smooth on a slide
# A page as large as its picture; the same file for the same picture, thus without a date.
_PAGE = b"""
#set document(date: none)
#set page(width: auto, height: auto, margin: 0pt)
#set text(font: "DejaVu Sans")
#image(bytes(sys.inputs.svg), format: "svg")
"""


def picture_bytes(svg: str, ending: str) -> bytes:
    """The contents of a file with this picture.

    >>> from boardai.drawing.files import picture_bytes
    >>> state = boardai.load("hex", size=3).initial_state()
    >>> picture_bytes(state.svg(), ".png")[1:4]
    b'PNG'

    Args:
        svg: one `<svg>` element, with `width` and `height` in pixels.
        ending: `.svg`, `.png` or `.pdf`.

    Raises:
        ValueError: no such ending, or the picture cannot be drawn (`boardai.drawing.pixels`); for `.pdf` also that the
            package typst is not installed.
    """
    check_ending(ending)
    if ending == ".svg":
        return utf8(svg, "the picture's texts")
    from boardai.drawing.pixels import svg_png  # a fifth of a second that nothing else needs

    return _pdf(svg) if ending == ".pdf" else svg_png(svg, _SCALE)


def check_ending(ending: str) -> None:
    """Before a picture is drawn: whether there will be such a file.

    Raises:
        ValueError: no such ending; or it is `.pdf`, and the package typst is not installed.
    """
    if ending not in ENDINGS:
        raise ValueError(f"pictures end in {', '.join(ENDINGS)}, not {quoted(ending)}")
    if ending == ".pdf":
        _typst()


def _typst() -> Any:
    return optional_package("typst", "typst", "pdf")


def _pdf(svg: str) -> bytes:
    """One page with the picture; lines stay lines, and letters letters."""
    from boardai.drawing.pixels import FONTS, checked_svg

    checked_svg(svg)
    typst = _typst()
    try:
        return bytes(typst.compile(_PAGE, sys_inputs={"svg": svg}, font_paths=[str(FONTS)], ignore_system_fonts=True))
    except typst.TypstError as error:
        raise ValueError(f"the picture cannot be made a PDF: {error}") from None
