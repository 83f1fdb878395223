"""Evaluations written in C++ at run time: `define_evaluator`, and files of the same text."""

from __future__ import annotations

import inspect
import math
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai import native
from boardai.players import load_agent
from boardai.search import Network, Outcome, PvsOptions, alphabeta, evaluators, gumbel, mcts, minimax, mtdf, puct, pvs
from boardai.search.evaluations.naming import load_evaluation
from boardai.search.kind import SEARCHES

MATERIAL = """
#include <array>

// Material by the book, in centipawns.
constexpr int margin_unit = 100;
constexpr double scale = 350;
int evaluate(const State& state) {
    constexpr std::array<int, 7> worth = {100, 300, 300, 500, 900, 0, 0};
    int sum = 0;
    for (int square = 0; square < 64; ++square) {
        const int piece = state.piece_at(square);
        if (piece < 0) continue;
        const int value = worth[static_cast<std::size_t>(piece % 6)];
        sum += piece / 6 == state.current_player() ? value : -value;
    }
    return sum;
}
"""
CONSTANT = "int evaluate(const State& state) { return 100 * state.current_player() + 7; }"


@pytest.fixture(scope="module")
def reversi() -> boardai.Game:
    return boardai.load("reversi", board="6x6")


def test_searches_see_what_the_text_says(reversi: boardai.Game) -> None:
    count = boardai.define_evaluator(
        reversi,
        "int evaluate(const State& state) { return 10 * state.score(state.current_player()); }",
        "ten_discs",
    )
    state = reversi.initial_state()
    for _ in range(6):
        state.apply(state.legal_actions()[0])
    assert count(state) == 10 * state.evaluate("discs")
    by_name = pvs(state, depth=4, evaluator="ten_discs", options=PvsOptions.sound())
    assert by_name.value == pvs(state, depth=4, evaluator=count, options=PvsOptions.sound()).value
    assert by_name.value == 10 * minimax(state, depth=4, evaluator="discs").value
    assert alphabeta(state, depth=4, evaluator=count).value == by_name.value
    assert mtdf(state, depth=4, evaluator=count).value == by_name.value
    assert "ten_discs" in evaluators(state)


def kinds_of_evaluation(game: boardai.Game) -> dict[str, object]:
    """Evaluations by every way there is, what can be the same the same: what a position's key says."""
    text = "int evaluate(const State& state) { return static_cast<int>(state.hash() % 201) - 100; }"
    score = lambda state: state.hash() % 201 - 100  # noqa: E731
    return {
        "name": "hash",
        "written": boardai.define_evaluator(game, text, "hashed"),
        "function": score,
        "outcome": Outcome(lambda state: math.tanh(score(state) / 100)),
        "network": Network(lambda planes: (np.zeros((len(planes), game.policy_size)), np.zeros(len(planes)))),
    }


@pytest.mark.parametrize("kind", ["name", "written", "function", "outcome", "network"])
@pytest.mark.parametrize("name", SEARCHES)
def test_every_search_takes_every_kind(reversi: boardai.Game, name: str, kind: str) -> None:
    search = getattr(boardai.search, name)
    limit = {"depth": 2} if "depth" in inspect.signature(search).parameters else {"simulations": 30}
    if name in ("pns", "dfpn", "and_or"):
        limit = {"nodes": 200}
    state = reversi.initial_state()
    result = search(state, evaluator=kinds_of_evaluation(reversi)[kind], **limit)
    assert result.nodes > 4 or result.simulations > 4
    assert result.action is None or state.is_legal(result.action)


@pytest.mark.parametrize("search", [puct, gumbel])
def test_trees_see_scores_alike(reversi: boardai.Game, search) -> None:
    kinds = kinds_of_evaluation(reversi)
    results = {
        kind: search(reversi.initial_state(), evaluator=kinds[kind], simulations=60, seed=3)
        for kind in ("written", "function", "outcome")
    }
    assert len({tuple(result.visits.items()) for result in results.values()}) == 1
    for result in results.values():
        assert result.value == pytest.approx(results["written"].value, abs=1e-6)


def test_a_game_s_own_headers_can_be_used_with_every_library() -> None:
    """Cling compiles for this processor, whatever the library was built for: what it reads must be in all of them."""
    chess = boardai.load("chess")
    text = """
    #include "games/chess/board/attacks.hpp"
    int evaluate(const State& state) {
        const auto occupied = bit(29) | bit(43);  // f4 and d6, seen from d4
        return std::popcount(rook_attacks(27, occupied)) + 100 * std::popcount(bishop_attacks(27, occupied));
    }
    """
    seen = boardai.define_evaluator(chess, text, "seen_from_d4")
    assert seen(chess.initial_state()) == 10 + 100 * 13


def test_a_checkout_beside_has_other_headers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A text's quoted header is the package's, not one of that name in the folder where the program runs."""
    other = tmp_path / "games" / "chess" / "board" / "sights.hpp"
    other.parent.mkdir(parents=True)
    other.write_text("#error another checkout's header\n")
    monkeypatch.chdir(tmp_path)
    chess = boardai.load("chess")
    text = """
    #include "games/chess/board/sights.hpp"
    int evaluate(const State&) { return std::ssize(Sights{}.attackers); }
    """
    assert boardai.define_evaluator(chess, text, "beside")(chess.initial_state()) == 2


def test_the_documented_example_is_material() -> None:
    chess = boardai.load("chess")
    material = boardai.define_evaluator(chess, MATERIAL, "by_the_book")
    state = chess.from_string("r1bqk2r/pp2bppp/2n2n2/3P4/3P4/2N2N2/PP2BPPP/R1B2RK1 b kq - 0 9")
    assert material(state) == state.evaluate("material") != 0


def as_line(source: str) -> str:
    """The same evaluation, but carried along the line: what it says of each position is found when a move is made."""
    return (
        source.replace("int evaluate(", "int looked_up(")
        + """
struct Line {
    std::vector<int> values;  // for player 0, one a ply

    static int of(const State& state) { return state.current_player() == 0 ? looked_up(state) : -looked_up(state); }
    void reset(const State& root) { values.assign(1, of(root)); }
    void push(const State& before, int action) {
        State next = before;
        next.apply(action);
        values.push_back(of(next));
    }
    void pop() { values.pop_back(); }
    int evaluate(const State& state) { return state.current_player() == 0 ? values.back() : -values.back(); }
};
"""
    )


@pytest.mark.parametrize("name", [*SEARCHES, "threads"])
def test_an_incremental_evaluation_follows_every_step(name: str) -> None:
    chess = boardai.load("chess")
    state = chess.from_string("r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9")
    looked_up = boardai.define_evaluator(chess, MATERIAL, "looked_up")
    carried = boardai.define_evaluator(chess, as_line(MATERIAL), "carried")
    assert carried(state) == looked_up(state)
    search = pvs if name == "threads" else getattr(boardai.search, name)
    if name == "threads":
        limit = {"depth": 4, "threads": 2}  # Nodes differ from run to run.
        assert pvs(state, evaluator=carried, **limit).depth == 4
        return
    limit = {"depth": 3} if "depth" in inspect.signature(search).parameters else {"simulations": 30, "seed": 1}
    if name in ("pns", "dfpn", "and_or"):
        limit = {"nodes": 200}
    first, second = (search(state, evaluator=evaluator, **limit) for evaluator in (looked_up, carried))
    assert (first.value, first.nodes, first.action) == (second.value, second.nodes, second.action)


def test_a_wrong_line_is_refused() -> None:
    chess = boardai.load("chess")
    text = "struct Line {\n    int evaluate(const State& state) { return 40'000; }\n};"
    far = boardai.define_evaluator(chess, text, "far")
    with refused("far", "40000"):
        pvs(chess.initial_state(), depth=1, evaluator=far)
    with pytest.raises(ValueError, match="evaluate"):
        boardai.define_evaluator(
            chess, "struct Line {\n    int value(const State& state) { return 0; }\n};", "none_of_it"
        )


def test_a_text_that_does_not_compile_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compile_it = native.cppyy.cppdef
    monkeypatch.setattr(native.cppyy, "cppdef", lambda text: (compiled.append(text), compile_it(text))[1])
    game = boardai.load("hex", size=3)
    message = set()
    for _ in range(3):
        with pytest.raises(ValueError, match="missing_name") as caught:
            boardai.define_evaluator(game, "int evaluate(const State&) { return missing_name; }", "wrong")
        message.add(str(caught.value))
    assert len(message) == 1 and sum("missing_name" in text for text in compiled) == 1


@pytest.mark.parametrize("search", [mcts, puct, gumbel])
def test_trees_evaluate_leaves_by_it(reversi: boardai.Game, search) -> None:
    favour = boardai.define_evaluator(
        reversi,
        "constexpr double scale = 10;\nint evaluate(const State& state) { return state.current_player() ? -50 : 50; }",
        "favours_black",
    )
    result = search(reversi.initial_state(), simulations=50, evaluator=favour, seed=1)
    assert result.value > 0.99  # tanh(5), for either player to move at the leaf


def test_the_same_for_every_size_of_board() -> None:
    for size in (3, 9, 13, 19):
        game = boardai.load("hex", size=size)
        written = boardai.define_evaluator(game, "int evaluate(const State& state) { return state.rows(); }", "rows")
        assert written(game.initial_state()) == size


def test_margins_need_a_unit() -> None:
    chess = boardai.load("chess")
    state = chess.from_string("r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9")
    text = "int evaluate(const State& s) { return s.evaluate_material(); }"
    hashed = "int evaluate(const State& state) { return static_cast<int>(state.hash() % 201) - 100; }"
    with_unit = boardai.define_evaluator(chess, "constexpr int margin_unit = 100;\n" + hashed, "with_unit")
    without = boardai.define_evaluator(chess, hashed, "without_unit")
    assert with_unit(state) == without(state)
    assert pvs(state, depth=5, evaluator=with_unit).nodes < pvs(state, depth=5, evaluator=without).nodes
    with pytest.raises(ValueError, match="evaluate_material"):
        boardai.define_evaluator(chess, text, "wrong")


def test_threads_share_it(reversi: boardai.Game) -> None:
    written = boardai.define_evaluator(reversi, CONSTANT, "constant")
    assert pvs(reversi.initial_state(), depth=6, threads=2, evaluator=written).depth == 6


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("int evaluate(const State& state) { return 1 }", "expected ';'"),
        ("int value(const State& state) { return 1; }", "evaluate"),
        ("constexpr int margin_unit = -1;\nint evaluate(const State&) { return 1; }", "unit"),
        ("constexpr double scale = 0;\nint evaluate(const State&) { return 1; }", "scale"),
        ("#include <no_such_header>\nint evaluate(const State&) { return 1; }", "no_such_header"),
    ],
)
def test_what_does_not_compile(reversi: boardai.Game, source: str, words: str) -> None:
    with refused("broken") as caught:
        boardai.define_evaluator(reversi, source, "broken")
    assert words in str(caught.value)
    assert "boardai_evaluation_" not in str(caught.value)


def test_names_that_are_refused(reversi: boardai.Game) -> None:
    with refused("reversi", "discs"):
        boardai.define_evaluator(reversi, CONSTANT, "discs")
    with refused("two words"):
        boardai.define_evaluator(reversi, CONSTANT, "two words")
    with refused("tempo", "positional"):
        pvs(reversi.initial_state(), depth=2, evaluator="tempo")


@pytest.mark.parametrize("threads", [1, 2])
def test_values_out_of_range_end_the_search(reversi: boardai.Game, threads: int) -> None:
    far = boardai.define_evaluator(
        reversi, "int evaluate(const State& state) { return state.current_player() ? 30001 : 0; }", "far"
    )
    with refused("far", "30001", "30000"):
        pvs(reversi.initial_state(), depth=5, threads=threads, evaluator=far)


def test_another_game_s_text_is_compiled_for_this_one(reversi: boardai.Game) -> None:
    mirror = boardai.define_evaluator(reversi, "int evaluate(const State&) { return 5; }", "five")
    assert mirror(boardai.load("hex", size=5).initial_state()) == 5
    discs = boardai.define_evaluator(reversi, "int evaluate(const State& s) { return s.score(0); }", "dark")
    with refused("dark"):
        pvs(boardai.load("hex", size=5).initial_state(), depth=2, evaluator=discs)


def test_it_pickles_and_a_new_definition_replaces(reversi: boardai.Game) -> None:
    first = boardai.define_evaluator(reversi, "int evaluate(const State&) { return 1; }", "again")
    second = boardai.define_evaluator(reversi, "int evaluate(const State&) { return 2; }", "again")
    state = reversi.initial_state()
    assert (first(state), second(state)) == (1, 2)
    assert pickle.loads(pickle.dumps(first)) == first
    assert pickle.loads(pickle.dumps(first))(state) == 1
    assert minimax(state, depth=2, evaluator="again").value == 2


def test_agents_take_files(reversi: boardai.Game, tmp_path: Path) -> None:
    file = tmp_path / "seven.hpp"
    file.write_text("int evaluate(const State&) { return 7; }")
    agent = load_agent(f"alphabeta:depth=2,evaluator={file}", reversi)
    assert reversi.initial_state().is_legal(agent.choose(reversi.initial_state()))
    assert alphabeta(reversi.initial_state(), depth=2, evaluator=file).value == 7
    with refused("none.hpp"):
        load_evaluation(tmp_path / "none.hpp")


@pytest.mark.thorough
def test_a_match_in_other_processes(tmp_path: Path) -> None:
    (tmp_path / "mine.hpp").write_text("int evaluate(const State& state) { return state.score(0); }")
    (tmp_path / "rule.hpp").write_text("double score(const Position& p, std::size_t a) { return p.mean(a); }")
    command = [sys.executable, "-m", "boardai.match", "reversi:board=6x6", "alphabeta:depth=1,evaluator=mine.hpp",
               "mcts:simulations=5,selection=rule.hpp", "--games", "4", "--workers", "2", "--record", "m"]  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=os.environ, timeout=300)
    assert done.returncode == 0, done.stderr
    # What only the match's folder names does not run unasked.
    again = subprocess.run(
        [sys.executable, "-m", "boardai.match", "--resume", "m"], cwd=tmp_path, capture_output=True, text=True,
        timeout=300,
    )  # fmt: skip
    assert again.returncode != 0
    assert "mine.hpp" in again.stderr and "--trust" in again.stderr


def test_python_games_take_functions(tic_tac_toe: str) -> None:
    with refused("C++"):
        boardai.define_evaluator(boardai.load(tic_tac_toe), CONSTANT)
