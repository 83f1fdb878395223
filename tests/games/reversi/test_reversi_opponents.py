"""Whom `play reversi` offers: the evaluation that was measured best on each board, and ten levels that rise."""

import itertools
import random
import re
from pathlib import Path

import pytest

import boardai
from boardai.arena.match import play_match
from boardai.command_line import InputError
from boardai.games.reversi import available_boards
from boardai.games.reversi.opponents import choice, measure, measure_levels
from boardai.games.reversi.opponents.choice import ANY_SHAPE, best_evaluation, measured
from boardai.games.reversi.opponents.ladder import DISC, level_scores
from boardai.players import load_agent
from boardai.players.hints import hints_of
from boardai.players.levels import levels_of, playing_opponent
from boardai.search import evaluators
from boardai.search.evaluated import with_evaluator

BRIDGE = "name: bridge\n\n----##----\n-OX-##-OX-\n-XO----XO-\n----##----\n"


def test_the_choice_follows_what_was_measured() -> None:
    for board, found in measured().items():
        there = evaluators(boardai.load("reversi", board=board).initial_state())
        points = found["points"]
        assert set(points) <= set(there) and set(ANY_SHAPE) <= set(points)
        assert sum(points.values()) == pytest.approx(len(points) / 2, abs=0.01)
        best = best_evaluation(board, found["cells"])
        assert points[best] == max(points.values())
        assert boardai.load("reversi", board=board).opponent == f"pvs:nodes=200000,evaluator={best}"


def test_an_unmeasured_board_takes_after_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    small = {"cells": 30, "points": {"positional": 0.4, "larion": 0.6}}
    large = {"cells": 90, "points": {"positional": 0.6, "larion": 0.4, "patterns": 0.9}}
    monkeypatch.setattr(choice, "measured", lambda: {"small": small, "large": large})
    assert [best_evaluation("drawn", cells) for cells in (4, 59, 61, 200)] == [
        "larion", "larion", "positional", "positional"
    ]  # fmt: skip
    assert best_evaluation("large", 90) == "patterns"


@pytest.mark.parametrize("board", [*available_boards(), BRIDGE])
def test_ten_levels_on_every_board(board: str) -> None:
    game = boardai.load("reversi", board=board)
    levels = levels_of(game)
    keys = [level.key for level in levels]
    assert keys[:3] == ["random", "newcomer", "beginner"] and keys[-2:] == ["master", "strongest"]
    assert len(set(keys)) == 12
    rng = random.Random(3)
    state = game.initial_state()
    for _ in range(4):
        if not state.is_terminal():
            state.apply(rng.choice(state.legal_actions()))
    for level in levels[:-2]:
        agent = load_agent(level.spec, game, 1)
        assert state.is_terminal() or agent.choose(state) in state.legal_actions()


def test_who_plays_it_meets_different_openings_and_who_asks_it_one_answer() -> None:
    game = boardai.load("reversi")
    assert playing_opponent(game) == f"{game.opponent},{game.opening_noise}"
    plain = boardai.Game(game.initial_state())
    plain.opponent, plain.opening_noise = "pvs", game.opening_noise
    assert playing_opponent(plain) == f"pvs:{game.opening_noise}"
    assert levels_of(game)[-1].spec.endswith(game.opening_noise)
    begun = set()
    for seed in range(16):
        players = [
            load_agent("pvs:depth=4,evaluator=patterns," + game.opening_noise, game, 2 * seed + i) for i in (0, 1)
        ]
        state = game.initial_state()
        for ply in range(8):
            state.apply(players[ply % 2].choose(state))
        begun.add(state.to_string())
    assert len(begun) >= 4
    asked = hints_of(game, "pvs:depth=4,evaluator=patterns")
    assert len({asked(game.initial_state()) for _ in range(3)}) == 1


def test_advantages_are_printed_in_discs() -> None:
    """What the levels take for a disc is what the evaluations do."""
    for board in ("8x8", "6x6"):
        start = boardai.load("reversi", board=board).initial_state()
        for name, disc in DISC.items():
            if name != "patterns" or board == "8x8":
                assert with_evaluator(start, name)[1] and start.evaluation_point(with_evaluator(start, name)[1]) == disc
    game = boardai.load("reversi")
    state = game.initial_state().child(game.initial_state().legal_actions()[0])
    state.apply(state.legal_actions()[0])
    assert re.search(r"\d discs? better for", hints_of(game)(state)[1])


def test_levels_rise() -> None:
    """Three rungs apart, so that few games decide."""
    game = boardai.load("reversi")
    specs = [level.spec for level in levels_of(game)]
    for low, high in ((0, 2), (1, 4), (4, 7)):
        agents = [load_agent(specs[number], game, 1) for number in (high, low)]
        found = play_match(game, *agents, games=20, opening_plies=8, max_plies=200, seed=2)
        assert found.score > 0.6, (specs[high], specs[low])


def test_levels_are_measured_by_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    measure_levels.main(["4x4", "--games", "2"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 9 and lines[0].startswith("reversi:board=4x4: beginner ")
    assert lines[-1].endswith("] against expert")
    measure_levels.main(["4x4", "--games", "2", "--level", "master"])
    assert capsys.readouterr().out.splitlines() == lines[-1:]
    for wrong in (["no-such-board"], ["4x4", "--games", "3"], ["4x4", "--level", "newcomer"]):
        with pytest.raises((InputError, SystemExit)):
            measure_levels.main(wrong)


def test_measuring_writes_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "measured.toml"
    measure.main(["--boards", "4x4", "6x6", "--games", "2", "--seconds", "0.001", "--output", str(file)])
    monkeypatch.setattr(choice, "_FILE", file)
    measured.cache_clear()
    try:
        assert {board: found["cells"] for board, found in measured().items()} == {"4x4": 16, "6x6": 36}
        assert best_evaluation("6x6", 36) in ANY_SHAPE
    finally:
        measured.cache_clear()


def test_levels_say_what_was_measured_and_nothing_else() -> None:
    text = (Path(__file__).resolve().parents[3] / "docs" / "benchmarks" / "reversi.md").read_text()
    header, _, first, *rows = re.findall(r"^\|(.*)\|$", text.split("## Levels of Reversi")[1], re.MULTILINE)
    boards = [word.strip() for word in header.split("|")[4:]]
    names = [row.split("|")[0].strip() for row in (first, *rows)]
    for number, board in enumerate(boards):
        found = {row.split("|")[0].strip(): row.split("|")[4 + number] for row in rows}
        assert level_scores(board) == {name: pytest.approx(float(one.strip(" %")) / 100) for name, one in found.items()}
        levels = {level.key: level.measured for level in levels_of(boardai.load("reversi", board=board))}
        assert not any(levels[name] for name in ("random", names[0], "strongest"))
        assert all(
            levels[name].endswith(f"% against {below.capitalize()}") for below, name in itertools.pairwise(names)
        )
    for game in ("reversi:board=14x14", "reversi:count=discs"):
        assert not any(level.measured for level in levels_of(boardai.load(game)))
