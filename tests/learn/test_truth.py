"""Training against exact values: what is measured, in metrics, report, printed lines and figures."""

from __future__ import annotations

import dataclasses
import json
import random
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from refusals import refused
from run_helpers import ALPHAZERO, TABLES

from boardai import learn
from boardai.basics.checksums import read_sealed
from boardai.game import Game
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.evaluation.truth import compared_with_truth
from boardai.learn.reports.figures.pages import draw_pages
from boardai.learn.reports.figures.runs import key, load_entries, load_run
from boardai.learn.runs.progress import ConsoleReporter, truth_text
from boardai.players import Player, Thought
from boardai.records.truth import TruePosition
from boardai.search.results.result import SearchResult


class Knowing(Player):
    """Plays a move of a kind: `best`, `worst` or `keeping`; its value is the result, or what `value` makes of it."""

    name = "knowing"

    def __init__(self, positions: list[TruePosition], kind: str, value: Any = lambda outcome: outcome) -> None:
        self._known = {one.state.to_string(): one for one in positions}
        self._kind, self._value = kind, value

    def think(self, state: Any, *others: Any) -> Thought:
        one = self._known[state.to_string()]
        ranked = sorted(one.values, key=lambda action: one.values[action])
        action = {"best": ranked[-1], "worst": ranked[0], "keeping": min(one.keeping, key=lambda a: one.values[a])}
        chosen = action[self._kind]
        value = self._value(one.outcome)
        return Thought(chosen, SearchResult.of_line(state, [chosen], method="knowing", value=value))


def positions(game: Game) -> list[TruePosition]:
    """Made ones, whose every position has a best move, one that only keeps the result, and one that loses it."""
    found, state, rng = [], game.initial_state(), random.Random(2)
    for outcome in (1, -1, 1, -1, 1):
        legal = state.legal_actions()
        values = dict.fromkeys(legal, -3.0) | ({legal[0]: 5.0, legal[1]: 2.0} if outcome > 0 else {legal[0]: -1.0})
        found.append(TruePosition(state.clone(), values))
        state.apply(rng.choice(legal))
    return found


def test_shares_count_what_they_say(hex3: Game) -> None:
    known = positions(hex3)
    best, keeping, worst = (compared_with_truth(Knowing(known, kind), known) for kind in ("best", "keeping", "worst"))
    assert (best["best_move"], best["result_kept"]) == (1, 1)
    assert (keeping["best_move"], keeping["result_kept"]) == (0, 1)
    assert (worst["best_move"], worst["result_kept"]) == (0, 2 / 5)  # a lost position cannot be lost again
    assert best["value_correlation"] == pytest.approx(1)
    against = compared_with_truth(Knowing(known, "best", lambda outcome: -outcome / 2), known)
    assert against["value_correlation"] == pytest.approx(-1)
    for unknown in (lambda outcome: None, lambda outcome: 0.3):
        assert compared_with_truth(Knowing(known, "best", unknown), known)["value_correlation"] is None


TABLE = {
    "positions": 1755,
    "search": {"best_move": 0.6604, "result_kept": 0.8, "value_correlation": 0.5},
    "policy": {"best_move": 0.4803, "result_kept": 0.75, "value_correlation": None},
}


def test_people_see_it_at_iterations_and_at_the_end() -> None:
    words = truth_text(TABLE)
    assert words.startswith("exact values of 1,755 positions: search: best move 66.0 %, result kept 80.0 %")
    assert words.endswith("correlation 0.500; policy: best move 48.0 %, result kept 75.0 %")
    with redirect_stdout(StringIO()) as printed:
        reporter = ConsoleReporter()
        reporter.iteration({"iteration": 5, "seconds": {"total": 3.0}, "truth": TABLE}, None)
        reporter.final(
            {
                "game": "hex", "iteration": 5, "games": 1, "positions": 1, "steps": 1, "training_seconds": 1,
                "report_seconds": 1, "opening_plies": 0, "matches": {}, "truth": {"trained": TABLE, "initial": {}},
            }
        )  # fmt: skip
    assert f"  {words}\n" in printed.getvalue() and f"trained: {words}\n" in printed.getvalue()


def test_figures_have_a_page(tmp_path: Path) -> None:
    lines = [{"iteration": n, "seconds": {"total": n}, **({"truth": TABLE} if n % 2 else {})} for n in range(1, 5)]
    (tmp_path / "metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    paths = draw_pages(load_entries([tmp_path]), tmp_path, ["svg"], ["truth"])
    assert [one.name for one in paths] == ["truth.svg"]
    drawn = paths[0].read_text()
    for words in ("best move, by exact values", "result kept, by exact values", "value and true result", "policy"):
        assert f"<!-- {words}" in drawn
    assert load_run(tmp_path).points(key("truth.search.best_move"), "iteration").x.tolist() == [1, 3]


@pytest.mark.thorough
def test_other_learners_are_compared_too(hex3_truth: Path, tmp_path: Path) -> None:
    learn.train(
        "hex:size=3", learner="td", preset="demo", run=tmp_path / "td", iterations=1, verbose=False,
        **{**TABLES, "arena.truth": str(hex3_truth), "arena.search": "pvs:depth=1"},
    )  # fmt: skip
    table = read_sealed(tmp_path / "td" / "report.json")[0]["truth"]["trained"]
    assert set(table) == {"positions", "search"}
    assert table["search"]["value_correlation"] is None  # of scores without bounds there is none


def test_a_file_that_cannot_be_used_is_refused_before_training(hex3_truth: Path, tmp_path: Path) -> None:
    settings = {**ALPHAZERO, "arena.truth": str(hex3_truth)}
    with refused("arena.truth", "hex:size=4", "line 1"):
        learn.train("hex:size=4", preset="demo", run=tmp_path / "a", iterations=1, verbose=False, **settings)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text(hex3_truth.read_text()[:-20])
    with refused("arena.truth", str(damaged), "line 31"):
        learn.train(
            "hex:size=3", preset="demo", run=tmp_path / "b", iterations=1, verbose=False,
            **{**settings, "arena.truth": str(damaged)},
        )  # fmt: skip


def test_the_file_is_found_from_any_folder(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    config = ArenaConfig(truth="t.jsonl")
    assert config.truth == str(tmp_path / "t.jsonl") and ArenaConfig().truth == ""
    assert dataclasses.replace(config, games=2).truth == config.truth
    assert json.loads(json.dumps(config.truth)) == config.truth
