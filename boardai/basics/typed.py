"""Plain values, as JSON has them, as what was declared for them: msgspec checks each, and errors name the place."""

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
    """The value as that kind.

    >>> from boardai.basics.typed import read_as
    >>> read_as(dict[str, tuple[int, ...]], {"sizes": [5, 11]}, "card")
    {'sizes': (5, 11)}
    >>> read_as(list[int], [5, "11"], "sizes")
    Traceback (most recent call last):
    ValueError: sizes: [1]: expected a whole number, got text

    Args:
        kind: a type as msgspec takes it: of plain values, a dataclass, a `msgspec.Struct`.
        value: what JSON gave. Nothing is made another type: `"5"` and 5.0 are no whole numbers.
        place: named in errors, before the place inside the value.

    Raises:
        ValueError: it is not of that kind.
    """
    try:
        return msgspec.convert(value, kind, str_keys=True)
    except UnicodeEncodeError:  # in a name or a value that is refused
        raise ValueError(f"{place}: an unpaired surrogate, which no text can hold") from None
    except msgspec.ValidationError as error:
        found = _ERROR.fullmatch(str(error))
        assert found is not None
        reason = _KINDS.sub(lambda kinds: " or ".join(_WORDS.get(one, one) for one in kinds[1].split(" | ")), found[1])
        reason = shortened(one_line(reason[:1].lower() + reason[1:]), LONGEST_SPEC)
        raise ValueError(": ".join(filter(None, (place, found[2], reason)))) from None
