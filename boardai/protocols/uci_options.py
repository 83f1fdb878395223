"""Options of UCI engines: as an engine offers them in a line, and as a program reads that line.

option name Hash type spin default 16 min 1 max 1024
option name Style of Play type combo default Normal var Very Solid var Normal
"""

from __future__ import annotations

from dataclasses import dataclass

from boardai.basics.quoting import quoted

_KEYS = ("type", "default", "min", "max", "var")
EMPTY = "<empty>"  # how a string without a default is written


@dataclass(frozen=True)
class UciOption:
    """An option an engine offers.

    Attributes:
        name: its name, in one or several words.
        kind: `check`, `spin`, `combo`, `button` or `string`.
        default: as the engine writes it.
        least: of a spin.
        most: of a spin.
        choices: of a combo.
    """

    name: str
    kind: str
    default: str = ""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    def check(self, value: str) -> None:
        """Refuses what an engine would ignore or choke on.

        Raises:
            ValueError: naming the option and what it takes.
        """
        if self.kind == "check" and value not in ("true", "false"):
            raise ValueError(f"{self.name} must be true or false, not {quoted(value)}")
        if self.kind == "spin":
            number = _number(value)
            low, high = self.least, self.most
            if number is None or (low is not None and number < low) or (high is not None and number > high):
                raise ValueError(f"{self.name} must be a whole number from {low} to {high}, not {quoted(value)}")
        if self.kind == "combo" and value not in self.choices:
            raise ValueError(f"{self.name} must be one of {', '.join(self.choices)}, not {quoted(value)}")

    @property
    def line(self) -> str:
        """How an engine offers it."""
        parts = ["option name", self.name, "type", self.kind]
        if self.kind != "button":
            parts += ["default", self.default or EMPTY]
        if self.kind == "spin":
            parts += ["min", str(self.least), "max", str(self.most)]
        return " ".join([*parts, *(f"var {choice}" for choice in self.choices)])


def read_option(words: list[str]) -> UciOption:
    """The option of the words behind `option name`; names and values may be several words."""
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
    return UciOption(text("name"), text("type"), text("default"), _number(text("min")), _number(text("max")), choices)


def _number(text: str) -> int | None:
    """A whole number; None where the text is none, or longer than any program means."""
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 20 else None
