"""List the commands, the games and the version."""

from __future__ import annotations

import ast
import importlib.util
import runpy
import sys
from pathlib import Path

import boardai
from boardai.basics.quoting import quoted

_PACKAGE = Path(__file__).parent


def _syntax(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def _first_sentence(module: ast.Module) -> str:
    """The documentation's first sentence, as far as it stands on the first line."""
    line = (ast.get_docstring(module) or "").partition("\n")[0]
    return line.partition(". ")[0].partition(": `")[0].removesuffix(".")


def commands() -> dict[str, str]:
    """The commands and what each does, read from the files without importing them.

    A command is a module of `boardai/commands`, or a package with a `__main__.py`.
    """
    found = {
        path.stem: _first_sentence(_syntax(path))
        for path in _PACKAGE.glob("commands/*.py")
        if not path.name.startswith("_")
    }
    for path in sorted(_PACKAGE.glob("*/__main__.py")):
        found[path.parent.name] = _first_sentence(_syntax(path))
    return dict(sorted(found.items()))


def games() -> dict[str, str]:
    """The games `boardai.load` knows by name, and what each is."""
    found = {}
    for name in boardai.available_games():
        specification = importlib.util.find_spec(f"boardai.games.{name}")
        source = specification.origin if specification is not None else None
        found[name] = _first_sentence(_syntax(Path(source))) if source else "from an installed package"
    return found


def main() -> None:
    """Prints the lists; anything but -h and --version after it is refused."""
    if "--version" in sys.argv[1:]:
        print(f"boardai {boardai.__version__}")
        return
    for word in sys.argv[1:]:
        if word not in ("-h", "--help"):
            print(f"boardai: {_unexpected(word)} (-h lists the commands)", file=sys.stderr)
            sys.exit(2)
    print(f"boardai {boardai.__version__}\n\ncommands (each explains itself with -h):")
    listed = commands()
    width = max(map(len, listed), default=0)
    for name, line in listed.items():
        print(f"  python -m boardai.{name:<{width}}  {line}")
    print("\ngames (or a path to your own .py or .hpp file):")
    known = games()
    width = max(map(len, known), default=0)
    for name, line in known.items():
        print(f"  {name:<{width}}  {line}")


def _unexpected(word: str) -> str:
    """What to say of a word that is no command, or stands after the lists' own name."""
    from boardai.command_line.other_words import meant_command

    listed = commands()
    if word.startswith("-"):
        return f"unknown option {quoted(word)}"
    if word in listed:
        return f"unexpected argument {quoted(word)}: did you mean python -m boardai.{word}?"
    meant = f"play {word}" if word in boardai.available_games() else meant_command(word, listed)
    return f"no command {quoted(word)}" + (f": did you mean {meant}?" if meant else "")


def command() -> None:
    """The program `boardai`: `boardai match ...` is `python -m boardai.match ...`; without a command, the lists."""
    if len(sys.argv) > 1 and sys.argv[1] in commands():
        word = sys.argv.pop(1)
        runpy.run_module(f"boardai.{word}", run_name="__main__", alter_sys=True)
        return
    _lists()


def _lists() -> None:
    from boardai.command_line import run

    run(main, "__main__")


if __name__ == "__main__":
    _lists()
