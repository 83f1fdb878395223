"""What is suggested where people use other words."""

from types import ModuleType

import pytest
from refusals import refused

import boardai
from boardai import __main__
from boardai.basics.unknown_names import nearest_name
from boardai.command_line import InputError
from boardai.command_line.other_words import meant_command, meant_options
from boardai.commands import analyze, export, label, match, train
from boardai.players import load_agent


@pytest.mark.parametrize(
    ("command", "arguments", "words"),
    [
        (analyze, ["chess", "--fen", "8/8/8"], "unknown option --fen: did you mean --position?"),
        (analyze, ["chess", "--time=5"], "unknown option --time: did you mean --seconds?"),
        (analyze, ["--simulation", "5", "chess"], None),  # the beginning of an option's name
        (analyze, ["chess", "--sekonds", "5"], "unknown option --sekonds: did you mean --seconds?"),
        (analyze, ["chess", "--xyzzy"], "unknown option --xyzzy ("),
        (match, ["hex", "a", "b", "--seconds", "1"], "as in pvs:seconds=0.1"),
        (match, ["hex", "a", "b", "--parallel", "2"], "did you mean --workers?"),
        (label, ["chess", "--engine", "uci:stockfish"], "unknown option --engine: did you mean --by?"),
        (export, ["run", "--force"], "unknown option --force: did you mean --overwrite?"),
        (train, ["hex:size=3", "--time", "5"], "unknown option --time: did you mean --minutes?"),
        (train, ["hex:size=3", "--output", "x"], "unknown option --output: did you mean --run?"),
        (train, ["hex:size=3", "--sims", "9"], "did you mean --arena.simulations or --selfplay.simulations"),
        (train, ["hex:size=3", "--learn.batch_sice", "9"], "did you mean --learn.batch-size?"),
    ],
)
def test_options(
    command: ModuleType, arguments: list[str], words: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises((SystemExit, InputError)) as ended:
        command.main([*arguments, "--nodes", "0"] if words is None else arguments)
    printed = capsys.readouterr().err + (str(ended.value) if isinstance(ended.value, InputError) else "")
    assert len(printed.splitlines()) == 1 and (words or "at least 1, got '0'") in printed


def test_games_agents_and_commands() -> None:
    with refused("Othello", "reversi"):
        boardai.load("Othello")
    game = boardai.load("hex:size=3")
    for name, meant in {
        "stockfish": "uci:stockfish",
        "UCT": "mcts",
        "alphabet": "alphabeta",
        "edax": "gtp:edax",
    }.items():
        with refused(name, meant):
            load_agent(name, game)
    known = __main__.commands()
    assert [meant_command(word, known) for word in ("analyse", "selfplay", "elo", "zzz")] == [
        "analyze", "train", "tournament", None,
    ]  # fmt: skip


def test_near_spellings() -> None:
    known = ("depth", "UCI_Elo", "seconds")
    assert [nearest_name(word, known) for word in ("dept", "uci_elo", "SECOND", "c_puct", "")] == [
        "depth", "UCI_Elo", "seconds", None, None,
    ]  # fmt: skip


def test_a_word_stands_for_what_the_command_has() -> None:
    assert meant_options("--force", ["--overwrite"]) == ["--overwrite"]
    assert meant_options("--threads", ["--jobs", "--parallel"]) == ["--parallel"]
    assert meant_options("--lr", ["--learn.learning-rate", "--run"]) == ["--learn.learning-rate"]
    assert meant_options("--Batch_Size", ["--learn.batch-size"]) == ["--learn.batch-size"]
    assert meant_options("--xyzzy", ["--run"]) == []
