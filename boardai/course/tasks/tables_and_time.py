"""Position keys, transposition tables and iterative deepening."""

from __future__ import annotations

from typing import Any

from boardai.basics.quoting import quoted
from boardai.course.grading import Grading, Opinion, Partly, Wrong, number, pair
from boardai.course.student import Student
from boardai.game import load
from boardai.search.reference.plain.alphabeta import alphabeta as alphabeta_reference

_GAMES = ("hex:size=5", "reversi:board=6x6", "chess")
_PLIES, _RANDOM_GAMES = 30, 20


def _seen(student: Student, spec: str) -> dict[str, Any]:
    """Positions of random games by their text, which has everything the rules need except counters and history."""
    rng, states = student.rng(spec), {}
    for _ in range(_RANDOM_GAMES):
        state = load(spec).initial_state()
        for _ in range(_PLIES):
            states[_board(state)] = state.clone()
            if state.is_terminal():
                break
            state.apply(rng.choice(state.legal_actions()))
    return states


def _board(state: Any) -> str:
    text = str(state.to_string())
    return " ".join(text.split()[:4]) if text.count(" ") == 5 else text  # of FEN without its two counters


def _whole(key: Any) -> int:
    if isinstance(key, bool) or not isinstance(key, int):
        raise Wrong(f"a key should be a whole number, not {quoted(key)}")
    if not 0 <= key < 2**64:
        raise Wrong(f"a key should fit 64 bits: {quoted(key)}")
    return key


def _distinct(student: Student) -> None:
    for spec in _GAMES:
        keys: dict[int, str] = {}
        for text, state in _seen(student, spec).items():
            key = _whole(student(state))
            if key in keys:
                raise Wrong(f"{spec}: {text!r} and {keys[key]!r} have the same key")
            keys[key] = text


def _same_by_any_way(student: Student) -> None:
    moves = student.rng("ways").sample([f"{column}{row}" for column in "abcd" for row in "1234"], 4)
    for spec, ways in (
        ("hex:size=4", (tuple(moves), (*moves[2:], *moves[:2]))),
        ("chess", (("g1f3", "g8f6", "b1c3", "b8c6"), ("b1c3", "b8c6", "g1f3", "g8f6"))),
    ):
        keys = []
        for way in ways:
            state = load(spec).initial_state()
            for move in way:
                state.apply(state.action_from_string(move))
            keys.append(_whole(student(state)))
        if len(set(keys)) != 1:
            raise Wrong(f"{spec}: {' '.join(ways[0])} and {' '.join(ways[1])} lead to one position, with two keys")


def _who_moves(student: Student) -> None:
    chess = load("chess")
    fens = [f"4k3/8/8/8/8/8/8/4K2R {side} - - 0 1" for side in "wb"]
    if len({_whole(student(chess.from_string(fen))) for fen in fens}) == 1:
        raise Wrong(f"chess: {fens[0]!r} and {fens[1]!r} have the same key: it must depend on the player to move")


def _spread(student: Student) -> None:
    keys = [_whole(student(state)) for spec in _GAMES for state in _seen(student, spec).values()]
    for bit in (*range(0, 64, 7), 63):
        share = sum(key >> bit & 1 for key in keys) / len(keys)
        if not 0.35 < share < 0.65:
            raise Wrong(f"bit {bit} is 1 in {share:.0%} of {len(keys):,} keys; random 64-bit numbers give about half")


def check_zobrist(student: Student, grading: Grading) -> None:
    """`zobrist(state) -> int`, 64 bits: equal for equal positions, different for others, by Zobrist's random numbers.

    Points: 3 for different keys of different positions, 3 for equal ones by any order of moves, 1 for depending on the
    player to move, 1 for bits that look random.
    """
    grading.item("different", 3, lambda: _distinct(student))
    grading.item("any order", 3, lambda: _same_by_any_way(student))
    grading.item("who moves", 1, lambda: _who_moves(student))
    grading.item("bits", 1, lambda: _spread(student))


_SEARCHES = (("hex:rows=4,cols=5", 1, 4), ("hex:size=4", 3, 4), ("reversi:board=6x6", 4, 5))


def _with_table(student: Student) -> None:
    for spec, plies, depth in _SEARCHES:
        state = student.position(spec, plies)
        expected = alphabeta_reference(state, depth, Opinion()).value
        found = number(pair(student(state.clone(), depth, Opinion()), "(value, action)")[0], "the value")
        if found != expected:
            raise Wrong(
                f"{spec} {state.to_string()}, depth {depth}: value {found:g}, expected {expected:g}; "
                "perhaps a bound was used as a value, or an entry of another depth"
            )


def _saves(student: Student) -> None:
    asked = plain = 0
    for spec, plies, depth in _SEARCHES:
        state, opinion = student.position(spec, plies), Opinion()
        student(state.clone(), depth, opinion)
        asked += opinion.asked
        plain += alphabeta_reference(state, depth, Opinion(), by_evaluation=False).leaves
    if asked == 0:
        raise Wrong("evaluate was never called")
    if asked > 0.7 * plain:
        share = max(0.0, (plain - asked) / (0.3 * plain))
        raise Partly(share, f"{asked:,} leaves evaluated; alpha-beta without a table {plain:,}, aim {0.7 * plain:,.0f}")


def check_table(student: Student, grading: Grading) -> None:
    """`table(state, depth, evaluate) -> (value, action)`: alpha-beta with a transposition table.

    Points: 4 for alpha-beta's value, 4 for at most 70 % of its leaves, a part for less.
    """
    grading.item("value", 4, lambda: _with_table(student))
    grading.item("leaves", 4, lambda: _saves(student))


class OutOfTime(Exception):
    """Raised by a search whose time is over.

    >>> try:
    ...     raise boardai.course.OutOfTime
    ... except boardai.course.OutOfTime:
    ...     print("what the last whole search found counts")
    what the last whole search found counts
    """


class _FakeSearch:
    """A search that takes some four times as long for each further depth, by a simulated clock."""

    def __init__(self, limit: float, growth: float) -> None:
        self.now, self.limit, self.growth, self.depths = 0.0, limit, growth, list[int]()

    def __call__(self, depth: int) -> tuple[int, int]:
        self.depths.append(depth)
        self.now += self.growth**depth / 1000
        if self.now > self.limit:
            self.now = self.limit
            raise OutOfTime
        return 10 * depth, depth  # value, action


def _deepens(student: Student, limit: float) -> None:
    growth = student.rng("growth").uniform(3, 5) if student.seed else 4.0
    search = _FakeSearch(limit, growth)
    answer = pair(student(search, lambda: search.limit - search.now), "(value, action)")
    if search.depths[:1] != [1]:
        raise Wrong(f"{limit:g} s: the first search was of depth {search.depths[:1]}, should be 1")
    if search.depths != list(range(1, len(search.depths) + 1)):
        raise Wrong(f"{limit:g} s: depths {search.depths}; each should be one more than the last")
    whole = max(
        (depth for depth in search.depths if sum(growth**d for d in range(1, depth + 1)) <= 1000 * limit), default=0
    )
    if whole and answer != (10 * whole, whole):
        raise Wrong(f"{limit:g} s: returned {answer}, but depth {whole} was completed: {(10 * whole, whole)}")
    reached = max(d for d in range(1, 12) if sum(growth**k for k in range(1, d + 1)) <= 1000 * limit)
    if whole < reached:
        raise Partly(0.5, f"{limit:g} s: stopped after depth {whole}, though there was time for {reached}")


def check_deepening(student: Student, grading: Grading) -> None:
    """`deepening(search, seconds_left) -> (value, action)`: iterative deepening under a clock.

    `search(depth)` returns (value, action), or raises an exception, `boardai.course.OutOfTime`, when the time is over;
    `seconds_left()` says how much there is. What the deepest whole search found is to be returned. Points: 2 for each
    of three limits.
    """
    for limit in (0.05, 1.0, 25.0):
        grading.item(f"{limit:g} seconds", 2, lambda limit=limit: _deepens(student, limit))  # type: ignore[misc]
