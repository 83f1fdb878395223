"""Ten opponents of rising strength, for every board: their depth, the error in their values, and whether they solve.

Each scored at least 55 % of 400 games against the one below (docs/benchmarks/reversi.md, "Levels of Reversi"). The weak
ones look one ply ahead and add a normal error of this many discs to every value; the strong ones look deeper.
"""

from __future__ import annotations

from typing import NamedTuple

# The value of a disc in the units of each evaluation that a board's opponent may use.
DISC = {"patterns": 100.0, "positional": 100.0, "larion": 62.5}

_OPENING_DISCS = 0.5

# What each level but the first scored against the one below, in per cent of 400 games, by board: as in
# docs/benchmarks/reversi.md, "Levels of Reversi", by `measure_levels`.
_SCORES = {
    "8x8": (76.2, 76.8, 70.6, 70.5, 67.6, 88.9, 84.1, 73.9, 77.1),
    "6x6": (67.5, 66.4, 58.2, 56.4, 64.6, 65.9, 63.2, 57.5, 56.5),
    "octagon": (78.5, 80.5, 79.5, 80.6, 74.5, 85.8, 86.2, 82.5, 90.6),
    "diagonal": (65.0, 72.6, 61.9, 65.9, 67.4, 78.0, 77.1, 75.5, 75.4),
}


class _Strength(NamedTuple):
    name: str
    depth: int
    discs: float  # of error
    solves: bool


_LADDER = (
    _Strength("newcomer", 1, 20, False),
    _Strength("beginner", 1, 11, False),
    _Strength("easy", 1, 6, False),
    _Strength("casual", 1, 3.5, False),
    _Strength("medium", 1, 1, False),
    _Strength("club", 3, 3, True),
    _Strength("advanced", 4, 0, True),
    _Strength("strong", 6, 0, True),
    _Strength("expert", 8, 0, True),
    _Strength("master", 12, 0, True),
)


def opening_noise(evaluation: str) -> str:
    """What makes games of a player without errors begin differently: half a disc of error in its first four moves.

    >>> from boardai.games.reversi.opponents.ladder import opening_noise
    >>> opening_noise("patterns")
    'noise=50,noisy_moves=4'

    Args:
        evaluation: by which it plays.
    """
    return f"noise={_OPENING_DISCS * DISC[evaluation]:g},noisy_moves=4"


def level_scores(board: str) -> dict[str, float]:
    """The score of each level against the one below it, as a share of the points; {} on boards that were not measured.

    >>> from boardai.games.reversi.opponents.ladder import level_scores
    >>> level_scores("8x8")["beginner"], level_scores("14x14")
    (0.762, {})

    Args:
        board: its name.
    """
    names = [one.name for one in _LADDER[1:]]
    return {name: score / 100 for name, score in zip(names, _SCORES[board], strict=True)} if board in _SCORES else {}


def levels(evaluation: str) -> list[tuple[str, str]]:
    """Names and specs of the ten, the weakest first.

    >>> from boardai.games.reversi.opponents.ladder import levels
    >>> levels("larion")[0]
    ('newcomer', 'pvs:depth=1,evaluator=larion,noise=1250,endings=false')

    Args:
        evaluation: evaluation of all levels.
    """
    found = []
    for name, depth, discs, solves in _LADDER:
        spec = f"pvs:depth={depth},evaluator={evaluation}"
        spec += f",noise={discs * DISC[evaluation]:g}" if discs else f",{opening_noise(evaluation)}"
        if not solves:
            spec += ",endings=false"
        found.append((name, spec))
    return found
