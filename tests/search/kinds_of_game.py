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


def connect_four(columns: int, rows: int) -> boardai.Game:
    """Connect Four on a smaller board: example 2 with other numbers."""
    source = (EXAMPLES / "02_connect_four.hpp").read_text()
    size = "columns = 7, rows = 6"
    assert size in source
    source = source.replace(size, f"columns = {columns}, rows = {rows}")
    return boardai.define_game(source, name=f"connect four {columns}x{rows}")
