"""A position in detail: the value by each evaluation, for learned ones part by part. `trees` explains searches."""

from __future__ import annotations

from typing import Any

from boardai import native
from boardai.game import Game, game_class_of
from boardai.search.evaluations.naming import find_evaluation, shipped_evaluations
from boardai.web.units import advantage_words

# Evaluations without information about a position, and one with a printed error that only experiments use.
_NOT_SHOWN = ("none", "hash", "rollouts", "pesto_upside_down")


def explain(game: Game, state: Any) -> list[dict[str, Any]]:
    """The value by each of the game's evaluations, for the player to move, in words.

    Args:
        game: the game.
        state: the position.

    Returns:
        For each evaluation its name, value, the score of one point of the final margin, the value in words, and
        parts (name, value and words of each group of features of a learned evaluation).
    """
    found = evaluations(state)
    for one in found:
        for said in (one, *one["parts"]):
            said["words"] = advantage_words(game, state, said["value"], one["point"])
    return found


def evaluations(state: Any) -> list[dict[str, Any]]:
    """The values of the game's evaluations; empty for games written in Python.

    >>> from boardai.web.explanation import evaluations
    >>> [one["name"] for one in evaluations(boardai.load("reversi", board="6x6").initial_state())]
    ['positional', 'discs', 'mobility', 'corners', 'weights', 'larion']
    """
    if not native.is_native(state):
        return []
    found, layers = [], game_class_of(state).plug_in("layers")
    parts: dict[str, list[dict[str, Any]]] = getattr(layers, "evaluation_parts", lambda state: {})(state)
    for name in state.evaluators():
        if name not in _NOT_SHOWN:
            point = state.evaluation_point(name)
            found.append(
                {"name": name, "value": int(state.evaluate(name)), "point": point, "parts": parts.get(name, [])}
            )
    for name in shipped_evaluations(state):
        learned = find_evaluation(state, name)
        assert learned is not None
        point = state.evaluation_point(learned.for_searches(state))
        found.append({"name": name, "value": int(learned(state)), "point": point, "parts": learned.parts(state)})
    return found
