"""Evaluators, the values of every search's `evaluator=`: names, learned evaluations, and the caller's functions.

    pvs(state, evaluator="pesto")                 # one of evaluators(state)
    pvs(state, evaluator="./tempo.hpp")           # a C++ file, or the result of define_evaluator
    pvs(state, evaluator="runs/mouse")            # learned weights: a file, a run's folder, or a LinearEvaluation
    pvs(state, evaluator=lambda state: 35)        # a score for the player to move, in the game's own unit
    mcts(state, evaluator=Outcome(f))             # an expected outcome in [-1, 1], with priors if f has them
    puct(state, evaluator=Network(f))             # planes to logits and values, in batches

A native search of scores never calls Python. To search a native game with a Python function as evaluation, its state is
wrapped in a state written in Python, which native searches accept like any Python-written game: slowly
(docs/search/evaluators.md has the ratio), on one thread, and without the features of C++ games (captures for
quiescence, undoing moves, draws by repetition on the search's own line).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np

from boardai import native
from boardai.basics.quoting import quoted
from boardai.basics.unknown_names import alternatives, nearest_name
from boardai.contract import BaseState
from boardai.drawing import drawn
from boardai.drawing.picture import drawn_svg, state_svg
from boardai.search.evaluations.evaluation import Evaluation
from boardai.search.evaluations.naming import find_evaluation, shipped_evaluations, ships, suffixes
from boardai.search.evaluations.written import written_evaluations

OUTCOME_SCORE = 10_000  # the score of a certain win by Outcome(f) in searches of scores, which are limited to +-30000
_COMMON = ["none", "hash", "rollouts"]

Priors = Mapping[int, float] | None


@dataclass(frozen=True)
class Outcome:
    """An evaluator that returns the expected outcome.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> centre = boardai.search.Outcome(lambda state: 0.5 if state.stone_at(1, 1) == state.current_player() else 0.0)
    >>> result = boardai.search.puct(state, simulations=50, evaluator=centre)
    >>> sum(result.visits.values())
    50

    Monte-Carlo searches use it unchanged instead of random games; searches with scores (the minimax family, solvers)
    use 10,000 times its value.

    Attributes:
        function: a state (its own copy) -> the expected outcome in [-1, 1] for the player to move; or (priors, outcome)
            with priors as positive weights by action, None for uniform ones. Only PUCT and Gumbel use priors.
    """

    function: Callable[[Any], float | tuple[Priors, float]]

    def __call__(self, state: Any) -> tuple[Priors, float]:
        """Priors and outcome of a state.

        Raises:
            ValueError: the function returned something else.
        """
        answer = self.function(state)
        priors, outcome = answer if isinstance(answer, tuple) and len(answer) == 2 else (None, answer)
        if not isinstance(priors, Mapping | None) or not _is_number(outcome) or not -1 <= float(outcome) <= 1:
            raise ValueError(
                f"Outcome: the function must give an outcome in [-1, 1], or priors (action to number, or None) and an "
                f"outcome, not {quoted(answer)}, in position {state.to_string()}"
            )
        return priors, float(outcome)


@dataclass(frozen=True)
class Network:
    """An evaluator of many positions at once.

    >>> import numpy as np
    >>> game = boardai.load("hex", size=3)
    >>> def network(planes):
    ...     return np.zeros((len(planes), game.policy_size)), np.zeros(len(planes))
    >>> even = boardai.search.Network(network)
    >>> boardai.search.gumbel(game.initial_state(), simulations=16, evaluator=even, seed=1).value
    0.0

    PUCT and Gumbel call it with batches of `leaves_per_tree`, other searches with one position at a time.

    Attributes:
        function: planes `[n, height, width, channels]` float32 -> logits `[n, policy_size]` and expected outcomes `[n]`
            in [-1, 1] for the player to move; or `[n, 3]`, with the probabilities of a draw and the plies
            left as well, for `draw_score` and `moves_left_effect` of PUCT. It must not keep the planes, because
            they are overwritten.
        to_view: converts a searched state to the function's view of the same position (`Game.to_view` of the game that
            a run learned); None: no conversion.
    """

    function: Callable[[np.ndarray], tuple[Any, Any]]
    to_view: Callable[[Any], Any] | None = None

    def outcome(self) -> Outcome:
        """The same for single states."""
        return Outcome(self._of_state)

    def _of_state(self, state: Any) -> tuple[Priors, float]:
        logits, values = self.function(np.ascontiguousarray(state.observation(), np.float32)[np.newaxis])
        row = np.asarray(logits, np.float64)[0]
        chosen = {action: row[state.policy_index(action)] for action in state.legal_actions()}
        largest = max(chosen.values())
        return {action: math.exp(logit - largest) for action, logit in chosen.items()}, float(np.ravel(values)[0])


def to_network_view(state: Any, evaluator: Any) -> Any:
    """The state in the evaluator's view: itself, unless the network was trained on another view of the game."""
    has_view = isinstance(evaluator, Network) and evaluator.to_view is not None
    return evaluator.to_view(state) if has_view else state


ScoreFunction = Callable[[Any], float]
Evaluator = str | Path | Evaluation | Outcome | Network | ScoreFunction


def _is_number(value: Any) -> bool:
    """Whether it is a single real number, of Python or of an array library."""
    if isinstance(value, bool | str | bytes):
        return False
    try:
        return not math.isnan(float(value))
    except (TypeError, ValueError):
        return False


def outcome_function(state: Any, evaluator: Evaluator) -> Outcome | None:
    """The evaluator as a function of single states; None: it returns scores.

    Raises:
        ValueError: a network, but the game has no planes for it.
    """
    if isinstance(evaluator, Network):
        check_planes(state)
        return evaluator.outcome()
    return evaluator if isinstance(evaluator, Outcome) else None


def check_planes(state: Any) -> None:
    """Rejects a game without planes for a network.

    Raises:
        ValueError: the game has no planes.
    """
    if not native.encodable(state):
        raise ValueError(
            "a network needs planes and policy indices, which this game does not have: "
            "give Outcome(f) with a function f of the state"
        )


def evaluators(state: Any) -> list[str]:
    """The names that a search's `evaluator=` takes for this game; the first is the default.

    >>> boardai.search.evaluators(boardai.load("chess").initial_state())[:4]
    ['nnue', 'positional', 'pesto', 'material']

    `own` is a Python-written game's `evaluate()`; `none` is 0 everywhere, `hash` a fixed number for each position
    (for tests of searches) and `rollouts` the mean of some random games. Evaluators made by `define_evaluator` follow,
    and then the learned evaluations included with the game, except the default one.
    """
    if not native.is_native(state):
        return ["own", *_COMMON]
    names = [*state.evaluators(), *written_evaluations(state), *shipped_evaluations(state)]
    default = default_evaluator(state)
    return [default, *(name for name in names if name != default)]


def default_evaluator(state: Any) -> str:
    """The default evaluator of searches with scores.

    >>> [boardai.search.default_evaluator(boardai.load(game).initial_state()) for game in ("chess", "reversi")]
    ['nnue', 'positional']
    """
    return (_shipped_default(state) or state.evaluators()[0]) if native.is_native(state) else "own"


def _shipped_default(state: Any) -> str:
    """The included weights that searches of a native state use by default; "": the compiled evaluation."""
    name: str = type(state)._shipped_default
    return name if name and ships(state, name) else ""


class EvaluatedState(BaseState):
    """A state with a Python function as its static evaluation: the form that `evaluator=function` takes in a search.

    >>> state = boardai.load("reversi").initial_state()
    >>> mobile = boardai.search.EvaluatedState(state, lambda state: len(state.legal_actions()))
    >>> mobile.evaluate(), boardai.search.alphabeta(mobile, depth=2).value
    (4, 4)

    Args:
        state: any state; it is not changed.
        function: the state -> its value for the side to move, within +-30000. It must not change the state.

    Raises:
        ValueError: raised by a search if the function returns no number, or one out of range.
    """

    __slots__ = ("_function", "state")

    def __init__(self, state: Any, function: ScoreFunction) -> None:
        self.state = state.clone()
        self._function = function

    def evaluate(self) -> float:
        """The function's value. Native searches check it, as for any game written in Python."""
        return self._function(self.state)

    def current_player(self) -> int:
        return self.state.current_player()

    def is_terminal(self) -> bool:
        return self.state.is_terminal()

    def outcome(self, player: int) -> int:
        """+1, 0 or -1 for this player."""
        return self.state.outcome(player)

    def legal_actions(self) -> list[int]:
        return self.state.legal_actions()

    def is_legal(self, action: int) -> bool:
        return self.state.is_legal(action)

    def apply(self, action: int) -> None:
        """Plays an action in place; other copies keep their wrapped state."""
        # Only the checked method of a native state is available in Python.
        getattr(self.state, "apply_legal", self.state.apply)(action)

    def clone(self) -> EvaluatedState:
        return EvaluatedState(self.state, self._function)

    def hash(self) -> int:
        return self.state.hash() if hasattr(self.state, "hash") else super().hash()

    def to_string(self) -> str:
        return self.state.to_string()

    def from_string(self, text: str) -> EvaluatedState:
        return EvaluatedState(self.state.from_string(text), self._function)

    def action_to_string(self, action: int) -> str:
        return self.state.action_to_string(action)

    def action_from_string(self, text: str) -> int:
        return self.state.action_from_string(text)

    def draw(self) -> str:
        return drawn(self.state)

    def svg(self, shares: Mapping[int, float] | None = None) -> str:
        return drawn_svg(getattr(type(self.state), "svg", state_svg), self.state, shares)

    def __eq__(self, other: object) -> bool:
        return self.state == other.state if type(other) is EvaluatedState else NotImplemented

    __hash__ = BaseState.__hash__


def check_evaluator(evaluator: Any) -> None:
    """Rejects objects that are not evaluators.

    Raises:
        ValueError: it is not an evaluator of any kind.
    """
    if not isinstance(evaluator, str | Path | Outcome | Network) and not callable(evaluator):
        raise ValueError(
            "evaluator must be a name or a path, a learned or written evaluation, a function of the state, Outcome(f) "
            f"or Network(f), not {quoted(evaluator)}"
        )


def with_evaluator(state: Any, evaluator: Evaluator) -> tuple[Any, Any]:
    """The state to search and the native spec of its evaluator, for searches with scores.

    Args:
        state: the state to search.
        evaluator: the evaluator ("": the game's default).

    Returns:
        The state and the spec; for a function, the state is wrapped so that a search uses it as evaluation.

    Raises:
        ValueError: not an evaluator, or one for another game or board.
    """
    if isinstance(evaluator, Path):
        evaluator = str(evaluator)
    if evaluator == "" and native.is_native(state):
        evaluator = _shipped_default(state)
    if isinstance(evaluator, str) and evaluator and native.is_native(state) and evaluator not in state.evaluators():
        found = find_evaluation(state, evaluator)
        if found is None:
            known = evaluators(state)
            meant = alternatives(nearest_name(evaluator, known), known)
            raise ValueError(
                f"unknown evaluator {quoted(evaluator)}{meant} (or name a file: {suffixes()}; or the folder of a run "
                "that learned one)"
            )
        evaluator = found
    if isinstance(evaluator, Evaluation):
        return state, evaluator.for_searches(state)
    if isinstance(evaluator, str):
        return state, native.evaluation_spec(evaluator)
    outcome = outcome_function(state, evaluator)
    if outcome is not None:
        function: ScoreFunction = lambda here: round(OUTCOME_SCORE * outcome(here)[1])  # noqa: E731
    else:
        check_evaluator(evaluator)
        function = cast(ScoreFunction, evaluator)
    return EvaluatedState(state, function), native.evaluation_spec("own")
