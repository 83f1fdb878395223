"""Ten opponents of rising strength, for every board: how deep they look, how far they misjudge, and whether they solve.

Each scored at least 55 % of 400 games against the one below (docs/benchmarks/reversi.md, "Levels of Reversi"). The weak
ones look one ply ahead and misjudge every move by a normal error of this many discs; the strong ones look deeper.
"""

from __future__ import annotations

from typing import NamedTuple

# What a disc is in the numbers of each evaluation that a board's opponent may play by.
DISC = {"patterns": 100.0, "positional": 100.0, "larion": 62.5}

_OPENING_DISCS = 0.5


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


def levels(evaluation: str) -> list[tuple[str, str]]:
    """Names and specs of the ten, the weakest first.

    >>> from boardai.games.reversi.opponents.ladder import levels
    >>> levels("larion")[0]
    ('newcomer', 'pvs:depth=1,evaluator=larion,noise=1250,endings=false')

    Args:
        evaluation: by which all of them play.
    """
    found = []
    for name, depth, discs, solves in _LADDER:
        spec = f"pvs:depth={depth},evaluator={evaluation}"
        spec += f",noise={discs * DISC[evaluation]:g}" if discs else f",{opening_noise(evaluation)}"
        if not solves:
            spec += ",endings=false"
        found.append((name, spec))
    return found
