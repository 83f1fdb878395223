"""Advice for a position by alpha-beta, by a network, by a heuristic, and by network and heuristic together.

The buttons of Ószi's thesis (2021, section 7: yellow, orange, purple), all at once; the move that each prefers and its
value are shown next to each other. `boardai.players.combined` combines network and heuristic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boardai.drawing.page import aligned
from boardai.game import Game
from boardai.players.combined import Adviser, MoveAdvice, best_by
from boardai.players.hints import reason
from boardai.search.results.result import SearchResult

WAYS = {"network": "network", "heuristic": "heuristic", "combined": "network x heuristic"}


@dataclass(frozen=True)
class Advice:
    """The advice of each method for a position.

    Attributes:
        game: the game.
        state: the position.
        search: result of alpha-beta, or of a file of solved positions.
        moves: values of each legal move by network and heuristic.
    """

    game: Game
    state: Any
    search: SearchResult
    moves: tuple[MoveAdvice, ...]

    @property
    def best(self) -> dict[str, int]:
        """The move that each method prefers, by its name; without a network there are two."""
        found = {self.search.method: int(self.search.action)}
        for what, name in WAYS.items():
            if getattr(self.moves[0], what) is not None:
                found[name] = best_by(self.moves, what).action
        return found

    def to_text(self, most: int = 10) -> str:
        """A line for each method, and a table of the moves.

        Args:
            most: number of moves in the table, the best of each method first; 0: no table.
        """
        by_action = {one.action: one for one in self.moves}
        width = max(map(len, self.best))
        lines = []
        for name, action in self.best.items():
            one, move = by_action[action], self.game.format_action(self.state, action)
            if name == self.search.method:
                reason_text = reason(self.search, self.game)
            else:
                what = next(key for key, words in WAYS.items() if words == name)
                reason_text = "wins at once" if one.ends == 1 else _words(one, what)
            lines.append(f"{name.ljust(width)}  {move}  ({reason_text})")
        rows = [self._row(action) for action in self._ranked()[:most]]
        if rows:
            titles = ("move", "network", "heuristic", "both")
            columns = [place for place in range(4) if any(row[place] for row in rows)]
            lines += ["", *aligned([[row[place] for place in columns] for row in (titles, *rows)])]
        return "\n".join(lines)

    def to_data(self) -> dict[str, Any]:
        """The same for programs: `best` by method, and the values of every move."""

        def move(action: int) -> str:
            return str(self.state.action_to_string(action))

        return {
            "position": self.state.to_string(),
            "best": {name: move(action) for name, action in self.best.items()},
            "search": {"method": self.search.method, "value": self.search.value, "outcome": self.search.outcome},
            "moves": [
                {
                    "move": move(one.action), "network": one.network, "heuristic": one.heuristic,
                    "combined": one.combined, "ends": one.ends,
                }
                for one in self.moves
            ],
        }  # fmt: skip

    def _ranked(self) -> list[int]:
        """Every move, sorted by the last method, with the preferred moves of the others among the first."""
        what = "heuristic" if self.moves[0].combined is None else "combined"
        sign = 1 if what == "heuristic" else -1
        rest = sorted(self.moves, key=lambda one: (one.ends != 1, sign * getattr(one, what)))
        return list(dict.fromkeys([*self.best.values(), *(one.action for one in rest)]))

    def _row(self, action: int) -> tuple[str, str, str, str]:
        one = next(one for one in self.moves if one.action == action)
        return (
            self.game.format_action(self.state, action),
            "" if one.network is None else f"{100 * one.network:.1f} %",
            "wins" if one.ends == 1 else f"{one.heuristic:+g}",
            "" if one.combined is None else f"{one.combined:.4f}",
        )


def _words(one: MoveAdvice, what: str) -> str:
    if what == "network":
        assert one.network is not None
        return f"wins with {100 * one.network:.1f} %"
    if what == "heuristic":
        return f"{one.heuristic:+g} after the move; lower is better"
    return f"{one.combined:.4f}"


def advise(game: Game, state: Any, search: SearchResult, adviser: Adviser) -> Advice:
    """Advice for a position.

    >>> from boardai.players.advising import advise
    >>> from boardai.players.trained import make_adviser
    >>> game = boardai.load("hex", size=3)
    >>> state, adviser = game.initial_state(), make_adviser(game, evaluator="shortest_path")
    >>> advice = advise(game, state, boardai.search.pvs(state, depth=3), adviser)
    >>> {name: game.format_action(state, action) for name, action in advice.best.items()}
    {'pvs': 'c1', 'heuristic': 'a1'}

    Args:
        game: the game.
        state: a position that is not terminal.
        search: result of alpha-beta there.
        adviser: adviser of the game.
    """
    return Advice(game, state.clone(), search, tuple(adviser.advice(state)))
