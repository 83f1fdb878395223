"""The inside of a sandbox: the process in which a user-written agent plays (`player.py` is the outside).

1. The library and the game are loaded. The pipe to the outside is moved to where `print` cannot write to it.
2. The fence is closed (`fence.py`); then the agent is created.
3. Each line of input is a position as JSON: the start of the game, all actions since, and the number of the request.
The answer is the agent's action with that number, or an error. An unexpected line of output answers no request.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any


class _Table:
    """The game as this process sees it.

    Args:
        game: the game.
        agent: the agent.
    """

    def __init__(self, game: Any, agent: Any) -> None:
        self._game, self._agent = game, agent
        self._start: Any = None
        self._played: list[int] = []
        self._now: Any = None

    def answer(self, question: dict[str, Any]) -> int:
        """The agent's action in a position."""
        text, actions, opening = question["start"], question["actions"], question["opening"]
        if self._now is None or opening is not None or self._played != actions[: len(self._played)]:
            self._start = self._game.initial_state() if text is None else self._game.from_string(text)
            self._played, self._now = [], self._start.clone()
        for action in actions[len(self._played) :]:
            self._now.apply(action)
        self._played = actions
        if opening is not None:
            self._agent.new_game(self._start, *opening)
        return int(self._agent.choose(self._now))


def main(words: list[str]) -> None:
    """Plays until the outside closes the pipe.

    Args:
        words: the game, the agent, its seed, and its memory in MiB.
    """
    spec, own, seed, memory = words
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)

    from boardai.game import load
    from boardai.players.sandbox import fence, refusals
    from boardai.players.spec import AgentSpec
    from boardai.players.user import failure_of_own, load_user_agent

    def send(answer: dict[str, Any]) -> None:
        channel.write(json.dumps(answer) + "\n")
        channel.flush()

    def end(reason: str) -> None:
        send({"error": reason})
        os._exit(1)

    def failed(error: BaseException) -> None:
        end(failure_of_own(error) or f"{type(error).__name__}: {error}".removesuffix(": "))

    game = load(spec)
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    agent = AgentSpec.parse(own)
    try:
        missing = fence.close(Path(agent.name), int(memory))
        refusals.refuse(end)
    except (OSError, RuntimeError) as error:
        end(f"the sandbox cannot be closed: {error}")
    send({"missing": missing})
    try:
        table = _Table(game, load_user_agent(agent, game, int(seed)))
    except BaseException as error:  # also SystemExit, which user code can raise
        failed(error)
    send({"number": 0})
    for line in questions:
        question = json.loads(line)
        try:
            action = table.answer(question)
        except BaseException as error:
            failed(error)
        send({"action": action, "number": question["number"]})
    os._exit(0)  # also if the agent has left threads running


if __name__ == "__main__":
    main(sys.argv[1:])
