"""User-written agents in a separate process with limits: their errors cost them the game and affect nothing else.

    sandbox:./alice.py                            as ./alice.py, within the limits below
    sandbox:./alice.py:Fast,depth=3,seconds=2     a class of the file and its parameters, as without the sandbox

Each move has `seconds` on the clock; the agent may use `memory` MiB in addition to the library itself. While
others think, its process is stopped. It reads Python, the library and its own files (`alice.py`, files next to it named
`alice.*`, a folder `alice`), and no others. It cannot write files, start or signal processes, or open connections
(`fence.py`). An agent that loops, exceeds its memory, crashes, gives an invalid answer or tries to leave the sandbox is
ended, and forfeits the game.

docs/safety.md explains what the fence needs from the system, and which restrictions are missing without it;
`python -m boardai.check --sandbox` tests them.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shlex
import signal
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from boardai.basics.quoting import quoted
from boardai.game import Game
from boardai.players.player import Player
from boardai.players.sandbox import fence as fences
from boardai.players.sandbox import surroundings
from boardai.players.spec import SANDBOX, AgentSpec
from boardai.protocols.follow import GameFollower
from boardai.protocols.process import EngineError, LineProcess

SECONDS, MEMORY = 1.0, 1024
POSSIBLE, REQUIRED = "possible", "required"  # values of `fence`
BOOT_SECONDS = 120.0  # for our part of the start: it imports the library
CONSTRUCTOR_SECONDS = 30.0  # for the agent's part: its imports and its constructor


class SandboxPlayer(Player):
    """An agent whose moves are chosen in another process.

    >>> from boardai.players import load_agent
    >>> from pathlib import Path
    >>> _ = Path("slow.py").write_text("def first(state): return state.legal_actions()[0]")
    >>> game = boardai.load("hex", size=3)
    >>> agent = load_agent("sandbox:slow.py:first,seconds=5", game)
    >>> agent.choose(game.initial_state())
    0
    >>> agent.close()

    Args:
        spec: the agent in its file, as without a sandbox.
        game: the game.
        seed: seed of its random choices.
        seconds: time for a move.
        memory: MiB in addition to the library's own.
        fence: `required`: refuse unless the whole fence holds; `possible`: use what the system offers.

    Attributes:
        missing: the restrictions that do not hold here (`fence.missing`).

    Raises:
        ValueError: no such file, a limit is not positive, or the fence is required and does not hold.
    """

    def __init__(
        self,
        spec: AgentSpec,
        game: Game,
        seed: int,
        *,
        seconds: float = SECONDS,
        memory: int = MEMORY,
        fence: str = POSSIBLE,
    ) -> None:
        path = Path(spec.name)
        if not path.is_file():
            raise ValueError(f"there is no file {path}")
        if not seconds > 0:
            raise ValueError(f"seconds must be above 0, not {seconds:g}")
        if memory < 1:
            raise ValueError(f"memory must be at least 1 MiB, not {memory}")
        if fence not in (POSSIBLE, REQUIRED):
            raise ValueError(f"fence must be {POSSIBLE} or {REQUIRED}, not {quoted(fence)}")
        self.missing = fences.missing(path)
        if self.missing and fence == REQUIRED:
            raise ValueError(f"the fence is required: {'; '.join(self.missing)}")
        self._spec = spec
        self.name = AgentSpec(SANDBOX, spec.name, spec.entry).short
        self._game, self._seed, self._seconds, self._memory = game, seed, seconds, memory
        self._process: LineProcess | None = None
        self._inside = 0  # the process ID of the agent, which leads its process group
        self._number = 0  # of the last request
        self._stopped = False
        self._follower = GameFollower()
        self._opening: tuple[list[int], int] | None = None

    def choose(self, state: Any) -> int:
        """The action that the process chooses.

        Raises:
            EngineError: the agent could not be created, failed, or was ended for exceeding a limit; `str` says why.
        """
        if not self._follower.follow(state):
            self._opening = ([], self._seed)
        process = self._started()
        start = self._follower.start
        self._number += 1
        question = {
            "number": self._number,
            "start": None if start == self._game.initial_state() else start.to_string(),
        }
        opening, self._opening = self._opening, None
        answer = self._ask(
            process, {**question, "actions": self._follower.actions, "opening": opening}, self._seconds, "move", True
        )
        action = answer.get("action")
        if not isinstance(action, int) or isinstance(action, bool):
            self.close()
            raise EngineError(f"{self.name}: answered {quoted(answer)}")
        self._follower.expect(action)
        return action

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Announced with the next request, so that the agent's reaction counts as thinking time."""
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
        words = [sys.executable, "-P", "-m", "boardai.players.sandbox.inside", self._game.spec, str(self._spec)]
        words += [str(self._seed), str(self._memory)]
        process = LineProcess(shlex.join(words), self.name, surroundings.environment(os.environ), kept=True)
        self._process, self._stopped, self._number = process, False, 0
        self._inside = int(self._ask(process, None, BOOT_SECONDS, "start")["pid"])
        missing = self._ask(process, None, BOOT_SECONDS, "fence")["missing"]
        if missing != self.missing:
            self.close()
            raise EngineError(f"{self.name}: the sandbox could not be closed: {'; '.join(missing)}")
        self._ask(process, None, CONSTRUCTOR_SECONDS, "agent", numbered=True)
        return process

    def _ask(
        self, process: LineProcess, question: dict[str, Any] | None, seconds: float, what: str, numbered: bool = False
    ) -> dict[str, Any]:
        """An answer of the process, which is ended if there is none or it answers another request."""
        try:
            if self._stopped:
                self._signal(signal.SIGCONT)
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
            if numbered and answer.get("number") != self._number:
                raise EngineError(f"{self.name}: answered {quoted(line)}, to no question")
        except EngineError:
            self.close()
            raise
        if numbered:
            self._signal(signal.SIGSTOP)
            self._stopped = True
        return answer

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._inside, number)


def unfenced(specs: Iterable[str]) -> list[str]:
    """The restrictions that this machine cannot enforce for those of these agents that play in a sandbox.

    Empty if no agent does.

    >>> from boardai.players.sandbox.player import unfenced
    >>> unfenced(["random", "pvs:depth=3"])
    []
    """
    sandboxed = [spec for spec in map(AgentSpec.parse, specs) if spec.name == SANDBOX]
    found = itertools.chain.from_iterable(fences.missing(Path(spec.subject)) for spec in sandboxed)
    return list(dict.fromkeys(found))


def sandboxes_in(spec: AgentSpec) -> list[AgentSpec]:
    """A sandbox, by name, for each `.py` file of the folder that the text names, except those that begin with `_`.

    Raises:
        ValueError: the folder has none.
    """
    folder = Path(spec.subject)
    files = sorted(path for path in folder.glob("*.py") if not path.name.startswith("_") and path.is_file())
    if not files:
        raise ValueError(f"{folder} has no .py file (those that begin with _ do not count)")
    return [replace(spec, subject=str(path)) for path in files]
