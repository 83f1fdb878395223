"""Agents in a sandbox: they play as without it, and whatever they do wrong costs them their game alone."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from refusals import refused

from boardai.command_line import InputError
from boardai.commands import tournament
from boardai.game import Game
from boardai.players import agent_parameters, load_agent
from boardai.players.sandbox import fence
from boardai.players.sandbox.player import SandboxPlayer
from boardai.players.spec import AgentSpec, for_any_folder
from boardai.protocols.process import EngineError

GOOD = """
import random
class Good:
    def __init__(self, game, seed, skip: int = 0):
        self.seen, self.skip = [], skip
    def new_game(self, start, actions, seed):
        self.seen = [len(actions)]
        self.rng = random.Random(seed)
    def choose(self, state):
        print("= 1")  # what an agent prints is not its answer
        return sorted(state.legal_actions(), key=lambda action: self.rng.random())[self.skip]
"""
# What goes wrong without any bad will; attacks are in test_hostile.py.
FAULTS = {
    "leaves": ("import sys; sys.exit(0)", r"exit\(0\)"),
    "starts": ("import subprocess; subprocess.run(['true'])", r"subprocess\.Popen"),
    "makes a folder": ("import os; os.makedirs('cache')", r"os\.mkdir"),
    "says nothing": ("return None", "choose .*None"),
    "raises": ("raise ValueError('oh')", r"ValueError: oh \(fault\.py:3\)"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("good.py").write_text(GOOD)
    return tmp_path


@pytest.fixture
def sandboxed(hex3: Game) -> Iterator[SandboxPlayer]:
    agent = load_agent("sandbox:good.py,seconds=20,skip=1", hex3)
    assert isinstance(agent, SandboxPlayer)
    yield agent
    agent.close()


def pid_of(agent: SandboxPlayer) -> int:
    assert agent._inside
    return agent._inside


def test_it_plays_as_without_a_box_and_stops_while_others_think(hex3: Game, sandboxed: SandboxPlayer) -> None:
    plain = load_agent("good.py:skip=1", hex3)
    start = hex3.initial_state()
    for seed in (1, 2):
        state, played = start.clone(), []
        for agent in (plain, sandboxed):
            agent.new_game(start, [], seed)  # type: ignore[attr-defined]
        while not state.is_terminal() and len(state.legal_actions()) > 1:
            action = sandboxed.choose(state)
            assert action == plain.choose(state)
            state.apply(action)
            played.append(action)
    if Path("/proc").exists():
        end = time.monotonic() + 10
        while _status(pid_of(sandboxed)) != "T":  # stopped; the signal takes a moment
            assert time.monotonic() < end
            time.sleep(0.01)
    number = pid_of(sandboxed)
    sandboxed.close()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
    sandboxed.new_game(start, [], 1)
    assert start.is_legal(sandboxed.choose(start))  # another process


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="states of processes are read from /proc")
def test_it_stops_also_where_a_thread_asks(hex3: Game, sandboxed: SandboxPlayer) -> None:
    thread = threading.Thread(target=lambda: sandboxed.choose(hex3.initial_state()))
    thread.start()
    thread.join()
    end = time.monotonic() + 10
    while _status(pid_of(sandboxed)) != "T":
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("fault", FAULTS)
def test_an_error_is_reported_and_ends_it(hex3: Game, folder: Path, fault: str) -> None:
    code, reason = FAULTS[fault]
    (folder / "fault.py").write_text(f"class Fault:\n    def choose(self, state):\n        {code}\n")
    agent = load_agent("sandbox:fault.py,seconds=20,memory=200", hex3)
    with pytest.raises(EngineError, match=reason):
        agent.choose(hex3.initial_state())
    assert sorted(path.name for path in folder.iterdir()) == ["fault.py", "good.py"]


def test_a_file_that_cannot_be_imported_fails_when_it_should_play(hex3: Game, folder: Path) -> None:
    (folder / "broken.py").write_text("class A\n")
    agent = load_agent("sandbox:broken.py", hex3)
    with refused("broken.py", "SyntaxError", error=EngineError):
        agent.choose(hex3.initial_state())


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("sandbox:", r"sandbox:\./mine\.py,seconds=1"),
        ("sandbox:nobody.py", r"nobody\.py"),
        ("sandbox:good.py,seconds=0", "seconds .*0"),
        ("sandbox:good.py,memory=0", "memory .*0"),
        ("sandbox:good.py,memory=much", "memory .*'much'"),
    ],
)
def test_bad_specs(hex3: Game, spec: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        load_agent(spec, hex3)


def test_specs_are_parted_and_named(folder: Path) -> None:
    for text, subject, entry in (
        ("sandbox:a.py", "a.py", ""),
        ("sandbox:a.py,seconds=1", "a.py", ""),
        ("sandbox:a.py:A,seconds=1", "a.py", "A"),
        ("sandbox:students,seconds=1", "students", ""),
    ):
        spec = AgentSpec.parse(text)
        assert (spec.subject, spec.entry, spec.value("seconds")) == (subject, entry, "1" if "=" in text else None)
    assert AgentSpec.parse("sandbox:students/alice.py:Fast,seconds=1").short == "alice:Fast"
    assert AgentSpec.parse("sandbox:students/alice.py,seconds=1").short == "alice"
    assert AgentSpec.parse("pvs:depth=3").short == "pvs:depth=3"
    assert set(agent_parameters("sandbox")) == {"seconds", "memory", "fence"}
    assert for_any_folder("sandbox:good.py,seconds=1") == f"sandbox:{folder / 'good.py'},seconds=1"
    assert AgentSpec.parse("sandbox:good.py:Good").trusted() == AgentSpec.parse("good.py:Good").trusted()


@pytest.mark.thorough
def test_a_killed_match_leaves_no_process_behind(folder: Path) -> None:
    (folder / "thinker.py").write_text(
        "class Thinker:\n    def choose(self, state):\n"
        "        if state.to_string().count('.') < 9: pass\n        while True: pass\n"
    )
    program = (
        "import boardai, sys, threading, time\nfrom boardai.players import load_agent\n"
        "game = boardai.load('hex', size=3)\n"
        "quiet, busy = load_agent('sandbox:good.py', game), load_agent('sandbox:thinker.py,seconds=60', game)\n"
        "quiet.choose(game.initial_state())\n"
        "threading.Timer(4, lambda: print(quiet._inside, busy._inside, flush=True)).start()\n"
        "busy.choose(game.initial_state())\n"
    )
    outside = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert outside.stdout is not None
    inside = [int(word) for word in outside.stdout.readline().split()]
    assert len(inside) == 2
    outside.send_signal(signal.SIGKILL)
    outside.wait()
    end = time.monotonic() + 20
    while any(_lives(number) for number in inside):
        assert time.monotonic() < end, inside
        time.sleep(0.1)


def _lives(number: int) -> bool:
    return _status(number) not in ("Z", "X", "")


def _status(number: int) -> str:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


@pytest.mark.thorough
def test_a_class_plays_a_tournament(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    students = folder / "students"
    students.mkdir()
    (students / "alice.py").write_text(GOOD)
    (students / "bob.py").write_text("class Bob:\n    def choose(self, state): return 99\n")
    (students / "_notes.py").write_text("nothing")
    command = ["hex:size=4", "sandbox:students,seconds=20", "--games", "4", "--record", "class", "--seed", "1"]
    done = subprocess.run([sys.executable, "-m", "boardai.tournament", *command], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    reported = done.stdout
    ranks = [line.split()[1] for line in reported.splitlines() if line.startswith(("1  ", "2  ", "3  "))]
    assert set(ranks[:2]) == {"alice", "random"}
    assert ranks[2] == "bob"
    # All eight games of Bob, who fails more often in a row than anybody else may.
    assert "bob forfeited 8 games; bob failed: ValueError: illegal action 99" in reported
    for again in (command, ["--resume", "class", "--games", "4", "--trust"]):  # the same command names the same files
        tournament.main(again)
        assert "class: 12 games are already stored" in capsys.readouterr().out


@pytest.mark.thorough
def test_who_attacks_loses_by_name_and_the_tournament_goes_on(folder: Path) -> None:
    students = folder / "students"
    students.mkdir()
    (students / "alice.py").write_text(GOOD)
    (students / "eve.py").write_text(
        "import os, signal\nclass Eve:\n    def choose(self, state):\n"
        "        signal.pidfd_send_signal(os.pidfd_open(os.getppid()), signal.SIGTERM)\n"
        "        return state.legal_actions()[0]\n"
    )
    (students / "mallory.py").write_text(
        "class Mallory:\n    def choose(self, state):\n"
        "        raise ValueError(open(__file__.replace('mallory', 'alice')).read())\n"
    )
    command = [sys.executable, "-m", "boardai.tournament", "hex:size=4", "sandbox:students,seconds=20", "--games", "2"]
    command += ["--anchor", "sandbox:students/alice.py:seconds=20", "--workers", "2", "--json", "table.json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(Path("table.json").read_text())["games"] == 6
    assert "eve: an agent in a sandbox must not use pidfd_open (a system call)" in " ".join(done.stdout.split())
    if not fence.missing(Path("good.py")):
        assert "mallory: PermissionError: [Errno 13]" in " ".join(done.stdout.split())


def test_an_empty_folder_is_no_class(folder: Path) -> None:
    (folder / "nobody").mkdir()
    with refused("nobody", ".py", error=InputError):
        tournament.main(["hex:size=3", "sandbox:nobody"])
