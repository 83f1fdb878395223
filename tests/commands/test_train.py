"""`python -m boardai.train`: whole runs of small games, options, errors, Ctrl-C."""

import functools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import jax
import pytest
from refusals import refused
from sampled import sampled

from boardai.command_line import InputError
from boardai.commands.train import main
from boardai.learn.runs import machine
from boardai.learn.runs.folder import read_run
from boardai.learn.runs.metrics import read_metrics

TINY = [
    *("--network.blocks", "1", "--network.channels", "8", "--selfplay.games", "8"),
    *("--selfplay.games-per-iteration", "16", "--selfplay.simulations", "6", "--learn.batch-size", "16"),
    *("--replay.minimum", "20", "--arena.final-games", "4", "--arena.simulations", "4"),
    *("--inference-rate-seconds", "0"),
]


pytestmark = pytest.mark.usefixtures("own_folder")


def test_a_run_and_its_continuation(capsys: pytest.CaptureFixture[str]) -> None:
    main(["hex:size=3", "--run", "here", "--iterations", "2", "--seed", "5", *TINY])
    output = capsys.readouterr().out
    for words in ("device: ", "parameters", "planes 3x3x3", "iteration 2 ", "policy vs random: trained", "; initial "):
        assert words in output
    assert "Elo from all matches of the run, random = 0: " in output and Path("here/figures/overview.svg").exists()
    # The game may be named, as far as it is the run's.
    for other in ("chess", "hex:size=4", "./hex.py"):
        with refused("here", "hex:size=3", other, error=InputError):
            main([other, "--resume", "here", "--iterations", "3"])
    main(["hex", "--resume", "here", "--iterations", "2"])
    main(["hex:size=3", "--resume", "here", "--iterations", "3"])
    assert "resumed after iteration 2" in capsys.readouterr().out
    assert [line["iteration"] for line in read_metrics(Path("here"))] == [1, 2, 3]
    description, config = read_run(Path("here"))
    assert (description["game"], config.seed, config.iterations) == ("hex:size=3", 5, 3)
    report = json.loads(Path("here/report.json").read_text())
    assert report["iteration"] == 3
    assert report["matches"]["search vs random"]["initial"]["games"] == 4


def test_an_unused_accelerator_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gpu0").touch()
    known = {str(tmp_path / "gpu0"): "this machine has a GPU", str(tmp_path / "tpu0"): "this machine has a TPU"}
    monkeypatch.setattr(machine, "ACCELERATORS", known)
    words, warnings = machine.device()
    assert words.startswith("CPU, ") and warnings == ["warning: this machine has a GPU"]
    # If JAX has it, it is named, and there is no warning.
    monkeypatch.setattr(jax, "default_backend", lambda: "gpu")
    monkeypatch.setattr(jax, "devices", lambda: [SimpleNamespace(device_kind="Fast 100")] * 2)
    assert machine.device() == ("Fast 100 (gpu, 2 present)", [])


@pytest.mark.parametrize("fixture", sampled(["tic_tac_toe", "connect_four"], ["tic_tac_toe"]))
def test_a_game_by_path(fixture: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> None:
    main([request.getfixturevalue(fixture), "--run", "here", "--iterations", "1", *TINY])
    assert "computed from the board" in capsys.readouterr().out
    assert read_metrics(Path("here"))[0]["games"] >= 16
    description, _ = read_run(Path("here"))
    assert Path(description["game"]).is_absolute()  # so that it resumes from any folder


@pytest.mark.thorough
def test_a_game_and_agents_by_path_resume_from_any_folder(
    tic_tac_toe: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("mine.py").write_text("class Agent:\n    def choose(self, state):\n        return state.legal_actions()[-1]\n")
    Path("wide.py").write_text(
        "import boardai\n\nclass Wide(boardai.Game):\n    def __init__(self, size=9):\n"
        f"        super().__init__(boardai.load({tic_tac_toe!r}).initial_state())\n        self.max_length = size\n"
    )
    main(["./wide.py:size=12", "--run", "here", "--iterations", "1", *TINY, "--arena.opponents", "./mine.py:Agent"])
    assert "search vs ./mine.py:Agent: trained" in capsys.readouterr().out
    assert read_run(Path("here"))[0]["game"].endswith("/wide.py:size=12")
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    main(["--resume", "../here", "--trust", "--iterations", "2"])
    assert f"search vs {Path('..').resolve()}/mine.py:Agent: trained" in capsys.readouterr().out


@pytest.mark.thorough
def test_minutes_alone_bound_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    main(["hex", "--run", "here", "--minutes", "0.05", *TINY])
    _, config = read_run(Path("here"))
    assert (config.iterations, config.minutes) == (0, 0.05)
    assert "ends after 0.05 minutes" in capsys.readouterr().out
    assert read_metrics(Path("here"))


@pytest.mark.thorough
def test_the_preset_is_under_the_command_line() -> None:
    Path("mine.toml").write_text("iterations = 1\n[game]\nsize = 4\n[selfplay]\nsimulations = 99\n")
    main(["hex", "--preset", "mine.toml", "--run", "here", *TINY])
    description, config = read_run(Path("here"))
    assert description["game"] == "hex:size=4"
    assert (config.iterations, config.selfplay.simulations) == (1, 6)


def test_errors_are_reported(refused: Callable[..., str]) -> None:
    fails = functools.partial(refused, main)
    Path("bad.toml").write_text("[selfplay]\nsimulation = 3\n")
    output = fails("hex:size=3", "--preset", "bad.toml")
    assert "unknown setting 'selfplay.simulation'" in output
    assert "selfplay.simulations" in output
    assert "--presets lists all" in fails("hex:size=3", "--preset", "nosuch")
    assert "did you mean laptop?" in fails("hex:size=3", "--preset", "labtop")
    assert "nosuch.toml" in fails("hex:size=3", "--preset", "nosuch.toml")
    assert "--selfplay.simulations" in fails("hex:size=3", "--selfplay.simulation", "3")
    assert "no run.json" in fails("--resume", "nowhere")
    assert "--preset is for a new run" in fails("--resume", "nowhere", "--preset", "demo")
    assert not Path("runs").exists()


def test_an_existing_run_is_not_overwritten(refused: Callable[..., str]) -> None:
    Path("here").mkdir()
    Path("here/letter.txt").write_text("dear")
    assert "here already exists" in refused(main, "hex:size=3", "--run", "here")


@pytest.mark.thorough
@pytest.mark.parametrize("number", sampled([signal.SIGINT, signal.SIGTERM], [signal.SIGINT], rest="slow"))
def test_a_signal_stops_and_prints_the_resuming_command(number: signal.Signals) -> None:
    command = [sys.executable, "-m", "boardai.train", "hex:size=3", "--run", "here", "--iterations", "100000", *TINY]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    metrics = Path("here/metrics.jsonl")
    while not metrics.exists() and child.poll() is None:
        time.sleep(0.05)
    os.kill(child.pid, number)
    output, _ = child.communicate()
    assert child.returncode == 128 + number, output
    assert "python -m boardai.train --resume here" in output
    assert "Traceback" not in output
    main(["--resume", "here", "--iterations", str(len(read_metrics(Path("here"))) + 1)])
