"""Options of UCI engines: settings, as an engine offers them in a line and as a program reads that line.

option name Hash type spin default 16 min 1 max 1024
option name Style of Play type combo default Normal var Very Solid var Normal
"""

from __future__ import annotations

from typing import Any

from boardai.basics.setting import Setting

EMPTY = "<empty>"  # how a string without a default is written
BUTTON = type(None)  # the type of an option without value
_KEYS = ("type", "default", "min", "max", "var")
_TYPES: dict[Any, str] = {bool: "check", int: "spin", str: "string", BUTTON: "button"}
_KINDS = {name: kind for kind, name in _TYPES.items()}


def type_of(option: Setting) -> str:
    """UCI's type of an option: check, spin, combo, string or button."""
    return "combo" if option.words else _TYPES[option.kind]


def option_text(value: Any) -> str:
    """A value as it is written in UCI."""
    return str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)


def read_value(option: Setting, text: str) -> str:
    """The text of a value that an option takes, as UCI writes it; a string as it came.

    Raises:
        ValueError: it takes no such value: an engine would ignore it or choke on it.
    """
    return "" if option.kind is BUTTON else option_text(option.read(text))


def option_line(option: Setting) -> str:
    """How an engine offers an option."""
    parts = ["option name", option.name, "type", type_of(option)]
    if option.kind is not BUTTON:
        parts += ["default", option_text(option.default) or EMPTY]
    if option.kind is int:
        parts += ["min", str(option.low), "max", str(option.high)]
    return " ".join([*parts, *(f"var {choice}" for choice in option.words)])


def read_option(words: list[str]) -> Setting:
    """The option of the words after `option name`; names and values may be several words.

    A default that is no value of its type is left out.
    """
    fields: dict[str, list[list[str]]] = {"name": [[]]}
    current = fields["name"][0]
    for word in words:
        if word in _KEYS:
            current = []
            fields.setdefault(word, []).append(current)
        else:
            current.append(word)

    def text(key: str) -> str:
        return " ".join(fields[key][0]) if key in fields else ""

    choices = tuple(" ".join(choice) for choice in fields.get("var", []))
    kind: Any = choices if text("type") == "combo" else _KINDS.get(text("type"), str)
    found = Setting(name=text("name"), kinds=(kind,), low=_number(text("min")), high=_number(text("max")))
    try:
        return Setting(found.read(text("default")), low=found.low, high=found.high, name=found.name, kinds=found.kinds)
    except ValueError:
        return found


def _number(text: str) -> int | None:
    """A whole number; None where the text is none, or longer than any program means."""
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 20 else None
