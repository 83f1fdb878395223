"""What commands print where the encoding is not Unicode's."""

import io
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardai
from boardai.basics.quoting import printable
from boardai.command_line import run
from boardai.command_line.plain_text import guarded, plain
from boardai.commands import analyze, match, train
from boardai.games.chess.drawing import board_text
from boardai.play import __main__ as play

BIDIRECTIONAL = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("+∞ [+270, +∞] ±1.5 0–8 …", "+inf [+270, +inf] +-1.5 0-8 ..."),
        ("1½ ≤ 2 → 3 · 4", "11/2 <= 2 -> 3 . 4"),
        ("┏━┳━┓ │ ╭─╮ ╸ █▌░ ⠙", "+-+-+ | +-+ - ### *"),
        ("♔♕♖♗♘♙ ♚♛♜♝♞♟", "KQRBNP kqrbnp"),
        ("Müller Łódź Straße λ Δ x² ₁₀ ﬁ", "Muller Lodz Strasse lambda Delta x2 10 fi"),
        ("棋\ud800", "\\u68cb\\ud800"),
    ],
)
def test_characters_that_ascii_lacks(text: str, output: str) -> None:
    assert "".join(one if one.isascii() else plain(one) for one in text) == output


@given(st.characters(min_codepoint=128))
def test_every_character_has_plain_words(character: str) -> None:
    assert plain(character) and plain(character).isascii()


def test_no_message_of_ours_is_only_a_number(root: Path) -> None:
    ours = {one for path in (root / "boardai").rglob("*.py") for one in path.read_text(encoding="utf-8")}
    assert not [one for one in ours if not one.isascii() and "\\" in plain(one)]


def test_an_encoding_keeps_what_it_has() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    guarded(stream).write("±½ → ♞")
    stream.flush()
    assert stream.buffer.getvalue().decode("latin-1") == "±½ -> n"


@given(st.text())
def test_nothing_printed_steers_a_terminal(text: str) -> None:
    stream = io.StringIO()
    print(text, text, sep="\t", file=guarded(stream))
    output = stream.getvalue()
    assert not any(unicodedata.category(one) == "Cc" and one not in "\t\n" for one in output)
    assert not any(unicodedata.bidirectional(one) in BIDIRECTIONAL for one in output)
    assert printable(output) == output and (printable(text) == text) == (output == f"{text}\t{text}\n")


def printed(monkeypatch: pytest.MonkeyPatch, encoding: str, main: Any, arguments: list[str]) -> str:
    """What a command prints, on both streams, where they have that encoding; it must end well."""
    bytes_ = io.BytesIO()
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, io.TextIOWrapper(bytes_, encoding=encoding, write_through=True))
    with pytest.raises(SystemExit):
        run(lambda: main(arguments), "test")
    return bytes_.getvalue().decode(encoding)


def test_commands_print_plainly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    arguments = ["hex:size=3", "alphabeta:depth=3", "random", "--games", "2", "--opening-plies", "0"]
    output = printed(monkeypatch, "ascii", match.main, arguments)
    assert "first minus second: +inf [" in output and "1 won 2-0" in output and "?" not in output
    output = printed(monkeypatch, "ascii", analyze.main, ["chess", "--search", "pvs:multi_pv=2", "--depth", "2"])
    assert "a b c d e f g h" in output and "?" not in output and "\\u" not in output
    output = printed(monkeypatch, "ascii", train.main, ["hex:size=3", "--minutes", "x"])
    assert "Error parsing --minutes" in output and "\\u" not in output


def test_a_game_s_own_drawing_is_printed_plainly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, root: Path) -> None:
    path = tmp_path / "game.py"
    source = (root / "examples/01_game_in_python.py").read_text(encoding="utf-8")
    head = "class TicTacToe(boardai.BaseState):\n"
    assert head in source
    path.write_text(source.replace(head, head + "    def draw(self): return '┌♞ – →'\n\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\nboard\n"), encoding="ascii"))
    output = printed(monkeypatch, "ascii", play.main, [str(path), "--opponent", "human"])
    # What was typed in another encoding is no move, and ends nothing.
    assert output.count("+n - ->") == 2 and "help lists the commands" in output


def test_chess_symbols_are_letters_again() -> None:
    state = boardai.load("chess").initial_state()
    symbols = board_text(state, unicode=True)
    assert "".join(one if one.isascii() else plain(one) for one in symbols) == board_text(state)
