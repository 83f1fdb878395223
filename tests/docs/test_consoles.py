"""What documents show on a console is what the commands print today.

A block of code, fenced or indented, that begins with `$` holds commands, each followed by its output; a line `...`
stands for any lines. Durations, rates and sizes of memory are masked on both sides, and spaces between columns do not
count. A block without any output only shows how to start something, such as a server, and is not run.
"""

import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from boardai import learn

ROOT = Path(__file__).resolve().parents[2]
_BLOCK = re.compile(r"^```\n(\$ .*?)^```|(?<=\n\n)((?: {4}\$ [^\n]*\n)(?: {4}[^\n]*\n)*)", re.MULTILINE | re.DOTALL)
_MEASURED = re.compile(
    r"[\d,.]*\d(?: [kMG])? ?(?:nodes/s|evaluations/s|games/s|positions/s|/s|ms|µs|min|s|[kMG]i?B|[MG]iB)\b"
)
_PROGRESS = re.compile(r"\d+/\d+ games\b")  # appears every few seconds
# Blocks that no test can run, by how their first command begins, and why.
NOT_RUN = {
    "python -m boardai.analyze hex:size=13 --advice": "needs a run that trained for an hour",
}
# A game of one's own, as short as the page on safety needs it.
_OWN_GAME = ROOT / "examples" / "01_game_in_python.py"
# The mistake that the page on the course shows: alpha is not handed on.
_SOLUTION = """
import math


def alphabeta(state, depth, evaluate, alpha=-math.inf, beta=math.inf):
    if depth == 0 or state.is_terminal():
        return evaluate(state), None
    best, chosen = -math.inf, None
    for action in state.legal_actions():
        value = -alphabeta(state.child(action), depth - 1, evaluate, -math.inf, -best)[0]
        if value > best:
            best, chosen = value, action
        if best >= beta:
            break
    return best, chosen
"""


def _recorded(folder: Path) -> None:
    shutil.copy(_OWN_GAME, folder / "mygame.py")
    done = subprocess.run(
        [sys.executable, "-m", "boardai.play", "./mygame.py"],
        input="save rec.json\nquit\n", cwd=folder, capture_output=True, text=True,
    )  # fmt: skip
    assert (folder / "rec.json").exists(), done.stdout + done.stderr


def _solved(folder: Path) -> None:
    (folder / "solution.py").write_text(_SOLUTION)


def _damaged(folder: Path) -> None:
    small = {"selfplay.games_per_iteration": 16, "selfplay.simulations": 4, "replay.minimum": 32}
    small |= {"learn.batch_size": 32, "arena.every": 0, "arena.final_games": 2}
    run = learn.train("hex:size=3", run=str(folder / "runs/x"), iterations=2, minutes=0, verbose=False, **small)
    metrics, games = run.path / "metrics.jsonl", run.path / "games" / "000002.games"
    metrics.write_text(metrics.read_text().replace('"games":', '"games" :', 1))
    altered = bytearray(games.read_bytes())
    altered[len(altered) // 4] ^= 1
    games.write_bytes(altered)


# What must be there before the first command of a block, by how it begins.
PREPARED: dict[str, Callable[[Path], None]] = {
    "python -m boardai.play --load rec.json": _recorded,
    "python -m boardai.check runs/x": _damaged,
    "python -m boardai.course alphabeta solution.py": _solved,
}
# Without the program, a command with these words is left out.
PROGRAMS = {"uci:stockfish": "stockfish"}


class Console(NamedTuple):
    """One block of a document."""

    document: str
    line: int
    commands: list[tuple[str, list[str]]]

    @property
    def name(self) -> str:
        return f"{self.document}:{self.line}"


def consoles(document: Path) -> list[Console]:
    """The blocks of a document that show the output of a command."""
    text, found = document.read_text(encoding="utf-8"), []
    for block in _BLOCK.finditer(text):
        commands: list[tuple[str, list[str]]] = []
        lines = iter((block[1] or textwrap.dedent(block[2])).splitlines())
        for line in lines:
            if line.startswith("$ "):
                command = line[2:]
                while command.endswith("\\"):
                    command = f"{command[:-1]} {next(lines).strip()}"
                commands.append((command, []))
            else:
                commands[-1][1].append(line)
        if any(output for _, output in commands):
            number = text.count("\n", 0, block.start()) + 2
            found.append(Console(document.relative_to(ROOT).as_posix(), number, commands))
    return found


def masked(line: str) -> str:
    """A line without what differs from run to run; after a second duration in a row nothing is compared."""
    line = " ".join(line.split())
    measured = list(_MEASURED.finditer(line))
    if line.count(" ms ") > 1:
        line = line[: measured[0].start()] + "..."
    return _MEASURED.sub("#", line)


def agrees(shown: list[str], printed: list[str]) -> bool:
    """Whether the shown lines are the printed ones, `...` being any."""
    if not shown:
        return not printed
    if shown[0].strip() == "...":
        return any(agrees(shown[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and masked(shown[0]) == masked(printed[0]) and agrees(shown[1:], printed[1:])


CONSOLES = [
    console
    for document in [
        ROOT / "README.md",
        *sorted((ROOT / "docs").rglob("*.md")),
        *sorted((ROOT / "games").rglob("*.md")),
    ]
    for console in consoles(document)
]


@pytest.mark.parametrize(
    ("shown", "printed", "agree"),
    [
        (["6 nodes in 0.5 s, 2.1 M nodes/s"], ["6  nodes in 17.25 s, 700 k nodes/s"], True),
        (["7 nodes in 0.5 s"], ["6 nodes in 0.5 s"], False),
        (["a", "...", "z"], ["a", "b", "z"], True),
        (["a", "..."], ["a"], True),
        (["a"], ["a", "b"], False),
        (["pvs  860  11.0 ms  135.1 ms  292"], ["pvs 860 9.0 ms  77.0 ms 301"], True),
        (["pvs  860  11.0 ms  135.1 ms  292"], ["pvs 861 9.0 ms  77.0 ms 301"], False),
    ],
)
def test_what_is_compared(shown, printed, agree) -> None:
    assert agrees(shown, printed) is agree


def test_every_block_that_is_not_run_is_there_and_has_a_reason() -> None:
    first = [console.commands[0][0] for console in CONSOLES]
    assert len(first) > 11 and all(any(one.startswith(start) for one in first) for start in (*NOT_RUN, *PREPARED))


@pytest.mark.slow
@pytest.mark.parametrize("console", CONSOLES, ids=lambda console: console.name)
def test_a_console_shows_what_is_printed(console, tmp_path) -> None:
    for start, reason in NOT_RUN.items():
        if console.commands[0][0].startswith(start):
            pytest.skip(reason)
    for start, prepare in PREPARED.items():
        if console.commands[0][0].startswith(start):
            prepare(tmp_path)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command, shown in console.commands:
        if command.startswith("cat "):  # shows a file that the next command reads
            (tmp_path / command[4:]).write_text("\n".join(shown) + "\n")
            continue
        if any(words in command and not shutil.which(program) for words, program in PROGRAMS.items()):
            continue
        done = subprocess.run(
            ["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, timeout=600,
            env={**os.environ, "PATH": path, "COLUMNS": "120"},
        )  # fmt: skip
        # What is refused prints nothing but the reason.
        printed = [line for line in (done.stdout or done.stderr).splitlines() if not _PROGRESS.match(line)]
        assert agrees(shown, printed), f"{command}\n{done.stdout}\n{done.stderr[-2000:]}"
