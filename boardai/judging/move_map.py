"""The value of each move: a separate search after every legal move, as a table and as a picture of the board.

At the start of Hex without the swap rule this is the swap map: with the rule, the stones above 50 % should be swapped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from boardai.game import Game
from boardai.judging.chances import expected_outcome
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import margin_words


@dataclass(frozen=True)
class MoveMap:
    """The win chance of each legal move, for the player to move.

    >>> from boardai.judging import measure_moves
    >>> state = boardai.load("hex:size=3").initial_state()
    >>> found = measure_moves(boardai.load("hex:size=3"), state, boardai.search.dfpn)
    >>> [state.action_to_string(action) for action, chance in found.chances.items() if chance == 1]
    ['c1', 'a2', 'b2', 'c2', 'a3']

    Attributes:
        game: the game.
        state: the position.
        chances: 0 to 1 by action, in the game's order; a draw counts half.
        margins: points by action (Reversi: discs), if the search reports them.
    """

    game: Game
    state: Any
    chances: dict[int, float]
    margins: dict[int, float]

    def to_svg(self) -> str:
        """The board with the chance of each move in per cent on the cell where the move ends.

        Raises:
            ValueError: the game draws no numbers on its cells.
        """
        return self.game.svg(self.state, shares=self.chances)

    def to_text(self) -> str:
        """One line per move, the best first, and the number of moves that are at least even."""
        names = {action: self.game.format_action(self.state, action) for action in self.chances}
        width = max(4, *map(len, names.values()))
        lines = [f"{'move':<{width}}  win chance"]
        for action in sorted(self.chances, key=lambda action: -self.chances[action]):
            margin = self.margins.get(action)
            words = "" if margin is None else f"  {margin_words(self.state, margin, signed=True)}"
            lines.append(f"{names[action]:<{width}}  {100 * self.chances[action]:>8.1f} %{words}")
        even = sum(chance >= 0.5 for chance in self.chances.values())
        lines.append(f"{even:,} of {len(self.chances):,} moves have a win chance of at least 50 %")
        return "\n".join(lines)

    def to_data(self) -> dict[str, Any]:
        """Everything, for JSON."""
        name = self.state.action_to_string
        return {
            "game": self.game.spec,
            "position": self.state.to_string(),
            "player": int(self.state.current_player()),
            "chances": {name(action): chance for action, chance in self.chances.items()},
            "margins": {name(action): margin for action, margin in self.margins.items()},
        }


def measure_moves(
    game: Game,
    state: Any,
    search: Callable[[Any], SearchResult],
    scale: Callable[[], float] = lambda: 0.0,
    progress: Callable[[int], None] = lambda _: None,
) -> MoveMap:
    """Searches the position after each legal move.

    >>> from boardai.judging import measure_moves
    >>> game = boardai.load("reversi:board=4x4")
    >>> found = measure_moves(game, game.initial_state(), lambda state: boardai.search.alphabeta(state, points=True))
    >>> set(found.margins.values())  # dark loses by ten discs after every first move
    {-10.0}

    Args:
        game: the game.
        state: the position.
        search: searches one position.
        scale: returns the score with odds of 10 to 1 (`score_scale`); called if the search reports scores.
        progress: called with the number of moves searched so far.

    Raises:
        ValueError: the game is over.
    """
    if state.is_terminal():
        raise ValueError(f"the game is over in this position: {state.to_string()}")
    player = state.current_player()
    chances, margins = {}, {}
    for number, action in enumerate(state.legal_actions()):
        progress(number)
        child = state.child(action)
        if child.is_terminal():
            chances[action] = (1 + child.outcome(player)) / 2
            if hasattr(child, "score"):
                margins[action] = float(child.score(player))
            continue
        result = search(child)
        sign = 1 if child.current_player() == player else -1
        expected = expected_outcome(result, result.value, scale() if result.is_score else 0.0)
        chances[action] = (1 + sign * expected) / 2
        if result.margin is not None:
            margins[action] = sign * result.margin
    return MoveMap(game, state, chances, margins)
