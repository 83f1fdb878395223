"""What work is to the places that do it: numbered pieces, and a worker in each process that turns them into results."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol


@dataclass(frozen=True)
class Shared:
    """Bytes that many pieces need, such as a network's weights: each process, or node, gets them once.

    >>> from boardai.cluster import Shared
    >>> Shared(b"weights").digest[:8]
    '9a129038'

    Attributes:
        data: the bytes.
    """

    data: bytes

    @cached_property
    def digest(self) -> str:
        """Their SHA-256, by which they are known."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class Piece:
    """A piece of work. Its result must depend on nothing but the worker's settings and what stands here.

    >>> from boardai.cluster import Piece
    >>> Piece(3, "the games 96 to 127").number
    3

    Attributes:
        number: of the piece; no two that are under way together have the same.
        payload: what the worker needs besides; crosses to other processes.
        shared: what other pieces need as well.
        losses: workers that were lost over it; its worker may take more care. The pool counts them.
    """

    number: int
    payload: Any = None
    shared: Shared | None = None
    losses: int = 0


class Worker(Protocol):
    """What a process keeps between pieces: a loaded game, an engine, a network.

    >>> from boardai.cluster import Piece, Worker
    >>> class Squarer:
    ...     def work(self, piece, stop): return piece.payload ** 2
    ...     def close(self): pass
    >>> squarer: Worker = Squarer()
    >>> squarer.work(Piece(0, 5), lambda: None)
    25
    """

    def work(self, piece: Piece, stop: Callable[[], None]) -> Any:
        """Does a piece.

        Args:
            piece: what to do.
            stop: called often; may raise.

        Returns:
            The result; crosses to the process that asked. Or a generator of parts of it, each of which is passed on at
            once, that returns the rest.
        """

    def close(self) -> None:
        """It is needed no more."""


class WorkSettings(Protocol):
    """What work is to be done; goes to the processes, where each makes its worker from it.

    >>> from boardai.cluster import WorkSettings
    >>> from boardai.learn.data.labelling import LabelSettings
    >>> settings: WorkSettings = LabelSettings(game="hex:size=3", by="mcts:simulations=9", play="random", games=1)
    >>> settings.worker().close()
    """

    def worker(self) -> Worker:
        """The worker of one process.

        Raises:
            ValueError: settings that cannot be used.
        """


class WorkError(RuntimeError):
    """The work cannot continue: a piece ends every worker that tries it, or workers do not start.

    >>> from boardai.cluster import WorkError
    >>> raise WorkError("piece 3: killed by SIGKILL")
    Traceback (most recent call last):
        ...
    boardai.cluster.work.WorkError: piece 3: killed by SIGKILL
    """
