"""Matches in processes and folders: crashes cost a game, a kill costs the games under way."""

import itertools
import json
import signal
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from processes import in_group
from refusals import refused
from search.kinds_of_game import SPECS, load

from boardai.arena.folder import MatchFolder, read_settings
from boardai.arena.games import Opening, PlayedGame
from boardai.arena.openings import NO_BALANCE, balanced_openings
from boardai.arena.series import OpeningBook, Series
from boardai.arena.sprt import Sprt
from boardai.arena.workers import MatchError, WorkerSettings
from boardai.cluster import Workplace, open_pool
from boardai.records import load_record

FAKE = f"{sys.executable} {Path(__file__).parents[1] / 'protocols' / 'fake_engine.py'}"
SETTINGS = {
    "game": "hex:size=3", "agents": ["random", "greedy"], "seed": 3, "max_plies": None, "opening_plies": 0,
    "openings": None,
}  # fmt: skip


def processes(number: int) -> Workplace:
    """Each in a process, as the commands play."""
    return partial(open_pool, workers=number, apart=True, in_flight=1)


def book(game: str, plies: int = 1) -> OpeningBook:
    return OpeningBook(balanced_openings(load(game), plies, NO_BALANCE, 3, []), None)


def hex_series(first: str, second: str, games: int, **more) -> Series:
    return Series(WorkerSettings(SPECS["hex"], (first, second), 3), book("hex"), games, **more)


@pytest.mark.thorough
def test_games_do_not_depend_on_the_number_of_processes() -> None:
    results = []
    for place in (open_pool, processes(2)):
        series = hex_series("random", "alphabeta:depth=1", 6)
        assert [len(list(series.play(place))), series.new, series.is_over] == [6, 6, True]
        results.append({one.number: (one.actions, one.outcome) for one in series.played})
        assert list(series.play(place)) == [], "there is nothing left to play"
    assert results[0] == results[1] and sorted(results[0]) == list(range(6))
    assert series.result.games == 6 and sum(series.result.pairs) == 3


def test_the_sequential_test_ends_the_match() -> None:
    series = hex_series("mcts:simulations=200", "random", 400, sprt=Sprt(0, 200))
    list(series.play(open_pool))
    assert series.verdict == "passed" and series.is_over and 4 <= len(series.played) < 60


@pytest.mark.thorough
def test_games_ahead_of_a_gap_are_kept_but_do_not_count_for_the_test(tmp_path: Path) -> None:
    names = {"game": SPECS["hex"], "agents": ["greedy", "random"]}
    folder = MatchFolder(tmp_path, names)
    for number in (*range(4), *range(6, 200)):  # won, each in its own way
        folder.save(PlayedGame(number, [str(number)], None, -1 if number % 2 else 1))
    series = hex_series("greedy", "random", 200, sprt=Sprt(0, 200), folder=folder)
    assert (len(series.played), series.result.games, series.verdict) == (198, 4, "")
    list(series.play(processes(2)))
    assert series.verdict == "passed" and 6 < series.result.games < 198 <= len(series.played)
    again = hex_series("greedy", "random", 200, sprt=Sprt(0, 200), folder=MatchFolder(tmp_path, names))
    assert again.is_over and again.result == series.result


def test_an_agent_that_cannot_be_made_ends_the_match_with_its_reason() -> None:
    with refused("nobody", error=MatchError):
        list(hex_series("random", "nobody", 2).play(processes(1)))


def test_an_odd_number_of_games_is_refused() -> None:
    with refused("even"):
        hex_series("random", "random", 3)


def test_an_engine_that_crashes_loses_its_games_and_the_match_goes_on() -> None:
    """It answers three times in its life; a new one is started for each game."""
    settings = WorkerSettings("chess", (f"uci:{FAKE} uci crash 4,depth=1", "random"), 3, max_plies=40)
    series = Series(settings, OpeningBook(itertools.repeat(Opening()), None), 4)
    list(series.play(open_pool))
    assert [one.crashed for one in series.played] == [0, 0, 0, 0]
    assert all("exit status 3" in one.ending and one.points == 0 and one.moves[0] == 3 for one in series.played)


def test_an_engine_that_always_crashes_ends_the_match() -> None:
    settings = WorkerSettings("chess", (f"uci:{FAKE} uci crash 1,depth=1", "random"), 3)
    series = Series(settings, OpeningBook(itertools.repeat(Opening()), None), 40)
    with pytest.raises(MatchError, match=r"last 6 games.*exit status 3"):
        list(series.play(open_pool))
    assert len(series.played) == 6


DEADLY = """
import importlib.util, os, signal
spec = importlib.util.spec_from_file_location("plain_game", {path!r})
plain = importlib.util.module_from_spec(spec)
spec.loader.exec_module(plain)
class Deadly(plain.TicTacToe):
    def clone(self):
        return Deadly.from_string(self.to_string())

    def evaluate(self):
        stones = 9 - self.to_string().count(".")
        if stones >= {stones}:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0
"""


DEADLY_AGENT = """
import os, signal

class Deadly:
    def choose(self, state):
        if state.to_string() == "x........":
            os.kill(os.getpid(), signal.SIGKILL)
        return state.legal_actions()[-1]
"""


@pytest.mark.thorough
def test_a_dead_process_costs_the_thinking_agents_games(tmp_path: Path) -> None:
    path = tmp_path / "deadly.py"
    path.write_text(DEADLY.format(path=SPECS["tic-tac-toe"], stones=5))
    settings = WorkerSettings(str(path), ("alphabeta:depth=1", "random"), 1)
    series = Series(settings, OpeningBook(itertools.repeat(Opening()), None), 2)
    list(series.play(processes(2)))
    died = [one for one in series.played if one.crashed >= 0]
    assert len(series.played) == 2 and died
    assert all(one.crashed == 0 and one.points == 0 and "killed by SIGKILL" in one.ending for one in died)


@pytest.mark.thorough
def test_of_games_that_ran_together_the_one_is_found_that_kills(tmp_path: Path) -> None:
    path = tmp_path / "deadly.py"
    path.write_text(DEADLY_AGENT)
    settings = WorkerSettings(SPECS["tic-tac-toe"], (f"{path}:Deadly", "random"), 1, at_once=8)
    series = Series(settings, OpeningBook(iter([Opening(None, (move,)) for move in ("b2", "a1", "c3")]), None), 6)
    list(series.play(processes(1)))
    died = [one for one in series.played if one.crashed >= 0]
    assert len(series.played) == 6
    # It fails where it is second and the opening is the corner.
    assert [(one.number, one.crashed, one.points) for one in died] == [(3, 0, 0)]
    assert "killed by SIGKILL" in died[0].ending


@pytest.mark.thorough
def test_processes_that_die_at_the_start_end_the_match(tmp_path: Path) -> None:
    path = tmp_path / "deadly.py"
    path.write_text(DEADLY.format(path=SPECS["tic-tac-toe"], stones=0))
    settings = WorkerSettings(str(path), ("alphabeta:depth=1", "random"), 1)
    with refused("alphabeta:depth=1: its process died (killed by SIGKILL)", error=MatchError):
        list(Series(settings, OpeningBook(itertools.repeat(Opening()), None), 4).play(processes(1)))


# --- folders ---------------------------------------------------------------------------------------------------


def test_games_are_records_and_come_back(tmp_path: Path) -> None:
    folder = MatchFolder(tmp_path / "m", SETTINGS)
    played = PlayedGame(3, ["b2", "a1"], None, -1, "", -1, [0.5, 0.25], [1, 1], 1)
    folder.save(played)
    unfinished = PlayedGame(4, ["c3"], None, None, "stopped after 1 plies", -1, [0.0, 0.1], [0, 1], 0)
    folder.save(unfinished)
    assert MatchFolder(tmp_path / "m", SETTINGS).played() == [played, unfinished]
    record = load_record(tmp_path / "m" / "games" / "000003.json")
    # Game 3: the second agent is player 0.
    assert record.players == ("greedy", "random") and record.result == -1 and len(record.states()) == 3
    openings = [Opening(None, ("b2",)), Opening("3/3/3 b no-swap", ())]
    folder.save_openings(openings)
    assert folder.openings() == openings and read_settings(tmp_path / "m") == SETTINGS


def test_another_match_in_the_folder_is_refused_with_what_differs(tmp_path: Path) -> None:
    MatchFolder(tmp_path, SETTINGS)
    with refused("agents", "greedy", "mcts", "seed"):
        MatchFolder(tmp_path, {**SETTINGS, "agents": ["random", "mcts"], "seed": 4})


def test_folders_of_something_else_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear")
    with refused(tmp_path):
        MatchFolder(tmp_path, SETTINGS)
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]
    with refused(tmp_path):
        read_settings(tmp_path)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (
            "games/000000.json",
            '{"format": "boardai game 1", "game": "hex:size=3", "actions": []}',
            r"000000\.json: notes: .*'seconds'",
        ),
        ("games/000000.json", "{", r"000000\.json: .*line 1 column 2"),
        ("openings.json", '[{"start": null}]', r"openings\.json: .*'actions'"),
        ("openings.json", "[", r"openings\.json: .*line 1 column 2"),
        ("match.json", "[]", r"match\.json: format: .*'boardai match 2'"),
    ],
)
def test_damage_is_named(tmp_path: Path, file: str, text: str, message: str) -> None:
    MatchFolder(tmp_path, SETTINGS)
    (tmp_path / file).write_text(text)
    with pytest.raises(ValueError, match=message):
        folder = MatchFolder(tmp_path, SETTINGS)
        folder.played()
        folder.openings()


def test_openings_are_drawn_once_and_kept(tmp_path: Path) -> None:
    folder = MatchFolder(tmp_path, SETTINGS)

    def source() -> OpeningBook:
        known = folder.openings()
        return OpeningBook(balanced_openings(load("hex"), 2, NO_BALANCE, 1, known), folder)

    first = source()
    drawn = [first[number] for number in range(5)]
    assert folder.openings() == drawn
    again = source()
    assert [again[number] for number in range(8)][:5] == drawn and len(folder.openings()) == 8


def test_a_match_goes_on_where_it_was_left(tmp_path: Path) -> None:
    settings = WorkerSettings("hex:size=5", ("random", "greedy"), 3)
    names = {"game": settings.game, "agents": list(settings.agents)}

    def series() -> Series:
        return Series(settings, book("hex"), 8, folder=MatchFolder(tmp_path, names))

    whole = Series(settings, book("hex"), 8)
    list(whole.play(open_pool))
    for _ in itertools.islice(series().play(open_pool), 3):
        pass
    assert len(list((tmp_path / "games").iterdir())) == 3
    rest = series()
    assert len(rest.played) == 3 and len(list(rest.play(processes(2)))) == 5
    assert {one.number: one.actions for one in rest.played} == {one.number: one.actions for one in whole.played}


@pytest.mark.thorough
def test_what_is_left_of_a_killed_match_is_whole(tmp_path: Path) -> None:
    """Kill -9 of the match while it plays; its workers end by themselves."""
    import subprocess

    command = [sys.executable, "-m", "boardai.match", "reversi", "mcts:simulations=300", "random"]
    options = ["--games", "200", "--record", str(tmp_path / "m"), "--workers", "2", "--balance", "none"]
    process = subprocess.Popen([*command, *options], stdout=subprocess.DEVNULL, start_new_session=True)
    games = tmp_path / "m" / "games"
    end = time.monotonic() + 120
    while time.monotonic() < end and (not games.exists() or len(list(games.glob("0*.json"))) < 4):
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    played = MatchFolder(tmp_path / "m", read_settings(tmp_path / "m")).played()
    assert len(played) >= 4
    for path in games.glob("0*.json"):
        record = load_record(path)
        assert record.states()[-1].outcome(0) == record.result
    # The workers notice within a move that the parent process has gone.
    while time.monotonic() < end and in_group(process.pid):
        time.sleep(0.05)
    assert not in_group(process.pid)


def test_a_match_killed_before_its_settings_were_written_can_be_begun_again(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    (folder / "games").mkdir(parents=True)
    (folder / ".match.json.tmp").write_text("{")
    assert MatchFolder(folder, {"game": "hex", "agents": ["random", "greedy"]}).played() == []
    assert json.loads((folder / "match.json").read_text())["game"] == "hex"
