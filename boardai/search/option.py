"""The options of a search: settings that are also a struct in C++.

They are defined only once, as fields of a frozen dataclass in the `options.py` of the search's package. From these come
the checks of values, which C++ does not repeat, and, by cmake/write_options.py, the C++ struct and the tables of
docs/search.
"""

from __future__ import annotations

import dataclasses
import functools
from dataclasses import Field
from typing import Any, ClassVar

from boardai.basics.setting import LARGEST_INT, Setting, Settings

RULE_SUFFIXES = (".hpp", ".h")
"""Suffixes of C++ files with rules that an option may name."""


@dataclasses.dataclass(frozen=True)
class NativeMember:
    """A member of a C++ struct of options that is not an option itself, but derived from one, such as a pointer.

    Attributes:
        kind: its C++ type.
        name: name of the member.
        header: header that declares the type, as in an include.
        about: comment in the struct.
    """

    kind: str
    name: str
    header: str
    about: str


class Options(Settings):
    """Base class of the options of a search: frozen dataclasses whose fields are all made by `setting`.

    Keywords of a subclass's class statement describe its C++ struct, which has the same name:

    Args:
        struct: False: there is no struct; the class has the common options of several classes.
        within: the struct and its field that hold the options of this class's first base.
        member: additional member of the struct.
    """

    struct: ClassVar[bool] = False
    within: ClassVar[tuple[str, str] | None] = None
    member: ClassVar[NativeMember | None] = None

    def __init_subclass__(
        cls,
        *,
        struct: bool = True,
        within: tuple[str, str] | None = None,
        member: NativeMember | None = None,
        **keywords: Any,
    ) -> None:
        cls.struct, cls.within, cls.member = struct, within, member
        super().__init_subclass__(**keywords)
        for name, value in vars(cls).items():
            if isinstance(value, Field) and name not in cls.table:
                raise TypeError(f"{name}: an option is written by setting(...)")

    @classmethod
    def declared(cls, name: str, annotation: Any, written: Field[Any]) -> Setting:
        """The option of a field: a bool, a word, or a number that C++ accepts."""
        found = super().declared(name, annotation, written)
        single = len(found.kinds) == 1 and (found.words or found.kind in (bool, int, float))
        if not single and not (found.words and found.kinds[1:] == (str,) and found.suffixes):
            raise TypeError(f"{name}: an option is a bool, int, float, Literal or Literal | str, not {annotation}")
        if found.words and found.choices is None:
            raise TypeError(f"{name}: its choices must be the literals of its type, in their order")
        if found.kind is not int or found.above is not None:
            return found
        low, high = found.low, found.high
        return dataclasses.replace(
            found, low=-LARGEST_INT - 1 if low is None else low, high=LARGEST_INT if high is None else high
        )

    def __post_init__(self) -> None:
        """Checks every value, and their combinations.

        Raises:
            ValueError: a value is of the wrong type or out of range, or two exclude each other.
        """
        super().__post_init__()
        self.check_together()

    def check_together(self) -> None:
        """Rejects options that exclude each other; most searches have none."""

    @classmethod
    def own(cls) -> tuple[Setting, ...]:
        """For a class `within` another's struct, the options in that struct."""
        part = cls.__bases__[0]
        return tuple(part.table.values()) if issubclass(part, Options) else ()

    def native_values(self) -> tuple[str, dict[str, Any]]:
        """The C++ struct's name and the values of its fields."""
        values: dict[str, Any] = {one.name: one.native(getattr(self, one.name)) for one in self.table.values()}
        name = type(self).__name__
        if self.within is not None:
            name, part = self.within
            values[part] = {one.name: values.pop(one.name) for one in self.own()}
        return name, values

    def to_native(self) -> Any:
        """The C++ options struct; equal options share it, so it must not be changed."""
        try:
            hash(self)
        except TypeError:  # unhashable, such as a number of JAX
            return self.new_native()
        return _shared(self)

    def new_native(self) -> Any:
        """A new C++ options struct."""
        from boardai import native  # imported here, because the generator runs without the compiled library

        name, values = self.native_values()
        return native.options(name, type(self).__module__.replace(".", "/"), values)


@functools.lru_cache(maxsize=64)
def _shared(options: Options) -> Any:
    return options.new_native()
