"""Selection by a Python rule in every position of a forest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fake_network import FakeNetwork
from kinds_of_game import SPECS, load
from positions import early_positions
from refusals import refused
from table_game import Tables, TableState

import boardai
from boardai.search import Forest, ForestChildren, GumbelOptions, PuctOptions

LEAVES = [{}, {"leaves_per_tree": 4}, {"leaves_per_tree": 4, "virtual_loss": 0}]


def highest(children: ForestChildren, scores: np.ndarray) -> np.ndarray:
    return np.where(children.selectable, scores, -np.inf).argmax(1)


def puct(children: ForestChildren) -> np.ndarray:
    return highest(
        children, children.q_values + children.exploration[:, None] * (children.priors / (1 + children.visits))
    )


def muzero(children: ForestChildren) -> np.ndarray:
    """PUCT with Q rescaled between the position's value and its visited moves', as mctx's muzero_policy does it."""
    visited = children.visits > 0
    value = children.position_values
    lowest = np.minimum(value, np.where(visited, children.q_values, np.inf).min(1))[:, None]
    most = np.maximum(value, np.where(visited, children.q_values, -np.inf).max(1))[:, None]
    rescaled = np.where(visited, children.q_values - lowest, 0) / np.maximum(most - lowest, 1e-8)
    return highest(children, rescaled + children.exploration[:, None] * (children.priors / (1 + children.visits)))


def improved_policy(children: ForestChildren) -> np.ndarray:
    """What Gumbel search does below the root (gumbel.hpp), with the default options."""
    visited, visits = children.visits > 0, children.visits.sum(1)
    prior, weighted = ((children.priors * by).sum(1, where=visited) for by in (1, children.q_values))
    mean = np.divide(weighted, prior, out=np.zeros_like(prior), where=prior > 0)
    mixed = np.where(prior > 0, (children.own_values + visits * mean) / (visits + 1), children.own_values)
    completed = np.where(visited, children.q_values, mixed[:, None])
    legal = children.actions >= 0
    lowest, most = (bound(completed, 1, where=legal, initial=start) for bound, start in ((np.min, 1), (np.max, -1)))
    slope = 0.1 * (50 + children.visits.max(1)) / np.maximum(most - lowest, 1e-8)
    weights = children.priors * np.exp(slope[:, None] * (completed - most[:, None]))
    return highest(children, weights / weights.sum(1, keepdims=True) - children.visits / (1 + visits)[:, None])


def the_same(states: list, network: Any, options: Any, rule: Callable, simulations: int, moves: int = 2) -> None:
    """A forest with the rule and one without give the same results, also below the moves that they play."""
    native, ruled = Forest(states, network, options, seed=1), Forest(states, network, options, seed=1, selection=rule)
    for _ in range(moves):
        usual, found = native.run(simulations), ruled.run(simulations)
        for name in ("visits", "actions", "values", "q_values", "action_weights"):
            np.testing.assert_array_equal(getattr(found, name), getattr(usual, name), err_msg=name)
        native.advance(usual.actions)
        ruled.advance(found.actions)


@pytest.mark.parametrize("name", SPECS)
def test_puct_as_a_rule_gives_the_same_trees(name: str) -> None:
    game = load(name)
    variants = [
        *LEAVES, {"fpu_reduction": 0.4, "c_scale": 2.0}, {"graph": True}, {"graph": True, "leaves_per_tree": 3},
        {"solver": True, "forced_playouts": 2.0, "dirichlet_fraction": 0.25},
    ]  # fmt: skip
    for options in variants:
        the_same(early_positions(game, 6), FakeNetwork(game.policy_size), PuctOptions(**options), puct, 50)


@pytest.mark.parametrize("options", LEAVES, ids=str)
def test_hundreds_of_random_trees(options: dict) -> None:
    tables = Tables(200, 5, 5, seed=6)
    states = [TableState(tables, tree) for tree in range(tables.trees)]
    the_same(states, tables.network, PuctOptions(**options), puct, 40, moves=1)
    if not options:
        for q_transform, rule in (("parent_and_siblings", muzero), ("none", puct)):
            usual = Forest(states, tables.network, PuctOptions(q_transform=q_transform)).run(40)
            np.testing.assert_array_equal(
                Forest(states, tables.network, selection=rule).run(40).visits, usual.visits, err_msg=q_transform
            )


def test_knowledge_draws_and_a_full_tree() -> None:
    game = boardai.load("hex", size=5)
    known = PuctOptions(solver=True, knowledge=4)
    the_same(early_positions(game, 4), FakeNetwork(game.policy_size), known, puct, 120)
    game = boardai.load("hex", size=11)
    small = PuctOptions(tree_mb=1)
    the_same([game.initial_state()], FakeNetwork(game.policy_size), small, puct, 7000, moves=1)

    game = load("tic-tac-toe")
    scores = FakeNetwork(game.policy_size)

    def forecasts(planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        logits, values = scores(planes)
        return logits, np.stack([values, (1 - np.abs(values)) / 2, np.full(len(planes), 4.0)], axis=1)

    the_same(early_positions(game, 3), forecasts, PuctOptions(draw_score=-0.5), puct, 80)


@pytest.mark.parametrize("name", ["hex", "connect four", "tic-tac-toe"])
def test_with_gumbel_s_options_the_rule_selects_below_the_root(name: str) -> None:
    game = load(name)
    depths = []

    def below(children: ForestChildren) -> np.ndarray:
        depths.extend(children.depths)
        return improved_policy(children)

    the_same(early_positions(game, 5), FakeNetwork(game.policy_size), GumbelOptions(), below, 60)
    assert min(depths) == 1 and max(depths) > 2


def test_a_backup_in_c_plus_plus_and_a_selection_in_python(tmp_path: Path) -> None:
    game = load("hex")
    states, network = early_positions(game, 3), FakeNetwork(game.policy_size)
    file = tmp_path / "last.hpp"
    file.write_text(
        "double backup(Position& position, std::size_t action, double value) {\n"
        "    return position.set_mean(action, value);\n"
        "}\n"
    )
    options = PuctOptions(selection=str(file))
    the_same(states, network, options, puct, 60)
    last, mean = (Forest(states, network, one).run(60).visits for one in (options, PuctOptions()))
    assert (last != mean).any()
    file.write_text("double score(const Position& position, std::size_t action) { return position.mean(action); }")
    with refused("selection puct", "last.hpp", "score()"):
        Forest(states, network, options, selection=puct)


def test_a_rule_sees_what_it_is_promised() -> None:
    game = load("hex")
    states = early_positions(game, 4)
    seen: list[ForestChildren] = []

    def remember(children: ForestChildren) -> np.ndarray:
        seen.append(children)
        return puct(children)

    Forest(states, FakeNetwork(game.policy_size), PuctOptions(fpu_reduction=0.3), selection=remember).run(40)
    assert max(len(children) for children in seen) == 4
    assert repr(seen[0]) == f"<ForestChildren of 4 positions, {max(len(s.legal_actions()) for s in states)} columns>"
    for children in seen:
        assert len(set(children.trees)) == len(children)
        for row, tree in enumerate(children.trees):
            state, depth = states[tree], int(children.depths[row])
            count = len(state.legal_actions()) - depth
            actions, visits = children.actions[row], children.visits[row]
            assert children.players[row] == (state.current_player() + depth) % 2
            assert (actions[:count] >= 0).all() and (actions[count:] == -1).all()
            assert set(actions[:count]) <= set(state.legal_actions()) and len(set(actions[:count])) == count
            np.testing.assert_array_equal(children.selectable[row], actions >= 0)
            visited = int((visits > 0).sum())
            assert (visits[:visited] > 0).all() and visits.sum() + 1 == children.position_visits[row]
            priors, q_values = children.priors[row], children.q_values[row]
            assert priors.sum() == pytest.approx(1, abs=1e-6) and priors[visited:].argmax() == 0
            mean = (children.own_values[row] + visits @ q_values) / (1 + visits.sum())
            assert children.position_values[row] == pytest.approx(mean)
            first = children.position_values[row] - 0.3 * np.sqrt(priors[:visited].sum())
            assert q_values[visited:count] == pytest.approx(first) and not q_values[count:].any()


@pytest.mark.parametrize("options", [*LEAVES, {"solver": True}, {"graph": True}], ids=str)
def test_any_unvisited_move_may_be_chosen(options: dict) -> None:
    game = load("connect four")
    states = [game.initial_state()] * 3

    def fewest_visits_from_the_right(children: ForestChildren) -> np.ndarray:
        return highest(children, 100 * -children.visits + children.actions)

    network = FakeNetwork(game.policy_size)
    forest = Forest(states, network, PuctOptions(**options), selection=fewest_visits_from_the_right)
    for visits in ([0, 0, 0, 0, 0, 1, 1], [1, 1, 2, 2, 2, 2, 2]):
        found = forest.run(int(sum(visits)) - (2 if visits[0] else 0))
        np.testing.assert_array_equal(found.visits, [visits] * 3)


def test_a_bad_answer_is_named_and_the_forest_can_be_used_on() -> None:
    game = load("hex")
    states = [game.initial_state(), *early_positions(game, 2, seed=3)]
    calls = 0
    answer: Any = None

    def rule(children: ForestChildren) -> Any:
        nonlocal calls
        calls += 1
        chosen = puct(children)
        return chosen if answer is None or calls < 20 or len(children) < 3 else answer(chosen)

    def interrupted(chosen: np.ndarray) -> np.ndarray:
        raise KeyboardInterrupt

    def past_the_end(chosen: np.ndarray) -> np.ndarray:
        chosen[1] = 99
        return chosen

    options = PuctOptions(leaves_per_tree=2, graph=True)
    usual = Forest(states, FakeNetwork(game.policy_size), options).run(40)
    forest = Forest(states, FakeNetwork(game.policy_size), options, selection=rule)
    for answer, places in (
        (lambda chosen: chosen[:2], ("rule", "3 whole numbers", "[2]")),
        (lambda chosen: chosen * 1.0, ("rule", "3 whole numbers", "float64")),
        (lambda chosen: None, ("rule", "3 whole numbers", "object")),
        (lambda chosen: chosen - 30, ("rule", "from 0 to 24", "row 0", "tree 0", "depth")),
        (past_the_end, ("rule", "99", "from 0 to 24", "row 1", "tree")),
        (interrupted, None),
    ):
        calls = 0
        with refused(*places) if places else pytest.raises(KeyboardInterrupt):
            forest.run(40)
        answer = None
        before = forest.run(0).visits.sum(1)
        assert (before > 0).all() and (before < 40).all()
        np.testing.assert_array_equal(forest.run(20).visits.sum(1), before + 20)
        forest.set_states(states)
        np.testing.assert_array_equal(forest.run(40).visits, usual.visits)
        forest.set_states(states)
    proven = Forest(
        [load("tic-tac-toe").from_string("oo.x....x")], FakeNetwork(9), PuctOptions(solver=True),
        selection=lambda children: np.where(children.actions >= 0, children.q_values, 2).argmin(1),
    )  # fmt: skip
    with refused("<lambda>", "not selectable", "row 0", "tree 0"):
        proven.run(200)


def test_a_rule_may_write_to_its_arrays_but_not_choose_outside_of_them() -> None:
    game = boardai.load("hex", size=3)
    states = [game.initial_state(), game.initial_state()]
    states[1].apply(0)  # the second row is shorter than the first

    def rule(children: ForestChildren) -> Any:
        chosen = puct(children)
        for array in (children.selectable, children.actions, children.visits, children.priors):
            array[:] = 1
        return chosen if len(children) < 2 else np.full(2, children.actions.shape[1] - 1)

    with refused("rule", "not selectable", "row 1", "tree 1"):
        Forest(states, FakeNetwork(game.policy_size), PuctOptions(), selection=rule).run(50)


def test_refused_arguments_change_nothing() -> None:
    game = boardai.load("hex", size=3)
    network, states = FakeNetwork(game.policy_size), [game.initial_state(), *early_positions(game, 1, seed=3)]
    usual = Forest(states, network, PuctOptions(), seed=5).run(30)
    forest = Forest(states, network, PuctOptions(), seed=5)
    noise, logits = np.ones((2, game.policy_size)), np.zeros((2, game.policy_size))
    with refused("root_logits", "[2, 9]"):
        forest.run(10, root_logits=logits[:1], root_values=np.zeros(2), noise=noise)
    with refused("root_logits", "root_values"):
        forest.run(10, root_logits=logits, noise=noise)
    for other, place in (("chess", "states[1]"), ("hex:size=4", "states[1]")):
        with refused(place):
            forest.set_states([states[1], boardai.load(other).initial_state()])
    assert [state.to_string() for state in forest.states] == [state.to_string() for state in states]
    np.testing.assert_array_equal(forest.run(30).visits, usual.visits)


def test_what_cannot_be_combined_is_refused() -> None:
    game = load("hex")
    states, network = [game.initial_state()], FakeNetwork(game.policy_size)
    with refused("selection", "'puct'"):
        Forest(states, network, selection="puct")  # type: ignore[arg-type]
    for options in ({"q_transform": "min_max"}, {"moves_left_effect": 0.03}):
        with refused(*options, "selection puct"):
            Forest(states, network, PuctOptions(**options), selection=puct)
    forest = Forest(states, network, selection=lambda children: forest.run(1))
    with pytest.raises(RuntimeError, match="in use"):
        forest.run(4)
