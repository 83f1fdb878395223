"""Solving every position of a small game, or of its openings, into a file of solved positions.

    solve(position, plies):
        1. If it is known with at least this number of plies below it, nothing is done.
        2. At the last ply, df-pn solves it; these positions are solved first, in parallel by a pool's workers.
        3. Otherwise every child is solved with one ply less; the outcome is the best of them for the mover, and all
           moves that reach it are kept.

Positions that are equal up to a symmetry, or reached by several paths, are solved once. Every stored position is
complete with all positions below it, so a killed process can continue.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from boardai.basics.symmetries import Image, image
from boardai.cluster import Piece, Workplace, open_pool
from boardai.search.results.result import SearchResult
from boardai.search.solvers.dfpn import dfpn
from boardai.search.solvers.solved_positions import Solved, SolvedPositions, has_history, refuse_history
from boardai.search.solvers.true_values import SMALL
from boardai.search.solvers.workers import Solving

TO_THE_END = 1_000_000  # plies: no limit
_KEPT_AT_ONCE = 5000
_DEEPEST = 400  # plies, each of which is a recursive call
_AT_ONCE = 32  # positions per worker between two writes


def solve_every_position(
    solved: SolvedPositions,
    state: Any,
    plies: int | None = None,
    *,
    progress: Callable[[int], None] = lambda positions: None,
    place: Workplace = open_pool,
    **options: Any,
) -> int:
    """Solves a position and all positions that can follow it.

    >>> from boardai.search.solvers.building import solve_every_position
    >>> game = boardai.load("hex", size=2)
    >>> with boardai.search.SolvedPositions("hex2.db", game, create=True) as solved:
    ...     print(solve_every_position(solved, game.initial_state()))
    ...     found = solved.get(game.initial_state())
    ...     print(found.outcome, [game.format_action(game.initial_state(), action) for action in found.actions])
    13
    1 ['b1', 'a2']

    Args:
        solved: the file of solved positions.
        state: a state of its game.
        plies: number of plies beyond the position; later ones are left to df-pn, which returns one move for each. None:
            all.
        progress: called with the number of positions stored so far.
        place: opens the pool that solves the last ply's positions; results do not depend on it.
        **options: options of `dfpn`, for the last ply.

    Returns:
        The number of positions solved in this call.

    Raises:
        ValueError: the outcome of the game's states depends on their history, the game is too
            long, or the solver found no answer.
    """
    if plies is None and (solved.game.max_length is None or solved.game.max_length > _DEEPEST):
        raise ValueError(f"a game of {solved.game.spec} may last more than {_DEEPEST} plies: name a number of plies")
    if plies is not None and not 0 <= plies <= _DEEPEST:
        raise ValueError(f"plies must be from 0 to {_DEEPEST}, not {plies}")
    building = _Building(solved, progress, options)
    if not state.is_terminal():
        if plies is not None:
            building.solve_last_ply(state, plies, place)
        building.outcome(state, TO_THE_END if plies is None else plies)
    building.write()
    return building.count


class _Building:
    def __init__(self, solved: SolvedPositions, progress: Callable[[int], None], options: dict[str, Any]) -> None:
        self.count = 0
        self._solved, self._progress, self._options = solved, progress, options
        self._waiting: list[tuple[Image, Any, Solved]] = []
        self._known: dict[str, tuple[int, int]] = {}  # outcome and plies below by text

    def outcome(self, state: Any, plies: int) -> int:
        """The outcome of a position that is not terminal, for the player to move."""
        seen = image(state, lambda one: one.to_string())
        known = self._known.get(seen.key)
        if known is None and (kept := self._solved.get(state)) is not None:
            known = self._known[seen.key] = kept.outcome, kept.plies if kept.complete else 0
        if known is not None and known[1] >= plies:
            return known[0]
        refuse_history(state)
        found = self._by_children(state, plies) if plies else _by_solver(self._options, state)
        self._note(seen, state, found)
        if len(self._waiting) >= _KEPT_AT_ONCE:
            self.write()
        return found.outcome

    def _note(self, seen: Image, state: Any, found: Solved) -> None:
        self._known[seen.key] = found.outcome, found.plies
        self._waiting.append((seen, state, found))
        self.count += 1

    def solve_last_ply(self, state: Any, plies: int, place: Workplace) -> None:
        """Solves all positions this many plies away, a few at a time."""
        waiting, asked = self._last_ply(state, plies, set()), dict[int, list[tuple[Image, Any]]]()

        def pieces() -> Iterator[Piece]:
            for number in itertools.count():
                some = list(islice(waiting, _AT_ONCE))
                if not some:
                    return
                asked[number] = some
                yield Piece(number, [one.to_string() for _, one in some])

        with place(Solving(self._solved.game, partial(_by_solver, self._options))) as pool:
            for number, answers in pool.map(pieces(), ordered=True):
                for (seen, one), found in zip(asked.pop(number), answers, strict=True):
                    self._note(seen, one, found)
                self.write()

    def _last_ply(self, state: Any, plies: int, met: set[tuple[str, int]]) -> Iterator[tuple[Image, Any]]:
        """The unknown positions, without duplicates."""
        seen = image(state, lambda one: one.to_string())
        if (seen.key, plies) in met:
            return
        met.add((seen.key, plies))
        if plies > 0:
            for action in state.legal_actions():
                child = state.child(action)
                if not child.is_terminal():
                    yield from self._last_ply(child, plies - 1, met)
        elif self._solved.get(state) is None and not has_history(state):
            yield seen, state

    def write(self) -> None:
        """Stores the pending positions."""
        with self._solved.changing():
            self._solved.add_images(self._waiting)
        self._waiting = []
        self._progress(self.count)

    def _by_children(self, state: Any, plies: int) -> Solved:
        player = state.current_player()
        outcomes: dict[int, int] = {}
        for action in state.legal_actions():
            child = state.child(action)
            if child.is_terminal():
                outcomes[action] = int(child.outcome(player))
            else:
                outcome = self.outcome(child, plies if plies == TO_THE_END else plies - 1)
                outcomes[action] = outcome if child.current_player() == player else -outcome
        best = max(outcomes.values())
        actions = tuple(action for action, outcome in outcomes.items() if outcome == best) if best >= 0 else ()
        return Solved(best, actions, True, plies)


def _by_solver(options: dict[str, Any], state: Any) -> Solved:
    for limits in (SMALL, {}):
        result: SearchResult = dfpn(state, **{**limits, **options})
        if result.outcome is not None:
            return Solved(result.outcome, (int(result.action),) if result.outcome >= 0 else (), False, 0)
    raise ValueError(f"{state.to_string()}: not solved (nodes, seconds or megabytes are not enough)")
