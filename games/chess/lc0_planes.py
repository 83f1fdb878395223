"""The planes and squares of the 1,858 moves of Lc0's policy, for convolutional policy heads.

A plane for each way to go: 56 as a queen, 8 as a knight, and 9 to promote; the cell is the square that the piece comes
from. So a move stands where AlphaZero has it, but that the plain promotion is to a knight.
"""

from __future__ import annotations

import functools

_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_PROMOTIONS = 3  # to queen, rook, bishop
_SQUARES = 64


@functools.cache
def policy_cells() -> tuple[int, ...]:
    """Plane times 64 plus square, by policy index (`games/chess/state/lc0_policy.hpp` has their order)."""
    ways = [(files * far, ranks * far) for files, ranks in _STEPS for far in range(1, 8)] + list(_LEAPS)
    number = {way: plane for plane, way in enumerate(ways)}
    plain, promoting = [], []
    for start in range(_SQUARES):
        for end in range(_SQUARES):
            way = (end % 8 - start % 8, end // 8 - start // 8)
            if way in number:
                plain.append(number[way] * _SQUARES + start)
            if way in ((-1, 1), (0, 1), (1, 1)) and end // 8 == 7:
                first = len(ways) + (way[0] + 1) * _PROMOTIONS
                promoting += [(first + piece) * _SQUARES + start for piece in range(_PROMOTIONS)]
    return tuple(plain + promoting)
