"""`python -m boardai.engine`: its arguments, its ends, and agents that do not come to one."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from boardai.command_line import InputError
from boardai.engine.__main__ import main

COMMAND = [sys.executable, "-m", "boardai.engine", "hex:size=3"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["chess", "--protocol", "htp"], "'htp'"),
        (["reversi", "--protocol", "gtpp"], "gtp, nboard, uci"),
        (["chess", "--agent", "nobody"], "'nobody'"),
        (["hex", "--agent", "mcts:c=far"], "c "),
        (["hex", "--agent", "puct:evaluator=nobody"], "nobody"),
        (["hex", "--agent", "mcts:c=1,c"], "mcts"),
        (["hex", "--log", "/no/such/folder/log"], "/no/such/folder/log"),
        (["go"], "'go'"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: list[str], reason: str) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+$") as error:
        main(arguments)
    assert reason in str(error.value)


def test_what_is_piped_in_is_answered_to_the_end() -> None:
    done = subprocess.run(COMMAND, input="name\ngenmove black\n3 showboard", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stdout.startswith("= boardai\n\n= b2\n\n=3") and "Traceback" not in done.stderr


@pytest.mark.thorough
def test_ctrl_c_ends_it_while_it_thinks() -> None:
    command = [*COMMAND[:-1], "hex", "--protocol", "uci", "--agent", "mcts"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stdin is not None and run.stdout is not None and run.stderr is not None
        run.stdin.write("go infinite\n")
        run.stdin.flush()
        assert run.stdout.readline().startswith("info")
        run.send_signal(signal.SIGINT)
        assert run.wait(30) == 130 and "Traceback" not in run.stderr.read()


@pytest.mark.thorough
def test_who_does_not_stop_thinking_is_not_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "dreamer.py"
    file.write_text("import time\nclass Dreamer:\n    def choose(self, state):\n        time.sleep(3600)\n")
    command = [*COMMAND, "--protocol", "uci", "--agent", f"{file}:Dreamer"]
    done = subprocess.run(command, input="go\nquit\n", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "bestmove" not in done.stdout
