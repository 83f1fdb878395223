"""How the options of searches are written: once, as fields of a frozen dataclass.

Each field has its type, default, range and meaning in one place, `options.py` of its room. From there come the checks
of values, the docstring, the agents' parameters and, by cmake/write_options.py, the C++ struct with the same checks
and the tables of docs/search. This module needs nothing but Python, so that the generator can run before anything is
installed.
"""

from __future__ import annotations

import math
import operator
import textwrap
import typing
from collections.abc import Mapping
from dataclasses import Field, dataclass, field
from typing import Any, ClassVar, Literal, TypeVar

from boardai.basics.quoting import quoted

T = TypeVar("T")

LARGEST_INT = 2**31 - 1
_KEY = "option"


class Choices:
    """The words that an option may be, in the order of their numbers in C++.

    Args:
        enum: the C++ enumeration's name.
        **about: what each word means.
    """

    def __init__(self, enum: str, **about: str) -> None:
        self.enum = enum
        self.about = about

    @property
    def words(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(self.about)


@dataclass(frozen=True)
class _Written:
    """What stands in the metadata of a field: the arguments of `option`."""

    about: str
    low: float | None
    high: float | None
    above: float | None
    choices: Choices | None
    off: int | None
    group: str


def option(
    default: T,
    about: str,
    *,
    low: float | None = None,
    high: float | None = None,
    above: float | None = None,
    choices: Choices | None = None,
    off: int | None = None,
    group: str = "",
) -> T:
    """A field of an `Options` class.

    Args:
        default: its value where none is given.
        about: what it means, one line.
        low: the smallest value. Infinities and NaN are never allowed.
        high: the largest value; a whole number fits 32 bits anyway.
        above: instead of `low`, what a number must be above.
        choices: what the words of a `Literal` are in C++.
        off: of a struct inside another one, the value that stands in C++ for its absence, and its default there.
        group: a heading: this and the following options belong to it.
    """
    written = _Written(about, low, high, above, choices, off, group)
    return field(default=default, metadata={_KEY: written})


@dataclass(frozen=True)
class Option:
    """One option, as it was written.

    Attributes:
        name: of the field.
        kind: bool, int or float; str where it is one of `words`.
        default: where none is given.
        about: what it means, one line.
        low: smallest value; None: none, or `above`.
        high: largest value.
        above: what it must be above.
        words: allowed ones, in the order of their numbers in C++.
        choices: what these words are in C++.
        off: see `option`.
        group: see `option`.
    """

    name: str
    kind: type
    default: Any
    about: str
    low: float | None
    high: float | None
    above: float | None
    words: tuple[str, ...]
    choices: Choices | None
    off: int | None
    group: str

    @property
    def limits(self) -> str:
        """The range in words, `from 0 to 16`; empty where the kind says all."""
        if self.low is not None and self.high is not None:
            return f"from {plain(self.low)} to {plain(self.high)}"
        if self.above is not None:
            return f"above {plain(self.above)}" + ("" if self.high is None else f" and at most {plain(self.high)}")
        if self.low is not None:
            return f"of at least {plain(self.low)}"
        return "" if self.high is None else f"of at most {plain(self.high)}"

    @property
    def wanted(self) -> str:
        """What a value must be, in words."""
        if self.kind is bool:
            return "true or false"
        if self.kind is str:
            return f"one of {', '.join(self.words)}"
        if not self.limits:
            return "a finite number"
        return f"a {'whole ' if self.kind is int else ''}number {self.limits}"

    @property
    def meaning(self) -> str:
        """`about`, with what each word means."""
        if self.choices is None:
            return self.about
        words = (f"`{word}` ({about})" if about else f"`{word}`" for word, about in self.choices.about.items())
        return f"{self.about}: {', '.join(list(words)[: len(self.words)])}"

    def check(self, value: Any) -> None:
        """Refuses a value of the wrong kind or out of range.

        Raises:
            ValueError: naming the option, what it must be, and the value.
        """
        if not self._allows(value):
            raise ValueError(f"{self.name} must be {self.wanted}, not {quoted(value)}")

    def _allows(self, value: Any) -> bool:
        if self.kind is bool or isinstance(value, bool):
            return self.kind is bool and isinstance(value, bool)
        if self.kind is str:
            return isinstance(value, str) and value in self.words
        try:
            number = operator.index(value) if self.kind is int else float(value)
        except (TypeError, ValueError, OverflowError):
            return False
        return (
            # A text can be read as a number, too; arrays of one number are none of Python's.
            hasattr(value, "__float__")
            and (self.kind is int or math.isfinite(number))
            and (self.low is None or number >= self.low)
            and (self.high is None or number <= self.high)
            and (self.above is None or number > self.above)
        )

    def native(self, value: Any) -> bool | int | float:
        """A checked value as C++ takes it: a word by its number."""
        return self.words.index(value) if self.kind is str else self.kind(value)


def plain(number: float) -> str:
    """A number without a needless fraction."""
    return str(int(number)) if float(number).is_integer() else str(number)


class Options:
    """Base of the options of a search: frozen dataclasses, every field written by `option`.

    A subclass says by keywords of its class statement how it stands in C++, where it is a struct of the same name:

    Args:
        struct: False: it is no struct but what several have in common.
        within: the struct and its field in which the options of this very class (not its bases') stand.
        rules: C++ checks how its options go together: `check_rules` in native/boardai/search/options_rules.cpp.

    Attributes:
        table: all its options by name.
    """

    table: ClassVar[Mapping[str, Option]] = {}
    struct: ClassVar[bool] = False
    within: ClassVar[tuple[str, str] | None] = None
    rules: ClassVar[bool] = False

    def __init_subclass__(
        cls, *, struct: bool = True, within: tuple[str, str] | None = None, rules: bool = False
    ) -> None:
        super().__init_subclass__()
        cls.struct, cls.within, cls.rules = struct, within, rules
        hints = typing.get_type_hints(cls)
        own = {name: _read(name, hints[name], value) for name, value in vars(cls).items() if isinstance(value, Field)}
        cls.table = {**cls.table, **own}
        lines = [_documented(one) for one in cls.table.values()]
        cls.__doc__ = f"{(cls.__doc__ or '').rstrip()}\n\n    Attributes:\n" + "\n".join(lines) + "\n    "

    def __post_init__(self) -> None:
        """Checks every value.

        Raises:
            ValueError: one is of the wrong kind or out of range.
        """
        for one in self.table.values():
            one.check(getattr(self, one.name))

    @classmethod
    def own(cls) -> tuple[Option, ...]:
        """The options of this very class, not of its bases."""
        return tuple(one for one in cls.table.values() if one.name in cls.__annotations__)

    def to_native(self) -> Any:
        """The C++ options struct."""
        from boardai import native  # here, since the generator has no compiled library

        values: dict[str, Any] = {one.name: one.native(getattr(self, one.name)) for one in self.table.values()}
        name = type(self).__name__
        if self.within is not None:
            name, part = self.within
            values[part] = {one.name: values.pop(one.name) for one in self.own()}
        return native.options(name, type(self).__module__.replace(".", "/"), values)


def _read(name: str, annotation: Any, written: Field[Any]) -> Option:
    """What a field of an `Options` class says.

    Raises:
        TypeError: it does not fit together.
    """
    said = written.metadata.get(_KEY)
    if not isinstance(said, _Written):
        raise TypeError(f"{name}: an option is written by option(...)")
    low, high = said.low, said.high
    words: tuple[str, ...] = ()
    kind = annotation
    if typing.get_origin(annotation) is Literal:
        kind, words = str, typing.get_args(annotation)
        if said.choices is None or said.choices.words[: len(words)] != words:
            raise TypeError(f"{name}: its choices must be the words of its type, in their order")
    elif kind is int and said.above is None:
        low, high = -LARGEST_INT - 1 if low is None else low, LARGEST_INT if high is None else high
    elif kind not in (bool, int, float):
        raise TypeError(f"{name}: an option is a bool, int, float or Literal, not {annotation}")
    found = Option(
        name, kind, written.default, said.about, low, high, said.above, words, said.choices, said.off, said.group
    )
    found.check(written.default)
    return found


def _documented(one: Option) -> str:
    limits = f" ({one.limits.removeprefix('of ')})" if one.limits and one.kind is not str else ""
    text = f"{one.name}: {one.meaning}{limits}."
    return textwrap.fill(text, 116, initial_indent=" " * 8, subsequent_indent=" " * 12, break_long_words=False)
