"""A setting: a value that the user may choose, declared once with its default, range and meaning.

The options of searches and of training, the parameters of agents, the options of engines and the limits of a move are
settings. One declaration yields the checks, the messages, the docstrings, the help of commands and, by
cmake/write_options.py, the C++ structs and the tables of docs/search. This module uses only the standard library, so
that the generator can run before anything is installed.
"""

from __future__ import annotations

import dataclasses
import math
import operator
import textwrap
import types
import typing
from collections.abc import Mapping
from dataclasses import Field, dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

from boardai.basics.quoting import quoted

T = TypeVar("T")

LARGEST_INT = 2**31 - 1
_KEY = "setting"
_NAMES: dict[Any, str] = {str: "text", type(None): "none"}


class Choices:
    """The words that a setting accepts, in the order of their numbers in C++.

    Args:
        enum: the C++ enumeration's name.
        **about: what each word means.
    """

    def __init__(self, enum: str, **about: str) -> None:
        self.enum = enum
        self.about = about

    @property
    def words(self) -> tuple[str, ...]:
        """All words."""
        return tuple(self.about)


@dataclass(frozen=True)
class Setting:
    """One setting.

    >>> from boardai.basics.setting import Setting
    >>> size = Setting(11, "cells in a row", low=1, high=26, name="size", kinds=(int,))
    >>> size.read("9"), size.wanted
    (9, 'a whole number from 1 to 26')
    >>> size.read("90")
    Traceback (most recent call last):
        ...
    ValueError: size must be a whole number from 1 to 26, not 90

    Attributes:
        default: its default value; None: no default, or the callee chooses it.
        about: its meaning, in one line.
        low: the smallest number allowed. Infinities and NaN are never allowed.
        high: the largest number allowed.
        above: a bound that a number must exceed, instead of `low`.
        below: a bound that a number must stay below, instead of `high`.
        even: whether it must be an even number.
        choices: the meanings of the words of a `Literal`, and their names in C++.
        off: for a struct inside another one: the value that represents its absence in C++, and its default there.
        group: a heading: this and the following settings belong to it.
        suffixes: for a text that is not one of the words: it names a file with one of these suffixes.
        name: the name that users write; for a field, the field's name.
        kinds: the allowed kinds of value, tried in this order when text is parsed: bool, int, float, str, NoneType, a
            tuple of words, `tuple[int, ...]`, another class, or a function that parses text. For a field, those of its
            annotation.
    """

    default: Any = None
    about: str = ""
    low: float | None = None
    high: float | None = None
    above: float | None = None
    below: float | None = None
    even: bool = False
    choices: Choices | None = None
    off: int | None = None
    group: str = ""
    suffixes: tuple[str, ...] = ()
    name: str = ""
    kinds: tuple[Any, ...] = ()

    @property
    def kind(self) -> Any:
        """bool, int, float or str: the first of the kinds; str for `words`."""
        return str if isinstance(self.kinds[0], tuple) else self.kinds[0]

    @property
    def words(self) -> tuple[str, ...]:
        """The allowed words; () if the setting is not one of several words."""
        return next((kind for kind in self.kinds if isinstance(kind, tuple)), ())

    @property
    def limits(self) -> str:
        """The range in words, `from 0 to 16`; empty if the kind implies it."""
        if self.low is not None and self.high is not None:
            return f"from {plain(self.low)} to {plain(self.high)}"
        bounds = {"of at least": self.low, "above": self.above, "of at most": self.high, "below": self.below}
        limits = [f"{words} {plain(bound)}" for words, bound in bounds.items() if bound is not None]
        return " and ".join([*limits[:1], *(one.removeprefix("of ") for one in limits[1:])])

    @property
    def wanted(self) -> str:
        """The allowed values, in words."""
        return " or ".join(self._wanted(kind) for kind in self.kinds)

    def _wanted(self, kind: Any) -> str:
        if isinstance(kind, tuple):
            return f"one of {', '.join(kind)}"
        if kind is bool:
            return "true or false"
        if kind is int:
            return f"{'an even' if self.even else 'a whole'} number {self.limits}".rstrip()
        if kind is float:
            return f"a number {self.limits}" if self.limits else "a finite number"
        if typing.get_origin(kind) is tuple:
            return "a list"
        if kind is str and self.suffixes:
            return f"a file ({', '.join(self.suffixes)})"
        return _NAMES.get(kind, "a value")

    @property
    def explained(self) -> str:
        """`meaning` and range, a sentence."""
        numbers = self.kind in (int, float) and (self.low, self.high) != (-LARGEST_INT - 1, LARGEST_INT)
        limits = f" ({self.limits.removeprefix('of ')})" if self.limits and numbers else ""
        return f"{self.meaning.removesuffix('.')}{limits}."

    @property
    def meaning(self) -> str:
        """`about`, with what each word means."""
        if self.choices is None:
            return self.about
        words = (f"`{word}` ({about})" if about else f"`{word}`" for word, about in self.choices.about.items())
        return f"{self.about}: {', '.join(list(words)[: len(self.words)])}"

    def check(self, value: Any, place: str = "") -> None:
        """Rejects a value of the wrong kind or out of range.

        Args:
            value: the value.
            place: the setting's name in the message; by default its own.

        Raises:
            ValueError: naming the setting, what it must be, and the value.
        """
        if value is None and type(None) in self.kinds:
            return
        if not any(self._allows(kind, value) for kind in self.kinds):
            raise ValueError(f"{place or self.name} must be {self.wanted}, not {quoted(value)}")

    def _allows(self, kind: Any, value: Any) -> bool:
        if isinstance(kind, tuple):
            return isinstance(value, str) and value in kind
        if kind is int or kind is float:
            return self._allows_number(kind, value)
        if kind is str and self.suffixes:
            return isinstance(value, str) and value.endswith(self.suffixes)
        if isinstance(kind, type):
            return isinstance(value, kind)
        if typing.get_origin(kind) is tuple:
            entries = typing.get_args(kind)[0]
            return isinstance(value, list | tuple) and all(self._allows(entries, entry) for entry in value)
        return True  # a function that reads text

    def _allows_number(self, kind: Any, value: Any) -> bool:
        if isinstance(value, bool):
            return False
        try:
            number = operator.index(value) if kind is int else float(value)
        except (TypeError, ValueError, OverflowError):
            return False
        return (
            # A text could also be parsed as a number; arrays of one number are not numbers of Python.
            hasattr(value, "__float__")
            and (kind is int or math.isfinite(number))
            and (self.low is None or number >= self.low)
            and (self.high is None or number <= self.high)
            and (self.above is None or number > self.above)
            and (self.below is None or number < self.below)
            and not (self.even and number % 2)
        )

    def read(self, text: str) -> Any:
        """Parses a value from text.

        Raises:
            ValueError: the text is not a value, or the value is out of range.
        """
        for kind in self.kinds:
            found = _read_text(kind, text)
            if found is not _UNREAD:
                self.check(found)
                return found
        raise ValueError(f"{self.name} must be {self.wanted}, not {quoted(text)}")

    def native(self, value: Any) -> bool | int | float:
        """A checked value in the form for C++: a word as its number; any other text as the number after the last."""
        if not self.words:
            return self.kind(value)
        return self.words.index(value) if value in self.words else len(self.words)


_UNREAD = object()


def _read_text(kind: Any, text: str) -> Any:
    """The value that a text means as one kind of value; `_UNREAD`: none."""
    if isinstance(kind, tuple):
        return text if text in kind else _UNREAD
    if kind is type(None):
        return None if text.lower() == "none" else _UNREAD
    if kind is bool:
        return {"true": True, "false": False}.get(text.lower(), _UNREAD)
    try:
        return kind(text)
    except ValueError:
        return _UNREAD


def plain(number: float) -> str:
    """A number without a redundant fraction."""
    return str(int(number)) if float(number).is_integer() else str(number)


def setting(
    default: T,
    about: str,
    *,
    low: float | None = None,
    high: float | None = None,
    above: float | None = None,
    below: float | None = None,
    even: bool = False,
    choices: Choices | None = None,
    off: int | None = None,
    group: str = "",
    suffixes: tuple[str, ...] = (),
) -> T:
    """A field of a `Settings` class; the arguments are those of `Setting`."""
    written = Setting(default, about, low, high, above, below, even, choices, off, group, suffixes)
    return field(default=default, metadata={_KEY: written})


def kinds_of(annotation: Any) -> tuple[Any, ...] | None:
    """The kinds of a type annotation, in its order; None if it cannot be parsed from text."""
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        # `int | str` tries int first.
        found = [kinds_of(part) for part in typing.get_args(annotation)]
        return tuple(kind for kinds in found if kinds is not None for kind in kinds) or None
    if typing.get_origin(annotation) is Literal:
        return (typing.get_args(annotation),)
    if annotation in (bool, int, float, str, type(None)):
        return (annotation,)
    return None


class Declared(NamedTuple):
    """A field of a `Settings` class that is declared elsewhere.

    Attributes:
        annotation: its type.
        written: the return value of `setting`.
    """

    annotation: Any
    written: Any


class Settings:
    """Base of frozen dataclasses whose fields are written by `setting`.

    A field may also be such a dataclass itself. Arguments of the class statement: `section=`, the prefix of names in
    messages (`selfplay.puct`), and `inserted=`, fields that are declared elsewhere, by the field that they follow.

    Attributes:
        table: the settings by name, without those of its parts.
    """

    table: ClassVar[Mapping[str, Setting]] = {}
    section: ClassVar[str] = ""

    def __init_subclass__(
        cls, *, section: str = "", inserted: Mapping[str, Mapping[str, Declared]] | None = None, **keywords: Any
    ) -> None:
        super().__init_subclass__(**keywords)
        cls.section = section or cls.section
        for place, fields in (inserted or {}).items():
            cls._insert(place, fields)
        hints = typing.get_type_hints(cls)
        own = {
            name: cls.declared(name, hints[name], value)
            for name in cls.__annotations__
            if isinstance(value := vars(cls).get(name), Field) and _KEY in value.metadata
        }
        bases = [base.table for base in reversed(cls.__mro__[1:]) if issubclass(base, Settings)]
        cls.table = {name: one for table in [*bases, own] for name, one in table.items()}
        lines = [_documented(one) for one in cls.table.values()]
        if lines and cls.__doc__:
            cls.__doc__ = f"{cls.__doc__.rstrip()}\n\n    Attributes:\n" + "\n".join(lines) + "\n    "

    @classmethod
    def _insert(cls, place: str, fields: Mapping[str, Declared]) -> None:
        annotations = list(cls.__annotations__.items())
        after = list(cls.__annotations__).index(place) + 1
        annotations[after:after] = [(name, one.annotation) for name, one in fields.items()]
        cls.__annotations__ = dict(annotations)
        for name, one in fields.items():
            setattr(cls, name, one.written)

    @classmethod
    def declared(cls, name: str, annotation: Any, written: Field[Any]) -> Setting:
        """The setting of a field.

        Raises:
            TypeError: the field's type and its declared kinds do not match.
            ValueError: its default is out of range.
        """
        declared: Setting = written.metadata[_KEY]
        found = dataclasses.replace(declared, name=name, kinds=field_kinds(annotation))
        if declared.choices is not None and declared.choices.words[: len(found.words)] != found.words:
            raise TypeError(f"{name}: its choices must be the literals of its type, in their order")
        found.check(written.default)
        return found

    def __post_init__(self) -> None:
        """Checks every value.

        Raises:
            ValueError: a value is of the wrong kind or out of range.
        """
        for name, one in self.table.items():
            one.check(getattr(self, name), f"{self.section}.{name}" if self.section else name)


def field_kinds(annotation: Any) -> tuple[Any, ...]:
    """The kinds of a field's type, including those that cannot be parsed from text."""
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return tuple(kind for part in typing.get_args(annotation) for kind in field_kinds(part))
    return kinds_of(annotation) or (annotation,)


def _documented(one: Setting) -> str:
    text = f"{one.name}: {one.explained}"
    return textwrap.fill(
        text, 116, initial_indent=" " * 8, subsequent_indent=" " * 12, break_long_words=False, break_on_hyphens=False
    )
