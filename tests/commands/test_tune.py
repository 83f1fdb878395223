"""`python -m boardai.tune`: numbers of an agent, tuned by games; stopped and resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from refusals import refused

from boardai.command_line import InputError
from boardai.commands import tune
from boardai.players import AgentSpec

WORDS = ["hex:size=3", "mcts:simulations=16", "--numbers", "c=0.7,0,3,0.4", "--pairs", "1", "--opening-plies", "1"]


def test_a_tuning_goes_on_where_it_was_stopped(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    words = [*WORDS, "--iterations", "6", "--rate", "0.2"]
    tune.main([*words, "--output", str(whole)])
    printed = capsys.readouterr().out
    assert "6 of 6 iterations" in printed and "agent: mcts:simulations=16,c=" in printed

    play, played = tune._play, 0

    def stopping(job: Any, stop: Any) -> float:
        nonlocal played
        played += 1
        if played == 4:
            raise KeyboardInterrupt
        return play(job, stop)

    monkeypatch.setattr(tune, "_play", stopping)
    with pytest.raises(KeyboardInterrupt) as stopped:
        tune.main([*words, "--output", str(cut)])
    assert "3 of 6" in stopped.value.__notes__[0] and "--output" in stopped.value.__notes__[0]
    monkeypatch.setattr(tune, "_play", play)
    tune.main([*words, "--output", str(cut)])
    read = [json.loads((folder / tune.STATE).read_text()) for folder in (whole, cut)]
    assert read[0]["values"] == read[1]["values"] and read[0]["history"] == read[1]["history"]
    with pytest.raises(InputError, match="iterations"):
        tune.main([*words[:-4], "--iterations", "9", "--rate", "0.2", "--output", str(cut)])


def test_only_its_own_folder_is_used(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text("{}")
    with pytest.raises(InputError, match="is not empty and holds no tuning"):
        tune.main(["hex:size=3", "mcts:simulations=5", "--numbers", "c", "--output", str(tmp_path)])


@pytest.mark.thorough
def test_processes_play(tmp_path: Path, capsys: Any) -> None:
    tune.main([*WORDS, "--iterations", "3", "--parallel", "2", "--output", str(tmp_path / "tuned")])
    assert "3 of 3 iterations" in capsys.readouterr().out


def test_numbers_are_read_with_the_ranges_of_their_settings() -> None:
    agent = AgentSpec.parse("pvs:nodes=300,null_move_reduction=3")
    found = tune.read_tuned("null_move_reduction", agent)
    assert found.start == 3 and found.whole and found.least <= 1 < found.most
    given = tune.read_tuned("probcut_deviations=2,1,4,0.25", agent)
    assert (given.start, given.least, given.most, given.step, given.whole) == (2, 1, 4, 0.25, False)
    margin = tune.read_tuned("razoring", agent)
    assert (margin.start, margin.least, margin.most, margin.whole) == (300, 0, 600, True)
    for text in ("razor", "pv=1", "razoring=1,2,3,4,5", "razoring=nan", "late_moves"):
        with pytest.raises(ValueError):
            tune.read_tuned(text, agent)
    with refused("--numbers", "razoring=1,x"):
        tune.read_tuned("razoring=1,x", agent)
    with refused("razoring"):
        tune.read_tuned("razoring", AgentSpec.parse("mcts"))


def test_margins_need_their_build(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="BOARDAI_TUNE"):
        tune.main(["hex:size=3", "pvs:nodes=50", "--numbers", "razoring", "--output", str(tmp_path)])


CHANGES = [
    "hex:size=3",
    "mcts:simulations=16",
    "--changes",
    "c=0.1",
    "rave_bias=0.1",
    "--pairs",
    "1",
    "--opening-plies",
    "1",
]


def test_changes_are_measured_in_one_match(tmp_path: Path, capsys: Any) -> None:
    tune.main([*CHANGES, "--iterations", "4", "--output", str(tmp_path)])
    assert "too few" not in capsys.readouterr().out
    tune.main([*CHANGES, "--iterations", "4", "--output", str(tmp_path)])  # there is nothing left to play
    printed = capsys.readouterr().out
    assert "8 games" in printed and "c=0.1" in printed and "rave_bias=0.1" in printed and "agent:" not in printed
    with pytest.raises(InputError, match="changes"):
        tune.main([*CHANGES[:4], *CHANGES[5:], "--iterations", "4", "--output", str(tmp_path)])


def test_changes_are_read() -> None:
    agent = AgentSpec.parse("pvs:nodes=300,null_move_reduction=3")
    assert tune.read_change("killers=false,aspiration=15", agent).values == {"killers": "false", "aspiration": "15"}
    assert tune.read_change("razoring=200,late_move_reduction_base=0.5", agent).values == {
        "razoring": 200, "late_move_reduction_base": 0.5,
    }  # fmt: skip
    for text in (
        "killers",
        "killers=true",
        "killers=false,killers=true",
        "null_move_reduction=3",
        "razor=1",
        "razoring=x",
    ):
        with refused("--changes", text):
            tune.read_change(text, agent)
    with refused("razoring"):
        tune.read_change("razoring=200", AgentSpec.parse("mcts"))


def test_changed_margins_need_their_build(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="BOARDAI_TUNE"):
        tune.main(["hex:size=3", "pvs:nodes=50", "--changes", "razoring=200", "--output", str(tmp_path)])


def test_each_player_has_margins_of_its_own(monkeypatch: Any) -> None:
    """What one player has changed, the other sets back, and the usual ones are there in the end: of the process."""
    seen: list[dict[str, float]] = []
    monkeypatch.setattr(tune, "set_margins", lambda **margins: seen.append(margins))
    job = tune._Job("hex:size=3", "pvs:nodes=20", ({"razoring": 200, "killers": "false"}, {"delta": 100}), 1, 1, 5)
    tune._play(job, lambda: None)
    assert {tuple(sorted(one.items())) for one in seen} == {
        (("delta", 200), ("razoring", 200)), (("delta", 100), ("razoring", 300)), (("delta", 200), ("razoring", 300)),
    }  # fmt: skip
    assert seen[-1] == {"delta": 200, "razoring": 300}
