from typing import Any, Protocol

from boardai.game import Game, NativeState

STATE_TYPES: tuple[str, ...]

VIEWS: tuple[str, ...]

def load(*, board: str = "8x8", view: str = "mover") -> Game: ...
def available_boards() -> list[str]: ...
def board_of(game: Game) -> Any: ...
def state_class(cpp_type: str) -> type[State]: ...

class State(NativeState, Protocol):
    """A Reversi position; made by `Game.initial_state()` and `Game.from_string()`."""

    def score(self, player: int) -> int:
        """Disc difference now: the discs of that player (0 dark, 1 light) minus the opponent's."""
