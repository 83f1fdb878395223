"""SVG pictures as files of other kinds: pixels (.png) and pages for print (.pdf), by matplotlib."""

from __future__ import annotations

import io

from boardai.basics.quoting import quoted, utf8

ENDINGS = (".svg", ".png", ".pdf")
_SCALE = 2.0  # pixels of a .png for one of the SVG's, so that letters are smooth on a slide


def picture_bytes(svg: str, ending: str) -> bytes:
    """What a file of this picture holds.

    >>> from boardai.drawing.files import picture_bytes
    >>> state = boardai.load("hex", size=3).initial_state()
    >>> picture_bytes(state.to_svg() if hasattr(state, "to_svg") else "<svg width='9' height='9'/>", ".pdf")[:5]
    b'%PDF-'

    Args:
        svg: one `<svg>` element, with `width` and `height` in pixels.
        ending: `.svg`, `.png` or `.pdf`.

    Raises:
        ValueError: no such ending, or an element that is not known (`boardai.drawing.pixels`).
    """
    if ending not in ENDINGS:
        raise ValueError(f"pictures end in {', '.join(ENDINGS)}, not {quoted(ending)}")
    if ending == ".svg":
        return utf8(svg, "the picture's texts")
    from boardai.drawing.pixels import svg_pdf, svg_pixels  # half a second that nothing else needs

    if ending == ".pdf":
        return svg_pdf(svg)
    from matplotlib.image import imsave

    file = io.BytesIO()
    imsave(file, svg_pixels(svg, _SCALE), format="png")
    return file.getvalue()
