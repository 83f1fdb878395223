"""Values of searches in words, in one unit on the whole page: pawns, discs or per cent."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from boardai.game import Game
from boardai.judging.chances import CENTIPAWNS
from boardai.search.results.wording import EVALUATION_LIMIT, margin_words, value_words

_CENTIPAWNS_A_PAWN = 100


@dataclass(frozen=True)
class Unit:
    """The unit of a search's values.

    >>> from boardai.web.units import Unit
    >>> chess = boardai.load("chess")
    >>> unit = Unit(chess, chess.initial_state(), is_score=True)
    >>> unit.words(-130), unit.words(31_997), unit.bound(-31), Unit(chess, unit.state, is_score=False).words(0.5)
    ('−1.3 pawns', 'win in 3 plies', '−0.31', '75 %')

    Attributes:
        game: the game.
        state: a position of the game; values are for its player to move.
        is_score: whether values are scores of an evaluation; otherwise expected outcomes, from -1 to 1.
        point: score of one point of the final margin; 0: the game is not decided by points.
    """

    game: Game
    state: Any
    is_score: bool
    point: float = 0

    def words(self, value: float) -> str:
        """A value with its unit."""
        if not self.is_score:
            return f"{50 * (1 + value):.0f} %"
        if abs(value) >= EVALUATION_LIMIT:
            return value_words(value)
        return advantage_words(self.game, self.state, value, self.point)

    def bound(self, value: float) -> str:
        """A bound of a window as a number in the unit, with enough digits that the bounds of a narrow window differ."""
        if math.isinf(value):
            return signed(value, "∞")
        if abs(value) >= EVALUATION_LIMIT:
            return value_words(value)
        one = self.point or (_CENTIPAWNS_A_PAWN if self.game.score_unit == CENTIPAWNS else 1)
        number = abs(value) / one
        text = f"{number:g}" if number.is_integer() else f"{number:.2f}"
        return signed(value, text) if float(text) else "0"


def advantage_words(game: Game, state: Any, value: float, point: float) -> str:
    """An evaluation's score for the player to move, in words.

    Args:
        game: the game.
        state: of the game.
        value: the score.
        point: score of one point of the final margin; 0: the game is not decided by points.
    """
    if point:
        ahead = margin_words(state, value / point) if round(value / point, 1) else ""
    else:
        ahead = game.describe_advantage(abs(value))
    return signed(value, ahead) if ahead else "even"


def signed(value: float, words: str) -> str:
    """A value in words, with its sign."""
    return ("+" if value > 0 else "\u2212") + words
