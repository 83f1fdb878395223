"""Board-game AI to read, trust and run fast: rules, search and learning for two-player board games.

>>> import boardai
>>> game = boardai.load("hex", size=5)
>>> state = game.initial_state()
>>> state.apply(state.action_from_string("c3"))
"""

from importlib import metadata as _metadata
from pathlib import Path as _Path

# In a checkout the games stand beside this package; installed, they are inside it as boardai.games.
if not (_Path(__file__).parent / "games").is_dir() and (_Path(__file__).parent.parent / "games").is_dir():
    __path__.append(str(_Path(__file__).parent.parent))

from boardai.batch import Batch
from boardai.check import check_game
from boardai.game import BaseState, Game, State, available_games, define_game, load

__all__ = ["BaseState", "Batch", "Game", "State", "available_games", "check_game", "define_game", "load"]

try:
    __version__ = _metadata.version("boardai")
except _metadata.PackageNotFoundError:
    __version__ = "unknown"
