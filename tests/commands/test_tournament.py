"""`python -m boardai.tournament`: pairings, ratings, files, errors."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from refusals import refused

from boardai.arena.elo import elo_of_score
from boardai.arena.pictures import short_labels
from boardai.command_line import InputError
from boardai.commands import match, tournament
from boardai.learn.runs.entrants import expanded
from boardai.records import load_record

QUICK = ["--games", "6", "--balance", "none"]


def play(capsys: pytest.CaptureFixture, *arguments: str) -> str:
    tournament.main([*arguments])
    return capsys.readouterr().out


def games(folder: Path) -> dict[str, tuple[str, ...]]:
    return {
        f"{path.parent.parent.name}/{path.stem}": load_record(path).actions for path in folder.glob("matches/*/games/*")
    }


@pytest.mark.thorough
def test_everybody_meets_everybody_from_the_same_openings(capsys, tmp_path: Path) -> None:
    folder, figures, picture = tmp_path / "t", tmp_path / "t.json", tmp_path / "t.svg"
    output = play(
        capsys, "hex:size=4", "greedy", "alphabeta:depth=2", "--record", str(folder), "--json", str(figures),
        "--picture", str(picture), "--workers", "2", *QUICK,
    )  # fmt: skip
    table = json.loads(figures.read_text())
    assert table["games"] == 18 and table["anchor"] == "random" and table["forfeits"] == 0
    ratings = {row["agent"]: row for row in table["ratings"]}
    assert set(ratings) == {"greedy", "alphabeta:depth=2", "random"}
    assert ratings["random"]["elo"] == 0 and ratings["random"]["interval95"] == [0, 0]
    assert ratings["alphabeta:depth=2"]["elo"] > 100
    assert all(row["games"] == 12 for row in ratings.values())
    assert sum(row["points"] for row in ratings.values()) == 18
    records = {path: load_record(path) for path in folder.glob("matches/*/games/*")}
    assert len(records) == 18
    starts: dict[int, set[tuple[str, ...]]] = {}
    for path, record in records.items():
        first, second = (json.loads((folder / "tournament.json").read_text())["agents"][int(n)]
                         for n in path.parent.parent.name.split("-"))  # fmt: skip
        number = int(path.stem)
        assert record.players == ((second, first) if number % 2 else (first, second))
        starts.setdefault(number // 2, set()).add(record.actions[: record.notes["opening_plies"]])
    assert len(starts) == 3 and all(len(openings) == 1 for openings in starts.values())
    assert re.search(r"^1  alphabeta:depth=2 +at least [+-]\d+ ", output, re.MULTILINE)  # it won every game
    assert re.search(r"^3  random +\+0  anchor", output, re.MULTILINE)
    assert "<svg" in picture.read_text() and "alphabeta:depth=2" in picture.read_text()
    # One pairing's folder is a match's folder.
    match.main(["--resume", str(folder / "matches" / "000-001"), "--games", "6"])
    assert "6 games are already stored" in capsys.readouterr().out


@pytest.mark.thorough
def test_goes_on_with_more_games_and_more_agents(capsys, tmp_path: Path) -> None:
    command = ["hex:size=4", "greedy", "random", "--balance", "none", "--record"]
    play(capsys, *command, str(tmp_path / "t"), "--games", "2")
    before = games(tmp_path / "t")
    output = play(capsys, *command, str(tmp_path / "t"), "--games", "4")
    assert "2 games are already stored" in output and "4 games between 2 agents" in output
    output = play(capsys, "hex:size=4", "alphabeta:depth=1", "--balance", "none", "--record", str(tmp_path / "t"),
                  "--games", "4")  # fmt: skip
    assert "12 games between 3 agents" in output
    assert json.loads((tmp_path / "t" / "tournament.json").read_text())["agents"] == [
        "greedy", "random", "alphabeta:depth=1",
    ]  # fmt: skip
    assert before.items() <= games(tmp_path / "t").items()
    # In one go, and by any number of processes, the same games.
    play(capsys, "hex:size=4", "greedy", "random", "alphabeta:depth=1", "--balance", "none", "--games", "4",
         "--workers", "2", "--record", str(tmp_path / "whole"))  # fmt: skip
    assert games(tmp_path / "whole") == games(tmp_path / "t")
    output = play(capsys, "--resume", str(tmp_path / "t"), "--games", "4")
    assert "12 games are already stored" in output
    assert play(capsys, "--resume", str(tmp_path / "t")) == output  # as many as were asked for
    with refused("seed", "0", "1", error=InputError):
        play(capsys, *command, str(tmp_path / "t"), "--seed", "1")


def test_another_anchor(capsys, tmp_path: Path) -> None:
    output = play(capsys, "hex:size=3", "random", "--anchor", "greedy", *QUICK, "--json", str(tmp_path / "f"))
    table = json.loads((tmp_path / "f").read_text())
    (one,) = table["matches"]
    score = (one["score"] * 6 + 0.5) / 7  # a drawn game is added
    assert {row["agent"]: row["elo"] for row in table["ratings"]} == pytest.approx(
        {"greedy": 0, "random": elo_of_score(score)}
    )
    assert re.search(r"greedy +\+0  anchor", output)


@pytest.mark.thorough
def test_a_tournament_without_random_goes_on_as_it_was(capsys, tmp_path: Path) -> None:
    folder = str(tmp_path / "t")
    play(capsys, "hex:size=3", "greedy", "--anchor", "alphabeta:depth=1", *QUICK, "--record", folder)
    assert re.search(r"alphabeta:depth=1 +\+0  anchor", play(capsys, "--resume", folder, "--games", "8"))
    again = play(capsys, "--resume", folder, "--anchor", "greedy")
    assert re.search(r"greedy +\+0  anchor", again) and "8 games are already stored" in again
    assert play(capsys, "--resume", folder) == again
    with refused("--anchor", "random", "greedy", error=InputError):
        play(capsys, "--resume", folder, "--games", "10", "--anchor", "random")


@pytest.mark.slow
def test_how_many_simulations_equal_an_agent(capsys, tmp_path: Path) -> None:
    figures, picture = tmp_path / "f.json", tmp_path / "p.png"
    command = ["hex:size=4", "alphabeta:depth=1", "--equal", "4", "64", "1024", "--against", "mcts:rave=true"]
    output = play(capsys, *command, *QUICK, "--record", str(tmp_path / "t"), "--json", str(figures), "--picture",
                  str(picture))  # fmt: skip
    table = json.loads(figures.read_text())["equal"]
    assert table["opponent"] == "mcts:rave=true" and table["words"] in output
    assert table["rungs"][0]["simulations"] == 4 and 2 <= len(table["rungs"]) <= 3
    points = [rung["points"] for rung in table["rungs"]]
    assert points[0] > points[-1]
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert table["words"] in play(capsys, "--resume", str(tmp_path / "t"), "--games", "6")
    other = [command[0], "puct:simulations=4", *command[2:], "--record", str(tmp_path / "t")]
    with refused("alphabeta:depth=1", "puct:simulations=4", error=InputError):
        play(capsys, *other, *QUICK)
    assert table["words"] in play(capsys, "--resume", str(tmp_path / "t"), "--games", "6")


def test_checkpoints_are_expanded(tmp_path: Path) -> None:
    run = tmp_path / "my@run"
    for number in (0, 5, 10, 12):
        (run / "checkpoints" / f"{number:06d}").mkdir(parents=True)
    (run / "run.json").write_text("{}")

    def of(numbers: tuple[int, ...], name: str = "gumbel", rest: str = "") -> list[str]:
        return [f"{name}:run={run},checkpoint={number}{rest}" for number in numbers]

    assert expanded(f"{run}") == [f"gumbel:run={run}"]
    assert expanded(f"{run},simulations=3") == [f"gumbel:run={run},simulations=3"]
    assert expanded(f"{run}@all,simulations=3") == of((0, 5, 10, 12), rest=",simulations=3")
    assert expanded(f"puct:run={run}@first+last,c_init=2") == of((0, 12), "puct", ",c_init=2")
    assert expanded(f"policy:run={run}@0-12/5") == of((0, 5, 10), "policy")
    assert expanded(f"{run}@5-12+0") == of((0, 5, 10, 12))
    assert expanded("mcts:simulations=5") == ["mcts:simulations=5"] and expanded("random") == ["random"]
    for selection, words in (("7", "7.*0, 5, 10, 12"), ("1-4", "1-4")):
        with pytest.raises(ValueError, match=words):
            expanded(f"{run}@{selection}")
    with refused("checkpoints"):
        expanded(f"policy:run={tmp_path}/none@all")


def test_labels_are_short_and_differ() -> None:
    specs = ["gumbel:run=runs/a/x,checkpoint=3", "gumbel:run=runs/b/y,simulations=4", "random"]
    assert list(short_labels(specs).values()) == ["gumbel:x,@3", "gumbel:y,simulations=4", "random"]
    same = ["policy:run=a/x", "policy:run=b/x"]
    assert list(short_labels(same).values()) == same


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hex", "greedy", "--picture", "x.gif"], r"--picture: .*'x\.gif'"),
        (["hex", "randm"], "'randm'.*random"),
        (["hexx", "greedy"], "hexx"),
        (["hex", "random"], "two agents"),
        (["hex", "greedy", "mcts", "--equal"], "--equal"),
        (["hex", "greedy", "--equal", "--against", "greedy"], "--against greedy.*simulations="),
        (["hex", "greedy", "--equal", "--against", "mcts:simulations=4"], "--against mcts:simulations=4"),
        (["hex", "gumbel:run=no-such-run"], "no-such-run"),
        (["hex", "policy:run=no-such-run@all"], "no-such-run has no checkpoints"),
        (["hex:size=2", "greedy", "--opening-plies", "4"], "always end the game"),
        (["--resume", "no-such-folder"], "no-such-folder"),
    ],
)
def test_bad_input_is_refused(capsys, arguments: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        tournament.main(arguments)


@pytest.mark.parametrize(
    "arguments",
    [["hex"], ["hex", "greedy", "--games", "3"], ["hex", "--resume", "x"], []],
)
def test_bad_options_end_with_status_2(capsys, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        tournament.main(arguments)
    assert ended.value.code == 2 and len(capsys.readouterr().err.splitlines()) == 1


def test_a_folder_of_other_content_is_left_alone(capsys, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with refused(tmp_path, error=InputError):
        play(capsys, "hex:size=3", "greedy", "--record", str(tmp_path), *QUICK)
    (tmp_path / "tournament.json").write_text('{"format": "x"}')
    with refused("tournament.json", "format", error=InputError):
        play(capsys, "--resume", str(tmp_path))


@pytest.mark.thorough
def test_the_documented_command_runs_as_a_process(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "boardai.tournament", "reversi", "greedy", "mcts:simulations=20", "--games", "2"]
    done = subprocess.run([*command, "--balance", "none"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stderr == "" and "6 games between 3 agents" in done.stdout
    numbers = [line.split()[0] for line in done.stdout.splitlines() if re.match(r"\d  ", line)]
    assert numbers == ["1", "2", "3"]
