"""Parses the arguments of commands: errors take one line and suggest what was probably meant."""

from __future__ import annotations

import argparse
import math
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

import boardai
from boardai.basics.quoting import quoted
from boardai.basics.trust import Trust, trust_from_here_on
from boardai.command_line.other_words import unknown_option

GAME_HELP = (
    "a game's name (`python -m boardai` lists them) or a path to a .py or .hpp file; "
    "parameters after a colon: hex:size=5"
)
_WIDTH = 110  # of descriptions
_TRUST_HELP = "also run code and programs that only a file names (docs/safety.md)"


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors take one line.

    >>> from boardai.command_line import Parser, whole_number
    >>> parser = Parser("perft", "Counts.", ["python -m boardai.perft chess --depth 5"])
    >>> action = parser.add_argument("--depth", type=whole_number(0), default=5)
    >>> parser.parse_args(["--depth", "3"]).depth
    3
    >>> parser.parse_args(["--plies", "3"])  # boardai.perft: unknown option --plies: did you mean --depth?
    Traceback (most recent call last):
    SystemExit: 2

    Args:
        command: `perft` for `python -m boardai.perft`.
        description: description of the command.
        examples: command lines, shown below the options.
    """

    def __init__(self, command: str, description: str, examples: Sequence[str]) -> None:
        epilog = "examples:\n" + "\n".join("  " + example for example in examples)
        super().__init__(
            prog=f"python -m boardai.{command}",
            description="\n".join(textwrap.fill(line, _WIDTH) for line in description.split("\n")),
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.add_argument("--version", action="version", version=f"boardai {boardai.__version__}")

    def parse_args(self, args: Iterable[str] | None = None, namespace: Any = None) -> Any:
        """The arguments' values; ends the command with status 2 if one cannot be parsed.

        Unknown options are reported first: an argument that seems to be missing often follows one of them.
        """
        words = list(sys.argv[1:] if args is None else args)
        if not {"-h", "--help", "--version"} & {*words}:
            for option in options_in(words):
                if not any(known.startswith(option) for known in self.options):
                    self.error(unknown_option(option, self.options))
        return super().parse_args(words, namespace)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The arguments' values, and the words that match no argument; `--trust` takes effect from here on."""
        given, others = super().parse_known_args(args, namespace)
        if hasattr(given, "trust"):
            trust_from_here_on(Trust(everything=given.trust))
        return given, others

    def add_trust(self) -> None:
        """Adds `--trust`, for a main function decorated with `in_own_context`, which limits the trust to its call."""
        self.add_argument("--trust", action="store_true", help=_TRUST_HELP)

    @property
    def options(self) -> list[str]:
        """The existing options, each as `--name`."""
        return [option for option in self._option_string_actions if option.startswith("--")]

    def error(self, message: str) -> NoReturn:
        """Ends the command with status 2."""
        self.exit(2, f"{self.prog.removeprefix('python -m ')}: {message} (-h explains)\n")


def options_in(words: Iterable[str]) -> list[str]:
    """The options among the words of a command line, without their values; a word with a blank is no option."""
    found = []
    for word in words:
        if word == "--":
            break
        name = word.partition("=")[0]
        if name.startswith("--") and " " not in name:
            found.append(name)
    return found


def whole_number(least: int) -> Callable[[str], int]:
    """An argument type: a whole number of at least `least`.

    >>> from boardai.command_line import whole_number
    >>> whole_number(1)("12")
    12
    >>> whole_number(1)("0")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: expected a whole number of at least 1, got '0'
    """

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least:
            raise argparse.ArgumentTypeError(f"expected a whole number of at least {least}, got {quoted(text)}")
        return number

    return read


def positive_number(text: str) -> float:
    """An argument type: a number above 0.

    >>> from boardai.command_line import positive_number
    >>> positive_number("0.5")
    0.5
    >>> positive_number("nan")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: expected a number above 0, got 'nan'
    """
    return _number(text, lambda number: 0 < number < math.inf, "a number above 0")


def share(text: str) -> float:
    """An argument type: a number from 0 to 1.

    >>> from boardai.command_line import share
    >>> share("0.5")
    0.5
    >>> share("50")
    Traceback (most recent call last):
    argparse.ArgumentTypeError: expected a number from 0 to 1, got '50'
    """
    return _number(text, lambda number: 0 <= number <= 1, "a number from 0 to 1")


def _number(text: str, fits: Callable[[float], bool], expected: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not fits(number):
        raise argparse.ArgumentTypeError(f"expected {expected}, got {quoted(text)}")
    return number
