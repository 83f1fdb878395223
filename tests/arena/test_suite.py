"""Test suites: what is solved, and from when on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from refusals import refused

import boardai
from boardai.arena import run_suite
from boardai.records import read_position_line
from boardai.search import pvs

# Three positions of "Win at Chess" (Reinfeld 1945, as test suites have them), and one move to avoid of our own.
WAC = """2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id "WAC.004";
5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - bm Qc4+; id "WAC.005";
7k/8/8/8/8/7q/5PP1/6K1 w - - am f3; id "take it";
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "wac.epd"
    path.write_text(WAC)
    return path


def test_a_suite_is_solved(suite: Path) -> None:
    reported = []
    result = run_suite(suite, "chess", "pvs:nodes=200000", progress=reported.append)
    assert (result.solved, len(result.attempts)) == (4, 4) and reported == result.attempts
    assert [one.name for one in result.attempts] == ["WAC.001", "WAC.004", "WAC.005", "take it"]
    assert [one.expected for one in result.attempts] == ["bm Qg6", "bm Qxh7+", "bm Qc4+", "am f3"]
    for one in result.attempts:
        assert one.solved and one.solved_after is not None and 0 <= one.solved_after <= one.seconds
        assert one.depth > 0 and one.nodes > 0
    assert result.summary().startswith("solved 4 of 4 (100.0 %); time to solution: mean ")
    table = result.to_table()
    assert table["solved"] == 4 and table["attempts"][1]["played"] == "Qxh7+"


def test_any_agent_can_try(suite: Path) -> None:
    greedy = run_suite(suite, "chess", "greedy")
    assert len(greedy.attempts) == 4 and greedy.attempts[3].played == "gxh3" and greedy.attempts[3].solved
    assert greedy.attempts[0].depth == 1 and not greedy.attempts[0].solved and greedy.attempts[0].solved_after is None
    with refused("greedy", "seconds"):
        run_suite(suite, "chess", "greedy", limits={"seconds": 1, "depth": None})
    with refused("mcts", "depth"):
        run_suite(suite, "chess", "mcts", limits={"depth": 1})


def test_the_time_to_solution_begins_where_the_right_move_stays() -> None:
    game = boardai.load("chess")
    one = read_position_line('7k/8/8/8/8/8/8/KR6 w - - bm Rg1; id "x";', game, "suite.epd:1")
    right, wrong = (one.start.action_from_san(move) for move in ("Rg1", "Rb7"))
    found = pvs(one.start, depth=1)

    def solver(*reported: tuple[int, float]) -> Any:
        def solve(state: Any, meanwhile: Any) -> tuple[int, Any]:
            for action, seconds in reported[:-1]:
                meanwhile(replace(found, action=action, seconds=seconds))
            action, seconds = reported[-1]
            return action, replace(found, action=action, seconds=seconds)

        return solve

    def after(*reported: tuple[int, float]) -> float | None:
        return run_suite([one], game, solver(*reported)).attempts[0].solved_after

    assert after((right, 0.1), (wrong, 0.2), (right, 0.3), (right, 0.9), (right, 1.0)) == 0.3
    assert after((wrong, 0.1), (right, 1.0)) == 1.0
    assert after((right, 0.1), (wrong, 1.0)) is None
    assert after((right, 0.1)) == 0.1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('7k/8/8/8/8/8/8/KR6 w - - id "none";', ".*bm.*am"),
        ("7k/8/8/8/8/8/8/KR6 w - - bm Rz7;", "bm: SAN 'Rz7'"),
        ("7k/8/8/8/8/8/8/KR6 w - - am Ka3;", "am: SAN 'Ka3'"),
        ("7k/8/8/8/8/8/8/K7 w - - bm Kb1;", ".*7k/8/8/8/8/8/8/K7 w"),
        ("nonsense bm Kb1;", "FEN: .*'nonsense'"),
    ],
)
def test_a_line_that_is_no_test_costs_that_line(suite: Path, line: str, reason: str) -> None:
    suite.write_text(f"{line}\n{WAC}")
    reported: list[ValueError] = []
    assert len(run_suite(suite, "chess", "greedy", on_error=reported.append).attempts) == 4
    assert len(reported) == 1 and str(reported[0]).startswith(f"{suite}:1: ")
    assert len(run_suite(suite, "chess", "greedy", on_error="skip").attempts) == 4
    with pytest.raises(ValueError, match=f"{suite}:1: .*{reason}"):
        run_suite(suite, "chess", "greedy")


@pytest.mark.parametrize(("spec", "line"), [("hex:size=3", "3/3/3 b no-swap bm b2;"), ("reversi", "{} bm f5 d3;")])
def test_suites_of_other_games(tmp_path: Path, spec: str, line: str) -> None:
    game = boardai.load(spec)
    (tmp_path / "a.epd").write_text(line.format(game.initial_state().to_string()))
    result = run_suite(tmp_path / "a.epd", game, "mcts:simulations=400")
    assert len(result.attempts) == 1 and result.attempts[0].name == f"{tmp_path / 'a.epd'}:1"
