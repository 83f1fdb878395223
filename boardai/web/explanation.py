"""A position in detail: what each evaluation says of it, a learned one part by part, and the tree of a short search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardai import native
from boardai.game import Game, game_class_of
from boardai.players import load_agent
from boardai.players.searches import for_one_game
from boardai.search.evaluations.naming import find_evaluation, shipped_evaluations
from boardai.search.limits import Limits
from boardai.web.analysis import advantage_words

_SECONDS = 1.0  # of the search
_ROWS = 20_000  # of its tree that are kept
_PLIES, _BREADTH = 3, 3  # that are drawn
_NOTHING = ("none", "hash", "rollouts")  # evaluations without information about a position


def explain(spec: str, game: Game, state: Any, stopped: Callable[[], bool]) -> dict[str, Any]:
    """The position in detail, for the player to move.

    Args:
        spec: of a search, without a limit.
        game: the game.
        state: the position.
        stopped: says that it shall come to an end.

    Returns:
        `evaluations`: name, value, what a point of the final margin is in it, the value in words, and parts (name,
            value and words of each group of features of a learned one);
        `tree`: SVG text, "" where the search keeps no tree.
    """
    found = evaluations(state)
    for one in found:
        for said in (one, *one["parts"]):
            said["words"] = advantage_words(game, state, said["value"], one["point"])
    return {"evaluations": found, "tree": _tree(spec, game, state, stopped)}


def evaluations(state: Any) -> list[dict[str, Any]]:
    """What each of the game's evaluations says; none of games written in Python.

    >>> from boardai.web.explanation import evaluations
    >>> [one["name"] for one in evaluations(boardai.load("reversi", board="6x6").initial_state())]
    ['positional', 'discs', 'mobility', 'corners', 'weights', 'larion']
    """
    if not native.is_native(state):
        return []
    found, layers = [], game_class_of(state).plug_in("layers")
    parts: dict[str, list[dict[str, Any]]] = getattr(layers, "evaluation_parts", lambda state: {})(state)
    for name in state.evaluators():
        if name not in _NOTHING:
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


def _tree(spec: str, game: Game, state: Any, stopped: Callable[[], bool]) -> str:
    player = load_agent(for_one_game(spec), game, try_out=False)
    if "tree" not in player.keeps:
        return ""
    tree = player.search(state, Limits(seconds=_SECONDS), stop=stopped, tree=_ROWS).tree
    return str(tree.as_written(game, state, _PLIES, _BREADTH).to_svg(_PLIES, _BREADTH)) if tree is not None else ""
