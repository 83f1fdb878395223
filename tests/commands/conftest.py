"""What tests of commands share."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from boardai.command_line import InputError
from boardai.play import __main__ as play


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that a command is started in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a command says of arguments that it refuses."""

    def output(main: Callable[[Sequence[str]], object], *arguments: str) -> str:
        capsys.readouterr()
        with pytest.raises((InputError, SystemExit)) as error:
            main(arguments)
        assert not isinstance(error.value, SystemExit) or error.value.code == 2
        return "".join([str(error.value), *capsys.readouterr()])

    return output


@pytest.fixture
def talk(monkeypatch, capsys):
    """Types lines into the command; returns everything it printed."""

    def conversation(arguments: list[str], *lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))
        play.main(arguments)
        return capsys.readouterr().out

    return conversation
