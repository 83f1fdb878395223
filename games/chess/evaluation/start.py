"""The initial weights of the positional evaluation: values of chess books, in round numbers.

In centipawns, one value for the middlegame and one for the endgame at each place of a group. Where data say little,
fitted weights stay near these.
"""

from __future__ import annotations

import numpy as np


def _row(*values: float) -> np.ndarray:
    return np.array(values, float)


def _both(middle: np.ndarray, end: np.ndarray) -> np.ndarray:
    return np.stack([np.asarray(middle, float), np.asarray(end, float)])


def _mobility(squares: int, middle: float, end: float) -> np.ndarray:
    """The weight of a square, for each attacked square above half of the piece's maximum."""
    free = np.arange(squares) - (squares - 1) / 2
    return _both(middle * free, end * free)


def _pieces() -> np.ndarray:
    """Worth and place of the six pieces, `[2, 6, 8, 8]`: rows are ranks, as the owner sees them."""
    ranks, files = np.mgrid[0:8, 0:8]
    centre = 3.0 - np.maximum(np.abs(ranks - 3.5), np.abs(files - 3.5)) + 0.5  # 3 in the middle, 0 on the rim
    worth = {"middle": (90, 330, 350, 480, 1000, 0), "end": (110, 290, 310, 530, 950, 0)}
    made = np.zeros((2, 6, 8, 8))
    for phase, values in enumerate(worth.values()):
        made[phase] = np.array(values)[:, None, None]
    made[:, 0] += np.stack([5 * centre * (ranks > 1), 4.0 * (ranks - 1)])
    made[:, 0, [0, 7]] = 0
    made[:, 1] += np.stack([12 * centre - 20, 8 * centre - 12])
    made[:, 2] += np.stack([5 * centre - 8, 4 * centre - 6])
    made[:, 4] += np.stack([0 * centre, 6 * centre - 9])
    made[:, 5] += np.stack([-12.0 * ranks - 8 * centre, 10 * centre - 15])
    return made


def starting_values() -> dict[str, np.ndarray]:
    """Hand-made weights by name of the group, `[2, *shape]` each: middlegame and endgame."""
    steps = np.arange(8)
    passed = _both(_row(0, 0, 0, 5, 20, 45, 70, 0), _row(0, 5, 10, 25, 50, 90, 120, 0))
    units = np.arange(40)
    danger = np.minimum(units**2 / 4, 400)
    wall = _row(-22, 18, 10, -4, -10, -12, -12, 0)
    near = _row(0, 0, -22, -20, -10, -3, 0, 0)
    return {
        "pieces on squares": _pieces(),
        "knight mobility": _mobility(9, 4, 4),
        "bishop mobility": _mobility(14, 5, 5),
        "rook mobility": _mobility(15, 2, 4),
        "queen mobility": _mobility(28, 1, 2),
        "bishop pair": _both(_row(25), _row(50)),
        "knight and own pawns": _both(_row(3), _row(3)),
        "rook and own pawns": _both(_row(-4), _row(-2)),
        "bishop and pawns of its colour": _both(_row(-3), _row(-5)),
        "minor piece behind a pawn": _both(_row(5), _row(2)),
        "knight, bishop on an outpost": _both(_row(20, 12), _row(15, 8)),
        "rook on an open file": _both(_row(25), _row(8)),
        "rook on a half-open file": _both(_row(12), _row(5)),
        "rook on the seventh rank": _both(_row(5), _row(20)),
        "doubled pawn": _both(_row(-8), _row(-20)),
        "isolated pawn: closed, open file": _both(_row(-8, -16), _row(-10, -14)),
        "backward pawn: closed, open file": _both(_row(-6, -14), _row(-8, -10)),
        "pawn alongside a pawn, by rank": _both(_row(0, 4, 6, 8, 16, 35, 60, 0), _row(0, 0, 3, 6, 14, 40, 70, 0)),
        "pawn supported by a pawn, by rank": _both(_row(0, 0, 10, 8, 12, 25, 50, 0), _row(0, 0, 6, 7, 12, 25, 50, 0)),
        "passed pawn: free, attacked, blocked way, by rank": np.stack([passed, 0.7 * passed, 0.35 * passed], axis=1),
        "passed pawn, safe to the last rank, by rank": _both(0.3 * passed[0], 0.5 * passed[1]),
        "passed pawn, own king's distance": _both(0 * steps, -4 * steps),
        "passed pawn, their king's distance": _both(0 * steps, 6 * steps),
        "passed pawn, own, their rook behind": _both(_row(5, -5), _row(12, -15)),
        "passed pawn that no king catches": _both(_row(0), _row(250)),
        "pawn attacks a piece": _both(_row(45, 45, 60, 55), _row(35, 35, 30, 30)),
        "minor piece attacks": _both(_row(3, 20, 20, 40, 35), _row(12, 20, 20, 30, 25)),
        "rook attacks": _both(_row(2, 15, 15, 0, 40), _row(15, 15, 15, 0, 20)),
        "attacked and undefended": _both(_row(5, 25, 25, 25, 30), _row(15, 20, 20, 20, 20)),
        "pawn push would attack a piece": _both(_row(15), _row(10)),
        "king's, neighbouring file: own pawn's rank": _both(np.stack([wall, 0.8 * wall]), np.zeros((2, 8))),
        "king's files: their pawn free, stopped, by rank": _both(np.stack([near, 0.4 * near]), np.zeros((2, 8))),
        "danger to their king without, with a queen": _both(
            np.stack([0.25 * danger, danger]), np.stack([0.1 * danger, 0.25 * danger])
        ),
        "side to move": _both(_row(12), _row(8)),
    }
