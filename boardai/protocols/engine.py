"""What a client of an engine offers, whatever protocol it speaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardai.clocks.management import ClockState


class Engine:
    """Another program that plays a game: the class `Engine` of a game's `uci.py`, `gtp.py` or `htp.py`.

    Attributes:
        name: as it calls itself.
    """

    name: str

    def best_action(self, start: Any, actions: list[int], clock_states: Sequence[ClockState] = ()) -> int:
        """The engine's answer.

        Args:
            start: where the game began.
            actions: played since.
            clock_states: of both players' clocks; (): it keeps to its own limits.

        Raises:
            EngineError: it does not answer, or not with a legal action.
        """
        raise NotImplementedError

    def analyse(self, start: Any, actions: list[int], clock_states: Sequence[ClockState] = ()) -> Any:
        """What it says of the position, as for `best_action`; None: its protocol knows nothing but moves."""
        return None

    def forget(self) -> None:
        """Lets it forget what it has searched, as far as it can be told to."""

    def close(self) -> None:
        """Ends the program."""
        raise NotImplementedError
