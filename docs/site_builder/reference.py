"""Writes the pages of the reference: one a public module, one of the commands, and a page that leads to them."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import inspect
import io
import os
import runpy
import sys
import warnings
from pathlib import Path
from typing import Any
from unittest import mock

from boardai.__main__ import commands
from site_builder.docstrings import Converter, link_targets
from site_builder.public import PublicName, first_sentence, public_names

# How wide the help of the commands is printed: as a page shows it without scrolling.
_COLUMNS = "92"


def write_reference(folder: Path) -> None:
    """Writes `README.rst`, a page for each public module, and `commands.md`.

    Args:
        folder: where; it exists.
    """
    modules = public_names()
    converter = Converter(link_targets())
    for module, names in modules.items():
        (folder / f"{module}.rst").write_text(_module_page(module, names, converter))
    (folder / "README.rst").write_text(_front_page(list(modules), converter))
    (folder / "command-line.md").write_text(_commands_page())


def _heading(text: str) -> list[str]:
    return [text, "=" * len(text), ""]


def _table(rows: list[tuple[str, str]]) -> list[str]:
    lines = [".. list-table::", "   :widths: auto", "   :align: left", ""]
    for first, second in rows:
        lines += [f"   * - {first}", f"     - {second}"]
    return [*lines, ""]


def _front_page(modules: list[str], converter: Converter) -> str:
    rows = [
        (f":doc:`{module}`", converter.prose(first_sentence(inspect.getdoc(importlib.import_module(module)) or "")))
        for module in modules
    ]
    rows.append((":doc:`command-line`", "every command with its options"))
    return "\n".join(
        [
            *_heading("Reference"),
            "Everything public, from its docstrings: what a module lists in ``__all__``, of the games what their type",
            "stubs declare. Examples begin with ``import boardai``.",
            "",
            *_table(rows),
        ]
    )


def _module_page(module: str, names: list[PublicName], converter: Converter) -> str:
    """The module's docstring, a table of its names, and their entries: functions, then classes."""
    lines = [*_heading(module), f".. automodule:: {module}", "   :no-members:", ""]
    names = sorted(names, key=lambda one: (inspect.isclass(one.value), one.name))
    lines += _table([(f":py:obj:`{one.name} <{one.path}>`", converter.prose(one.summary)) for one in names])
    for one in names:
        if one.is_described_here:
            lines += _entry(one)
    return "\n".join(lines)


def _entry(one: PublicName) -> list[str]:
    """The directive that has autodoc describe one name."""
    if inspect.isclass(one.value):
        options = ["   :members:"]
        stops = _described_elsewhere(one.value)
        # A dataclass says all by its attributes.
        if len(stops) < len(one.value.__mro__) - 1 and not dataclasses.is_dataclass(one.value):
            options.append(f"   :inherited-members: {', '.join(base.__name__ for base in stops)}")
        if any(_is_described(base) for base in one.value.__bases__):
            options.append("   :show-inheritance:")
        return [f".. autoclass:: {one.path}", *options, ""]
    return [f".. {'autofunction' if callable(one.value) else 'autodata'}:: {one.path}", ""]


def _is_described(cls: Any) -> bool:
    return any(one.value is cls for names in public_names().values() for one in names)


def _described_elsewhere(cls: type) -> list[type]:
    """The bases whose methods are described elsewhere: with an entry of their own, or not boardai's."""
    return [base for base in cls.__mro__[1:] if _is_described(base) or "boardai" not in base.__module__]


def _commands_page() -> str:
    parts = ["# Command line\n\nWhat each command prints with `-h`; [Commands](../docs/commands.md) explains them.\n"]
    for word in commands():
        parts.append(f"## `python -m boardai.{word}`\n\n```\n{_help(word)}\n```\n")
    return "\n".join(parts)


def _help(word: str) -> str:
    """What a command prints with `-h`, wherever it is called.

    Raises:
        ValueError: it fails.
    """
    module = f"boardai.{word}"
    printed = io.StringIO()
    with (
        mock.patch.object(sys, "argv", [module, "-h"]),
        mock.patch.dict(os.environ, {"COLUMNS": _COLUMNS, "NO_COLOR": "1"}),
        contextlib.redirect_stdout(printed),
        warnings.catch_warnings(action="ignore"),  # the module may be imported already
    ):
        try:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        except SystemExit as end:
            if end.code:
                raise ValueError(f"python -m {module} -h fails with status {end.code}") from None
    return printed.getvalue().strip()
