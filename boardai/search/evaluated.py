"""Static evaluations by name, and a Python function in their place.

A native search never calls Python. To search a native game with a Python function as evaluation, its state is
wrapped in a state written in Python, which native searches accept as they do every Python-written game: slowly
(docs/search/evaluators.md has the ratio), on one thread, and without what only C++ games offer (captures for
quiescence, taking moves back, draws by repetition found on the search's own line).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardai import native
from boardai.game import BaseState
from boardai.learned import LearnedEvaluation, find_evaluation, shipped_evaluations

EvaluationFunction = Callable[[Any], float]

_LIMIT = 30_000  # evaluations lie inside; wins and losses lie outside (native/boardai/search/score.hpp)
_COMMON = ["none", "hash", "rollouts"]


def evaluators(state: Any) -> list[str]:
    """The names that a search's `evaluator=` takes for this game; the first is the default.

    `own` is a Python-written game's `evaluate()`; `none` is 0 everywhere, `hash` a fixed number for each position
    (for tests of searches) and `rollouts` the mean of some random games. Learned evaluations that ship with the game
    come last.
    """
    if native.is_native(state):
        return [*state.evaluators(), *shipped_evaluations(state)]
    return ["own", *_COMMON]


class EvaluatedState(BaseState):
    """A state whose static evaluation is a Python function's.

    Args:
        state: any state; it is not changed.
        function: the state -> its value for the side to move. It must not change the state.
    """

    __slots__ = ("_function", "state")

    def __init__(self, state: Any, function: EvaluationFunction) -> None:
        self.state = state.clone()
        self._function = function

    def evaluate(self) -> int:
        """The function's value, rounded.

        Raises:
            ValueError: it is no number within +-30000.
        """
        value = self._function(self.state)
        try:
            rounded = round(value)
        except (TypeError, ValueError, OverflowError):  # no number, not a number, infinite
            rounded = _LIMIT
        if not -_LIMIT < rounded < _LIMIT:
            raise ValueError(
                f"the evaluator must give a number between -{_LIMIT} and {_LIMIT} (both excluded), not {value!r}, "
                f"in position {self.state.to_string()}"
            )
        return rounded

    def current_player(self) -> int:
        return self.state.current_player()

    def is_terminal(self) -> bool:
        return self.state.is_terminal()

    def outcome(self, player: int) -> int:
        return self.state.outcome(player)

    def legal_actions(self) -> list[int]:
        return self.state.legal_actions()

    def is_legal(self, action: int) -> bool:
        return self.state.is_legal(action)

    def apply(self, action: int) -> None:
        # Of a native state only the checked form can be reached from Python.
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

    def __eq__(self, other: object) -> bool:
        return self.state == other.state if type(other) is EvaluatedState else NotImplemented

    __hash__ = BaseState.__hash__


def with_evaluator(state: Any, evaluator: str | EvaluationFunction | LearnedEvaluation) -> tuple[Any, Any]:
    """What to search, and the native spec of what to evaluate by, for a face's `evaluator=`.

    Args:
        state: the state to search.
        evaluator: a name (`evaluators(state)`; "" is the default), a file of learned weights or a run's folder, a
            `LearnedEvaluation`, or a function: the state -> its value for the side to move, within +-30000.

    Returns:
        The state and the spec; for a function, the state wrapped so that a search evaluates by it.

    Raises:
        ValueError: it is none of these, or learned for another game or board.
    """
    if isinstance(evaluator, str) and evaluator and native.is_native(state) and evaluator not in state.evaluators():
        found = find_evaluation(state, evaluator)
        if found is None:
            names = ", ".join(evaluators(state))
            raise ValueError(
                f"unknown evaluator {evaluator!r}; this game has {names}; or name the folder of a run that learned "
                "one, or a file of weights (.npz)"
            )
        evaluator = found
    if isinstance(evaluator, LearnedEvaluation):
        return state, evaluator.for_searches(state)
    if isinstance(evaluator, str):
        return state, native.evaluator_spec(evaluator)
    if not callable(evaluator):
        raise ValueError(f"evaluator must be a name or a function of the state, not {evaluator!r}")
    return EvaluatedState(state, evaluator), native.evaluator_spec("own")
