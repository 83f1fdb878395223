"""`python -m boardai` and what all commands share."""

import itertools
import subprocess
import sys
from pathlib import Path

import pytest

import boardai
from boardai import __main__, command_line
from boardai.commands import train
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.runs.registry import learners

COMMANDS = sorted(__main__.commands())


def run_python(*arguments: str, **options) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=120, **options)


def test_lists_commands_and_games():
    done = run_python("-m", "boardai")
    assert done.returncode == 0 and done.stderr == ""
    for name in COMMANDS:
        assert f"python -m boardai.{name}" in done.stdout
    assert "count the move sequences" in done.stdout.lower()


def test_a_new_command_file_appears_by_itself(tmp_path, monkeypatch):
    (tmp_path / "commands").mkdir()
    (tmp_path / "commands" / "tea.py").write_text(
        '"""Make tea.\n\nAt length.\n"""\nif __name__ == "__main__":\n    pass\n'
    )
    (tmp_path / "library.py").write_text('"""No command."""\n')
    (tmp_path / "commands" / "__init__.py").write_text('"""No."""\nif __name__ == "__main__":\n    pass\n')
    (tmp_path / "kitchen").mkdir()
    (tmp_path / "kitchen" / "__main__.py").write_text('"""Run a kitchen."""\n')
    monkeypatch.setattr(__main__, "_PACKAGE", tmp_path)
    assert __main__.commands() == {"kitchen": "Run a kitchen", "tea": "Make tea"}


@pytest.mark.parametrize("command", ["", ".perft", ".train", ".study"])
def test_versions(command):
    done = run_python("-m", f"boardai{command}", "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"boardai {boardai.__version__}\n", "")


@pytest.mark.parametrize(("words", "status", "output"), [
    (["perft", "hex:size=3", "--depth", "1"], 0, "depth 1: 9 nodes"),
    (["agents", "nobody"], 2, "unknown agent"),
    (["analyse"], 2, "no command 'analyse': did you mean analyze?"),
])  # fmt: skip
def test_the_program_runs_the_commands(words, status, output):
    done = run_python("-c", "from boardai.__main__ import command; command()", *words)
    assert done.returncode == status and output in done.stdout + done.stderr


def test_every_command_says_what_it_does():
    for name, line in __main__.commands().items():
        assert line, f"{name} has no docstring"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_comes_without_jax_and_with_an_example(command, warm, tmp_path):
    # A stand-in for jax that cannot be imported proves that help does not need it.
    script = (
        "import runpy, sys; sys.modules['jax'] = None; sys.argv = ['x', '-h'];"
        f"runpy.run_module('boardai.{command}', run_name='__main__')"
    )
    done = warm.run(["-c", script], tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"python -m boardai.{command}" in done.stdout


def test_help_of_train_leaves_the_examples_of_docstrings_out(capsys):
    with pytest.raises(SystemExit):
        train.prepare(["hex", "--help"])
    shown = capsys.readouterr().out
    assert "--arena.every" in shown and ">>>" not in shown
    assert ">>>" in (ArenaConfig.__doc__ or "")


@pytest.mark.parametrize("learner", sorted(learners()))
def test_help_of_train_explains_every_setting(learner, capsys):
    with pytest.raises(SystemExit):
        train.prepare(["hex", "--learner", learner, "--help"])
    lines = [line.strip("│ \n") for line in capsys.readouterr().out.splitlines()]
    bare = [line for line, after in itertools.pairwise(lines) if after.startswith("(default:")]
    assert not [line for line in bare if line.startswith("--") and "  " not in line]  # short ones share the line


def test_settings_of_every_learner_come_without_jax():
    script = (
        "import sys; sys.modules['jax'] = None; from boardai.learn.runs.registry import learners; print(*learners())"
    )
    done = run_python("-c", script)
    assert done.returncode == 0, done.stderr
    assert {"alphazero", "td", "accumulator"} <= set(done.stdout.split())


def test_bad_options_end_with_one_line_and_status_2():
    done = run_python("-m", "boardai.perft", "--no-such-option")
    assert done.returncode == 2
    assert done.stdout == "" and len(done.stderr.splitlines()) == 1


def test_a_command_behind_a_blank_is_refused_with_the_right_one():
    done = run_python("-m", "boardai", "perft", "chess")
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert "did you mean python -m boardai.perft?" in done.stderr


def test_a_reader_that_leaves_is_no_error(connect_four):
    command = f"{sys.executable} -m boardai.perft {connect_four} --depth 3 --divide | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120)
    assert done.stderr == ""


def test_unforeseen_errors_keep_their_traceback():
    def main() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        command_line.run(main, "test")


def test_a_game_file_with_a_syntax_error_is_bad_input(tmp_path: Path):
    path = tmp_path / "game.py"
    path.write_text("class Game(:\n")
    done = run_python("-m", "boardai.perft", str(path))
    assert done.returncode == 2 and "Traceback" not in done.stderr and "game.py, line 1" in done.stderr
