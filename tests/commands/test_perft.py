"""`python -m boardai.perft`."""

import signal
import subprocess
import sys
import time

import pytest

import boardai
from boardai.command_line import InputError
from boardai.commands import perft
from boardai.search.perft import divide

# Connect Four: the moves to depth 6 never end a game before its seventh disc, so the counts are 7 ** depth,
# less what a full column forbids from depth 7 on. Tic-tac-toe: 9! / (9 - depth)! while no game can be over.
CONNECT_FOUR = [1, 7, 49, 343, 2401, 16807, 117649]
TIC_TAC_TOE = [1, 9, 72, 504, 3024]


@pytest.mark.parametrize(("spec", "counts"), [("connect_four", CONNECT_FOUR), ("tic_tac_toe", TIC_TAC_TOE)])
def test_counts(request, spec, counts):
    state = boardai.load(request.getfixturevalue(spec)).initial_state()
    before = state.clone()
    assert [perft.count(state, depth) for depth in range(len(counts))] == counts
    assert state == before


def test_finished_games_count_once(tic_tac_toe):
    # All 255,168 games of tic-tac-toe.
    state = boardai.load(tic_tac_toe).from_string("xo.......")
    games = perft.count(state, 9)
    assert games == _count_games(state)


def _count_games(state) -> int:
    return 1 if state.is_terminal() else sum(_count_games(state.child(action)) for action in state.legal_actions())


def test_divide_adds_up(connect_four):
    state = boardai.load(connect_four).initial_state()
    parts = divide(state, 4)
    assert [action for action, _ in parts] == state.legal_actions()
    assert sum(nodes for _, nodes in parts) == perft.count(state, 4)


def test_negative_depths_are_refused(connect_four):
    state = boardai.load(connect_four).initial_state()
    with pytest.raises(ValueError, match="depth"):
        perft.count(state, -1)
    with pytest.raises(ValueError, match="depth"):
        divide(state, 0)


def test_command_prints_count_and_rate(connect_four, capsys):
    perft.main([connect_four, "--depth", "6"])
    assert "depth 6: 117,649 nodes in " in capsys.readouterr().out


def test_command_starts_at_a_line_of_epd(capsys):
    line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400"
    perft.main(["chess", "--depth", "2", "--position", line])
    assert "depth 2: 400 nodes" in capsys.readouterr().out


def test_command_starts_at_a_position(tic_tac_toe, capsys):
    perft.main([tic_tac_toe, "--depth", "1", "--position", "xx.oo...."])
    assert "depth 1: 5 nodes" in capsys.readouterr().out


def test_command_prints_a_table(tic_tac_toe, capsys):
    perft.main([tic_tac_toe, "--depth", "3", "--table"])
    rows = [line.split()[:2] for line in capsys.readouterr().out.splitlines()[2:]]
    assert rows == [["1", "9"], ["2", "72"], ["3", "504"]]


def test_command_prints_the_count_below_each_action(tic_tac_toe, capsys):
    perft.main([tic_tac_toe, "--depth", "2", "--divide"])
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert rows[:2] == [["a1", "8"], ["b1", "8"]] and rows[-1][:2] == ["total", "72"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no_such_game"], "'no_such_game'"),
        (["no/such/file.py"], r"no/such/file\.py"),
        (["TIC", "--position", "xyz"], "9.*3"),
        (["TIC:size=3"], r"01_game_in_python\.py.*'size'"),
    ],
)
def test_bad_input_is_named(tic_tac_toe, arguments, message):
    arguments = [argument.replace("TIC", tic_tac_toe) for argument in arguments]
    with pytest.raises(InputError, match=message):
        perft.main(arguments)


@pytest.mark.parametrize("depth", ["-1", "six", "2.5", ""])
def test_bad_depths_end_with_status_2(tic_tac_toe, depth, capsys):
    with pytest.raises(SystemExit) as ended:
        perft.main([tic_tac_toe, f"--depth={depth}"])
    assert ended.value.code == 2 and "--depth" in capsys.readouterr().err


def test_bad_input_is_one_line_without_traceback():
    done = subprocess.run(
        [sys.executable, "-m", "boardai.perft", "nothing"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and "Traceback" not in done.stderr


@pytest.mark.parametrize("spec", ["connect_four", "tic_tac_toe", *boardai.available_games()])
def test_ctrl_c_stops_a_long_count(request, spec):
    # Deep enough never to finish by itself: what ends it within the timeout is the signal.
    depth = "9" if spec == "tic_tac_toe" else "40"
    by_path = spec in ("connect_four", "tic_tac_toe")
    game = request.getfixturevalue(spec) if by_path else spec
    arguments = [sys.executable, "-u", "-m", "boardai.perft", game, "--depth", depth]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith(game)
        time.sleep(0.2)  # into the count
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in errors
