"""A formula of selection that users write in C++, in the place of PUCT's."""

from __future__ import annotations

import re
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
from boardai.players.spec import AgentSpec
from boardai.search import Forest, Network, PuctOptions, puct

PAGE = Path(__file__).parents[3] / "docs" / "search" / "puct.md"
FORMULA, ABSOLUTE = re.findall(r"```cpp\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def formula(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("rules") / "formula.hpp"
    file.write_text(FORMULA)
    return str(file)


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


def test_self_play_and_agents_name_it_and_it_must_be_trusted(formula: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert AgentSpec.parse("puct:selection=./formula.hpp,simulations=40").trusted() == [code_file("./formula.hpp")]
    monkeypatch.chdir(Path(formula).parent)
    config = SelfPlayConfig(search="puct", puct=replace(SelfPlayConfig().puct, selection="./formula.hpp"))
    assert config.puct.selection == formula
    assert code_in_settings(TrainConfig(selfplay=config)) == [code_file(formula)]
    assert code_file(formula) in code_named([formula])

    def games(rule: Any) -> bytes:
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

    assert games(config.search_options.native_values()[1]["rule"]) == games(None)
