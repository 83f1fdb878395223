"""Glyphs in SGF: the properties of moves that correspond to PGN's `!` and `?`."""

from __future__ import annotations

from collections.abc import Iterable

from boardai.basics.quoting import quoted
from boardai.games.hex.formats.sgf_text import Property

# PGN's numbers, and how SGF has them: a good move, a bad one, both with emphasis, an interesting and a doubtful one.
_PROPERTIES = {1: ("TE", "1"), 2: ("BM", "1"), 3: ("TE", "2"), 4: ("BM", "2"), 5: ("IT", ""), 6: ("DO", "")}
_GLYPHS = {written: glyph for glyph, written in _PROPERTIES.items()}


def glyph_of(entry: Property) -> int | None:
    """The glyph of a property, by PGN's number; None: it is not a glyph."""
    return _GLYPHS.get((entry.name, entry.values[0].strip())) if len(entry.values) == 1 else None


def has_property_of(glyphs: Iterable[int], glyph: int) -> bool:
    """Whether one of the glyphs is written by the same property as another one: a move has each property once."""
    return any(_PROPERTIES[one][0] == _PROPERTIES[glyph][0] for one in glyphs)


def properties_of(glyphs: Iterable[int]) -> str:
    """Glyphs as properties.

    Raises:
        ValueError: SGF has no property for one of them, or the same one for two.
    """
    found: dict[str, str] = {}
    for glyph in glyphs:
        name, value = _PROPERTIES.get(glyph, ("", ""))
        if not name:
            raise ValueError(f"SGF files of Hex have no room for glyphs such as ${glyph}; .jsonl keeps everything")
        if name in found:
            raise ValueError(f"SGF has one property {name} for the glyphs {quoted(tuple(glyphs))}")
        found[name] = f"{name}[{value}]"
    return "".join(found.values())
