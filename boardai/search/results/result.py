"""The result of a search, and its text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from boardai.drawing import drawn
from boardai.search.results import result_text
from boardai.search.results.result_data import ResultData


@dataclass(frozen=True, kw_only=True)
class SearchResult(ResultData):
    """The result of a search, from the view of the player to move in the searched state.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.dfpn(state)
    >>> result.value, result.value_for(1), result.pv[0] == result.action
    (1, -1, True)

    Fields that a search does not have are None or empty: a solver has no visits, a Monte-Carlo search no table.

    Attributes:
        action: the move to play.
        value: for the player to move. Monte-Carlo searches: expected outcome in [-1, 1]. Minimax family: the score in
            the evaluator's unit (chess: centipawns), a win in n plies being 32,000 - n; with `points`, the final
            margin in points (discs). `margin` and `margin_of(action)` give that of other searches as well.
            Solvers: +1, 0, -1, or None if unproven. Also None if the first depth was not completed
            (`is_unsearched`).
        policy: share of each legal action; adds up to 1. Monte-Carlo: of the visits (of the priors before the first
            simulation; Gumbel: the improved policy). Others: all of it on `action`.
        pv: principal variation, the line of actions the search expects, from the searched state.
        nodes: positions visited (minimax family) or held in the tree (Monte-Carlo).
        simulations: simulations run.
        depth: plies searched in full (minimax family) or of the longest line walked (Monte-Carlo).
        seconds: wall time.
        player: the player to move, 0 or 1.
        method: name of the search, as in `boardai.search`; or of a player.
        scores: whether `value` is a score in the evaluator's unit, for results that are not of a search of
            `boardai.search`; None: determined by `method` (`is_score`).
        state: the searched state (a copy).
        visits: visit count of each legal action.
        priors: prior probability of each legal action, as the search used it (with root noise, if any).
        action_values: value of each action that has one, in the unit of `value`: an average, an exact
            score, or a bound.
        bounds: actions whose value is only a bound: "at most" or "at least".
        outcomes: proven outcome, +1, 0 or -1, of each action that has one.
        action_nodes: positions visited below each action searched.
        outcome: the proven outcome, +1, 0 or -1, or None.
        plies_to_end: plies to the end of the game under best play, if a forced win or loss was found.
        proof_set: places, as actions, that the proven outcome depends on: it does not depend on the loser's stones
            elsewhere (`dfpn` of Hex: the empty cells that the winner's stones need).
        leaf_value: value of the position after `pv`, for the player to move in the searched state, in the unit of
            `value`: its static evaluation, or the value of a finished game; in tree searches the proven outcome, else
            the mean of the simulations that reached it.
        point: number of units of `value` per point of the final margin (a disc); 0: values are not margins.
        margins: proven final margins by action, in points.
        hash_use: share of the transposition table in use, 0 to 1.
        interrupted: Ctrl-C ended the search early.
        notes: additional figures of the search, by name (cache hits, pool full, nodes of each iteration).
        tree: the searched tree, if requested (`tree=True`).
        strategy: the proof, if the search finds one (`and_or`; `dfpn` with `strategy=True`).
        positions: other positions solved on the way, if requested (`dfpn` with `positions=True`): each with a
            state, its outcome for the player to move, and a winning move (None if all moves lose).
    """

    @classmethod
    def of_line(cls, state: Any, line: Sequence[int], *, method: str, value: float | None, **others: Any) -> Self:
        """A result from something other than a search of `boardai.search`.

        >>> state = boardai.load("hex", size=3).initial_state()
        >>> result = boardai.search.SearchResult.of_line(state, [4], method="mine", value=0.5, seconds=0.1)
        >>> result.action, result.policy[4], result.is_score
        (4, 1.0, False)

        Args:
            state: not terminal; it is copied.
            line: expected actions, beginning with the chosen one.
            method: the player's name.
            value: for the player to move; None: unknown.
            **others: fields of a result. `policy` is by default all on the chosen action; `nodes`, `depth` and
                `seconds` are 0.
        """
        if "policy" not in others:
            others["policy"] = {legal: float(legal == line[0]) for legal in state.legal_actions()}
        return cls(
            action=line[0],
            pv=list(line),
            player=int(state.current_player()),
            state=state.clone(),
            method=method,
            value=value,
            **{"nodes": 0, "depth": 0, "seconds": 0.0, **others},
        )

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<SearchResult {self.to_text(moves=0).splitlines()[0]}>"

    def _repr_html_(self) -> str:
        return result_text.html(self, 10)

    def _repr_svg_(self) -> str | None:
        return None if self.state is None else result_text.picture(self)

    def to_text(self, game: Any = None, moves: int = 5) -> str:
        """A summary in a few lines: move, value, line, effort, and a table of the best moves.

        Args:
            game: the loaded game, for moves in its usual notation.
            moves: maximum number of rows of the table; 0: no table.
        """
        return result_text.text(self, game, moves)

    def table(self, game: Any = None, moves: int | None = None) -> str:
        """The moves with statistics, best first: value, visits, share, prior; "" if there are none.

        Args:
            game: the loaded game, for moves in its usual notation.
            moves: maximum number of rows; None: all.
        """
        return result_text.table(self, game, moves)

    def draw(self, game: Any = None, moves: int = 5) -> str:
        """The board, and `to_text` below it.

        Raises:
            ValueError: the result has no state.
        """
        if self.state is None:
            raise ValueError("this result has no state to draw")
        return f"{drawn(self.state)}\n\n{self.to_text(game, moves)}"

    def to_data(self) -> dict[str, Any]:
        """All fields except tree and positions, in types of JSON; moves are keyed by their texts."""
        return result_text.to_data(self)

    def to_json(self) -> str:
        """`to_data` as JSON text; the tree has its own method."""
        return json.dumps(self.to_data(), indent=2, ensure_ascii=False) + "\n"
