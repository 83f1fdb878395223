"""The boards of a run, and the schedule of their shares of its games.

A board is the run's game with some parameters changed. Each has weights at equally spaced points of the run, the first
for its start and the last for its end, with linear interpolation in between; its share is its weight over the sum of
all.

    size=5: 3 1 1      three quarters of the games at first, a fifth at the end
    size=7: 1 2 1
    size=9: 0 1 3      none at first, three fifths at the end

A board that has entered stays in play: its weights may start with zeros, but are above 0 from then on. The difference
between planned and played games of each board is carried over between iterations, so the shares hold for the whole run.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boardai.basics.quoting import quoted
from boardai.game import Game, from_any_folder, load
from boardai.learn.settings import require

PLACE = "selfplay.boards"

# Range of weights other than 0, so that their sums and differences are ordinary numbers.
_SMALLEST, _LARGEST = 1e-6, 1e6


@dataclass(frozen=True)
class BoardWeights:
    """A board of a run.

    >>> BoardWeights.parse("size=5: 3 1 1").weight(0.25)
    2.0

    Attributes:
        name: parameters of the game, as for `boardai.load` after the colon.
        weights: at equally spaced points of the run, from its start to its end; a single one is constant.
    """

    name: str
    weights: tuple[float, ...]

    @staticmethod
    def parse(text: str) -> BoardWeights:
        """Parses a board of a setting.

        Raises:
            ValueError: naming the setting and what is wrong.
        """
        name, colon, numbers = text.rpartition(":")
        try:
            weights = tuple(float(word) for word in numbers.split())
        except ValueError:
            weights = ()
        name = name.strip()
        require(
            bool(colon and name and weights) and all(map(math.isfinite, weights)),
            PLACE,
            f"expected PARAMETERS: WEIGHT WEIGHT ..., such as 'size=5: 3 1 1', got {quoted(text)}",
        )
        played = [weight for weight in weights[_zeros(weights) :]]
        require(min(weights) >= 0, PLACE, f"{name}: a weight is below 0")
        require(bool(played), PLACE, f"{name}: its weights are all 0: leave it out")
        require(min(played) > 0, PLACE, f"{name}: a weight of 0 after others: a board that is played stays in play")
        require(
            min(played) >= _SMALLEST and max(played) <= _LARGEST,
            PLACE,
            f"{name}: weights that are not 0 are from {_SMALLEST:f} to {_LARGEST:.0f}",
        )
        return BoardWeights(name, weights)

    def weight(self, progress: float) -> float:
        """The weight at a point of the run, 0 to 1."""
        return float(np.interp(progress, np.linspace(0.0, 1.0, len(self.weights)), self.weights))


def _zeros(weights: Sequence[float]) -> int:
    """The number of leading zeros."""
    return next((place for place, weight in enumerate(weights) if weight != 0), len(weights))


def absolute(text: str) -> str:
    """The text of a board, with absolute paths in its parameters, so that a run can be resumed from any folder."""
    name, colon, numbers = text.rpartition(":")
    return f"{from_any_folder(f':{name}').removeprefix(':')}{colon}{numbers}"


def parsed(texts: Sequence[str]) -> tuple[BoardWeights, ...]:
    """The boards of a setting; none: only the run's own board.

    Raises:
        ValueError: a text that is not a board, only one board, a board twice, or none with a weight at the start.
    """
    boards = tuple(map(BoardWeights.parse, texts))
    names = [board.name for board in boards]
    require(len(boards) != 1, PLACE, "one board: leave it empty to play on the run's own")
    require(len({*names}) == len(names), PLACE, f"a board twice: {', '.join(names)}")
    require(not boards or any(board.weights[0] > 0 for board in boards), PLACE, "no board is played at the beginning")
    return boards


def on_board(game: Game, name: str) -> Game:
    """A game with some parameters changed.

    Args:
        game: the run's game.
        name: parameters, as for `boardai.load` after the colon; "": the game itself.

    Raises:
        ValueError: naming the setting, the board and the reason.
    """
    if not name:
        return game
    named = {item.partition("=")[0].strip() for item in name.split(",")}
    try:
        return load(f"{game.name}:{name}", **{key: value for key, value in game.params.items() if key not in named})
    except ValueError as error:
        raise ValueError(f"{PLACE}: {name}: {error}") from None


def shares(boards: Sequence[BoardWeights], progress: float) -> list[float]:
    """Each board's share of the games at a point of the run; they add up to 1.

    >>> shares(parsed(["size=5: 3 1", "size=7: 1 1"]), 0.5)
    [0.6666666666666666, 0.3333333333333333]

    Args:
        boards: at least one, with a weight at the given point.
        progress: 0 to 1.
    """
    weights = [board.weight(progress) for board in boards]
    return [weight / sum(weights) for weight in weights]


def allotted(owed: Sequence[float], wanted: Sequence[float], games: int) -> list[int]:
    """The number of an iteration's games on each board: each game in turn goes to the board furthest behind its share.

    >>> allotted([0.0, 0.0], [0.75, 0.25], 5)
    [4, 1]
    >>> allotted([-0.5, 0.5], [0.75, 0.25], 5)
    [3, 2]

    Args:
        owed: number of games by which each board is behind its share so far; negative: it is ahead.
        wanted: shares of this iteration.
        games: number of games of the iteration, on all boards.
    """
    left = [debt + share * games for debt, share in zip(owed, wanted, strict=True)]
    counts = [0] * len(left)
    for _ in range(games):
        most = max(range(len(left)), key=left.__getitem__)
        left[most] -= 1
        counts[most] += 1
    return counts


def rows_by_board(shares: Sequence[float], rows: int, rng: np.random.Generator) -> list[np.ndarray]:
    """The rows of a batch for each board: random rows, their number being the board's share, randomly rounded.

    Args:
        shares: shares of the boards, adding up to 1.
        rows: size of the batch.
        rng: random generator for the places and the rounding.
    """
    ends = np.minimum(np.floor(np.cumsum(shares) * rows + rng.random()), rows).astype(int)
    ends[int(np.flatnonzero(shares)[-1]) :] = rows  # the sum of the shares may be slightly less than 1
    return np.split(rng.permutation(rows), ends[:-1])
