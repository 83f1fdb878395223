"""What users and opponents are called is printed as it is: rich sees neither markup nor an emoji in it."""

import ast
import io
from pathlib import Path

import pytest
from rich.console import Console

import boardai
import boardai.games
from boardai.learn.runs.progress import ConsoleReporter

# In an editable install the games lie beside the package, not in it.
ROOTS = [Path(boardai.__file__).parent, *map(Path, boardai.games.__path__)]
SOURCES = sorted({path for root in ROOTS for path in root.rglob("*.py")})
MATCH = {"score": 0.5, "interval95": [0.2, 0.8], "wins": [1, 0], "draws": [0, 0], "losses": [0, 1]}


def test_every_console_prints_texts_as_they_are() -> None:
    found = 0
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if "from rich.console import Console" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Console":
                off = {one.arg for one in node.keywords if getattr(one.value, "value", None) is False}
                assert {"markup", "emoji"} <= off, f"{path}:{node.lineno}"
                found += 1
    assert found > 10


@pytest.mark.parametrize("name", ["search vs snapshot:-1", "search vs ./[bold]mine[/bold].py", "search vs x:smile:"])
@pytest.mark.parametrize("terminal", [False, True])
def test_a_run_s_matches(name: str, terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    made = ConsoleReporter()._console
    out = io.StringIO()
    console = Console(
        file=out, force_terminal=terminal, width=300, highlight=False, color_system=None,
        markup=made._markup, emoji=made._emoji,
    )  # fmt: skip
    reporter = ConsoleReporter(console)
    seconds = {"total": 1.0}
    reporter.iteration({"iteration": 1, "seconds": seconds, "arena": {name: MATCH}}, None)
    reporter.final(
        {"game": "hex", "iteration": 1, "games": 1, "positions": 1, "steps": 1, "training_seconds": 1.0,
         "report_seconds": 1.0, "simulations": 8, "opening_plies": 0,
         "matches": {name: {"trained": MATCH, "initial": None}}}
    )  # fmt: skip
    assert out.getvalue().count(name) == 2
