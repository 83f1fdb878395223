"""Writes what follows from the options of the searches: C++ structs, keywords for type checkers, the docs' tables.

    python cmake/write_options.py          # after a change in boardai/search/*/options.py or a new page of docs/search
    python cmake/write_options.py --check  # names what is stale and fails

The options are written once, in boardai/search/*/options.py. From them come native/boardai/search/*/options.hpp, the
keywords at the end of the same options.py, and in docs/search/*.md the table between `<!-- options: PvsOptions -->` and
`<!-- end -->`. A page's line `<!-- row: ... -->` is its row in docs/search/README.md, in the order of boardai/search.
Nothing but Python is needed: neither boardai's compiled library nor any package.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
import textwrap
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("plain", "pvs", "solvers", "trees")  # those whose enumerations others use first
LIMITS = ("depth", "nodes", "simulations", "seconds")  # these keywords are not options alone
KEYWORDS = "# --- as keywords, for type checkers; from here on the file is written by cmake/write_options.py ---"
_WIDTH = 120
_LONG = 36  # code that comments of other lines are not aligned with


def _option_modules() -> dict[str, types.ModuleType]:
    """The options.py of each room, without the packages around them, which would load the compiled library."""
    for package in ("boardai", "boardai.search"):
        if package not in sys.modules:
            empty = types.ModuleType(package)
            empty.__path__ = [str(ROOT / package.replace(".", "/"))]
            sys.modules[package] = empty
    return {room: importlib.import_module(f"boardai.search.{room}.options") for room in ROOMS}


def _classes(module: types.ModuleType) -> list[Any]:
    """The options classes written in a module."""
    found = [value for value in vars(module).values() if isinstance(value, type) and hasattr(value, "to_native")]
    return [cls for cls in found if cls.__module__ == module.__name__ and cls.__name__ != "Options"]


def _number(value: float) -> str:
    """A number as C++ writes it."""
    if not float(value).is_integer():
        return repr(value)
    return f"{int(value):,}".replace(",", "'") if abs(value) >= 10_000 else str(int(value))


# --- C++ structs ---------------------------------------------------------------------------------------------------


def _options(cls: Any) -> list[Any]:
    """The options that are fields of a struct: those within another have none of what that one has already."""
    return list(cls.own() if cls.within else cls.table.values())


def _aligned(lines: list[tuple[str, str]], indent: int) -> Iterator[str]:
    """Code with its comments in one column, but for long lines of code, and wrapped there."""
    column = indent + max(len(code) for code, _ in lines if len(code) <= _LONG or len(lines) == 1) + 2
    for code, about in lines:
        begin = max(column, indent + len(code) + 2)
        first, *more = textwrap.wrap(about, _WIDTH - begin - 5, break_long_words=False)
        yield f"{' ' * indent}{code}".ljust(begin) + f"///< {first}"
        yield from (" " * begin + f"///< {line}" for line in more)


def _wrapped_comment(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="/// ", subsequent_indent="/// ", break_long_words=False)


def _field(one: Any) -> tuple[str, str]:
    """A field's declaration and its comment."""
    if one.kind is str:
        return f"{one.choices.enum} {one.name} = {one.choices.enum}::{one.default};", one.about
    if one.kind is bool:
        return f"bool {one.name} = {str(one.default).lower()};", one.about
    kind = "int" if one.kind is int else "double"
    if one.off is None:
        return f"{kind} {one.name} = {_number(one.default)};", one.about
    return f"{kind} {one.name} = {_number(one.off)};", f"{one.about}; {one.off}: no such search"


def _summary(cls: Any) -> str:
    """The docstring before its first section, without the example, on one line."""
    paragraphs = cls.__doc__.partition("\n    Attributes:")[0].split("\n\n")
    return " ".join(" ".join(one.split()) for one in paragraphs if not one.lstrip().startswith(">>>")).rstrip()


def _struct(cls: Any, parts: list[Any]) -> Iterator[str]:
    yield from _wrapped_comment(_summary(cls))
    yield f"struct {cls.__name__} {{"
    groups: list[tuple[str, list[tuple[str, str]]]] = []
    for one in _options(cls):
        if one.group or not groups:
            groups.append((one.group, []))
        groups[-1][1].append(_field(one))
    for part in parts:
        switch = next(one for one in part.own() if one.off is not None)
        about = f"{_summary(part).rstrip('.')}; where {switch.name} is not {switch.off}"
        groups[-1][1].append((f"{part.__name__} {part.within[1]}{{}};", about[0].lower() + about[1:]))
    if cls.member is not None:
        groups[-1][1].append((f"{cls.member.kind} {cls.member.name}{{}};", cls.member.about))
    for number, (heading, lines) in enumerate(groups):
        if heading:
            yield from [""] * bool(number) + [f"    // {heading}."]
        yield from _aligned(lines, 4)
    yield "};"


def _header(room: str, modules: dict[str, types.ModuleType], owners: dict[str, str]) -> str:
    """options.hpp of a room."""
    module, classes = modules[room], _classes(modules[room])
    known = {value.enum: value for value in vars(module).values() if hasattr(value, "enum")}
    others = sorted({owners[enum] for enum in known} - {room})
    source = f"boardai/search/{room}/options.py"
    headers = sorted({cls.member.header for cls in classes if cls.struct and cls.member})
    lines = [
        "#pragma once",
        f"// Written by cmake/write_options.py from {source}, where options are changed and checked.",
        "// clang-format off",
        "",
        *[f'#include "boardai/search/{other}/options.hpp"' for other in others],
        *[f'#include "{header}"' for header in headers],
        *[""] * bool(others or headers),
        "namespace boardai {",
        "",
    ]
    for enum, choices in known.items():
        if owners[enum] == room:
            lines.append(f"enum class {enum} : int {{")
            lines += _aligned([(f"{word},", about) for word, about in choices.about.items()], 4)
            lines += ["};", ""]
    structs = [cls for cls in classes if cls.struct]
    # What stands within another one goes before it.
    for cls in sorted(structs, key=lambda cls: cls.within is None):
        parts = [part for part in structs if part.within and part.within[0] == cls.__name__]
        lines += [*_struct(cls, parts), ""]
    return "\n".join([*lines, "}  // namespace boardai", ""])


# --- keywords for type checkers ------------------------------------------------------------------------------------


def _keywords(room: str, module: types.ModuleType) -> str:
    """options.py of a room, which ends in the keywords of its classes."""
    classes: list[str] = []
    for cls in (cls for cls in _classes(module) if cls.struct):
        lines = [f"    options: {cls.__name__} | None"]
        for name in (name for name in cls.table if name not in LIMITS):
            owner = next(base for base in cls.__mro__ if name in inspect.get_annotations(base))
            lines.append(f"    {name}: {owner.__annotations__[name]}")
        head = f"class {cls.__name__.removesuffix('s')}Keywords(TypedDict, total=False):"
        classes.append("\n".join([head, f'    """Those of `{cls.__name__}`."""', "", *lines]))
    written = (ROOT / f"boardai/search/{room}/options.py").read_text(encoding="utf-8").partition(KEYWORDS)[0].rstrip()
    return "\n\n\n".join([written, KEYWORDS, *classes]) + "\n"


# --- tables of the docs --------------------------------------------------------------------------------------------


def _table(cls: Any) -> str:
    lines = ["| option | default | range | |", "|---|---|---|---|"]
    for one in cls.table.values():
        if one.group:
            lines.append(f"| **{one.group}** | | | |")
        default = f"`{one.default}`" if one.kind is str else _grouped(str(one.default))
        limits = "" if one.kind is str else one.limits.removeprefix("from ").removeprefix("of ")
        cells = (f"`{one.name}`", default, _grouped(limits), one.meaning.replace("|", "\\|"))
        lines.append(f"| {' | '.join(cells)} |".replace("|  |", "| |"))
    return "\n".join(lines)


def _grouped(text: str) -> str:
    """Long numbers in groups of three digits."""
    return re.sub(r"\d{5,}", lambda digits: f"{int(digits.group()):,}", text)


def _page(text: str, classes: dict[str, Any]) -> str:
    """A page of the docs with fresh tables.

    Raises:
        ValueError: it names a class that there is not, or a table has no end.
    """

    def table(found: re.Match[str]) -> str:
        if found["name"] not in classes:
            raise ValueError(f"no options {found['name']}; there are {', '.join(classes)}")
        return f"{found['begin']}\n{_table(classes[found['name']])}\n<!-- end -->"

    if text.count("<!-- options: ") != text.count("<!-- end -->"):
        raise ValueError("a table of options without <!-- end -->")
    return re.sub(r"(?P<begin><!-- options: (?P<name>\w+) -->)\n.*?<!-- end -->", table, text, flags=re.DOTALL)


def _rows(readme: str) -> str:
    """README.md of the searches with a fresh row for each page that has one, in the order of boardai/search.

    Raises:
        ValueError: a row of a search that there is not.
    """
    order = (ROOT / "boardai/search/__init__.py").read_text(encoding="utf-8")
    rows = {}
    for page in (ROOT / "docs/search").glob("*.md"):
        text = page.read_text(encoding="utf-8")
        found = re.search(r"^<!-- row: (`(\w+)`.*) -->$", text, re.MULTILINE)
        if found:
            if f".{found[2]} import" not in order:
                raise ValueError(f"docs/search/{page.name}: boardai/search/__init__.py does not import {found[2]}")
            title = re.split("[:\n]", text.removeprefix("# "), maxsplit=1)[0]
            rows[order.index(f".{found[2]} import")] = f"| [{title}]({page.name}) | {found[1]} |"
    head = "| page | searches | what it gives | what it needs |\n|---|---|---|---|"
    table = "\n".join(["<!-- rows -->", head, *(rows[place] for place in sorted(rows)), "<!-- end of rows -->"])
    return re.sub(r"<!-- rows -->\n.*?<!-- end of rows -->", lambda _: table, readme, flags=re.DOTALL)


# --- all of it -----------------------------------------------------------------------------------------------------


def outputs() -> dict[str, str]:
    """What each generated file, by its path in the project, should hold.

    Raises:
        ValueError: a page of the docs asks for what there is not.
    """
    modules = _option_modules()
    owners: dict[str, str] = {}
    for room, module in modules.items():
        for value in vars(module).values():
            if hasattr(value, "enum"):
                owners.setdefault(value.enum, room)
    files = {f"native/boardai/search/{room}/options.hpp": _header(room, modules, owners) for room in ROOMS}
    files |= {f"boardai/search/{room}/options.py": _keywords(room, module) for room, module in modules.items()}
    classes = {cls.__name__: cls for module in modules.values() for cls in _classes(module)}
    for page in sorted((ROOT / "docs/search").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        try:
            files[str(page.relative_to(ROOT))] = _page(text, classes)
        except ValueError as error:
            raise ValueError(f"{page.relative_to(ROOT)}: {error}") from None
    files["docs/search/README.md"] = _rows(files["docs/search/README.md"])
    return files


def main(arguments: list[str]) -> int:
    """Writes what is stale, or with --check only names it; 1 if that is something."""
    stale = []
    for name, text in outputs().items():
        path = ROOT / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in arguments:
                path.write_text(text, encoding="utf-8")
    if "--check" in arguments and stale:
        print(f"stale, run python cmake/write_options.py: {', '.join(stale)}", file=sys.stderr)
        return 1
    for name in stale:
        print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
