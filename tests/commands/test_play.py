"""`python -m boardai.play`: whole conversations, as they are typed."""

import io
import json
import re
import signal
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import boardai
from boardai import play
from boardai.command_line import InputError
from boardai.records import GameRecord, load_record, save_record


@pytest.fixture
def talk(monkeypatch, capsys):
    """Types lines into the command; returns everything it printed."""

    def conversation(arguments: list[str], *lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))
        play.main(arguments)
        return capsys.readouterr().out

    return conversation


def boards(output: str) -> list[str]:
    """The tic-tac-toe boards that were drawn, as position texts."""
    rows = re.findall(r"^[123] (.*)$", output.replace("(", " ").replace(")", " "), re.MULTILINE)
    cells = "".join(piece for row in rows for piece in row.split())
    return [cells[first : first + 9] for first in range(0, len(cells), 9)]


def test_two_people_play_to_the_end(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human"], "a1", "a2", "b1", "b2", "c1")
    assert boards(output)[-1] == "xxxoo...."
    assert "human (first player) won." in output


def test_draw_is_told(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human"], *["a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"])
    assert "The game is drawn." in output


def test_why_it_ended_is_told_when_the_game_knows(tic_tac_toe, talk, monkeypatch):
    game = boardai.load(tic_tac_toe)
    told = boardai.Game(
        game.name,
        game.initial_state(),
        player_names=("Cross", "Nought"),
        describe_ending=lambda state: "three in a row",
    )
    monkeypatch.setattr(play, "load", lambda spec: told)
    output = talk([tic_tac_toe, "--opponent", "human"], "a1", "a2", "b1", "b2", "c1")
    assert "human (Cross) won (three in a row)." in output


def test_the_agent_answers(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "random", "--seed", "1"], "b2")
    last = boards(output)[-1]
    assert last[4] == "x" and last.count("o") == 1 and "random (second player): " in output


def test_the_second_side_waits_for_the_first_move(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "random", "--side", "second", "--seed", "1"])
    assert boards(output)[-1].count("x") == 1 and "random (first player)" in output


def test_random_side_follows_the_seed(tic_tac_toe, talk):
    arguments = [tic_tac_toe, "--opponent", "random", "--side", "random", "--seed"]
    seen = {seed: talk([*arguments, str(seed)]) for seed in range(8)}
    assert seen == {seed: talk([*arguments, str(seed)]) for seed in range(8)}
    assert len({output.splitlines()[0] for output in seen.values()}) == 2


def test_default_opponent_needs_no_training(tic_tac_toe, talk):
    # One simulation deep it would blunder; it must see that x threatens c1.
    output = talk([tic_tac_toe, "--seed", "3"], "a1", "quit")
    assert "puct:simulations=2000" in output
    assert boards(output)[-1][4] == "o"  # the only reply to a corner that does not lose


def test_parameters_of_the_game_as_options(talk):
    assert talk(["reversi", "--board", "octagon", "--opponent", "random"]).startswith("reversi:board=octagon: ")
    assert talk(["hex:size=3", "--swap=true", "--opponent", "random"]).startswith("hex:size=3,swap=true: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["hex", "--oponent", "random"], "oponent"),
        (["hex", "--size"], "unrecognized arguments: --size"),
        (["hex", "size", "5"], "unrecognized arguments: size 5"),
        (["--size", "5", "--load", "x"], "unrecognized arguments: --size"),
    ],
)
def test_options_that_nothing_knows(arguments, words, capsys):
    with pytest.raises((SystemExit, InputError)) as error:
        play.main(arguments)
    assert words in capsys.readouterr().err + str(error.value)


def test_two_agents_show_a_game(connect_four, talk):
    output = talk([connect_four, "--player", "greedy", "--opponent", "random", "--seed", "2"])
    assert "won." in output or "drawn." in output


def test_undo_goes_back_to_my_turn_as_often_as_i_like(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "random", "--seed", "1"], "b2", "undo", "undo", "a1", "undo")
    shown = boards(output)
    assert shown[-1] == "." * 9 and "nothing to take back" in output
    assert [board for board in shown if board == "." * 9] == ["." * 9] * 3


def test_undo_between_two_people_takes_back_one_move(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human"], "b2", "a1", "undo")
    assert boards(output)[-1] == "....x...."


def test_undo_does_not_take_back_an_opening_move_of_the_agent(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "random", "--side", "second", "--seed", "1"], "undo")
    assert "nothing to take back" in output and boards(output)[-1].count("x") == 1


def test_undo_after_the_end_goes_on(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human"], "a1", "a2", "b1", "b2", "c1", "undo", "c3", "c2")
    assert boards(output)[-1] == "xx.ooo..x" and "human (second player) won." in output


def test_hint_finds_the_winning_move(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human", "--position", "xx.oo...."], "hint")
    assert "hint: c1" in output


def test_moves_board_and_help(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human"], "a1", "moves", "board", "help")
    assert re.search(r"a2 +a3 +b1 +b2 +b3 +c1 +c2 +c3", output)
    assert boards(output)[-1] == "x........"
    for command in ("undo", "hint", "moves", "board", "save", "load", "new", "resign", "quit"):
        assert re.search(rf"^  {command}\b", output, re.MULTILINE)


def test_resignation(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human"], "a1", "resign", "b2", "hint", "resign", "undo", "b2")
    assert "human (first player) won (resignation)." in output
    assert output.count("the game is over") == 3
    assert boards(output)[-1] == "x...o...."


def test_new_starts_again(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human", "--position", "x...o...."], "a2", "new")
    assert boards(output)[-1] == "x...o...."


def test_save_and_load_keep_the_history(tic_tac_toe, talk, tmp_path):
    path = str(tmp_path / "game.json")
    talk([tic_tac_toe, "--opponent", "human"], "a1", "b2", f"save {path}", "c3")
    assert load_record(path).actions == ("a1", "b2") and load_record(path).result is None
    output = talk([tic_tac_toe, "--opponent", "human"], f"load {path}", "undo")
    assert boards(output)[-2:] == ["x...o....", "x........"]
    assert boards(talk([tic_tac_toe, "--load", path, "--opponent", "human"]))[-1] == "x...o...."
    assert boards(talk(["--load", path, "--trust", "--opponent", "human"]))[-1] == "x...o...."


def test_save_keeps_the_result(tic_tac_toe, talk, tmp_path):
    path = str(tmp_path / "game.json")
    talk([tic_tac_toe, "--opponent", "human"], "a1", "a2", "resign", f"save {path}")
    assert load_record(path).result == -1


def test_a_damaged_file_is_named_and_the_game_goes_on(tic_tac_toe, talk, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"format": "boardai game 1", "game": tic_tac_toe, "actions": ["a1", "z9"]}))
    output = talk([tic_tac_toe, "--opponent", "human"], "b2", f"load {path}", "a1")
    assert f"{path}: actions[1]" in output and boards(output)[-1] == "o...x...."


@pytest.mark.parametrize(
    "line",
    ["load", "save", "load /no/such/file", "save /no/such/folder/file", "xyz", "a1 a2", "a9", "\x00", "hint hint"],
)
def test_bad_input_is_answered_and_changes_nothing(tic_tac_toe, talk, line):
    output = talk([tic_tac_toe, "--opponent", "human"], "b2", line, "board")
    assert "help lists the commands" in output
    assert set(boards(output)[1:]) == {"....x...."}


def test_errors_of_files_name_the_file_that_was_typed(tic_tac_toe, talk, tmp_path):
    output = talk([tic_tac_toe, "--opponent", "human"], "save /no/such/folder/file", "load /no/such/file")
    assert "/no/such/folder/file: No such file or directory" in output
    assert "/no/such/file: No such file or directory" in output and "Errno" not in output
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"format": "boardai game 1", "game": tic_tac_toe, "actions": ["a1", "z9"]}))
    with pytest.raises(InputError, match=r"game\.json: actions\[1\]"):
        play.main(["--load", str(path), "--trust"])


def test_a_record_of_another_game_is_refused(tic_tac_toe, connect_four, talk, tmp_path):
    path = str(tmp_path / "game.json")
    save_record(GameRecord(connect_four, ("a",)), path)
    assert "and we are playing" in talk([tic_tac_toe, "--opponent", "human"], f"load {path}")
    with pytest.raises(InputError, match=r"it is .*connect_four"):
        play.main([tic_tac_toe, "--load", path])


def test_commands_are_read_in_any_case_and_blank_lines_ignored(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human"], "", "  ", "  a1  ", "UNDO", "Quit", "b2")
    assert boards(output)[-1] == "." * 9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing"], "no game called"),
        (["TIC", "--opponent", "nobody"], "unknown agent 'nobody'.*, human"),
        (["TIC", "--opponent", "puct:simulations=0"], "at least 1"),
        (["TIC", "--opponent", "puct:simulations=many"], "whole number"),
        (["TIC", "--opponent", "puct:checkpoint=3"], "needs run=FOLDER"),
        (["TIC", "--position", "???"], "start: .*9 characters"),
        (["TIC", "--load", "/no/such/file"], "No such file"),
    ],
)
def test_bad_arguments_are_named(tic_tac_toe, arguments, message):
    with pytest.raises(InputError, match=message):
        play.main([argument.replace("TIC", tic_tac_toe) for argument in arguments])


@pytest.mark.parametrize(
    "arguments", [[], ["x", "--load", "f", "--position", "p"], ["x", "--side", "left"], ["x", "--seed", "-1"]]
)
def test_bad_options_end_with_status_2(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        play.main(arguments)
    assert ended.value.code == 2 and len(capsys.readouterr().err.splitlines()) == 1


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    lines=st.lists(
        st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=12), max_size=5
    )
)
def test_no_input_ends_it(tic_tac_toe, talk, lines):
    # `save` and `load` of a generated name would touch files of the machine.
    lines = [line for line in lines if not line.strip().lower().startswith(("save", "load"))]
    assert "Type help" in talk([tic_tac_toe, "--opponent", "human"], *lines)


def test_end_of_input_quits_politely(tic_tac_toe):
    done = subprocess.run(
        [sys.executable, "-m", "boardai.play", tic_tac_toe], input="", capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0 and done.stderr == ""


def test_ctrl_c_ends_it_without_traceback(tic_tac_toe):
    arguments = [sys.executable, "-u", "-m", "boardai.play", tic_tac_toe, "--opponent", "human"]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while "a b c" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in errors


def test_a_game_without_encoding_gets_the_one_ply_opponent(tic_tac_toe, talk, monkeypatch):
    game = boardai.load(tic_tac_toe)

    class Bare(type(game.initial_state())):
        observation = property()  # reading it raises AttributeError: the game has none

        def clone(self):
            return Bare(self.cells)

    bare = boardai.Game("bare", Bare())
    assert not bare.is_encodable
    monkeypatch.setattr(play, "load", lambda spec: bare)
    output = talk(["bare"], "a1", "hint")
    assert "greedy (second player)" in output and "hint: " in output


@pytest.mark.parametrize(
    ("spec", "moves", "ending"),
    [
        ("chess", "f3 e5 g2g4 Qh4", "human (Black) won (checkmate)."),
        ("chess", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "The game is drawn (the position occurred 3 times)."),
        ("hex:size=2", "a1 b1 a2", "human (first player) won (joined top and bottom)."),
        ("hex:size=2,swap=true", "a1 swap b1 a2", "human (second player) won (joined top and bottom)."),
        ("hex:rows=1,cols=2", "a1", "human (first player) won (joined top and bottom)."),
    ],
)
def test_shipped_games_tell_how_they_ended(talk, spec, moves, ending):
    assert ending in talk([spec, "--opponent", "human"], *moves.split())


def test_reversi_tells_the_margin(talk):
    # The lowest move of each list, to the end: 4x4 Reversi is short.
    game = boardai.load("reversi:board=4x4")
    state, moves = game.initial_state(), []
    while not state.is_terminal():
        moves.append(game.format_action(state, state.legal_actions()[0]))
        state.apply(state.legal_actions()[0])
    margin = abs(state.score(0))
    output = talk(["reversi:board=4x4", "--opponent", "human"], *moves)
    assert (
        f"({margin} discs more)" if margin > 1 else "as many discs each" if margin == 0 else "1 disc more"
    ) in output


@pytest.mark.parametrize("spec", boardai.available_games())
def test_default_opponent_plays_every_shipped_game(talk, spec):
    output = talk([spec, "--side", "second", "--seed", "1"], "hint", "undo", "quit")
    assert f"{boardai.load(spec).opponent} (" in output and "hint: " in output and "nothing to take back" in output
