"""Places boards on a larger canvas, so that boards of several sizes share a network and a batch."""

from __future__ import annotations

import numpy as np

from boardai.learn.network.config import NetworkConfig


def canvas_layout(
    shape: tuple[int, int, int], policy_size: int, config: NetworkConfig, cells: tuple[int, ...] | None
) -> tuple[tuple[int, int], np.ndarray | None, tuple[int, int, int], int]:
    """The placement of a game's board on the canvas: in its first rows and columns.

    A policy is planes x height x width, plane-major, then extras. On a larger canvas, a move of the same plane is in
    the same row and column, and the extras follow the larger planes. A policy with another numbering is read from the
    planes of a convolutional head at its `cells`.

    Returns:
        Rows and columns to add, the canvas index of each of the game's policy indices (None: the same), the canvas's
        shape and policy size.

    Raises:
        ValueError: the canvas is too small, `network.board_plane` is missing, or the game's policy is not planes of its
            board.
    """
    height, width, channels = shape
    if config.canvas == 0 or (config.canvas == height == width):
        if cells is None or config.policy_head != "conv":
            return (0, 0), None, shape, policy_size
        planes = max(cells) // (height * width) + 1
        return (0, 0), np.array(cells, np.int32), shape, planes * height * width
    if cells is not None:
        raise ValueError("network.canvas: this game's policy is not planes of its board: 0")
    side = config.canvas
    if side < max(height, width):
        raise ValueError(f"network.canvas: a side of {side} does not hold a board of {height}x{width}")
    if config.board_plane < 0:
        raise ValueError("network.canvas: needs network.board_plane, the plane that marks the cells of the board")
    planes, extras = divmod(policy_size, height * width)
    plane, row, column = np.indices((planes, height, width))
    on_board = (plane * side * side + row * side + column).ravel()
    indices = np.concatenate([on_board, planes * side * side + np.arange(extras)]).astype(np.int32)
    return (side - height, side - width), indices, (side, side, channels), planes * side * side + extras
