"""What tests of commands share."""

import io

import pytest

from boardai.play import __main__ as play


@pytest.fixture
def talk(monkeypatch, capsys):
    """Types lines into the command; returns everything it printed."""

    def conversation(arguments: list[str], *lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))
        play.main(arguments)
        return capsys.readouterr().out

    return conversation
