"""What a refusal must name, whatever its sentence: the type of the error, and the places that are at fault."""

import re
from typing import Any

import pytest


def named(*places: object) -> str:
    """A pattern of texts that name every place, in any order, as whole words."""
    return "(?s)^" + "".join(f"(?=.*{_whole(str(place))})" for place in places)


def refused(*places: object, error: Any = ValueError) -> Any:
    """`pytest.raises` for an error whose message names every place: a parameter, a file, a line, a move, a value.

    Args:
        places: at least one.
        error: the type, or several of them.
    """
    assert places, "name a place"
    return pytest.raises(error, match=named(*places))


def _whole(place: str) -> str:
    before = r"(?<!\w)" if re.match(r"\w", place) else ""
    after = r"(?!\w)" if re.search(r"\w\Z", place) else ""
    return before + re.escape(place) + after
