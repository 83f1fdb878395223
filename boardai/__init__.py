"""Board-game AI to read, trust and run fast: rules, search and learning for two-player board games.

>>> import boardai
>>> game = boardai.load("hex", size=5)
>>> state = game.initial_state()
>>> state.apply(state.action_from_string("c3"))
"""

from importlib import metadata as _metadata
from pathlib import Path as _Path
from typing import TYPE_CHECKING

# In a checkout the games stand next to this package; installed, they are inside it as boardai.games.
if not (_Path(__file__).parent / "games").is_dir() and (_Path(__file__).parent.parent / "games").is_dir():
    __path__.append(str(_Path(__file__).parent.parent))

from boardai.basics.lazy_import import lazy_import as _lazy_import
from boardai.basics.trust import trusting
from boardai.contract import BaseState, Facts, NativeState, State
from boardai.game import Game, available_games, define_game

if TYPE_CHECKING:
    from typing import Any, Literal, overload

    from boardai import course, interop, learn, search
    from boardai.arena.match import play_match
    from boardai.batch import Batch
    from boardai.check import check_game
    from boardai.drawing import Board
    from boardai.games.chess import State as ChessState
    from boardai.games.hex import HexState
    from boardai.games.reversi import State as ReversiState
    from boardai.records import RecordedGame, read_games, write_games
    from boardai.search.evaluations.written import define_evaluator
    from boardai.search.trace import trace

    # An editor offers and checks what the states of the shipped games have.
    @overload
    def load(name: Literal["chess"], /, **params: Any) -> Game[ChessState]: ...
    @overload
    def load(name: Literal["hex"], /, **params: Any) -> Game[HexState]: ...
    @overload
    def load(name: Literal["reversi"], /, **params: Any) -> Game[ReversiState]: ...
    @overload
    def load(name: str, /, **params: Any) -> Game: ...
    def load(name: str, /, **params: Any) -> Game:
        raise NotImplementedError

else:
    from boardai.game import load


__all__ = [
    "BaseState",
    "Batch",
    "Board",
    "Facts",
    "Game",
    "NativeState",
    "RecordedGame",
    "State",
    "available_games",
    "check_game",
    "course",
    "define_evaluator",
    "define_game",
    "interop",
    "learn",
    "load",
    "play_match",
    "read_games",
    "search",
    "trace",
    "trusting",
    "write_games",
]

# `python -m boardai.train` runs boardai/commands/train.py.
__path__.append(str(_Path(__file__).parent / "commands"))

try:
    __version__ = _metadata.version("boardai")
except _metadata.PackageNotFoundError:
    __version__ = "unknown"

# Imported at first use: scripts that only need the rules do not wait for the rest.
__getattr__, __dir__ = _lazy_import(
    __name__,
    {
        "Batch": "boardai.batch",
        "Board": "boardai.drawing",
        "RecordedGame": "boardai.records",
        "check_game": "boardai.check",
        "course": "boardai.course",
        "define_evaluator": "boardai.search.evaluations.written",
        "interop": "boardai.interop",
        "learn": "boardai.learn",
        "play_match": "boardai.arena.match",
        "read_games": "boardai.records",
        "search": "boardai.search",
        "trace": "boardai.search.trace",
        "write_games": "boardai.records",
    },
)
