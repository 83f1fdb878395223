"""`python -m boardai.ablation`: each technique of PVS switched off."""

from __future__ import annotations

from dataclasses import fields

import pytest
from refusals import refused

import boardai
from boardai.arena.openings import middle_game_positions
from boardai.command_line import InputError
from boardai.commands import ablation
from boardai.search import PvsOptions


def test_every_technique_is_an_option_and_is_changed():
    defaults = {option.name: option.default for option in fields(PvsOptions)}
    found = ablation.techniques()
    assert len(found) == len({technique.name for technique in found}) >= 25
    for technique in found:
        assert technique.value != defaults[technique.name]
        PvsOptions(**{technique.name: technique.value})


def test_positions_repeat_and_games_go_on():
    game = boardai.load("reversi")
    states = middle_game_positions(game, 5, seed=3)
    assert states == middle_game_positions(game, 5, seed=3) != middle_game_positions(game, 5, seed=4)
    assert not any(state.is_terminal() for state in states)


@pytest.mark.slow
def test_the_table_says_what_a_technique_saves(capsys, tmp_path, monkeypatch):
    chosen = [one for one in ablation.techniques() if one.name in ("table_megabytes", "killers", "check_extension")]
    monkeypatch.setattr(ablation, "techniques", lambda: chosen)
    folder = tmp_path / "games"
    command = ["reversi", "--depth", "5", "--positions", "3", "--nodes", "200", "--record", str(folder), "--games"]
    ablation.main([*command, "2"])
    printed = capsys.readouterr()
    row = next(line for line in printed.out.splitlines() if "no transposition table" in line)
    ratio, score = row.split("│")[2:4]
    assert float(ratio.strip().rstrip("x")) > 1
    assert "%" in score
    # Reversi has no checks to extend.
    assert "check_extension" in printed.out.split("change nothing here:")[1]
    # A row is there as soon as it is measured, and the games are kept: the same command plays only what is left.
    assert "no transposition table  " in printed.err and "without killers  " in printed.err
    games = {path: path.stat().st_mtime_ns for path in folder.glob("*/games/*.json")}
    assert len(games) == 4
    ablation.main([*command, "4"])
    assert {path: path.stat().st_mtime_ns for path in games} == games
    assert len(list(folder.glob("*/games/*.json"))) == 8
    capsys.readouterr()
    ablation.main([*command, "2"])  # fewer than there are: the same row as before
    assert row in capsys.readouterr().out.splitlines()
    with refused("nodes", error=InputError):
        ablation.main([*command, "4", "--nodes", "300"])
    file = tmp_path / "file"
    file.write_text("")
    with refused("file", error=InputError):
        ablation.main(["reversi", "--depth", "4", "--positions", "3", "--games", "2", "--record", str(file)])


def test_games_that_are_over_too_soon_are_reported():
    with refused("hex:size=3", "ply 12", error=InputError):
        ablation.main(["hex:size=3", "--games", "2"])


def test_bad_arguments(capsys):
    for arguments, message in ((["chess", "--games", "3"], "even"), (["chess", "--depth", "0"], "depth")):
        try:
            ablation.main(arguments)
        except SystemExit as stop:
            assert stop.code == 2
        assert message in capsys.readouterr().err
