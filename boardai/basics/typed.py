"""Converts plain values, as in JSON, to declared types: msgspec checks each value, and errors name its place."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from boardai.basics.quoting import LONGEST_SPEC, one_line, shortened

_ERROR = re.compile(r"(.*?)(?: - at (?:`key` in )?`\$\.?(.*)`)?", re.DOTALL)
_KINDS = re.compile(r"`((?:int|float|str|bool|null|array|object)(?: \| \w+)*)`")
_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object in braces",
}


def read_as(kind: Any, value: Any, place: str) -> Any:
    """Converts a value to the given type.

    >>> from boardai.basics.typed import read_as
    >>> read_as(dict[str, tuple[int, ...]], {"sizes": [5, 11]}, "card")
    {'sizes': (5, 11)}
    >>> read_as(list[int], [5, "11"], "sizes")
    Traceback (most recent call last):
    ValueError: sizes: [1]: expected a whole number, got text

    Args:
        kind: a type that msgspec supports: a type of plain values, a dataclass, a `msgspec.Struct`.
        value: a value read from JSON. No type is converted: `"5"` and 5.0 are not whole numbers.
        place: named in errors, before the place inside the value.

    Raises:
        ValueError: the value does not have that type.
    """
    try:
        return msgspec.convert(value, kind, str_keys=True)
    except UnicodeEncodeError:  # in a rejected name or value
        raise ValueError(f"{place}: an unpaired surrogate, which no text can hold") from None
    except msgspec.ValidationError as error:
        found = _ERROR.fullmatch(str(error))
        assert found is not None
        reason = _KINDS.sub(lambda kinds: " or ".join(_WORDS.get(one, one) for one in kinds[1].split(" | ")), found[1])
        reason = shortened(one_line(reason[:1].lower() + reason[1:]), LONGEST_SPEC)
        raise ValueError(": ".join(filter(None, (place, found[2], reason)))) from None
