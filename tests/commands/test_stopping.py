"""Commands killed, stopped or out of room: no damage, no process left, and the same command resumes."""

from __future__ import annotations

import errno
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from processes import in_session

from boardai.basics.files import alone_in
from boardai.command_line import PARENT, InputError, Terminated
from boardai.commands import ablation, analyze, match, perft, solve, study, tournament
from boardai.commands.train import Interrupted, StopSwitch
from boardai.records import __main__ as records
from boardai.records import load_record

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no sessions of processes")

TOURNAMENT = ["tournament", "hex:size=4", "random", "greedy", "--games", "300", "--balance", "none", "--workers", "2"]
MATCH = ["match", "hex:size=4", "random", "greedy", "--games", "20000", "--balance", "none", "--workers", "2"]
LABEL = ["label", "hex:size=5", "--play", "random", "--games", "800", "--by", "mcts:simulations=300", "--workers", "2"]

STUBBORN = """\
import sys
import threading
import time
from boardai.command_line import run
from boardai.game import load
from boardai.search.perft import count
from boardai.web.thinking import WorkerPool

class Slow:
    def __del__(self, sleep=time.sleep):  # the end of Python takes its time, as a large program's does
        sleep(4)

sys.slow = Slow()
game = load("chess")
state = game.initial_state()
count(state, 2)  # compiled

def main():
    thinkers, begun = WorkerPool(1), threading.Event()
    thinkers.ask(lambda stopped: (begun.set(), count(state, 6)))  # native code that cannot be interrupted
    begun.wait()
    thinkers.close(0.01)
    print("over")

run(main, "test")
"""


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", f"boardai.{arguments[0]}", *arguments[1:]]
    # A separate session, by which processes that it leaves behind are found.
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def wait_until(what: Callable[[], object], seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


@pytest.fixture
def session() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    begun = []

    def begin(*arguments: str) -> subprocess.Popen[str]:
        begun.append(start(*arguments))
        return begun[-1]

    yield begin
    for process in begun:
        for left in in_session(process.pid):
            os.kill(left, signal.SIGKILL)
        process.communicate()


def test_who_does_not_listen_is_left_behind_in_peace() -> None:
    """A thread that came back from native code while Python ends would take the whole process down."""
    ended = subprocess.run([sys.executable, "-c", STUBBORN], capture_output=True, text=True, timeout=120)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "over\n", "")


@pytest.mark.parametrize(
    ("arguments", "option", "written"),
    [
        pytest.param(TOURNAMENT, "--record", "matches/*/games/*.json", id="tournament", marks=pytest.mark.slow),
        pytest.param(LABEL, "--output", "*.npz", id="label", marks=pytest.mark.thorough),
    ],
)
def test_a_killed_command_leaves_no_process_and_resumes(
    session, tmp_path: Path, arguments: list[str], option: str, written: str
) -> None:
    folder = tmp_path / "f"
    process = session(*arguments, option, str(folder))
    wait_until(lambda: len(list(folder.glob(written))) > 1)
    process.kill()
    process.wait()
    there = {path: path.read_bytes() for path in folder.glob(written)}
    wait_until(lambda: not in_session(process.pid))
    again = session(*arguments, option, str(folder))
    _, errors = again.communicate(timeout=300)
    assert (again.returncode, errors) == (0, "")
    assert all(path.read_bytes() == content for path, content in there.items())
    assert len(list(folder.glob(written))) > len(there)
    wait_until(lambda: not in_session(again.pid))


@pytest.mark.thorough
def test_a_killed_study_leaves_no_run_behind(smallest_study: str, session, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(smallest_study.replace("minutes = 0.02", "iterations = 100000"))
    folder = tmp_path / "out"
    process = session("study", "hex", str(tmp_path / "s.toml"), "--output", str(folder))
    wait_until(lambda: list(folder.glob("*/metrics.jsonl")))
    process.kill()
    process.wait()
    wait_until(lambda: not in_session(process.pid))
    run = next(folder.glob("*/metrics.jsonl")).parent
    with alone_in(run):  # no process works there
        assert "continue with: python -m boardai.train" in run.with_name(f"{run.name}.log").read_text()


def test_a_run_is_part_of_what_started_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PARENT, str(os.getppid()))
    StopSwitch().check()
    monkeypatch.setenv(PARENT, str(os.getpid()))
    with pytest.raises(Interrupted):
        StopSwitch().check()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_to_all_processes_costs_no_player_a_game(session, tmp_path: Path, number: signal.Signals) -> None:
    folder = tmp_path / "m"
    process = session(*MATCH, "--record", str(folder))
    wait_until(lambda: len(list(folder.glob("games/*.json"))) > 9)
    os.killpg(process.pid, number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert re.search(r"terminated; kept: [\d,]+ games in \S+; continue with: python -m boardai\.match", errors)
    records = [load_record(path) for path in folder.glob("games/*.json")]
    assert records and all(record.notes["crashed"] == -1 for record in records)
    wait_until(lambda: not in_session(process.pid))


@pytest.mark.thorough
def test_ctrl_c_reaches_a_tuning_and_not_its_workers(session, tmp_path: Path) -> None:
    folder = tmp_path / "t"
    words = ["hex:size=3", "mcts:simulations=50", "--numbers", "c=0.7,0,3,0.4", "--pairs", "1", "--opening-plies", "1"]
    process = session("tune", *words, "--iterations", "100000", "--parallel", "2", "--output", str(folder))
    wait_until(lambda: (folder / "tuning.json").exists())
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT
    assert re.fullmatch(r"\s*interrupted; kept: [\d,]+ of 100,000 iterations in \S+; continue with: .*\s*", errors), (
        errors
    )
    wait_until(lambda: not in_session(process.pid))


@pytest.mark.thorough
def test_a_tournament_killed_before_its_settings_were_written_can_be_begun_again(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    folder.mkdir()
    (folder / ".tournament.json.tmp").write_text("{")
    done = start(*TOURNAMENT[:4], "--games", "2", "--balance", "none", "--record", str(folder))
    _, errors = done.communicate(timeout=120)
    assert (done.returncode, errors) == (0, "")


def with_room(size: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a command none of whose files may become larger than `size` bytes: then a write fails, as on a full disk."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    command = [sys.executable, "-m", f"boardai.{arguments[0]}", *arguments[1:]]
    # Python would leave half of a compiled module behind, which cannot be imported afterwards.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, capture_output=True, text=True, timeout=200, preexec_fn=limit, env=environment)


RANDOM = ["chess", "random", "random", "--games", "4", "--balance", "none"]


@pytest.mark.parametrize(
    ("arguments", "option", "file", "size"),
    [
        pytest.param(["match", *RANDOM], "--record", "games", 4096, marks=pytest.mark.slow),
        pytest.param(
            ["tournament", *RANDOM[:2], "greedy", *RANDOM[3:]], "--record", "games", 4096, marks=pytest.mark.thorough
        ),
        pytest.param(
            ["tournament", "hex:size=4", "random", "greedy", "--games", "2"],
            "--picture",
            "f.svg",
            4096,
            marks=pytest.mark.slow,
        ),
        (["label", "hex:size=4", "--play", "random", "--games", "9", "--by", "mcts"], "--output", "npz", 700),
        (["analyze", "hex:size=3", "--search", "pvs:depth=3"], "--tree", "f.json", 100),
    ],
    ids=["match", "tournament", "picture", "label", "tree"],
)
def test_a_full_disk_is_reported_and_the_command_resumes(
    tmp_path: Path, arguments: list[str], option: str, file: str, size: int
) -> None:
    place = str(tmp_path / (file if file.startswith("f") else "out"))
    full = with_room(size, *arguments, option, place)
    assert full.returncode == 2, full.stderr
    assert len(full.stderr.splitlines()) == 1
    assert file in full.stderr and "File too large" in full.stderr
    if option in ("--record", "--output"):  # long work, of which something is kept
        reported = re.search(r"; kept: .*; make room, then continue with: (python -m .*)\n", full.stderr)
        assert reported is not None, full.stderr
        assert shlex.split(reported[1])[3:] == [*arguments[1:], option, place]
    again = start(*arguments, option, place)
    _, errors = again.communicate(timeout=200)
    assert (again.returncode, errors) == (0, "")


LONG: list[tuple[Any, str, list[str], str]] = [
    (match, "Series.play", ["hex:size=3", "random", "greedy"], "0 games played, and none is kept"),
    (match, "Series.play", ["hex:size=3", "random", "greedy", "--record", "m 1"], "kept: 0 games in m 1"),
    (tournament, "Tournament.play", ["hex:size=3", "random", "greedy", "--record", "t"], "kept: 0 games in t"),
    (solve, "solve_every_position", ["hex:size=2", "--output", "h.db"], "kept: 0 positions in h.db"),
    (ablation, "nodes_to_depth", ["hex:size=5", "--depth", "2", "--positions", "1", "--games", "0"],
     "measured: 0 of "),
    (analyze, "run_suite", ["hex:size=3", "--suite", "none.epd"], "0 positions searched, and nothing is kept"),
    (study, "StudyRuns.work", ["hex", "s.toml", "--output", "s"], "kept: 0 of 2 runs finished, and those begun, in s"),
    (records, "GameDatabase.add", ["hex:size=3", "import", "g.db", "a.sgf"], "kept: 0 of 1 file in g.db"),
    (perft, "_timed", ["hex:size=2", "--depth", "2"], "nothing is kept but what is printed"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "work", "arguments", "kept"), LONG, ids=lambda value: str(value)[:40])
def test_every_long_command_says_what_is_kept_and_how_it_goes_on(
    command: Any, work: str, arguments: list[str], kept: str, smallest_study: str, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.toml").write_text(smallest_study)
    place = command
    *owners, name = work.split(".")
    for owner in owners:
        place = getattr(place, owner)
    called, calls = getattr(place, name), []

    def second(*given: Any, **options: Any) -> Any:  # what is measured first stands outside
        calls.append(name)
        if name == "nodes_to_depth" and len(calls) == 1:
            return called(*given, **options)
        raise errors[0]

    monkeypatch.setattr(place, name, second)
    short = command.__name__.removesuffix(".__main__").rpartition(".")[2]
    again = shlex.join(["python", "-m", f"boardai.{short}", *arguments])
    errors = [Terminated(signal.SIGTERM), KeyboardInterrupt(), OSError(errno.ENOSPC, "No space", "a file")]
    while errors:
        calls.clear()
        with pytest.raises((KeyboardInterrupt, InputError)) as ended:
            command.main(arguments)
        message = "; ".join(getattr(ended.value, "__notes__", [str(ended.value)]))
        assert kept in message
        assert (
            message.endswith(f"continue with: {again}") or "nothing is kept" in message or "none is kept" in message
        ), message
        errors.pop(0)
