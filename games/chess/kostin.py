"""Kostin's engine A (2025), as it was meant and, switch by switch, as it was printed.

    kostin-a:seconds=1                      as it was meant: agents' name of it
    kostin-a:seconds=1,mate_sign=true       White avoids to mate, as it was printed (D1)
    kostin-a:seconds=1,printed=true         all six defects

It is negamax with alpha-beta and a full window, PeSTO's tables, iterative deepening to ten plies, a table of positions
and quiescence by captures alone; of the order of moves it knows the table's move and which piece takes which. That is
all, so that it is a yardstick for the benefit of a network. `pvs` has later techniques, at some hundred times the nodes
a second; this one is written in Python, to be read alongside the thesis.

The thesis's printed code differs from its description in six places, each a switch here:

    D1  mate_sign     a mated Black has won and a mated White has lost, for the player to move: White avoids mates
    D2  upside_down   the tables are not mirrored for White: a pawn has its highest value on its own side
    D3  table_flags   every value is stored as an upper bound, also after cutoffs
    D4  late_clock    the clock is read only if the number of nodes, including quiescence, is a multiple of 2,048
    D5  counters      positions with different move counters have different table entries
    D6  no_draws      the search ignores repetitions and the 50-move rule, and all mates have the same value

D6's third part, that the table is emptied before each move, is the same in both: "safer for simple engines".
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import boardai
from boardai.basics.arguments import number_in
from boardai.basics.quoting import quoted
from boardai.players.player import NO_LIMITS, Player, Progress, Stop, Thought
from boardai.players.thinking import clock_budget
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import WIN_SCORE

_MATE, _INFINITE = 99_999, 999_999
_DEEPEST = 10
_NODES_BETWEEN_LOOKS = 2048
_WORTH = (1, 3, 3, 5, 9, 0)  # pawn to king, by which captures are ordered
_LIMIT = 30_000  # of evaluations
_EXACT, _LOWER, _UPPER = 0, 1, 2
_SOON = 1000  # plies: a value this close to a mate's is one, and contains its distance


@dataclass
class _Entry:
    """An entry of the transposition table."""

    score: int
    depth: int
    bound: int
    action: int


class _OutOfTime(Exception):
    """The clock has ended the iteration."""


class HeuristicEngine(Player):
    """Kostin's `HeuristicEngine`.

    >>> from boardai.games.chess.kostin import HeuristicEngine
    >>> game = boardai.load("chess")
    >>> mate = game.from_string("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    >>> [mate.san(HeuristicEngine(game, depth=2, mate_sign=sign).choose(mate)) == "Ra8#" for sign in (False, True)]
    [True, False]

    Args:
        game: chess.
        seconds: of a move; 0: no limit.
        depth: plies, 1 to 10.
        nodes: of a move, at most; 0: no limit.
        printed: all six defects.
        mate_sign: D1.
        upside_down: D2.
        table_flags: D3.
        late_clock: D4.
        counters: D5.
        no_draws: D6.

    Raises:
        ValueError: another game, or a number out of range.
    """

    name = "kostin-a"
    judges = True

    def __init__(
        self,
        game: Any,
        seconds: float = 1.0,
        depth: int = _DEEPEST,
        nodes: int = 0,
        printed: bool = False,
        mate_sign: bool = False,
        upside_down: bool = False,
        table_flags: bool = False,
        late_clock: bool = False,
        counters: bool = False,
        no_draws: bool = False,
    ) -> None:
        if game.name != "chess":
            raise ValueError(f"kostin-a plays chess, not {quoted(game.name)}")
        if not 0 <= seconds < float("inf"):
            raise ValueError(f"seconds must be 0 or more, not {quoted(seconds)}")
        self._game, self._seconds = game, seconds
        self._depth = number_in("depth", depth, 1, _DEEPEST, "number of plies")
        self._most_nodes = number_in("nodes", nodes, 0, 2**62, "number of nodes")
        self._evaluator = "pesto_upside_down" if printed or upside_down else "pesto"
        self._mate_sign, self._table_flags = printed or mate_sign, printed or table_flags
        self._late_clock, self._counters = printed or late_clock, printed or counters
        self._no_draws = printed or no_draws
        self._table: dict[Any, _Entry] = {}
        self._nodes, self._end, self._nodes_end = 0, float("inf"), 0
        self._stop: Stop | None = None

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """The move of the deepest iteration that the clock let finish; before the first, the first move in order."""
        began = time.perf_counter()
        times = [most for most in (self._seconds, limits.seconds) if most]
        if limits.clock is not None:
            times.append(clock_budget(self, self._game, state, limits.clock[state.current_player()]).aim)
        self._end = began + min(times, default=float("inf"))
        self._nodes_end = min((most for most in (self._most_nodes, limits.nodes) if most), default=0)
        self._stop, self._nodes, self._table = stop, 0, {}
        root = _without_claims(state) if self._no_draws else state
        action, value, reached = self._ordered(root, None)[0], 0, 0
        for depth in range(1, min(self._depth, limits.depth or self._depth) + 1):
            if time.perf_counter() >= self._end:
                break
            try:
                value = self._search(root, depth, -_INFINITE, _INFINITE, 0)
            except _OutOfTime:
                break
            entry = self._table.get(self._key(root))
            if entry is not None and entry.action >= 0:
                action, reached = entry.action, depth
        return Thought(action, self._result(state, action, value, reached, time.perf_counter() - began))

    def _search(self, state: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Negamax: the value for the player to move."""
        self._count(in_quiescence=False)
        if ply > 0 and state.is_terminal():
            return self._value(state, ply)
        key = self._key(state)
        entry = self._table.get(key)
        if entry is not None and entry.depth >= depth:
            score = self._from_root(entry.score, ply)
            if entry.bound == _EXACT:
                return score
            if entry.bound == _LOWER and score >= beta:
                return beta
            if entry.bound == _UPPER and score <= alpha:
                return alpha
        if depth == 0:
            return self._quiescence(state, alpha, beta, ply)
        before, best, best_action = alpha, -_INFINITE, -1
        for action in self._ordered(state, None if entry is None else entry.action):
            value = -self._search(state.child(action), depth - 1, -beta, -alpha, ply + 1)
            if value > best:
                best, best_action = value, action
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        # D3: alpha has been raised, and is never below the best value.
        bound = _UPPER if best <= (alpha if self._table_flags else before) else _LOWER if best >= beta else _EXACT
        self._table[key] = _Entry(self._from_root(best, -ply), depth, bound, best_action)
        return best

    def _quiescence(self, state: Any, alpha: int, beta: int, ply: int) -> int:
        """Quiescence: stand pat, or a capture; fail-hard."""
        self._count(in_quiescence=True)
        value = self._value(state, ply)
        if value >= beta:
            return beta
        alpha = max(alpha, value)
        if state.is_terminal():
            return max(alpha, value)
        captures = [action for action in state.legal_actions() if _taken(state, action) is not None]
        for action in self._ordered(state, None, captures):
            value = -self._quiescence(state.child(action), -beta, -alpha, ply + 1)
            if value >= beta:
                return beta
            alpha = max(alpha, value)
        return alpha

    def _value(self, state: Any, ply: int) -> int:
        """Of a finished game, else by the tables; for the player to move."""
        if not state.is_terminal():
            return int(state.evaluate(self._evaluator))
        if not state.is_checkmate():
            return 0
        if self._mate_sign:  # D1: the sign is that of White's view, and is taken for the mover's
            return -_MATE if state.current_player() == 0 else _MATE
        return -_MATE + (0 if self._no_draws else ply)

    def _from_root(self, score: int, plies: int) -> int:
        """A mate's score counted from that many plies earlier; the table's are counted from their positions."""
        if self._no_draws or abs(score) < _MATE - _SOON:
            return score
        return score - plies if score > 0 else score + plies

    def _ordered(self, state: Any, first: int | None, actions: list[int] | None = None) -> list[int]:
        """The table's move, captures by the most valuable victim and the least valuable attacker, all others."""

        def rank(action: int) -> int:
            if action == first:
                return -10_000
            taken = _taken(state, action)
            return 0 if taken is None else -(10 * _WORTH[taken] - _WORTH[_moved(state, action)] + 1000)

        return sorted(state.legal_actions() if actions is None else actions, key=rank)

    def _key(self, state: Any) -> Any:
        """Of a position in the table."""
        return state.to_string() if self._counters else state.hash()

    def _count(self, in_quiescence: bool) -> None:
        """Counts a node, and looks at the clock.

        Raises:
            _OutOfTime: the move's time, or its nodes, are used up.
        """
        self._nodes += 1
        if self._nodes_end and self._nodes > self._nodes_end:
            raise _OutOfTime
        looks = not (self._late_clock and in_quiescence)
        every = _NODES_BETWEEN_LOOKS if self._late_clock else _NODES_BETWEEN_LOOKS // 16
        if not looks or self._nodes % every:
            return
        if time.perf_counter() >= self._end or (self._stop is not None and self._stop()):
            raise _OutOfTime

    def _line(self, state: Any, action: int, depth: int) -> list[int]:
        """The moves that the table expects after an action, as far as it was searched."""
        line, after = [action], state.child(action)
        while len(line) < depth and not after.is_terminal():
            entry = self._table.get(self._key(after))
            if entry is None or entry.action < 0 or not after.is_legal(entry.action):
                break
            line.append(entry.action)
            after.apply(entry.action)
        return line

    def _result(self, state: Any, action: int, value: int, depth: int, seconds: float) -> SearchResult:
        is_mate = abs(value) > _MATE - _SOON and not self._mate_sign
        sign = 1 if value > 0 else -1
        plies = _MATE - abs(value)
        return SearchResult.of_line(
            state,
            self._line(state, action, depth),
            method=self.name,
            value=(sign * (WIN_SCORE - plies) if is_mate else max(-_LIMIT, min(_LIMIT, value))) if depth else None,
            scores=True,
            nodes=self._nodes,
            depth=depth,
            seconds=seconds,
            outcome=sign if is_mate else None,
            plies_to_end=plies if is_mate and not self._no_draws else None,
        )


def _without_claims(state: Any) -> Any:
    """The position without its history, in a game that is not drawn by claims."""
    game = boardai.load("chess", chess960=state.is_chess960(), claim_draws=False)
    return game.from_string(state.to_string())


def _squares(state: Any, action: int) -> tuple[int, int]:
    text = state.action_to_string(action)
    start, end = (ord(text[place]) - ord("a") + 8 * (int(text[place + 1]) - 1) for place in (0, 2))
    return start, end


def _moved(state: Any, action: int) -> int:
    """The kind of piece that moves, 0 to 5."""
    return int(state.piece_at(_squares(state, action)[0]) % 6)


def _taken(state: Any, action: int) -> int | None:
    """The kind of piece that is taken, 0 to 5; None: nothing is."""
    start, end = _squares(state, action)
    piece, mine = state.piece_at(end), state.piece_at(start)
    if piece >= 0:
        return int(piece % 6) if piece // 6 != mine // 6 else None  # else it castles, in Chess960's way
    return 0 if mine % 6 == 0 and start % 8 != end % 8 else None  # en passant
