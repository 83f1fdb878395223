"""Boards, states and environments of other libraries: python-chess, OpenSpiel, PettingZoo, Gymnasium.

None of them is needed by `import boardai`, nor by this package before a function that is about them is called.
docs/interop.md shows each; `pip install 'boardai[chess]'`, `[openspiel]`, `[pettingzoo]`, `[gymnasium]` bring them.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING
from typing import Any as _Any

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

_CHESS = "boardai.games.chess.python_chess"
_LATER = {name: _CHESS for name in ("action_from_move", "action_to_move", "from_board", "to_board")} | {
    name: "boardai.interop.openspiel"
    for name in ("action_from_openspiel", "action_to_openspiel", "from_openspiel", "to_openspiel")
}


def __getattr__(name: str) -> _Any:
    if name in ("gymnasium", "pettingzoo"):
        return _import_module(f"boardai.interop.{name}")
    if name not in _LATER:
        raise AttributeError(f"module 'boardai.interop' has no attribute {name!r}")
    return getattr(_import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "gymnasium", "pettingzoo"])
