"""`python -m boardai.match`: settings, table, files, errors."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from refusals import refused

from boardai.command_line import InputError
from boardai.commands import match
from boardai.records import load_record


def play(capsys: pytest.CaptureFixture, *arguments: str) -> str:
    match.main([*arguments])
    return capsys.readouterr().out


def test_plays_a_match_and_reports_its_result(capsys, tmp_path: Path) -> None:
    json_path = tmp_path / "figures.json"
    output = play(
        capsys, "reversi", "alphabeta:depth=2", "random", "--games", "8", "--workers", "2", "--json", str(json_path)
    )  # fmt: skip
    figures = json.loads(json_path.read_text())
    assert figures["games"] == 8 and sum(figures["pairs"]) == 4 and figures["openings"] == 4
    assert figures["score"] > 0.6 and figures["interval95"][0] <= figures["score"] <= figures["interval95"][1]
    assert figures["forfeits"] == [0, 0] and all(value > 0 for value in figures["seconds_per_move"])
    assert f"score: first {100 * figures['score']:.1f} %" in output
    assert re.search(r"^Elo difference, first minus second: \S+ \[\S+, \S+\] \(95 % interval\)$", output, re.MULTILINE)
    assert re.search(r"^pairs of games .*: \d (won|drawn|lost) [\d.]+-[\d.]+.*\n4 openings, ", output, re.M)
    assert "reversi: 8 games, first: alphabeta:depth=2, second: random" in output
    wins, draws, losses = (sum(figures[key]) for key in ("wins", "draws", "losses"))
    assert wins + draws + losses == 8 and figures["score"] == (wins + draws / 2) / 8


@pytest.mark.thorough
def test_records_every_game_and_goes_on(capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardai.arena.options._QUIET_SECONDS", float("inf"))  # however slow the machine is
    folder = tmp_path / "m"
    command = ["hex:size=4", "greedy", "random", "--record", str(folder), "--seed", "5"]
    play(capsys, *command, "--games", "2")
    output = play(capsys, *command, "--games", "6")
    assert "2 games are already stored" in output and "6 games" in output
    assert len(list((folder / "games").iterdir())) == 6
    output = play(capsys, "--resume", str(folder), "--games", "8")
    assert "6 games are already stored" in output and "hex:size=4: 8 games" in output
    records = [load_record(path) for path in sorted((folder / "games").iterdir())]
    assert [record.players for record in records[:2]] == [("greedy", "random"), ("random", "greedy")]
    assert all(record.states()[-1].is_terminal() for record in records)
    plies = records[0].notes["opening_plies"]
    assert records[0].actions[:plies] == records[1].actions[:plies]
    # Finished: nothing is played again, the table is printed again.
    assert play(capsys, "--resume", str(folder), "--games", "8") == output.replace("6 games are", "8 games are")
    assert "hex:size=4: 8 games" in play(capsys, "--resume", str(folder))  # as many as were asked for
    (folder / "asked.json").write_text("{}")
    with refused("asked.json", error=InputError):
        play(capsys, "--resume", str(folder))
    with refused("seed", "5", "6", error=InputError):
        play(capsys, *command[:-1], "6", "--games", "8")


def test_sprt_stops_and_is_reported(capsys) -> None:
    output = play(capsys, "reversi", "alphabeta:depth=3", "random", "--games", "100", "--sprt", "0,100")
    assert re.search(r"SPRT 0 against 100 Elo: LLR \+\S+ \[-2.94, \+2.94\], passed", output)
    assert int(re.search(r"reversi: (\d+) games", output).group(1)) < 60  # type: ignore[union-attr]


def test_openings_of_a_file_are_played(capsys, tmp_path: Path) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("b2 a1\nc3 b1\n")
    play(capsys, "hex:size=4", "greedy", "random", "--games", "6", "--openings", str(openings), "--record",
         str(tmp_path / "m"))  # fmt: skip
    games = [load_record(path).actions[:2] for path in sorted((tmp_path / "m" / "games").iterdir())]
    assert games == [("b2", "a1")] * 2 + [("c3", "b1")] * 2 + [("b2", "a1")] * 2


def test_without_opening_plies_every_game_begins_at_the_start(capsys, tmp_path: Path) -> None:
    play(capsys, "hex:size=4", "greedy", "greedy", "--games", "2", "--opening-plies", "0", "--record",
         str(tmp_path / "m"))  # fmt: skip
    record = load_record(tmp_path / "m" / "games" / "000000.json")
    assert record.notes["opening_plies"] == 0 and record.start is None


@pytest.mark.thorough
def test_games_of_every_kind(capsys, tic_tac_toe: str, connect_four: str) -> None:
    for path in (tic_tac_toe, connect_four):
        output = play(
            capsys, path, "alphabeta:depth=2", "random", "--games", "2", "--max-plies", "30", "--balance", "none"
        )
        assert "2 games" in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hex", "randm", "random"], "'randm'.*random"),
        (["hexx", "random", "random"], "hexx"),
        (["hex", "random", "random", "--sprt", "5"], "--sprt .*'5'"),
        (["hex", "random", "random", "--sprt", "5,1"], "SPRT.*5 .*1"),
        (["hex", "random", "random", "--balance", "astrology"], "'astrology'"),
        (["hex", "random", "random", "--openings", "no-such-file"], "no-such-file"),
        (["hex:size=2", "random", "random", "--opening-plies", "4"], "hex:size=2.* 4 "),
        (["--resume", "no-such-folder"], "no-such-folder"),
    ],
)
def test_bad_input_is_refused(capsys, arguments: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        match.main(arguments)


@pytest.mark.parametrize(
    "arguments", [["hex", "random"], ["hex", "random", "random", "--games", "3"], ["hex", "--resume", "x"], []]
)
def test_bad_options_end_with_status_2(capsys, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        match.main(arguments)
    assert ended.value.code == 2 and len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.thorough
def test_the_documented_command_runs_as_a_process() -> None:
    command = [sys.executable, "-m", "boardai.match", "reversi", "pvs:seconds=0.01", "mcts:seconds=0.01"]
    done = subprocess.run([*command, "--games", "2"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stderr == "" and "pvs:seconds=0.01" in done.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_reports_progress_and_the_resuming_command(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "boardai.match", "hex:size=4", "random", "random", "--games", "20000"]
    process = subprocess.Popen(
        [*command, "--record", str(tmp_path / "m"), "--balance", "none"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    games = tmp_path / "m" / "games"
    end = time.monotonic() + 60
    while time.monotonic() < end and (not games.exists() or len(list(games.iterdir())) < 4):
        time.sleep(0.05)
    process.send_signal(number)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number and "score: first" in output
    command = f"python -m boardai.match {' '.join(command[3:])} --record {tmp_path / 'm'} --balance none"
    assert re.search(rf"ed; kept: [\d,]+ games in \S+; continue with: {re.escape(command)}\n", errors)
