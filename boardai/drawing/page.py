"""Tables as text, as Markdown and as HTML, and the other pieces of HTML that notebooks show.

Colours are left to the page, so that it can be read in the dark too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from boardai.basics.quoting import in_markup


def aligned(rows: Sequence[Sequence[str]], left: Collection[int] = ()) -> list[str]:
    """A table as lines of text, each column as wide as its longest text.

    Args:
        rows: texts, the columns' names first.
        left: numbers of the columns with words; the others have numbers and are aligned at the right.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.ljust(width) if place in left else text.rjust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def markdown(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> list[str]:
    """A table as lines of Markdown."""
    every = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(map(str, cells))} |" for cells in every]


def table(head: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[str] = ()) -> str:
    """A table of texts.

    Args:
        head: the columns' names.
        rows: a text for each column.
        left: names of the columns with words; the others have numbers and are aligned at the right.
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
    """A picture (SVG) at the left, the rest next to it, one below the other; below it where the page is narrow."""
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:1.2em;align-items:flex-start">'
        f'<div>{picture}</div><div style="display:flex;flex-direction:column;gap:0.8em">{"".join(rest)}</div></div>'
    )
