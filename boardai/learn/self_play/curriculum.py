"""The boards of a run, and the schedule of their shares of its games.

A board is the run's game with some parameters changed. Each has weights for equal distances of the run, the first for
its beginning and the last for its end, and linearly between them; its share is its weight over the sum of all.

    size=5: 3 1 1      three quarters of the games at first, a fifth at the end
    size=7: 1 2 1
    size=9: 0 1 3      none at first, three fifths at the end

A board that has been played stays in play: its weight may begin with zeros, and is above 0 then. What a run owes to
each board is carried from iteration to iteration, so the shares hold for the games of the whole run.
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

# Of weights that are not 0: sums and steps between them are then ordinary numbers.
_SMALLEST, _LARGEST = 1e-6, 1e6


@dataclass(frozen=True)
class BoardWeights:
    """A board of a run.

    >>> BoardWeights.parse("size=5: 3 1 1").weight(0.25)
    2.0

    Attributes:
        name: parameters of the game, as `boardai.load` takes them after the colon.
        weights: at equal distances of the run, from its beginning to its end; one stands for the whole run.
    """

    name: str
    weights: tuple[float, ...]

    @staticmethod
    def parse(text: str) -> BoardWeights:
        """A board of a setting.

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
        """At a point of the run, 0 to 1."""
        return float(np.interp(progress, np.linspace(0.0, 1.0, len(self.weights)), self.weights))


def _zeros(weights: Sequence[float]) -> int:
    """The number of leading zeros."""
    return next((place for place, weight in enumerate(weights) if weight != 0), len(weights))


def absolute(text: str) -> str:
    """The text of a board, with absolute paths of files that are parameters: a run can be resumed from any folder."""
    name, colon, numbers = text.rpartition(":")
    return f"{from_any_folder(f':{name}').removeprefix(':')}{colon}{numbers}"


def parsed(texts: Sequence[str]) -> tuple[BoardWeights, ...]:
    """The boards of a setting; none: the run's own alone.

    Raises:
        ValueError: a text that is no board, one board, a board twice, or none to begin with.
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
        game: the run's.
        name: parameters as `boardai.load` takes them after the colon; "": the game itself.

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
        boards: at least one, with a weight at the beginning.
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
        owed: games that each board is behind its share so far; below 0: it is ahead.
        wanted: shares of this iteration.
        games: of the iteration, on all boards.
    """
    left = [debt + share * games for debt, share in zip(owed, wanted, strict=True)]
    counts = [0] * len(left)
    for _ in range(games):
        most = max(range(len(left)), key=left.__getitem__)
        left[most] -= 1
        counts[most] += 1
    return counts


def rows_by_board(shares: Sequence[float], rows: int, rng: np.random.Generator) -> list[np.ndarray]:
    """The rows of a batch for each board: random places, in number the board's share of the batch, randomly rounded.

    Args:
        shares: of the boards, adding up to 1.
        rows: of the batch.
        rng: decides where, and which way is rounded.
    """
    ends = np.minimum(np.floor(np.cumsum(shares) * rows + rng.random()), rows).astype(int)
    ends[int(np.flatnonzero(shares)[-1]) :] = rows  # their sum may be a little less than 1
    return np.split(rng.permutation(rows), ends[:-1])
