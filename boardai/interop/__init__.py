"""Boards, states and environments of other libraries: python-chess, OpenSpiel, PettingZoo, Gymnasium.

None of them is needed by `import boardai`, nor by this package before a function that is about them is called.
docs/interop.md shows each; `pip install 'boardai[chess]'`, `[openspiel]`, `[pettingzoo]`, `[gymnasium]` bring them.
"""

from typing import TYPE_CHECKING

from boardai.basics.lazy_import import lazy_import as _lazy_import

if TYPE_CHECKING:
    from boardai.games.chess.python_chess import action_from_move, action_to_move, from_board, to_board
    from boardai.interop.openspiel import action_from_openspiel, action_to_openspiel, from_openspiel, to_openspiel

__all__ = [
    "action_from_move",
    "action_from_openspiel",
    "action_to_move",
    "action_to_openspiel",
    "from_board",
    "from_openspiel",
    "to_board",
    "to_openspiel",
]

_CHESS = ("action_from_move", "action_to_move", "from_board", "to_board")
_OPENSPIEL = ("action_from_openspiel", "action_to_openspiel", "from_openspiel", "to_openspiel")
_MODULES = ("gymnasium", "pettingzoo")
__getattr__, __dir__ = _lazy_import(
    __name__,
    {
        **dict.fromkeys(_CHESS, "boardai.games.chess.python_chess"),
        **dict.fromkeys(_OPENSPIEL, "boardai.interop.openspiel"),
        **{name: f"boardai.interop.{name}" for name in _MODULES},
    },
)
