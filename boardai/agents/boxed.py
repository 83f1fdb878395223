"""Agents of somebody's own in a process of their own, with limits: what they do wrong costs them the game, nobody else.

    boxed:./alice.py                            as ./alice.py, within the limits below
    boxed:./alice.py:Fast,depth=3,seconds=2     a class of the file and its parameters, as without the box

A move must come within `seconds`, by the clock; the agent may take `memory` MiB more than the library itself. While
others think its process is stopped. It cannot write files, start or signal processes, or open connections
(`in_box.py`). Whoever loops, takes too much, crashes or answers nonsense is ended, and the match has its forfeit.

This keeps a class's mistakes and mischief from others. It is no jail for a stranger's program: that one belongs in a
container.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import signal
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boardai.agents.base import OneByOne
from boardai.basics.quoting import from_here, quoted
from boardai.game import Game
from boardai.protocols.follow import GameFollower
from boardai.protocols.process import EngineError, LineProcess

BOXED = "boxed"  # the agent's name in specs
SECONDS, MEMORY = 1.0, 1024
BOOT_SECONDS = 120.0  # our own part of the start: it imports the library
CONSTRUCTOR_SECONDS = 30.0  # the agent's part: its imports and its constructor


class BoxedAgent(OneByOne):
    """Plays what another process chooses.

    >>> from boardai.agents import load_agent
    >>> from pathlib import Path
    >>> _ = Path("slow.py").write_text("def first(state): return state.legal_actions()[0]")
    >>> game = boardai.load("hex", size=3)
    >>> agent = load_agent("boxed:slow.py:first,seconds=5", game)
    >>> agent.choose(game.initial_state())
    0
    >>> agent.close()

    Args:
        path: of the agent's file.
        rest: class or function, and parameters, as behind the file's name without a box.
        game: what it plays.
        seed: of its random choices.
        seconds: for a move.
        memory: MiB beyond the library's own.

    Raises:
        ValueError: there is no such file, or a limit is not positive.
    """

    def __init__(
        self, path: str, rest: str, game: Game, seed: int, *, seconds: float = SECONDS, memory: int = MEMORY
    ) -> None:
        if not Path(path).is_file():
            raise ValueError(f"there is no file {path}")
        if not seconds > 0:
            raise ValueError(f"seconds must be above 0, not {seconds:g}")
        if memory < 1:
            raise ValueError(f"memory must be at least 1 MiB, not {memory}")
        self._spec = f"{path}:{rest}" if rest else path
        self.name = short_name(f"{BOXED}:{self._spec}")
        self._game, self._seed, self._seconds, self._memory = game, seed, seconds, memory
        self._process: LineProcess | None = None
        self._stopped = self._pausing = False
        self._follower = GameFollower()
        self._opening: tuple[list[int], int] | None = None

    def choose(self, state: Any) -> int:
        """The process's choice.

        Raises:
            EngineError: the agent could not be made, failed, or was ended for what it took; `str` says why.
        """
        if not self._follower.follow(state):
            self._opening = ([], self._seed)
        process = self._started()
        start = self._follower.start
        question = {"start": None if start == self._game.initial_state() else start.to_string()}
        opening, self._opening = self._opening, None
        answer = self._ask(
            process, {**question, "actions": self._follower.actions, "opening": opening}, self._seconds, "move"
        )
        action = answer.get("action")
        if not isinstance(action, int):
            raise EngineError(f"{self.name}: answered {quoted(answer)}")
        self._follower.expect(action)
        return action

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Tells it with the next question: what it does then counts as thinking."""
        self._follower.begin(start, actions)
        self._opening = (list(actions), seed)

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _started(self) -> LineProcess:
        if self._process is not None:
            return self._process
        # A process dies with the thread that began it (in_box.py): only one that lives as long as we do may stop it.
        watched = threading.current_thread() is threading.main_thread()
        words = [sys.executable, "-m", "boardai.agents.in_box", self._game.spec, self._spec, str(self._seed)]
        words += [str(self._memory), *(["--watched"] if watched else [])]
        process = LineProcess(shlex.join(words), self.name)
        self._process, self._stopped = process, False
        self._pausing = watched
        self._ask(process, None, BOOT_SECONDS, "start")
        self._ask(process, None, CONSTRUCTOR_SECONDS, "agent")
        return process

    def _ask(self, process: LineProcess, question: dict[str, Any] | None, seconds: float, what: str) -> dict[str, Any]:
        """An answer of the process; it is ended where there is none."""
        try:
            if self._stopped:
                self._signal(process, signal.SIGCONT)
                self._stopped = False
            if question is not None:
                process.send(json.dumps(question))
            line = process.read_until(lambda _: True, seconds, what)[0]
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                answer = None
            if not isinstance(answer, dict):
                raise EngineError(f"{self.name}: answered {quoted(line)}")
            if "error" in answer:
                raise EngineError(f"{self.name}: {str(answer['error'])[:300]}")
        except EngineError:
            self.close()
            raise
        if what == "move" and self._pausing:
            self._signal(process, signal.SIGSTOP)
            self._stopped = True
        return answer

    @staticmethod
    def _signal(process: LineProcess, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)


def short_name(spec: str) -> str:
    """What to call an agent's spec in tables: of one in a box the file's name, and the class; of others the spec."""
    name, _, rest = spec.partition(":")
    if name != BOXED:
        return spec
    path, own = path_and_rest(rest)
    who = own.partition(",")[0].strip()
    return Path(path).stem + (f":{who}" if who and "=" not in who else "")


def told_apart(short: Mapping[str, str]) -> dict[str, str]:
    """Labels of specs for tables and pictures: the short ones, the whole spec where two would be the same."""
    labels = list(short.values())
    return {spec: from_here(label if labels.count(label) == 1 else spec) for spec, label in short.items()}


def path_and_rest(text: str) -> tuple[str, str]:
    """What stands behind `boxed:`, parted: a file or folder, and the class and parameters behind a colon or comma."""
    found = re.match(r"\s*(.*?\.py|[^,:]*?)\s*(?:[:,](.*))?$", text, re.DOTALL)
    assert found is not None
    return found[1], found[2] or ""


def boxes_in(folder: Path, rest: str) -> list[str]:
    """A spec for each `.py` file of a folder but those whose names begin with `_`, by name.

    Raises:
        ValueError: there is none.
    """
    files = sorted(path for path in folder.glob("*.py") if not path.name.startswith("_") and path.is_file())
    if not files:
        raise ValueError(f"{folder} has no .py file (those that begin with _ do not count)")
    return [f"{BOXED}:{path}:{rest}" if rest else f"{BOXED}:{path}" for path in files]
