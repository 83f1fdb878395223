"""Positions with exactly one correct move, and the value of an answer: a rule for each kind of game.

- Games whose states have a history, such as chess: one move alone wins within n moves. It is proved by df-pn with a
  depth, and for each other move a reply is found after which the win takes longer.
- Games that are decided by points, such as Reversi: one move alone ends with that margin, found by a search to the end.
- Other games: one move alone wins, or one alone draws where none wins. df-pn solves the position after every move.

All three answer on a limit of positions, so the same on any machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from boardai.game import Game
from boardai.lessons.lesson import Lesson, mover
from boardai.search import dfpn, pvs
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import EVALUATION_LIMIT, margin_words, plies_to_win
from boardai.search.solvers.solved_positions import has_history
from boardai.search.stopping import ends_when

SHORTEST, LONGEST = 2, 5  # required length of a win in moves
_NODES = 100_000  # of a solver that proves a win within n moves, a position
_OUTCOME_NODES = 2_000  # of one that solves a position, of which there is one after every move
_ALL_NODES = 10 * _OUTCOME_NODES  # for all moves together
_QUICK = 20_000  # of the search that looks for a win before it is proved
_END = 2_000_000  # of a search to the end of the game
_MEGABYTES = 4

Stopped = Callable[[], bool] | None  # returns whether to stop the search; None: never


class Unsolved(ValueError):
    """A limit came before the answer."""


@dataclass(frozen=True)
class Answer:
    """The judgement of a move.

    Attributes:
        right: whether it solves the task.
        reply: the best defence against a right move, or the refutation of a wrong one; None: the game is over.
        words: why it is wrong, for people; "" of a right one.
    """

    right: bool
    reply: int | None
    words: str


class Rule(Protocol):
    """One of the three.

    Attributes:
        patience: positions of a game in a row, towards its start, that are not solved before the rest is left alone.
    """

    patience: int

    def is_unlikely(self, state: Any) -> bool:
        """Whether a quick search expects no puzzle, so that most positions need not be solved.

        It may err, so no lesson depends on it.
        """
        ...

    def lesson(self, game: Game, state: Any) -> tuple[int, Lesson] | None:
        """The right move, and the lesson of it, graded 1 for the time being; None: it is no puzzle.

        Raises:
            Unsolved: a limit came first.
        """
        ...

    def answer(self, game: Game, state: Any, action: int, left: int, stopped: Stopped = None) -> Answer:
        """Judges a legal move in a position of a lesson.

        Args:
            game: whose players are named.
            state: the position.
            action: the move.
            left: remaining plies for the win, if its length is limited.
            stopped: called before and during each search, on the searching thread.

        Raises:
            KeyboardInterrupt: `stopped` returned True.
            Unsolved: a limit came first.
        """
        ...


def rule_of(state: Any) -> Rule:
    """The rule of a state's game.

    >>> from boardai.lessons.rules import rule_of
    >>> [type(rule_of(boardai.load(name).initial_state())).__name__ for name in ("chess", "hex", "reversi")]
    ['Mates', 'Outcomes', 'Margins']
    """
    if hasattr(state, "describe_margin"):
        return Margins()
    after = state.child(state.legal_actions()[0])
    return Mates() if has_history(after) else Outcomes()


class Mates:
    """One move alone wins within n moves.

    >>> from boardai.lessons.rules import Mates
    >>> game = boardai.load("chess")
    >>> state = game.from_string("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1")
    >>> action, lesson = Mates().lesson(game, state)
    >>> lesson.move, lesson.plies
    ('Qh6+', 3)
    """

    patience = 4  # a position that is hard says little of the one before

    def is_unlikely(self, state: Any) -> bool:
        """As `Rule.is_unlikely`."""
        guess = pvs(state, nodes=_QUICK)
        return (
            guess.value is None or guess.value < EVALUATION_LIMIT or (plies_to_win(guess.value) or 0) > 2 * LONGEST - 1
        )

    def lesson(self, game: Game, state: Any) -> tuple[int, Lesson] | None:
        """As `Rule.lesson`."""
        for plies in range(1, 2 * LONGEST, 2):
            found = _within(state, plies)
            if found is None:
                continue
            others = (action for action in state.legal_actions() if action != found)
            if plies < 2 * SHORTEST - 1 or any(_escape(state.child(action), plies - 1) is None for action in others):
                return None
            return found, Lesson(state.to_string(), game.format_action(state, found), "win", plies, 0.0, 1)
        return None

    def answer(self, game: Game, state: Any, action: int, left: int, stopped: Stopped = None) -> Answer:
        """As `Rule.answer`."""
        child = state.child(action)
        escape = _escape(child, left - 1, stopped)
        if escape is not None:
            if child.is_terminal():
                return Answer(False, None, "The game is over, and not won.")
            moves = (left + 1) // 2
            within = f"{moves} {'move' if moves == 1 else 'moves'}"
            return Answer(False, escape, f"{mover(game, state)} no longer wins in {within}.")
        if child.is_terminal():
            return Answer(True, None, "")
        reply = max(child.legal_actions(), key=lambda reply: _shortest(child.child(reply), left - 2, stopped))
        return Answer(True, int(reply), "")


def _asked(stopped: Stopped) -> Any:
    """Options that stop a search.

    Raises:
        KeyboardInterrupt: it need not begin.
    """
    if stopped is not None and stopped():
        raise KeyboardInterrupt
    return None if stopped is None else ends_when(stopped)


def _within(state: Any, plies: int, stopped: Stopped = None) -> int | None:
    """A move that wins within an odd number of plies; None if there is none."""
    found = dfpn(
        state, depth=plies, nodes=_NODES, question="win", megabytes=_MEGABYTES, progress=_asked(stopped)
    )  # fmt: skip
    if found.notes["can win"] is None:
        raise Unsolved(f"{state.to_string()}: not solved with {_NODES:,} positions")
    return int(found.action) if found.notes["can win"] else None


def _escape(state: Any, plies: int, stopped: Stopped = None) -> int | None:
    """A reply of the defender that prevents a win within an even number of plies; None if there is none.

    Of a finished game that was not won it is -1.
    """
    if state.is_terminal():
        # The attacker has made the last move.
        return None if int(state.outcome(1 - int(state.current_player()))) == 1 else -1
    if plies <= 0:
        return int(state.legal_actions()[0])
    for reply in state.legal_actions():
        after = state.child(reply)
        if after.is_terminal() or _within(after, plies - 1, stopped) is None:
            return int(reply)
    return None


def _shortest(state: Any, most: int, stopped: Stopped) -> int:
    """Within how many plies a position is won, of which it is known that it is within `most`."""
    return next((plies for plies in range(1, most, 2) if _within(state, plies, stopped) is not None), most)


class Outcomes:
    """Exactly one move wins, or exactly one draws and none wins.

    >>> from boardai.lessons.rules import Outcomes
    >>> game = boardai.load("hex", size=3)
    >>> state = game.initial_state().child(0)  # a1: the centre is the only answer that wins
    >>> Outcomes().lesson(game, state)[1].move
    'b2'
    """

    patience = 2  # the one before is harder

    def is_unlikely(self, state: Any) -> bool:
        """As `Rule.is_unlikely`."""
        return False

    def lesson(self, game: Game, state: Any) -> tuple[int, Lesson] | None:
        """As `Rule.lesson`."""
        actions = state.legal_actions()
        if len(actions) < 2:
            return None
        found = _solved(state)
        right = int(found.action)
        if found.outcome == -1 or state.child(right).is_terminal():
            return None
        spent = 0
        for action in actions:
            if action == right:
                continue
            played, _, nodes = _outcome(state, action)
            spent += nodes
            if played == found.outcome:
                return None
            if spent > _ALL_NODES:
                raise Unsolved(f"{state.to_string()}: its moves are not solved with {_ALL_NODES:,} positions")
        goal = "win" if found.outcome == 1 else "draw"
        return right, Lesson(state.to_string(), game.format_action(state, right), goal, 0, 0.0, 1)

    def answer(self, game: Game, state: Any, action: int, left: int, stopped: Stopped = None) -> Answer:
        """As `Rule.answer`."""
        best, (played, reply, _) = _solved(state, stopped).outcome, _outcome(state, action, stopped)
        if played == best:
            return Answer(True, reply, "")
        return Answer(False, reply, "This move loses." if played < 0 else "This move only draws.")


def _solved(state: Any, stopped: Stopped = None) -> SearchResult:
    found = dfpn(state, nodes=_OUTCOME_NODES, megabytes=_MEGABYTES, progress=_asked(stopped))
    if found.outcome is None:
        raise Unsolved(f"{state.to_string()}: not solved with {_OUTCOME_NODES:,} positions")
    return found


def _outcome(state: Any, action: int, stopped: Stopped = None) -> tuple[int, int | None, int]:
    """The result of a move for its player, the best reply (None: the game is over), and positions visited."""
    player, child = int(state.current_player()), state.child(action)
    if child.is_terminal():
        return int(child.outcome(player)), None, 0
    found = _solved(child, stopped)
    assert found.outcome is not None
    return found.outcome if int(child.current_player()) == player else -found.outcome, int(found.action), found.nodes


class Margins:
    """One move alone ends with the best margin.

    >>> from boardai.lessons.rules import Margins
    >>> game = boardai.load("reversi", board="6x6")
    >>> state = game.from_string("XXX-X-XXOOO-XXXOO-XOOO--X-O-X---O--- X")
    >>> Margins().answer(game, state, game.parse_action(state, "d1"), 0).right
    True
    """

    patience = 2  # the one before is harder

    def is_unlikely(self, state: Any) -> bool:
        """As `Rule.is_unlikely`."""
        return False

    def lesson(self, game: Game, state: Any) -> tuple[int, Lesson] | None:
        """As `Rule.lesson`."""
        if len(state.legal_actions()) < 2:
            return None
        found = _searched(state, 2)
        right, best = int(found.action), found.margin
        others = [found.margin_of(action) for action in state.legal_actions() if action != right]
        if best is None or any(other is None or other >= best for other in others):
            return None
        move = game.format_action(state, right)
        return right, Lesson(state.to_string(), move, "margin", 0, round(float(best), 2), 1)

    def answer(self, game: Game, state: Any, action: int, left: int, stopped: Stopped = None) -> Answer:
        """As `Rule.answer`."""
        player, child = int(state.current_player()), state.child(action)
        best = _searched(state, stopped=stopped).margin
        if child.is_terminal():
            found, reply = None, None
            played = float(_searched(state, len(state.legal_actions()), stopped).margin_of(action) or 0)
        else:
            found = _searched(child, stopped=stopped)
            reply = int(found.action)
            played = (found.margin or 0) * (1 if int(child.current_player()) == player else -1)
        if best is not None and played >= best:
            return Answer(True, reply, "")
        return Answer(False, reply, f"You end {_ends(state, played)} instead of {_ends(state, best or 0)}.")


def _ends(state: Any, margin: float) -> str:
    if not margin:
        return "level"
    return f"{margin_words(state, abs(margin))} {'ahead' if margin > 0 else 'behind'}"


def _searched(state: Any, lines: int = 1, stopped: Stopped = None) -> SearchResult:
    lines = min(lines, len(state.legal_actions()))
    found = pvs(state, points=True, multi_pv=lines, nodes=_END, progress=_asked(stopped))
    if "final margin" not in found.notes:
        raise Unsolved(f"{state.to_string()}: not searched to the end with {_END:,} positions")
    return found
