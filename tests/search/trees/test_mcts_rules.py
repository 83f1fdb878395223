"""Rules of UCT: UCB1-tuned, MENTS and the lower confidence bound, and those that users write in C++."""

from __future__ import annotations

import math
import random
import re
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from kinds_of_game import load
from positions import early_positions
from refusals import refused

import boardai
from boardai.basics.trust import code_file
from boardai.players import load_agent
from boardai.players.spec import AgentSpec
from boardai.search import Mcts, MctsOptions, Outcome, mcts
from boardai.search.reference.trees.mcts import mcts as reference_mcts
from boardai.search.reference.trees.mcts_rules import ments, tuned

KINDS = ["hex", "connect four", "tic-tac-toe"]
PAGE = Path(__file__).parents[3] / "docs" / "search" / "mcts.md"
TUNED, BOLDEST, PUCT_SHAPED = re.findall(r"```cpp\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
WORD = 2**64 - 1


def opinion(state) -> float:
    """A value for the player to move that looks like chance and is the same on every machine."""
    return zlib.crc32(state.to_string().encode()) % 2001 / 1000 - 1


class Generator:
    """native/boardai/core/rng.hpp in Python: xoshiro256**, seeded by splitmix64."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        x = self._mix(seed) ^ self._mix(self._mix(stream) + 0x632BE59BD9B4E019)
        self.state = []
        for _ in range(4):
            x = self._mix(x)
            self.state.append(x)

    @staticmethod
    def _mix(x: int) -> int:
        x = (x + 0x9E3779B97F4A7C15) & WORD
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
        x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
        return x ^ x >> 31

    @staticmethod
    def _turned(x: int, by: int) -> int:
        return (x << by | x >> 64 - by) & WORD

    def next(self) -> int:
        a, b, c, d = self.state
        result = self._turned(b * 5 & WORD, 7) * 9 & WORD
        c, d = c ^ a, d ^ b
        self.state = [a ^ d, b ^ c, c ^ (b << 17 & WORD), self._turned(d, 45)]
        return result

    def below(self, bound: int) -> int:
        while True:
            product = (self.next() >> 32) * bound
            if product % 2**32 >= (2**32 - bound) % bound:
                return product >> 32

    def uniform(self) -> float:
        return (self.next() >> 11) * 2.0**-53


@pytest.fixture(scope="module")
def tuned_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The example of the documents, as a file."""
    file = tmp_path_factory.mktemp("rules") / "ucb_tuned.hpp"
    file.write_text(TUNED)
    return str(file)


# --- what ships ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
def test_ucb_tuned_equals_its_plain_python_reference(name: str) -> None:
    plain = {"simulations": 600, "evaluator": Outcome(opinion), "shuffle": False, "solver": False}
    for state, c in zip(early_positions(load(name), 2), (1, 0.1), strict=True):
        found = mcts(state, selection="ucb_tuned", c=c, **plain)
        root = reference_mcts(state, 600, opinion, c=c, bound=tuned)
        assert found.visits == {action: child.visits for action, child in root.children.items()}


def test_ucb_tuned_differs_where_results_hardly_vary() -> None:
    """The bound of the variance is reached after some 200 visits of an action."""
    state = load("tic-tac-toe").initial_state()
    calm = {"simulations": 4000, "evaluator": Outcome(lambda state: opinion(state) / 10), "solver": False}
    assert mcts(state, selection="ucb_tuned", **calm).visits != mcts(state, **calm).visits


@pytest.mark.parametrize("name", KINDS)
def test_ments_equals_its_plain_python_reference(name: str) -> None:
    for state in early_positions(load(name), 2):
        for temperature, epsilon in ((0.1, 0.1), (0.5, 0.02)):
            found = mcts(
                state, simulations=300, evaluator=Outcome(opinion), selection="ments", shuffle=False, solver=False,
                temperature=temperature, epsilon=epsilon, seed=5,
            )  # fmt: skip
            root = ments(state, 300, opinion, temperature, epsilon, Generator(5))
            visited = root.actions[: len(root.counts)]
            visits = dict(zip(visited, root.counts, strict=True))
            assert {a: n for a, n in found.visits.items() if n} == visits
            values = dict(zip(visited, root.values, strict=True))
            assert found.action_values == pytest.approx(values, abs=1e-9)


@pytest.mark.parametrize("selection", ["ucb_tuned", "ments"])
@pytest.mark.parametrize("options", [{}, {"threads": 2}, {"parallel": "children"}, {"megabytes": 1}], ids=str)
def test_a_selection_finds_what_wins(selection: str, options: dict) -> None:
    state = boardai.load("hex", size=3).initial_state()
    found = mcts(state, simulations=20_000, seed=1, selection=selection, **options)
    assert found.outcome == 1
    state = load("connect four").initial_state()
    for column in (3, 0, 3, 0, 3, 6):
        state.apply(column)
    open_ended = mcts(state, simulations=4000, seed=1, selection=selection, solver=False, **options)
    assert open_ended.action == 3 and sum(open_ended.visits.values()) == 4000


def lower_bound(visits: int, mean: float, deviations: float) -> float:
    """Wilson's, in the words of a textbook."""
    share = (mean + 1) / 2
    centre = share + deviations**2 / (2 * visits)
    spread = deviations * math.sqrt(share * (1 - share) / visits + deviations**2 / (4 * visits**2))
    return 2 * (centre - spread) / (1 + deviations**2 / visits) - 1


def test_the_root_move_by_lower_confidence_bound() -> None:
    drawn = {"selection": "ments", "epsilon": 0.5}  # so that visits say little
    differ = 0
    for seed in range(12):
        state = boardai.load("hex", size=5).initial_state()
        rng = random.Random(seed)
        for _ in range(2):
            state.apply(rng.choice(state.legal_actions()))
        for deviations in (0.1, 2):
            found = mcts(state, simulations=150, seed=seed, choice="lcb", lcb_deviations=deviations, **drawn)
            bounds = {a: lower_bound(n, found.action_values[a], deviations) for a, n in found.visits.items() if n}
            assert bounds[found.action] == pytest.approx(max(bounds.values()))
            differ += found.visits[found.action] < max(found.visits.values())
    assert differ > 0


# --- the user's ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
def test_a_text_gives_the_same_tree_as_the_same_rule_of_the_library(name: str, tuned_file: str) -> None:
    state = load(name).initial_state()
    for options in ({}, {"c": 0.3, "lowest": 0, "highest": 10}, {"parallel": "children"}):
        by_text, built_in = (
            mcts(state, simulations=500, seed=2, selection=rule, **options) for rule in (tuned_file, "ucb_tuned")
        )
        assert by_text.visits == built_in.visits and by_text.value == built_in.value


def test_the_tree_lives_on_with_a_rules_numbers(tuned_file: str) -> None:
    searches = [Mcts(seed=1, selection=rule) for rule in (tuned_file, "ucb_tuned")]
    state = boardai.load("hex", size=5).initial_state()
    for _ in range(3):
        one, other = (search.search(state, simulations=300) for search in searches)
        assert one.visits == other.visits
        state = state.child(one.action)
    assert one.notes["reused"] > 0
    bounds = searches[0].upper_bounds()
    assert bounds == searches[1].upper_bounds() and bounds != Mcts().search(state, simulations=9).action_values


def test_a_root_move_of_the_users(tmp_path: Path) -> None:
    file = tmp_path / "boldest.hpp"
    file.write_text(BOLDEST)
    state = boardai.load("hex", size=5).initial_state()
    for seed in range(5):
        found = mcts(state, simulations=100, seed=seed, choice=str(file))
        assert found.action_values[found.action] == max(found.action_values.values())


def test_a_rule_reads_the_games_priors(tmp_path: Path) -> None:
    """The documents' rule by PUCT's formula: each simulation follows the action that has the highest."""
    file = tmp_path / "puct_shaped.hpp"
    file.write_text(PUCT_SHAPED)
    plain = type(load("tic-tac-toe").initial_state())
    state = type(
        "Ordered", (plain,), {"quiet_order": lambda self, cell: -cell, "clone": lambda self: type(self)(self.cells)}
    )()

    def searched(simulations: int) -> boardai.search.SearchResult:
        options = MctsOptions(selection=str(file), prior=2.0, c=3.0, shuffle=False, solver=False)
        return mcts(state, simulations=simulations, evaluator=Outcome(opinion), options=options, seed=1)

    for simulations in range(9, 14):
        before, after = searched(simulations), searched(simulations + 1)
        (followed,) = (cell for cell in range(9) if after.visits[cell] > before.visits[cell])
        scores = {
            cell: before.action_values[cell] + 3 * (9 - cell) / 45 * simulations**0.5 / (1 + before.visits[cell])
            for cell in range(9)
        }
        assert followed == max(scores, key=scores.get)


def test_select_draws_among_all_actions_and_backup_alone_changes_values(tmp_path: Path) -> None:
    state = boardai.load("hex", size=4).initial_state()
    file = tmp_path / "any.hpp"
    file.write_text(
        "std::size_t select(const Position& position, Rng& rng) {\n"
        "    return rng.below(static_cast<std::uint32_t>(position.actions()));\n}\n"
        "double root_score(const RootAction& action, std::int64_t) { return -action.action; }\n"
    )
    found = mcts(state, simulations=1600, seed=1, selection=str(file), choice=str(file), solver=False)
    assert all(60 < visits < 140 for visits in found.visits.values()) and found.action == 0
    file = tmp_path / "even.hpp"
    file.write_text("double backup(Position& position, std::size_t a, double) { return position.set_mean(a, 0.25); }")
    found = mcts(state, simulations=100, seed=1, selection=str(file), solver=False)
    assert set(found.action_values.values()) == {0.25} and found.value == 0.25


def test_what_a_text_lacks_or_gets_wrong_is_named(rule_file: Callable[[str], str]) -> None:
    state = boardai.load("hex", size=3).initial_state()
    with refused("rule.hpp", "oops"):
        mcts(state, selection=rule_file("double score(const Position&, std::size_t) { return oops; }"))
    with refused("selection", "rule.hpp has no double score(const Position& position, std::size_t action)"):
        mcts(state, selection=rule_file("double root_score(const RootAction&, std::int64_t) { return 1; }"))
    with refused("choice", "has no double root_score(const RootAction& action, std::int64_t all_visits)"):
        mcts(state, choice=rule_file("double score(const Position&, std::size_t) { return 1; }"))
    with refused("backup must be double backup(Position& position, std::size_t action, double value)"):
        mcts(
            state, selection=rule_file("double score(const Position&, std::size_t) { return 1; }\nvoid backup(int) {}")
        )
    with refused("numbers must be from 0 to 64"):
        mcts(
            state, selection=rule_file("constexpr int numbers = 99;\ndouble score(const Position&, int) { return 1; }")
        )
    for number in ("NAN", "a == 0 ? NAN : 1.0", "a == 0 ? 1.0 : NAN"):
        with refused("score() gave no number"):
            mcts(state, selection=rule_file(f"double score(const Position&, std::size_t a) {{ return {number}; }}"))
    with refused("root_score() gave no number"):
        mcts(
            state,
            choice=rule_file("double root_score(const RootAction& a, std::int64_t) { return a.action ? 1 : NAN; }"),
        )
    with refused("select() chose action number 77 of 9"):
        mcts(state, selection=rule_file("std::size_t select(const Position&, Rng&) { return 77; }"))
    for number in ("NAN", "1.5", "throw 3"):
        text = f"double backup(Position& here, std::size_t a, double v) {{ here.average(a, v); return {number}; }}"
        for threads in (1, 2):
            with refused("backup() gave no number from -1 to 1"):
                mcts(state, selection=rule_file(text.replace("return throw", "throw")), threads=threads)
    with refused("none.hpp", "cannot be read as rules in C++"):
        mcts(state, selection="./none.hpp")
    with refused("selection must be one of ucb, ucb_tuned, ments or a file (.hpp, .h), not 'tuned'"):
        MctsOptions(selection="tuned")
    with refused("rave selects by its own formula"):
        mcts(state, selection="ments", rave=True)


def test_agents_take_files_that_must_be_trusted(tuned_file: str) -> None:
    spec = AgentSpec.parse("mcts:selection=./ucb_tuned.hpp,choice=./boldest.hpp,simulations=40")
    assert spec.trusted() == [code_file("./ucb_tuned.hpp"), code_file("./boldest.hpp")]
    assert AgentSpec.parse("mcts:selection=ments,choice=lcb").trusted() == []
    game = load("connect four")
    state = game.initial_state()
    by_text, built_in = (
        load_agent(f"mcts:selection={rule},simulations=60", game, seed=3) for rule in (tuned_file, "ucb_tuned")
    )
    assert by_text.think(state).result.visits == built_in.think(state).result.visits
