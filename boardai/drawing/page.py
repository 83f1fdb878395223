"""Pieces of the HTML that notebooks show: tables, text, a picture with something beside it.

Colours are left to the page, so that it can be read in the dark too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from boardai.basics.quoting import in_markup


def table(head: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[str] = ()) -> str:
    """A table of texts.

    Args:
        head: the columns' names.
        rows: a text for each column.
        left: names of the columns that are words; the others are numbers and stand at the right.
    """

    def cell(tag: str, name: str, text: str) -> str:
        side = "left" if name in left else "right"
        return f'<{tag} style="text-align:{side};padding:0 0.6em;white-space:nowrap">{in_markup(text)}</{tag}>'

    lines = ["".join(cell("th", name, name) for name in head)]
    lines += ["".join(cell("td", name, text) for name, text in zip(head, row, strict=True)) for row in rows]
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def text(lines: str) -> str:
    """Lines of text as they are."""
    return f'<pre style="margin:0">{in_markup(lines)}</pre>'


def beside(picture: str, *rest: str) -> str:
    """A picture (SVG) at the left, the rest beside it, one below the other; below it where the page is narrow."""
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:1.2em;align-items:flex-start">'
        f'<div>{picture}</div><div style="display:flex;flex-direction:column;gap:0.8em">{"".join(rest)}</div></div>'
    )
