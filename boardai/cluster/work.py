"""The interface of work: numbered pieces, and a worker in each process that turns them into results."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol


@dataclass(frozen=True)
class Shared:
    """Bytes that many pieces need, such as a network's weights; each process, or node, receives them once.

    >>> from boardai.cluster import Shared
    >>> Shared(b"weights").digest[:8]
    '9a129038'

    Attributes:
        data: the bytes.
    """

    data: bytes

    @cached_property
    def digest(self) -> str:
        """Their SHA-256, which identifies them."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True)
class Piece:
    """A piece of work. Its result must depend only on the worker's settings and on these attributes.

    >>> from boardai.cluster import Piece
    >>> Piece(3, "the games 96 to 127").number
    3

    Attributes:
        number: number of the piece, unique among the pieces in progress.
        payload: input of the worker; sent to other processes.
        shared: input that other pieces need as well.
        losses: workers lost on this piece, counted by the pool; its worker may take more care.
    """

    number: int
    payload: Any = None
    shared: Shared | None = None
    losses: int = 0


class Worker(Protocol):
    """The state that a process keeps between pieces: a loaded game, an engine, a network.

    >>> from boardai.cluster import Piece, Worker
    >>> class Squarer:
    ...     def work(self, piece, stop): return piece.payload ** 2
    ...     def close(self): pass
    >>> squarer: Worker = Squarer()
    >>> squarer.work(Piece(0, 5), lambda: None)
    25
    """

    def work(self, piece: Piece, stop: Callable[[], None]) -> Any:
        """Processes a piece.

        Args:
            piece: the piece.
            stop: to be called often; may raise an error.

        Returns:
            The result, which is sent to the calling process. Or a generator of its parts, each of which is sent at
            once; the generator returns the rest.
        """

    def close(self) -> None:
        """Closes the worker."""


class WorkSettings(Protocol):
    """The settings of the work; each process receives them and creates its worker from them.

    >>> from boardai.cluster import WorkSettings
    >>> from boardai.learn.data.labelling import LabelSettings
    >>> settings: WorkSettings = LabelSettings(game="hex:size=3", by="mcts:simulations=9", play="random", games=1)
    >>> settings.worker().close()
    """

    def worker(self) -> Worker:
        """The worker of one process.

        Raises:
            ValueError: the settings cannot be used.
        """


class WorkError(RuntimeError):
    """The work cannot continue: a piece ends every worker that tries it, or workers do not start.

    >>> from boardai.cluster import WorkError
    >>> raise WorkError("piece 3: killed by SIGKILL")
    Traceback (most recent call last):
        ...
    boardai.cluster.work.WorkError: piece 3: killed by SIGKILL
    """
