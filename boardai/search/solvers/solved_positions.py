"""A file of positions with proven outcomes: the winner and the winning moves.

If the file has all positions of a board, answers are looked up without a search (Ószi 2021, section 4.6). Positions are
stored by their complete text, one for all that are equal up to a symmetry of the board, so positions cannot be
confused. In a game with repetitions and counters the text does not contain the history, which may change the value of a
position; positions with a history are neither stored nor found.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.basics.quoting import quoted
from boardai.basics.symmetries import Image, image
from boardai.game import Game
from boardai.records.formats import has_same_rules
from boardai.records.of_one_game import DatabaseOfGame
from boardai.search.results.result import SearchResult
from boardai.search.results.strategy import Strategy

KIND = "boardai solved 1"
METHOD = "solved"
_SCHEMA = """
CREATE TABLE positions (
    position TEXT PRIMARY KEY, outcome INTEGER NOT NULL, actions TEXT NOT NULL, complete INTEGER NOT NULL,
    plies INTEGER NOT NULL
) WITHOUT ROWID
"""
# An entry with more information replaces another: all best moves, then moves that lead to more stored positions.
_KEEP = """
INSERT INTO positions VALUES (?, ?, ?, ?, ?)
ON CONFLICT (position) DO UPDATE SET actions = excluded.actions, complete = excluded.complete, plies = excluded.plies
WHERE (excluded.complete, excluded.plies, excluded.actions <> '') > (complete, plies, actions <> '')
"""
_LONGEST_LINE = 1000


@dataclass(frozen=True)
class Solved:
    """The stored facts of a position.

    >>> boardai.search.Solved(outcome=1, actions=(4,), complete=True).outcome
    1

    Attributes:
        outcome: +1, 0 or -1 for the player to move.
        actions: actions that keep that outcome; none if every move loses.
        complete: whether these are all such actions.
        plies: all positions up to this number of plies later are stored as well; 0: none.
    """

    outcome: int
    actions: tuple[int, ...]
    complete: bool
    plies: int = 0


class SolvedPositions(DatabaseOfGame):
    """Solved positions of one game in an SQLite file; use it as a context manager.

    >>> game = boardai.load("hex", size=3)
    >>> with boardai.search.SolvedPositions("hex3.db", game, create=True) as solved:
    ...     kept = solved.keep(boardai.search.dfpn(game.initial_state(), strategy=True))
    ...     found = solved.get(game.initial_state())
    >>> found.outcome, [game.format_action(game.initial_state(), action) for action in found.actions]
    (1, ['b2'])

    Args:
        path: path of the file.
        game: the loaded game, or its spec.
        create: create the file if it does not exist.

    Raises:
        ValueError: no such file, it holds something else, or positions of another game.
    """

    def __init__(self, path: str | Path, game: Game | str, create: bool = False) -> None:
        super().__init__(path, game, KIND, _SCHEMA, "solved positions", create, has_same_rules)

    def get(self, state: Any) -> Solved | None:
        """The stored facts of a position; None if it is not stored.

        Args:
            state: a state of this game.

        Raises:
            ValueError: the file is damaged.
        """
        if state.is_terminal() or has_history(state):
            return None
        seen = image(state, _text)
        rows = self._database.rows(
            "SELECT outcome, actions, complete, plies FROM positions WHERE position = ?",
            (seen.key,),
            (int, str, int, int),
        )
        if not rows:
            return None
        outcome, actions, complete, plies = rows[0]
        try:
            wanted = {int(action) for action in actions.split()}
        except ValueError:
            raise ValueError(f"{self.path}: position {seen.key}: its moves are {quoted(actions)}") from None
        found = tuple(action for action in state.legal_actions() if seen.action(state, action) in wanted)
        if outcome not in (1, 0, -1) or (wanted and not found):
            raise ValueError(f"{self.path}: position {seen.key}: outcome {outcome}, moves {quoted(actions)}")
        return Solved(outcome, found, bool(complete), plies)

    def result(self, state: Any) -> SearchResult | None:
        """The stored facts of a position as a search result; None if it is not stored.

        Args:
            state: a state of this game.
        """
        began = time.perf_counter()
        found = self.get(state)
        if found is None:
            return None
        line = self._line(state, found)
        actions = found.actions or tuple(line[:1])
        return SearchResult.of_line(
            state,
            line,
            method=METHOD,
            value=found.outcome,
            policy={action: 1 / len(actions) for action in actions},
            depth=len(line),
            seconds=time.perf_counter() - began,
            outcomes=dict.fromkeys(found.actions, found.outcome),
            action_values={action: float(found.outcome) for action in found.actions},
            outcome=found.outcome,
            notes={"all best moves are known": found.complete},
        )

    def keep(self, result: SearchResult) -> int:
        """Stores a solver's proofs: the position, its whole strategy, and the positions solved on the way.

        Args:
            result: result of `dfpn`, `and_or` or `pns` (df-pn returns the strategy with `strategy=True`, and
                other solved positions with `positions=True`, even if the root is unsolved).

        Returns:
            The number of positions processed, including those already stored, which are replaced only by entries with
            more information.

        Raises:
            ValueError: another process writes.
        """
        rows = [
            (state, Solved(outcome, () if move is None else (move,), False))
            for state, outcome, move in result.positions
        ]
        if result.strategy is not None and result.outcome is not None:
            rows += _of_strategy(result.strategy, result.outcome)
        if result.state is not None and result.outcome is not None and not has_history(result.state):
            best = (int(result.action),) if result.outcome >= 0 else ()
            rows.append((result.state, Solved(result.outcome, best, False)))
        with self.changing():
            self.add(rows)
        return len(rows)

    def add(self, positions: Iterable[tuple[Any, Solved]]) -> None:
        """Stores positions, within `changing()`; of two entries, the one with more information is kept.

        Args:
            positions: states without history, and their facts.
        """
        self.add_images((image(state, _text), state, solved) for state, solved in positions)

    def add_images(self, positions: Iterable[tuple[Image, Any, Solved]]) -> None:
        """`add` for callers that have already computed the images."""
        rows = []
        for seen, state, solved in positions:
            actions = sorted({seen.action(state, action) for action in solved.actions})
            text = " ".join(map(str, actions))
            rows.append((seen.key, solved.outcome, text, int(solved.complete), solved.plies))
        self._database.execute_many(_KEEP, rows)

    def changing(self) -> AbstractContextManager[None]:
        """A transaction: either all positions added inside are stored, or none."""
        return self._database.changing()

    def __len__(self) -> int:
        """The number of stored positions."""
        return self._database.count("positions")

    def _line(self, state: Any, found: Solved) -> list[int]:
        """The first best moves of both players, as far as they are known; if all moves lose, the first legal one."""
        line: list[int] = []
        known: Solved | None = found
        while known is not None and len(line) < _LONGEST_LINE:
            line.append(known.actions[0] if known.actions else state.legal_actions()[0])
            state = state.child(line[-1])
            known = self.get(state)
        return line


def has_history(state: Any) -> bool:
    """Whether a state has a history that its text omits and that may affect its outcome."""
    return bool(state.from_string(state.to_string()) != state)


def refuse_history(state: Any) -> None:
    """Raises an error if a position cannot be stored by its text because its history matters.

    Raises:
        ValueError: its outcome may depend on earlier moves.
    """
    if has_history(state):
        raise ValueError(f"{state.to_string()}: its outcome may depend on earlier moves, so it cannot be stored")


def _text(state: Any) -> str:
    return str(state.to_string())


def _of_strategy(strategy: Strategy, outcome: int) -> Iterator[tuple[Any, Solved]]:
    """The positions of a strategy, with the outcomes that it proves.

    A strategy for at least a draw does not prove the outcome of positions after the opponent's mistakes, so none of
    its positions are stored.
    """
    if strategy.goal != 1:
        return
    states = [strategy.state]
    moves: Sequence[int] = strategy.actions.tolist()
    for ply, action in zip(strategy.plies.tolist(), moves, strict=True):
        del states[ply:]
        state = states[-1]
        if not has_history(state):
            own = state.current_player() == strategy.player
            yield state, Solved(1, (action,), False) if own else Solved(-1, (), False)
        states.append(state.child(action))
