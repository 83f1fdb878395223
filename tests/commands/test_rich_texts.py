r"""What users and opponents are called is printed as it is: rich sees neither markup nor an emoji in it.

What would steer the terminal is printed as Python writes it, `\x1b`.
"""

import io
import re
from pathlib import Path

import pytest
from rich.live import Live
from rich.progress import Progress, TextColumn
from rich.table import Table
from rich.text import Text

import boardai
import boardai.games
from boardai.command_line.console import Console
from boardai.learn.runs.progress import ConsoleReporter, Expectation

# In an editable install the games lie next to the package, not in it.
ROOTS = [Path(boardai.__file__).parent, *map(Path, boardai.games.__path__)]
SOURCES = sorted({path for root in ROOTS for path in root.rglob("*.py")})
MATCH = {"score": 0.5, "interval95": [0.2, 0.8], "wins": [1, 0], "draws": [0, 0], "losses": [0, 1]}


def test_everything_is_shown_by_the_console_of_our_own() -> None:
    found = [path.name for path in SOURCES if "rich.console" in path.read_text(encoding="utf-8")]
    with_rich_s = [path.name for path in SOURCES if "from rich import console" in path.read_text(encoding="utf-8")]
    assert (found, with_rich_s) == ([], ["console.py"])


@pytest.mark.parametrize("name", ["search vs snapshot:-1", "search vs ./[bold]mine[/bold].py", "search vs x:smile:"])
@pytest.mark.parametrize("terminal", [False, True])
def test_a_run_s_matches(name: str, terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    reporter = ConsoleReporter(Console(file=out, force_terminal=terminal, width=300, color_system=None))
    seconds = {"total": 1.0}
    reporter.iteration({"iteration": 1, "seconds": seconds, "arena": {name: MATCH}}, None)
    reporter.final(
        {"game": "hex", "iteration": 1, "games": 1, "positions": 1, "steps": 1, "training_seconds": 1.0,
         "report_seconds": 1.0, "simulations": 8, "opening_plies": 0,
         "matches": {name: {"trained": MATCH, "initial": None}}}
    )  # fmt: skip
    assert out.getvalue().count(name) == 2


@pytest.mark.parametrize("games", [100, 900])
def test_a_run_says_where_it_stands_against_its_preset(games: int) -> None:
    out = io.StringIO()
    reporter = ConsoleReporter(Console(file=out, width=300), Expectation(1000, 2))
    # The first iteration compiles; later ones take half of its time. 120 seconds allow 11 of them.
    for number, seconds in ((1, 20.0), (2, 30.0), (3, 40.0)):
        reporter.iteration({"iteration": number, "games": 10, "seconds": {"total": seconds}}, 120.0 - seconds)
    promise = [line for line in out.getvalue().splitlines() if "speed of this machine" in line]
    assert promise == [
        "at the speed of this machine: about 110 games, 11 % of the 1,000 games in 2 minutes of the measured runs; "
        "expect less strength than that"
    ]
    reporter.final({"game": "hex", "iteration": 3, "games": games, "positions": 1, "steps": 1, "training_seconds": 1.0,
                    "report_seconds": 1.0, "opening_plies": 0, "matches": {}})  # fmt: skip
    balance = next(line for line in out.getvalue().splitlines() if "games were played" in line)
    assert balance.startswith(f"{games} games were played, {games // 10} % of the 1,000 games in 2 minutes")
    assert ("too few to expect that strength" in balance) == (games < 800)


STEERING = [chr(one) for one in (*range(9), *range(11, 32), *range(127, 160))]
STEERING += list("\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069")


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize("shape", ["text", "Text", "table", "live", "progress"])
def test_nothing_that_is_shown_steers_the_terminal(shape: str, terminal: bool) -> None:
    """Colours and the cursor are rich's own business: with them taken out nothing is left that steers."""
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, width=300)
    for one in STEERING:
        name = f"Ann{one}[2JBob"
        if shape == "text":
            console.print(name)
        elif shape == "Text":
            console.print(Text(name, "red"))
        elif shape == "table":
            table = Table(title=name)
            table.add_column(name)
            table.add_row(name)
            console.print(table)
        elif shape == "live":
            with Live(Text(name), console=console, auto_refresh=False) as live:
                live.update(Text(name + name), refresh=True)
        else:
            with Progress(TextColumn("{task.description}", markup=False), console=console, auto_refresh=False) as bar:
                bar.add_task(name)
    own = re.compile(r"\x1b\[(\?25[lh]|\d*(;\d+)*m|1A|2K)|\r")
    assert all(line.isprintable() for line in own.sub("", out.getvalue()).split("\n"))
    assert "Ann" in out.getvalue() and "Ann\\x1b[2" in out.getvalue()
