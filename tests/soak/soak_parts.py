"""What the soak lets work, each in a process of its own: training, the engine, the page, a loop of every call."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from soak_calls import GAMES
from soak_course import Course, observe

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "web"))

Work = Callable[[], int]
_TRAINING = (
    "hex:size=3 --iterations 100000000 --minutes 0 --no-keep-games --network.blocks 0 --network.channels 4 "
    "--inference-rate-seconds 0 --arena.every 2 --arena.games 2 --arena.simulations 4 "
    "--arena.opponents random snapshot:-1 --replay.capacity 400 --replay.minimum 10 --replay.memory-mb 1 "
    "--selfplay.games 4 --selfplay.games-per-iteration 6 --selfplay.simulations 4"
)
_NODES = 20_000
_MOVES = 30  # of a game of the engine


@contextlib.contextmanager
def training(folder: Path) -> Iterator[tuple[int, Work]]:
    """Iterations with short matches, long after the buffer is full."""
    command = [sys.executable, "-m", "boardai.train", *_TRAINING.split(), "--run", str(folder / "run")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        metrics = folder / "run" / "metrics.jsonl"
        while not metrics.exists():
            assert process.poll() is None, "training has ended"
            time.sleep(0.1)
        with metrics.open("rb") as lines:

            def work() -> int:
                assert process.poll() is None, "training has ended"
                time.sleep(0.2)
                return lines.read().count(b"\n")

            try:
                yield process.pid, work
            finally:
                process.kill()


@contextlib.contextmanager
def engine(folder: Path) -> Iterator[tuple[int, Work]]:
    """Games of the chess engine against itself."""
    with _talking("-m", "boardai.engine", "chess") as (process, ask):
        ask("uci", "uciok")
        moves: list[str] = []

        def work() -> int:
            if not moves or len(moves) >= _MOVES:
                moves.clear()
                ask("ucinewgame\nisready", "readyok")
            position = f"position startpos moves {' '.join(moves)}" if moves else "position startpos"
            move = ask(f"{position}\ngo nodes {_NODES}", "bestmove").split()[1]
            if move == "0000":
                moves.clear()
            else:
                moves.append(move)
            return 1

        yield process.pid, work


@contextlib.contextmanager
def page(folder: Path) -> Iterator[tuple[int, Work]]:
    """Visitors who begin a game against a level, see it move, and leave: rooms stay, the level's agents do not."""
    from load import served, visit

    with served("hex", "--connections-per-address", "1000") as server:

        def work() -> int:
            asyncio.run(visit(server.address, "hex", "medium"))
            return 1

        work()
        yield server.process, work


@contextlib.contextmanager
def calls(folder: Path) -> Iterator[tuple[int, Work]]:
    """A loop of every call."""
    with _talking(str(Path(__file__).with_name("soak_calls.py")), str(folder)) as (process, ask):

        def work() -> int:
            ask("", "done")
            return 1

        for _ in range(len(GAMES)):  # what is compiled in the first calls takes its time
            work()
        yield process.pid, work


@contextlib.contextmanager
def _talking(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], Callable[[str, str], str]]]:
    """A program, and what sends it lines and gives its first one that begins with a word."""
    with subprocess.Popen(
        [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        stdin, stdout = process.stdin, process.stdout

        def ask(text: str, answer: str) -> str:
            stdin.write(f"{text}\n")
            stdin.flush()
            for line in stdout:
                if line.startswith(answer):
                    return line
            raise AssertionError(f"{arguments[-1]} has ended")

        try:
            yield process, ask
        finally:
            process.kill()


PARTS = {"training": (training, "iterations"), "engine": (engine, "moves"), "page": (page, "visits"),
         "calls": (calls, "rounds")}  # fmt: skip


def soak(name: str, folder: Path, seconds: float) -> Course:
    """Lets one of the parts work for so long.

    Args:
        name: of `PARTS`.
        folder: for its files.
        seconds: after what it needs to begin.
    """
    part, unit = PARTS[name]
    with part(folder) as (process, work):
        return Course(name, unit, observe(process, work, seconds))
