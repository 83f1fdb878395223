"""NumPy's and JAX's whole numbers are taken wherever Python's are; what is none is refused in words, not in C++."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
from refusals import refused

import boardai
from boardai import search

HEX = boardai.load("hex:size=5")


def advanced(session: Any, action: Any) -> Any:
    session.search(HEX.initial_state(), simulations=4)
    session.advance(action)


def uses(number: Any) -> dict[str, Callable[[], object]]:
    """What can be done with a number, where 1 is right everywhere."""
    state, chess, reversi = (boardai.load(name).initial_state() for name in ("hex:size=5", "chess", "reversi"))
    return {
        "size": lambda: boardai.load("hex", size=number),
        "history": lambda: boardai.load("chess", history=number),
        "position": lambda: boardai.load("chess", position=number, chess960=True),
        "batch": lambda: boardai.Batch(HEX, number),
        "row": lambda: boardai.Batch(HEX, 3).state(number),
        "depth": lambda: search.pvs(state, depth=number),
        "option": lambda: search.pvs(state, depth=1, multi_pv=number),
        "tree": lambda: search.pvs(state, depth=1, tree=number),
        "simulations": lambda: search.puct(state, simulations=number),
        "seed": lambda: search.mcts(state, simulations=2, seed=number),
        "perft": lambda: chess.perft(number),
        "apply": lambda: state.apply(number),
        "child": lambda: state.child(number),
        "legal": lambda: state.is_legal(number),
        "text": lambda: state.action_to_string(number),
        "policy": lambda: state.policy_index(number),
        "index": lambda: state.action_from_policy(number),
        "symmetry": lambda: state.transformed(number),
        "seen": lambda: state.transform_action(number, number),
        "playout": lambda: state.random_playout(number),
        "square": lambda: chess.piece_at(number),
        "plies": lambda: (chess.repeats_within(number), chess.repetition_ahead(number)),
        "score": lambda: reversi.score(number),
        "colour": lambda: state.colour_of(number),
        "cell": lambda: state.stone_at(number, number),
        "path": lambda: (state.shortest_connection(number), state.shortest_path(number)),
        "advance": lambda: advanced(search.Puct(), number),
        "advance UCT": lambda: advanced(search.Mcts(), number),
    }


NAMES = list(uses(1))
OPTIONAL = {"depth", "tree", "size", "position", "simulations"}


@pytest.mark.parametrize("name", NAMES)
def test_of_numpy_and_jax(name: str) -> None:
    for number in (np.int64(1), np.uint8(1), jnp.asarray(1)):
        uses(number)[name]()


@pytest.mark.parametrize("name", NAMES)
def test_others_are_refused_in_words(name: str) -> None:
    for number in (2.5, np.float32(1), "1", None, 2**40, 2**70, -(2**70), float("nan"), b"1", [1]):
        try:
            uses(number)[name]()
        except (TypeError, ValueError, IndexError) as error:
            assert "::" not in str(error) and "Limits" not in str(error), str(error)
            continue
        allowed = {"legal", "seed", "playout", "simulations"} if isinstance(number, int) else set()
        assert name in allowed | (OPTIONAL if number is None else set()), number


def test_moves_of_chess() -> None:
    state = boardai.load("chess").initial_state()
    for action in state.legal_actions():
        number = np.int64(action)
        assert state.san(number) == state.san(action)
        assert state.mirrored().is_legal(state.mirror_action(number))
        assert state.gives_check(number) is False and state.threat_order(number) == state.threat_order(action)
    for method in (state.san, state.mirror_action, state.gives_check, state.exchange_value, state.threat_order):
        with refused("3"):
            method(np.int64(3))


def test_an_action_beyond_all_is_illegal() -> None:
    state = HEX.initial_state()
    assert not state.is_legal(2**40) and not state.is_legal(-(2**70)) and state.is_legal(np.int64(3))
    with refused(2**40):
        state.apply(2**40)


@pytest.mark.parametrize("method", ["from_string", "action_from_string", "evaluate"])
def test_what_is_no_text(method: str) -> None:
    for value in (5, None, ["a1"]):
        with refused("text", error=TypeError):
            getattr(HEX.initial_state(), method)(value)


@pytest.mark.parametrize("game", ["chess", "hex:size=5", "reversi"])
def test_no_method_answers_in_cpp(game: str) -> None:
    state = boardai.load(game).initial_state()
    methods = {name: getattr(state, name) for name in dir(state) if not name.startswith("_")}
    # `start` makes a game for `load`, which checks what it is given.
    for name in methods.keys() - {"is_encodable", "observation_shape", "policy_size", "start"}:
        for arguments in ((), (None,), (1, 1, 1, 1, 1, 1)):
            try:
                getattr(state.clone(), name)(*arguments)
            except (TypeError, ValueError) as error:
                assert "::" not in str(error) and "=>" not in str(error), f"{name}: {error}"
