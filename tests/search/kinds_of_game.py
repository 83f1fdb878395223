"""The games that every search is tested on: shipped ones, one compiled at run time, one written in Python."""

from __future__ import annotations

from pathlib import Path

import boardai

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SPECS = {
    "chess": "chess",
    "hex": "hex:size=5",
    "reversi": "reversi:board=6x6",
    "connect four": str(EXAMPLES / "02_connect_four.hpp"),
    "tic-tac-toe": str(EXAMPLES / "01_game_in_python.py"),
}


def load(name: str) -> boardai.Game:
    """One of `SPECS`."""
    return boardai.load(SPECS[name])
