"""Imports names and modules at their first use, so that a program only loads what it needs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_import(package: str, places: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package.

    Args:
        package: name of the package.
        places: the module of each name; `package.name` stands for that module itself.
    """

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(places[name])
        return module if places[name] == f"{package}.{name}" else getattr(module, name)

    def names() -> list[str]:
        """The whole API, including names that are not imported yet."""
        return sorted({*vars(sys.modules[package]), *places})

    return find, names


class LazyModule:
    """A module that is imported when one of its attributes is first read."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)
