r"""Tag pairs, `[Event "Club"]`, and headers of a game for which a kind of file has no name.

Tag pairs are PGN's, a line each; other texts that have a game a line take them in front of a game. Between the quotes
a backslash precedes a quote or a backslash.

Headers of any name and any JSON value have room in every kind of file that has headers: those that it cannot hold as
they are stand together, as JSON, under one name of boardai's own, `BoardaiNotes`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from boardai.basics.files import parse_json
from boardai.basics.quoting import quoted

NOTES = "BoardaiNotes"

_NAME = re.compile(r"[A-Za-z0-9][\w+#=:-]*", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9][\w+#=:-]*)\s+"((?:\\.|[^"\\])*)"\s*\]\s*', re.ASCII)


def holds_tag(name: str, value: Any) -> bool:
    """Whether a tag pair can have that name and value: one line of text."""
    return _NAME.fullmatch(name) is not None and isinstance(value, str) and _CONTROL.search(value) is None


def write_tag(name: str, value: str) -> str:
    r"""A tag pair as a line.

    >>> from boardai.records.tags import read_tag, write_tag
    >>> write_tag("Event", 'The "Open"')
    '[Event "The \\"Open\\""]\n'
    >>> read_tag(write_tag("Event", 'The "Open"'))
    ('Event', 'The "Open"')

    Raises:
        ValueError: it cannot have that name, or that value.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"tag {quoted(name)}: a name has letters, digits and underscores only")
    if _CONTROL.search(value):
        raise ValueError(f"tag {name}: {quoted(value)} has a line break or control character, which a tag cannot hold")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]\n'


def read_tag(line: str) -> tuple[str, str] | None:
    """Name and value of a tag pair that fills a line; None if it is not one."""
    found = _TAG.fullmatch(line)
    return None if found is None else (found[1], re.sub(r"\\(.)", r"\1", found[2]))


def with_notes(headers: Mapping[str, Any], has_room: Callable[[str, Any], bool], name: str = NOTES) -> dict[str, str]:
    """Headers as a kind of file can hold them.

    >>> from boardai.records.tags import holds_tag, with_notes, without_notes
    >>> written = with_notes({"Event": "Club", "opening_plies": 2, "a b": "c"}, holds_tag)
    >>> written
    {'Event': 'Club', 'BoardaiNotes': '{"opening_plies": 2, "a b": "c"}'}
    >>> without_notes(written) == {"Event": "Club", "opening_plies": 2, "a b": "c"}
    True

    Args:
        headers: by any names, with any JSON values.
        has_room: whether the file can hold a header of that name and value.
        name: under which the others are written.

    Raises:
        ValueError: a value has a type that JSON does not have.
    """
    kept = {key: value for key, value in headers.items() if key != name and has_room(key, value)}
    others = {key: value for key, value in headers.items() if key not in kept}
    if not others:
        return kept
    try:
        return {**kept, name: json.dumps(others, allow_nan=False)}
    except (ValueError, TypeError) as error:
        raise ValueError(f"headers: {error}") from None


def without_notes(headers: Mapping[str, str], name: str = NOTES) -> dict[str, Any]:
    """The headers that `with_notes` was given. A text under that name that is not its own stays as it is.

    Args:
        headers: as they were read.
        name: as there.
    """
    kept = dict(headers)
    try:
        others = parse_json(kept.get(name, ""), name)
    except ValueError:
        return kept
    if not isinstance(others, dict):
        return kept
    del kept[name]
    return {**others, **kept}
