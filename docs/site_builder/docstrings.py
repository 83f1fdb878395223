"""Docstrings as people write them here, with Markdown's marks, for Sphinx's reStructuredText.

One backtick is code, and a link where it names something public; `docs/...md` is a link; an indented block is code;
stars, bars and underscores are what they are.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx

from site_builder.public import public_names

_SECTIONS = ("Args", "Attributes", "Raises", "Returns", "Yields")
_PROMPT = ">>> "
_CODE = re.compile(r"(`+)([^`]+)\1")
_DOCUMENT = re.compile(r"\bdocs/([\w/-]+)\.md\b")


class Converter:
    """Turns one docstring after the other.

    Args:
        targets: the full path of everything public, by the texts that mean it.
    """

    def __init__(self, targets: dict[str, str]) -> None:
        self._targets = targets

    def lines(self, docstring: list[str]) -> list[str]:
        """The docstring's lines in reStructuredText."""
        lines: list[str] = []
        for block, kind in _blocks(docstring):
            if kind == "prose":
                lines += self.prose("\n".join(block)).split("\n")  # a mark may go over the end of a line
            else:
                lines += _code_block(block) if kind == "code" else block
        return lines

    def prose(self, text: str) -> str:
        """A text without code blocks in reStructuredText."""
        pieces, end = [], 0
        for match in _CODE.finditer(text):
            pieces += [_escaped(text[end : match.start()]), self._code(match[2])]
            end = match.end()
            # reStructuredText ends a mark only before a space or punctuation.
            if text[end : end + 1].isalnum():
                pieces.append("\\ ")
        pieces.append(_escaped(text[end:]))
        return "".join(pieces)

    def _code(self, text: str) -> str:
        text = " ".join(text.split())
        target = self._targets.get(text.partition("(")[0])
        return f":py:obj:`{text} <{target}>`" if target else f"``{text}``"


def _escaped(text: str) -> str:
    """Prose in which nothing is a mark."""
    text = text.replace("\\", "\\\\")
    text = re.sub(r"(?<!\w)([*|])(?!\s)", r"\\\1", text)
    text = re.sub(r"_(?!\w)", r"\\_", text)
    return _DOCUMENT.sub(r":doc:`\g<0> </docs/\1>`", text)


def _blocks(docstring: list[str]) -> Iterator[tuple[list[str], str]]:
    """A docstring's parts, in order: `prose`; `code`, which stands indented outside every section; `example`s."""
    block: list[str] = []
    kind, in_section = "prose", False
    for number, line in enumerate(docstring):
        before = kind
        after_gap = number > 0 and not docstring[number - 1].strip()
        if kind == "example" and not line.strip():
            kind = "prose"
        elif line.lstrip().startswith(_PROMPT):
            kind = "example"
        elif kind != "example" and line.strip() and not line.startswith("  "):
            kind = "prose"
            in_section = line.rstrip(":") in _SECTIONS and line.endswith(":")
        elif kind == "prose" and line.startswith("  ") and after_gap and not in_section:
            kind = "code"
        if kind != before:
            yield block, before
            block = []
        block.append(line)
    yield block, kind


def _code_block(block: list[str]) -> list[str]:
    code = textwrap.dedent("\n".join(block)).strip("\n")
    try:
        ast.parse(code)
        language = "python"
    except SyntaxError:
        language = "none"
    return [f".. code-block:: {language}", "", *("    " + line for line in code.split("\n")), ""]


def link_targets() -> dict[str, str]:
    """What a text in backticks may mean: `boardai.load`, `Game`, `play_match`, `Game.initial_state`.

    A plain word of small letters is left alone: it is more often a parameter than the function of that name.
    """
    targets: dict[str, str] = {}
    ambiguous = set()
    for module, names in public_names().items():
        targets[module] = module
        for one in names:
            paths = [(one.name, one.path)]
            paths += [(f"{one.name}.{member}", f"{one.path}.{member}") for member, _ in one.members()]
            for text, path in paths:
                targets[f"{module}.{text}"] = path
                if targets.setdefault(text, path) != path:
                    ambiguous.add(text)
    return {
        text: path
        for text, path in targets.items()
        if text not in ambiguous and (text != text.lower() or "." in text or "_" in text)
    }


def _without_constructor(
    _app: Sphinx, _what: str, _name: str, value: Any, _options: Any, signature: str, returns: str
) -> tuple[str, str]:
    """Protocols are not constructed; Python reports a constructor that accepts anything."""
    return ("", "") if getattr(value, "_is_protocol", False) else (signature, returns)


def setup(app: Sphinx) -> dict[str, bool]:
    """As a Sphinx extension: before Napoleon, which reads the sections."""
    converter: list[Converter] = []

    def convert(_app: Sphinx, what: str, _name: str, _value: Any, _options: Any, lines: list[str]) -> None:
        if not converter:
            converter.append(Converter(link_targets()))
        # After an empty line Napoleon does not take what stands before a property's first colon for its type.
        lines[:] = [*([""] if what == "property" else []), *converter[0].lines(lines)]

    app.connect("autodoc-process-docstring", convert, priority=400)
    app.connect("autodoc-process-signature", _without_constructor)
    return {"parallel_read_safe": False}
