"""GTP, the Go Text Protocol (version 2), as far as other board games use it.

A command is a line; the answer begins with `=` (done) or `?` (refused) and ends with an empty line. What moves and
positions look like is the game's dialect (`games/<name>/gtp.py`).

Specification: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2", 2002.
"""

from __future__ import annotations

import time

from boardai.protocols.process import EngineError, LineProcess
from boardai.quoting import quoted

_START_SECONDS = 30.0
_ANSWER_SECONDS = 30.0


class GtpRefusal(EngineError):
    """The engine answered `?`."""


class GtpClient:
    """A GTP engine.

    Args:
        command: the program and its arguments, as typed in a shell.

    Raises:
        ValueError: there is no such program.
        EngineError: it does not speak GTP.
    """

    def __init__(self, command: str) -> None:
        self._process = LineProcess(command)
        try:
            self.name = self.ask("name", _START_SECONDS)
            self.commands = frozenset(self.ask("list_commands", _START_SECONDS).split())
        except EngineError:
            self._process.close()
            raise

    def ask(self, command: str, seconds: float = _ANSWER_SECONDS) -> str:
        """Sends a command and gives its answer without the `=`; several lines are joined by line breaks.

        Raises:
            GtpRefusal: it answered `?`.
            EngineError: it answered nonsense, not in time, or is gone.
        """
        self._process.send(command)
        end = time.monotonic() + seconds
        lines: list[str] = []
        while not lines or lines[-1]:
            line = self._process.read_until(lambda text: True, end - time.monotonic(), f"answer to {quoted(command)}")[
                0
            ]
            if not lines:
                if not line.strip():
                    continue  # empty lines between answers
                if line[0] not in "=?":
                    raise EngineError(
                        f"{self._process.name}: {quoted(command)} was answered by {quoted(line)}, which is not GTP"
                    )
            lines.append(line.rstrip())
        text = "\n".join([lines[0][1:].strip(), *lines[1:-1]]).strip()
        if lines[0][0] == "?":
            raise GtpRefusal(f"{self._process.name} refused {quoted(command)}: {text or 'no reason given'}")
        return text

    def knows(self, command: str) -> bool:
        """Whether it offers a command."""
        return command in self.commands

    def close(self) -> None:
        """Ends the engine."""
        self._process.close("quit")
