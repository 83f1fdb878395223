"""The interface of an engine's client, for any protocol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from boardai.clocks.management import ClockState


@dataclass
class Analysis:
    """An engine's analysis of a position.

    Attributes:
        action: its move.
        score: centipawns for the side to move; None: not reported, or a mate.
        mate: moves to mate, negative when being mated; None: no mate reported.
        depth: of the last line reported.
        nodes: searched.
        pv: action texts of the principal variation.
        info: the other fields of the last `info` lines.
    """

    action: int
    score: int | None = None
    mate: int | None = None
    depth: int = 0
    nodes: int = 0
    pv: list[str] = field(default_factory=list)
    info: dict[str, str] = field(default_factory=dict)


class Engine:
    """Another program that plays a game: the class `Engine` of a game's `uci.py`, `gtp.py` or `htp.py`.

    Attributes:
        name: as it calls itself.
        gives_scores: whether its protocol has scores, depths and nodes besides moves.
    """

    name: str
    gives_scores = False

    @property
    def peak_memory(self) -> int | None:
        """Bytes, the most that the program has taken; None: unknown."""
        return None

    def best_action(self, start: Any, actions: list[int], clock_states: Sequence[ClockState] = ()) -> int:
        """The move of `analyse`."""
        return self.analyse(start, actions, clock_states).action

    def analyse(
        self,
        start: Any,
        actions: list[int],
        clock_states: Sequence[ClockState] = (),
        root_actions: Sequence[int] = (),
    ) -> Analysis:
        """The engine's answer, and its analysis of the position if the protocol has one.

        Args:
            start: where the game began.
            actions: played since.
            clock_states: of both players' clocks; (): it keeps to its own limits.
            root_actions: only these moves are searched; (): all of them.

        Raises:
            EngineError: it does not answer, or not with a legal action.
            ValueError: its protocol cannot limit the moves.
        """
        raise NotImplementedError

    def forget(self) -> None:
        """Lets it forget earlier searches, if it has a command for that."""

    def close(self) -> None:
        """Ends the program."""
        raise NotImplementedError
