"""Positions for people: the hooks of a game's board, and default drawings for games that have none."""

from boardai.drawing.board import Board
from boardai.drawing.layout import Layout
from boardai.drawing.look import Look
from boardai.drawing.moving import MovingPicture
from boardai.drawing.picture import grid_svg
from boardai.drawing.text import drawn, grid_text

__all__ = ["Board", "Layout", "Look", "MovingPicture", "drawn", "grid_svg", "grid_text"]
