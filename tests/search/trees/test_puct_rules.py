"""Rules of selection, backup and choice that users write in C++, in place of PUCT's."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fake_network import FakeNetwork
from kinds_of_game import SPECS, load
from positions import early_positions
from refusals import refused

import boardai
from boardai import native
from boardai.basics.trust import code_file
from boardai.learn.learners.config import TrainConfig
from boardai.learn.runs.config import code_in_settings, code_named
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.searched_games import searched_games
from boardai.players import load_agent
from boardai.players.spec import AgentSpec
from boardai.search import Forest, Network, Puct, PuctOptions, puct
from boardai.search.reference.trees import puct as reference_puct

PAGE = Path(__file__).parents[3] / "docs" / "search" / "puct.md"
FORMULA, ABSOLUTE, POWER_MEAN, LOWER_BOUND = re.findall(
    r"```cpp\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
)
AVERAGE = """
double backup(Position& position, std::size_t action, double value) { return position.average(action, value); }
"""
MAXIMUM = """
#include <algorithm>
double backup(Position& position, std::size_t action, double value) {
    position.set_mean(action, value);
    double highest = -1;
    for (std::size_t i = 0; i < position.visited(); ++i) highest = std::max(highest, position.mean(i));
    return position.set_value(highest);
}
"""
MOST_VISITS = "double root_score(const RootAction& action, std::int64_t) { return double(action.visits); }"
LAST_CELL = "double root_score(const RootAction& action, std::int64_t) { return action.action; }"


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """A file with a text, the same for equal texts: the path."""
    folder = tmp_path_factory.mktemp("rules")

    def write(text: str) -> str:
        file = folder / f"{zlib.crc32(text.encode())}.hpp"
        file.write_text(text)
        return str(file)

    return write


@pytest.fixture(scope="module")
def formula(texts: Callable[[str], str]) -> str:
    return texts(FORMULA)


def network_of(game: boardai.Game) -> Network:
    return Network(FakeNetwork(game.policy_size))


@pytest.mark.parametrize("name", SPECS)
def test_puct_s_own_formula_as_a_file_gives_the_same_tree(name: str, formula: str) -> None:
    game = load(name)
    variants = [
        {}, {"fpu_reduction": 0.4, "c_scale": 2.0}, {"leaves_per_tree": 4}, {"leaves_per_tree": 4, "virtual_loss": 0},
        {"solver": True, "forced_playouts": 2.0, "dirichlet_fraction": 0.25}, {"graph": True},
    ]  # fmt: skip
    for state, options in zip(early_positions(game, len(variants)), variants, strict=True):
        usual, written = (
            puct(state, simulations=60, seed=1, evaluator=Network(FakeNetwork(game.policy_size)), **options, **rule)
            for rule in ({}, {"selection": formula})
        )
        assert written.visits == usual.visits and written.action == usual.action
        assert written.value == usual.value and written.policy == usual.policy


@pytest.mark.parametrize("name", SPECS)
def test_the_built_in_rules_as_a_file_give_the_same_tree(name: str, texts: Callable[[str], str]) -> None:
    game = load(name)
    # A file with backup() alone leaves the selection to the formula.
    rules = [
        {"selection": texts(AVERAGE), "choice": texts(MOST_VISITS)},
        {"selection": texts(FORMULA + AVERAGE + MOST_VISITS), "choice": texts(FORMULA + AVERAGE + MOST_VISITS)},
    ]
    variants = [
        {}, {"fpu_reduction": 0.4, "leaves_per_tree": 4}, {"leaves_per_tree": 4, "virtual_loss": 0},
        {"solver": True, "forced_playouts": 2.0, "dirichlet_fraction": 0.25},
    ]  # fmt: skip
    for state, options in zip(early_positions(game, len(variants)), variants, strict=True):
        usual, *written = (
            puct(state, simulations=60, seed=1, evaluator=network_of(game), **options, **rule) for rule in ({}, *rules)
        )
        for one in written:
            assert one.visits == usual.visits and one.action == usual.action
            assert one.value == usual.value and one.policy == usual.policy
            assert one.action_values == usual.action_values and one.pv == usual.pv


def power_mean(values: list[float], power: float) -> float:
    return 2 * (sum(((one + 1) / 2) ** power for one in values) / len(values)) ** (1 / power) - 1


def reference(
    state: Any, network: FakeNetwork, simulations: int, value_of: Callable[[float, list[tuple[int, float]]], float]
) -> reference_puct.Node:
    """PUCT in plain Python; a position's value is `value_of` its own and its visited moves' visits and values."""
    root, own = reference_puct.Node(prior=1), {}
    for number in range(simulations + 1):
        node, position, path = root, state.clone(), [root]
        while node.children:
            scores = {action: reference_puct.score(node, child) for action, child in node.children.items()}
            action = max(scores, key=scores.get)
            node = node.children[action]
            position.apply(action)
            path.append(node)
        assert number == 0 or len(path) > 1
        value = own[node] = reference_puct.expand(node, position, network)
        for one in reversed(path):
            one.visits += 1
            below = [(child.visits, child.value_for(one.player)) for child in one.children.values() if child.visits]
            value = value_of(own[one], below)
            one.value_sum = value * one.visits
    return root


@pytest.mark.parametrize("name", ["hex", "tic-tac-toe", "connect four"])
def test_backups_equal_their_plain_python_references(name: str, texts: Callable[[str], str]) -> None:
    game = load(name)
    network = FakeNetwork(game.policy_size)

    def fourth(own: float, below: list[tuple[int, float]]) -> float:
        return power_mean([own] + [value for visits, value in below for _ in range(visits)], 4)

    def highest(own: float, below: list[tuple[int, float]]) -> float:
        return max((value for _, value in below), default=own)

    for text, value_of in ((POWER_MEAN, fourth), (MAXIMUM, highest)):
        for state in early_positions(game, 3):
            found = puct(state, simulations=150, evaluator=Network(network), selection=texts(text))
            root = reference(state, network, 150, value_of)
            assert found.visits == {action: child.visits for action, child in root.children.items()}
            assert found.value == pytest.approx(root.value_for(root.player), abs=1e-9)
            values = {a: child.value_for(root.player) for a, child in root.children.items() if child.visits}
            assert found.action_values == pytest.approx(values, abs=1e-9)
            usual = puct(state, simulations=150, evaluator=Network(network))
            assert found.visits != usual.visits


@pytest.mark.parametrize("options", [{}, {"leaves_per_tree": 4}, {"leaves_per_tree": 4, "virtual_loss": 0}], ids=str)
def test_a_backup_finds_and_proves_what_wins(options: dict, texts: Callable[[str], str]) -> None:
    state = boardai.load("hex", size=3).initial_state()
    wins = [a for a in state.legal_actions() if boardai.search.dfpn(state.child(a)).value == -1]
    searched = {"evaluator": network_of(boardai.load("hex", size=3)), "selection": texts(POWER_MEAN), **options}
    proven = puct(state, simulations=6000, solver=True, **searched)
    assert proven.outcome == 1 and proven.action in wins and proven.value == 1
    open_ended = puct(state, simulations=4000, **searched)
    assert open_ended.action in wins and sum(open_ended.visits.values()) == 4000


def test_a_rule_keeps_numbers_of_its_own_as_the_tree_grows_and_moves(texts: Callable[[str], str]) -> None:
    """The rule itself checks them; a wrong one is no number, which is refused."""
    text = (
        "constexpr int numbers = 2;\n"
        "double score(const Position& p, std::size_t a) {\n"
        "    const bool is_right = p.number(a, 0) <= p.visits(a) && (a < p.visited() || p.number(a, 1) == 0);\n"
        "    return is_right ? p.mean(a) + p.exploration() * p.prior(a) / (1 + double(p.visits(a))) : 0.0 / 0.0;\n"
        "}\n"
        "double backup(Position& p, std::size_t a, double value) {\n"
        "    p.number(a, 0) += 1;\n"
        "    p.number(a, 1) += value;\n"
        "    for (std::size_t i = 0; i < p.visited(); ++i) {\n"
        "        if (p.number(i, 0) != double(p.visits(i))) return 0.0 / 0.0;\n"
        "    }\n"
        "    p.set_mean(a, p.number(a, 1) / p.number(a, 0));\n"
        "    return value;\n"
        "}\n"
    )
    game = load("hex")
    for leaves in (1, 5):
        searches = [
            Puct(
                simulations=200, evaluator=network_of(game), leaves_per_tree=leaves, selection=selection,
                tree_mb=1 if leaves == 1 else 64,
            )
            for selection in (texts(text), "puct")
        ]  # fmt: skip
        state = game.initial_state()
        for _ in range(4):
            own, usual = (search.search(state) for search in searches)
            assert own.visits == usual.visits and own.value == pytest.approx(usual.value, abs=1e-9)
            state = state.child(usual.action)


def test_the_root_rule_decides_the_move(texts: Callable[[str], str]) -> None:
    def bound(visits: int, value: float) -> float:
        return value - 2 / math.sqrt(visits)

    differ = 0
    for name in ("hex", "connect four", "tic-tac-toe"):
        game = load(name)
        for number, state in enumerate(early_positions(game, 6)):
            options = {"dirichlet_fraction": 0.5, "c_init": 3.0, "leaves_per_tree": 1 + number % 2 * 3}
            found = puct(
                state, simulations=80, seed=number, evaluator=network_of(game), choice=texts(LOWER_BOUND), **options
            )
            bounds = {a: bound(found.visits[a], found.action_values[a]) for a in found.visits if found.visits[a]}
            assert bounds[found.action] == max(bounds.values()) and found.pv[0] == found.action
            differ += found.visits[found.action] < max(found.visits.values())
    assert differ > 0
    none = puct(state, simulations=0, evaluator=network_of(game), choice=texts(LAST_CELL))
    assert none.action == max(none.priors, key=none.priors.get)  # nothing is visited: the likeliest


def test_the_root_rule_comes_after_proofs(texts: Callable[[str], str]) -> None:
    game = load("tic-tac-toe")
    for moves in ([0, 4, 1, 3], [0, 1, 3, 4]):  # one move wins: 2, or 6
        state = game.initial_state()
        for move in moves:
            state.apply(move)
        found = puct(state, simulations=300, solver=True, seed=1, choice=texts(LAST_CELL))
        assert found.outcome == 1 and found.action == (2 if moves[1] == 4 else 6) != 8
    state = game.initial_state()
    for move in (8, 4):  # every move but a corner's neighbour holds the draw or is proven to lose
        state.apply(move)
    found = puct(state, simulations=20_000, solver=True, seed=1, choice=texts(LAST_CELL))
    losing = {a for a in state.legal_actions() if boardai.search.negamax(state.child(a)).outcome == 1}
    assert found.action == max(set(found.visits) - losing)


def test_the_root_rule_in_a_forest_and_in_agents(texts: Callable[[str], str]) -> None:
    game = load("hex")
    states = early_positions(game, 4)
    forest = Forest(states, FakeNetwork(game.policy_size), PuctOptions(choice=texts(LAST_CELL)))
    for _ in range(2):
        found = forest.run(12)
        rows = [state.policy_index for state in forest.states]
        for state, index, visits, action in zip(forest.states, rows, found.visits, found.actions, strict=True):
            assert action == max(one for one in state.legal_actions() if visits[index(one)] > 0)
        forest.advance(found.actions)
    spec = AgentSpec.parse(f"puct:simulations=30,selection={texts(POWER_MEAN)},choice={texts(LAST_CELL)}")
    agents = [load_agent(str(spec), game, seed=3), load_agent("puct:simulations=30", game, seed=3)]
    thought, usual = (agent.think(states[3]) for agent in agents)
    assert thought.action == max(a for a, visits in thought.result.visits.items() if visits)
    assert thought.result.visits != usual.result.visits
    files = [code_file(texts(POWER_MEAN)), code_file(texts(LAST_CELL))]
    assert spec.trusted() == files


def test_a_formula_sees_what_it_says_it_sees(tmp_path: Path) -> None:
    """Visits by the priors alone are the seats of an election by the highest averages (D'Hondt)."""
    file = tmp_path / "seats.hpp"
    file.write_text("double score(const Position& p, std::size_t a) { return p.prior(a) / (1 + p.visits(a)); }")
    game = load("hex")
    state = game.initial_state()
    result = puct(
        state, simulations=100, evaluator=Network(FakeNetwork(game.policy_size)), selection=str(file), solver=False
    )
    seats = dict.fromkeys(result.priors, 0)
    for _ in range(100):
        seats[max(seats, key=lambda action: result.priors[action] / (1 + seats[action]))] += 1
    assert result.visits == seats

    file.write_text(
        "double score(const Position& p, std::size_t a) {\n"
        "    const bool is_right = p.visits() >= 1 && p.actions() <= p.visited() + 1 && p.exploration() > 0 &&\n"
        "        (p.visits(a) > 0 || (a == p.visited() && p.mean(a) == p.first_value())) &&\n"
        "        p.first_value() <= p.value();\n"
        "    return is_right ? p.mean(a) - 0.01 * p.visits(a) : 0.0 / 0.0;\n"
        "}\n"
    )
    network = Network(FakeNetwork(game.policy_size))
    found = puct(state, simulations=100, evaluator=network, selection=str(file), fpu_reduction=0.2)
    assert sum(found.visits.values()) == 100


def test_another_formula_searches_otherwise_and_finds_what_wins(tmp_path: Path) -> None:
    file = tmp_path / "absolute.hpp"
    file.write_text(ABSOLUTE)
    state = boardai.load("hex", size=3).initial_state()
    wins = [a for a in state.legal_actions() if boardai.search.dfpn(state.child(a)).value == -1]
    usual, other = (
        puct(state, simulations=2000, seed=1, selection=selection, solver=False) for selection in ("puct", str(file))
    )
    assert usual.action in wins and other.action in wins and usual.visits != other.visits


def test_a_forest_takes_it_and_reads_a_changed_file_anew(tmp_path: Path) -> None:
    file = tmp_path / "rule.hpp"
    states = [boardai.load("hex", size=3).initial_state()] * 2

    def network(planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros((len(planes), 9)), np.zeros(len(planes))

    def visits(text: str) -> list[list[int]]:
        file.write_text(text)
        found = Forest(states, network, PuctOptions(selection=str(file))).run(30)
        return [sorted(one) for one in found.visits.tolist()]

    first = "double score(const Position& p, std::size_t a) { return a < p.visited() ? 1 : 0; }"
    even = "double score(const Position& p, std::size_t a) { return -double(p.visits(a)); }"
    assert visits(first) == [[0] * 8 + [30]] * 2
    assert visits(even) == [[3] * 6 + [4] * 3] * 2
    assert visits(first) == [[0] * 8 + [30]] * 2


def test_what_a_text_lacks_or_gets_wrong_is_named(rule_file: Callable[[str], str]) -> None:
    state = boardai.load("hex", size=3).initial_state()
    with refused("rule.hpp", "oops"):
        puct(state, selection=rule_file("double score(const Position&, std::size_t) { return oops; }"))
    with refused("selection", "rule.hpp has no double score(const Position& position, std::size_t action)"):
        puct(state, selection=rule_file("int other = 3;"))
    with refused("score must be double score(const Position& position, std::size_t action)"):
        puct(state, selection=rule_file("double score(int) { return 1; }"))
    with refused("rule.hpp: select is a rule of mcts, not of puct"):
        puct(state, selection=rule_file("std::size_t select(const Position&, Rng&) { return 0; }"))
    for number in ("0.0 / 0.0", "a == 0 ? NAN : 1.0", "a == 0 ? 1.0 : NAN"):
        with refused("score() gave no number"):
            puct(state, selection=rule_file(f"double score(const Position&, std::size_t a) {{ return {number}; }}"))
    with refused("none.hpp", "cannot be read as rules in C++"):
        puct(state, selection="./none.hpp")
    with refused("selection must be one of puct or a file (.hpp, .h), not 'ucb'"):
        PuctOptions(selection="ucb")
    for options in ({"q_transform": "min_max"}, {"moves_left_effect": 0.03}):
        with refused(*options):
            PuctOptions(selection="./rule.hpp", **options)


def test_what_a_backup_or_a_choice_gets_wrong_is_named(rule_file: Callable[[str], str]) -> None:
    game = load("hex")
    state = game.initial_state()
    with refused("backup must be double backup(Position& position, std::size_t action, double value)"):
        puct(state, selection=rule_file("void backup(int) {}"))
    for number in ("NAN", "1.5", "throw 3"):
        text = f"double backup(Position& here, std::size_t a, double v) {{ here.average(a, v); return {number}; }}"
        for options in ({}, {"evaluator": network_of(game), "leaves_per_tree": 4}):
            with refused("PUCT selection: backup() gave no number from -1 to 1"):
                puct(state, selection=rule_file(text.replace("return throw", "throw")), **options)
    rule = rule_file(AVERAGE)
    with refused("graph cannot be combined with backup() in selection", "rule.hpp"):
        puct(state, selection=rule, graph=True)
    with refused("draw_score cannot be combined with backup() in selection", "rule.hpp"):
        puct(state, selection=rule, draw_score=-0.1, evaluator=network_of(game))
    with refused("choice", "rule.hpp has no double root_score(const RootAction& action, std::int64_t all_visits)"):
        puct(state, choice=rule)
    with refused("selection", "rule.hpp has no double score", "or double backup"):
        puct(state, selection=rule_file(MOST_VISITS))
    with refused("root_score must be double root_score(const RootAction& action, std::int64_t all_visits)"):
        puct(state, choice=rule_file("double root_score(int) { return 1; }"))
    with refused("root_score() gave no number"):
        puct(state, choice=rule_file("double root_score(const RootAction& a, std::int64_t) { return a.action - NAN; }"))
    with refused("numbers must be from 0 to 64"):
        puct(state, selection=rule_file("constexpr int numbers = -1;" + AVERAGE))
    with refused("early_stop", "choice"):
        PuctOptions(choice="./rule.hpp", early_stop=True)
    with refused("choice must be one of visits or a file (.hpp, .h), not 'value'"):
        PuctOptions(choice="value")


def games(rule: Any) -> bytes:
    """Eight games of self-play by a rule, without a temperature."""
    game = load("hex")
    struct = native.namespace("boardai/search/self_play/self_play").SelfPlayOptions()
    struct.games, struct.seed, struct.puct.simulations, struct.puct.dirichlet_fraction = 4, 5, 16, 0.25
    if rule is not None:
        struct.puct.rule = rule
    self_play = native.template("SelfPlay", game.initial_state())(native.native_state(game.initial_state()), struct)
    planes = np.zeros((4, *game.observation_shape), np.float32)
    network = FakeNetwork(game.policy_size)
    while self_play.games_finished() < 8:
        logits, values = network(planes[: self_play.select(planes, planes.size)])
        self_play.backup(logits, logits.size, values, values.size)
    return bytes(self_play.take_games())


def test_self_play_names_rules_which_must_be_trusted(
    texts: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert AgentSpec.parse("puct:selection=./formula.hpp,simulations=40").trusted() == [code_file("./formula.hpp")]
    (tmp_path / "all.hpp").write_text(FORMULA + AVERAGE + MOST_VISITS)
    (tmp_path / "last.hpp").write_text(LAST_CELL)
    monkeypatch.chdir(tmp_path)
    config = SelfPlayConfig(
        search="puct", puct=replace(SelfPlayConfig().puct, selection="./all.hpp", choice="./last.hpp")
    )
    files = [str(tmp_path / "all.hpp"), str(tmp_path / "last.hpp")]
    assert [config.puct.selection, config.puct.choice] == files
    assert code_in_settings(TrainConfig(selfplay=config)) == [code_file(file) for file in files]
    assert all(code_file(file) in code_named([file]) for file in files)
    # A run that is resumed from another folder reads the same files.
    monkeypatch.chdir("/")
    rule = config.search_options.native_values()[1]["rule"]
    assert rule.has_backup() and rule.has_choice()


def test_self_play_s_moves_without_a_temperature_are_the_root_rule_s(texts: Callable[[str], str]) -> None:
    def rule(**options: str) -> Any:
        return PuctOptions(**options).native_values()[1]["rule"]

    usual = games(None)
    assert games(rule(selection=texts(FORMULA + AVERAGE), choice=texts(MOST_VISITS))) == usual
    assert games(rule(selection=texts(POWER_MEAN))) != usual
    by_rule = games(rule(choice=texts(LAST_CELL)))
    assert by_rule != usual
    moves = [move for one in searched_games([by_rule], load("hex"), "games") for move in one.moves]
    assert moves and all(move.action == max(move.policy) for move in moves)
