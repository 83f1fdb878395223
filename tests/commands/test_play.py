"""`python -m boardai.play`: whole conversations, as they are typed."""

import dataclasses
import datetime
import json
import re
import signal
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from refusals import refused

import boardai
from boardai.command_line import InputError
from boardai.play import __main__ as play
from boardai.play.seats import login_name
from boardai.players import hints
from boardai.players.hints import hints_of, reason
from boardai.players.levels import levels_of, usual_level
from boardai.records import GameRecord, load_record, save_record


def boards(output: str) -> list[str]:
    """The tic-tac-toe boards that were drawn, as position texts."""
    rows = re.findall(r"^[123] (.*)$", output.replace("(", " ").replace(")", " "), re.MULTILINE)
    cells = "".join(piece for row in rows for piece in row.split())
    return [cells[first : first + 9] for first in range(0, len(cells), 9)]


def test_what_a_file_says_against_itself_is_shown(talk, tmp_path):
    path = tmp_path / "game.pgn"
    path.write_text("1. e4 e5 7. Nf3 *\n")
    for output in (
        talk(["--load", str(path), "--opponent", "human"]),
        talk(["chess", "--opponent", "human"], f"load {path}"),
    ):
        assert "line 1, column 10" in output


def test_two_people_play_to_the_end(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human"], "a1", "a2", "b1", "b2", "c1")
    assert boards(output)[-1] == "xxxoo...."
    assert "human (first player) won." in output


def test_a_draw_is_reported(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human"], *["a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"])
    assert "The game is drawn." in output


def test_the_reason_of_the_end_is_printed_if_the_game_knows_it(tic_tac_toe, talk, monkeypatch):
    class Named(boardai.Game):
        player_names = ("Cross", "Nought")

        def describe_ending(self, state):
            return "three in a row"

    printed = Named(boardai.load(tic_tac_toe).initial_state())
    monkeypatch.setattr(play, "load", lambda spec: printed)
    output = talk([tic_tac_toe, "--opponent", "human"], "a1", "a2", "b1", "b2", "c1")
    assert "human (Cross) won (three in a row)." in output


def test_the_agent_answers(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "random", "--seed", "1"], "b2")
    last = boards(output)[-1]
    assert last[4] == "x" and last.count("o") == 1
    assert "You: b2\nOpponent (random): " in output and len(boards(output)) == 2  # at the start and after the answer


def test_the_second_side_waits_for_the_first_move(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "random", "--side", "second", "--seed", "1"])
    assert boards(output)[-1].count("x") == 1 and "Opponent (random): " in output


def test_random_side_follows_the_seed(tic_tac_toe, talk):
    arguments = [tic_tac_toe, "--opponent", "random", "--side", "random", "--seed"]
    seen = {seed: talk([*arguments, str(seed)]) for seed in range(8)}
    assert seen == {seed: talk([*arguments, str(seed)]) for seed in range(8)}
    assert len({output.splitlines()[0] for output in seen.values()}) == 2


def test_default_opponent_needs_no_training(tic_tac_toe, talk):
    # One simulation deep it would blunder; it must see that x threatens c1.
    output = talk([tic_tac_toe, "--opponent", "strong", "--seed", "3"], "a1", "quit")
    assert "strong (second player: puct:simulations=2000)" in output and "Opponent (strong): b2\n" in output
    assert boards(output)[-1][4] == "o"  # the only reply to a corner that does not lose


def test_parameters_of_the_game_as_options(talk):
    assert talk(["reversi", "--board", "octagon", "--opponent", "random"]).startswith("reversi:board=octagon: ")
    assert talk(["hex:size=3", "--swap=true", "--opponent", "random"]).startswith("hex:size=3,swap=true: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["hex", "--oponent", "random"], "--oponent"),
        (["reversi", "--bord=octagon"], "--board"),
        (["hex", "--seconds", "3"], "--seconds"),
        (["hex", "--size"], "--size"),
        (["hex", "size", "5"], "size 5"),
        (["--size", "5", "--load", "x"], "--size"),
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
    assert shown[-1] == "." * 9 and "no move to take back" in output
    assert [board for board in shown if board == "." * 9] == ["." * 9] * 3


def test_undo_between_two_people_takes_back_one_move(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human"], "b2", "a1", "undo")
    assert boards(output)[-1] == "....x...."


def test_undo_does_not_take_back_an_opening_move_of_the_agent(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "random", "--side", "second", "--seed", "1"], "undo")
    assert "no move to take back" in output and boards(output)[-1].count("x") == 1


def test_undo_without_a_move_is_refused_without_a_correction(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human"], "undo", "undu")
    assert output.count("there is no move to take back") == 1 and output.count("did you mean undo?") == 1


def test_the_last_move_is_written_as_people_write_it(talk):
    assert "last move Nf3\n" in talk(["chess", "--opponent", "human"], "Nf3")


def test_undo_after_the_end_goes_on(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human"], "a1", "a2", "b1", "b2", "c1", "undo", "c3", "c2")
    assert boards(output)[-1] == "xx.ooo..x" and "human (second player) won." in output


def test_hint_finds_the_winning_move(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human", "--position", "xx.oo...."], "hint")
    assert "hint: c1" in output


@pytest.mark.parametrize(
    ("spec", "position"),
    [
        # A search by random games hangs the queen here.
        ("chess", "rnbqkb1r/pppn2pp/4pp2/3p4/3P4/2NQ1N2/PPP1PPPP/R1B1KBR1 w Qkq - 0 6"),
        ("chess", "r2qk3/ppp2ppr/2nb1n1p/3p4/6b1/P1NBP1Q1/RPPP1PPP/2B1K2R w Kq - 5 11"),
        # Won, and not kept by it.
        ("hex:size=5", "3w1/2bw1/wb1w1/2b2/b2b1 w no-swap"),
        ("hex:size=5", "b1wb1/4b/3bb/w2w1/4w w no-swap"),
        ("hex:size=5", "b1b2/3w1/w4/w2b1/3b1 w no-swap"),
        ("hex:size=5", "b2bw/b4/1w3/wb1w1/5 b no-swap"),
    ],
)
def test_a_hint_throws_nothing_away(spec, position, monkeypatch):
    monkeypatch.setattr(hints, "_SOLVER_SECONDS", 60)  # a busy machine proves little in one second
    game = boardai.load(spec)
    state = game.from_string(position)
    action, why = hints_of(game)(state)
    after = state.child(action)
    if spec == "chess":
        assert -boardai.search.pvs(after, nodes=20_000).value > -300
        assert re.match(r"\d+\.\d pawns better for (White|Black); expected: ", why)
    else:
        # By connections already: no line has been searched that could be shown.
        assert boardai.search.dfpn(after, knowledge=False, nodes=200_000).value == -1 and why.startswith("proven win")
    assert "\n" not in why


def test_a_hint_says_why(tic_tac_toe, monkeypatch):
    monkeypatch.setattr(hints, "_SOLVER_SECONDS", 60)  # a busy machine proves little in one second

    def why(spec, position):
        game = boardai.load(spec)
        return hints_of(game)(game.from_string(position))[1]

    assert why("chess", "k7/8/1K6/8/8/8/8/7R w - - 0 1") == "proven win in 1 move"
    assert why("chess", "7k/8/8/8/8/2q5/3r4/K7 w - - 0 1") == "proven loss in 1 move; expected: Kb1 Qb2#"
    assert why(tic_tac_toe, "xx.oo....") == "proven win"
    assert why(tic_tac_toe, "xxo.o.x..").startswith("proven ")  # o at b2 threatens; x must answer
    chess = boardai.load("chess")
    level = boardai.search.pvs(chess.initial_state(), depth=1)
    for score, words in {-130.0: "1.3 pawns better for Black", 96.0: "1.0 pawns better for White", 4.0: "even"}.items():
        assert reason(dataclasses.replace(level, value=score), chess) == words
    game = boardai.load("hex:size=3")
    assert [game.describe_advantage(score) for score in (1300, 1, 0.4)] == ["1,300 points", "1 point", ""]
    found = boardai.search.mcts(game.initial_state(), simulations=500, seed=0)
    assert re.fullmatch(r"expected score \d+ % for black; expected: \w\d .*", reason(found, game))


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


def test_save_replaces_files_only_with_overwrite(tic_tac_toe, talk, tmp_path):
    path = tmp_path / "my game.json"
    path.write_text("mine")
    folder = tmp_path / "folder.json"
    folder.mkdir()
    output = talk([tic_tac_toe, "--opponent", "human"], "a1", f"save {path}", f"save {folder}", "b2")
    assert f"save: {path} already exists; save {path} --overwrite replaces it" in output
    assert f"save: {folder} " in output and path.read_text() == "mine"
    assert f"saved to {path}" in talk([tic_tac_toe, "--opponent", "human"], "a1", f"save {path} --overwrite")
    assert load_record(path).actions == ("a1",)


@pytest.mark.parametrize(
    ("spec", "moves", "name", "words"),
    [
        ("chess", "e4 e5 Nf3", "g.pgn", "1. e4 e5 2. Nf3"),
        ("hex:size=3", "b2 a1", "g.sgf", ";B[b2];W[a1]"),
        ("reversi", "f5 d6", "g.txt", "f5d6"),
        ("reversi", "f5 d6", "g.json.gz", None),
    ],
)
def test_games_are_saved_by_their_file_s_ending_and_go_on(talk, tmp_path, spec, moves, name, words):
    path = tmp_path / name
    output = talk([spec, "--opponent", "human"], *moves.split(), "save game.nothing", f"save {path}", "undo")
    assert "save: expected a name that ends in " in output and ", not 'game.nothing'" in output
    assert f"saved to {path}" in output
    assert words is None or words in path.read_text().replace("\n", "")
    loaded = next(boardai.read_games(path, spec))
    assert [one.lower() for one in loaded.moves()] == [one.lower() for one in moves.split()]
    shown = talk([spec, "--load", str(path), "--opponent", "human"]).split("\n\n")[1]
    assert shown in talk([spec, "--opponent", "human"], f"load {path}")


@pytest.mark.parametrize(
    ("spec", "names"),
    [("chess", ["g.pgn", "g.json", "g.jsonl.gz"]), ("hex:size=3", ["g.sgf", "g.json"]),
     ("reversi", ["g.txt", "g.json"])],
)  # fmt: skip
def test_files_hold_players_date_and_termination(talk, tmp_path, spec, names):
    paths = [tmp_path / name for name in names]
    saves = [f"save {path}" for path in paths]
    talk([spec, "--name", "Zoë Q.", "--opponent", "random", "--seed", "1"], "resign", *saves)
    for path in paths:
        (one,) = boardai.read_games(path, spec)
        assert (one.players, one.result, one.termination) == (("Zoë Q.", "random"), -1, "resignation")
        assert one.date == datetime.date.today().isoformat()
    easy = tmp_path / f"easy{paths[0].suffix}"
    (level,) = (level for level in levels_of(boardai.load(spec)) if level.key == "easy")
    talk([spec, "--opponent", "easy", "--side", "second"], "resign", f"save {easy}")
    (one,) = boardai.read_games(easy, spec)
    assert one.players == (level.spec, login_name()) and login_name() != "" and one.result == 1
    output = talk([spec, "--name", "Ann", "--opponent", "human:Bob B."], "resign", f"save {paths[0]} --overwrite")
    assert next(boardai.read_games(paths[0], spec)).players == ("Ann", "Bob B.") and "Bob B. (" in output


def test_a_name_is_a_line_of_text(tic_tac_toe, capsys):
    for name in (" ", "two\nlines", "x" * 101):
        with pytest.raises(SystemExit):
            play.main([tic_tac_toe, "--name", name])
        assert "--name: " in capsys.readouterr().err


def test_what_a_file_says_of_its_game_is_saved_again(talk, tmp_path):
    text = (
        '[Event "Club"]\n[Date "1992.11.??"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n'
        '[Termination "White won by resignation"]\n\n{go} 1. e4 $1 e5 {best} (1... c5 2. Nf3) 2. Nf3 1-0\n'
    )
    source, same, other = tmp_path / "a.pgn", tmp_path / "b.pgn", tmp_path / "c.pgn"
    source.write_text(text)
    read = next(boardai.read_games(source, "chess", variations=True))
    moves = ["undo", "Nc3", "undo", "Nf3", f"save {same}", "undo", "Nc3", f"save {other}"]
    talk(["chess", "--load", str(source), "--name", "Me", "--opponent", "human:You"], *moves)
    assert next(boardai.read_games(same, "chess", variations=True)) == read
    (one,) = boardai.read_games(other, "chess", variations=True)
    assert (one.players, one.result, one.termination, one.date) == (("Me", "You"), None, "", "1992-11")
    assert (one.headers, one.comments, one.glyphs) == (read.headers, read.comments, read.glyphs)
    assert one.variations == read.variations and one.moves() == ["e4", "e5", "Nc3"]


def test_a_file_without_room_gets_the_moves_alone(talk, tmp_path):
    source, target = tmp_path / "a.json", tmp_path / "a.txt"
    game = boardai.load("reversi")
    one = boardai.RecordedGame.from_moves(game, ["f5", "d6"], players=("Ann", "Bob"), comments={1: "good"})
    boardai.write_games(source, [one])
    output = talk(["reversi", "--load", str(source), "--opponent", "human"], f"save {target}")
    assert "only the moves" in output and "no room for comments" in output and target.read_text() == "f5d6\n"


def test_a_file_of_many_games_is_none_to_go_on_with(talk, tmp_path):
    path = tmp_path / "g.jsonl"
    game = boardai.load("hex:size=3")
    boardai.write_games(path, [boardai.RecordedGame.from_moves(game, ["a1"])] * 2)
    assert f"{path}: " in talk(["hex:size=3", "--opponent", "human"], f"load {path}")


OWN = """
class Agent:
    def choose(self, state):
        return ACTION
class Late:
    def new_game(self, start, actions, seed):
        self.first = start.legal_actions()[0]
    def choose(self, state):
        return state.legal_actions()[-1] if self.first == 0 else None
"""


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("{}['gone']", "KeyError: 'gone' (mine.py:4)"),
        ("'a1'", "TypeError: choose must return an action, a whole number, not 'a1'"),
        ("0", "action 0 is not legal here"),
        ("1 / 0", "ZeroDivisionError: division by zero (mine.py:4)"),
    ],
)
def test_an_agent_of_one_s_own_that_fails_ends_it_in_one_line(
    tic_tac_toe, talk, tmp_path, monkeypatch, capsys, action, reason
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(OWN.replace("ACTION", action))
    with pytest.raises(InputError) as error:
        talk([tic_tac_toe, "--opponent", "./mine.py:Agent"], "a1")
    assert re.fullmatch(rf"\./mine\.py:Agent .*second.*move 2: {re.escape(reason)}", str(error.value))
    assert "The game so far: a1\n" in capsys.readouterr().out


def test_agents_are_notified_of_a_new_game(tic_tac_toe, talk, tmp_path):
    (tmp_path / "mine.py").write_text(OWN)
    output = talk([tic_tac_toe, "--opponent", f"{tmp_path}/mine.py:Late"], "a1", "new", "a1")
    assert boards(output)[-1] == "x.......o"


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
    ["load", "save", "load /no/such/file", "save game.unknown", "xyz", "a1 a2", "a9", "\x00", "hint hint"],
)
def test_bad_input_is_answered_and_changes_nothing(tic_tac_toe, talk, line):
    output = talk([tic_tac_toe, "--opponent", "human"], "b2", line, "board")
    assert "help lists the commands" in output
    assert set(boards(output)[1:]) == {"....x...."}


def test_errors_of_files_name_the_file_that_was_typed(tic_tac_toe, talk, tmp_path):
    (tmp_path / "file").write_text("")
    output = talk([tic_tac_toe, "--opponent", "human"], f"save {tmp_path}/file/x.json", "load /no/such/file")
    assert f"save: {tmp_path}/file/x.json " in output
    assert "/no/such/file: " in output and "Errno" not in output
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"format": "boardai game 1", "game": tic_tac_toe, "actions": ["a1", "z9"]}))
    with refused("game.json", "actions[1]", error=InputError):
        play.main(["--load", str(path), "--trust"])


def test_a_record_of_another_game_is_refused(tic_tac_toe, connect_four, talk, tmp_path):
    path = str(tmp_path / "game.json")
    save_record(GameRecord(connect_four, ("a",)), path)
    assert f"{path}: a game of " in talk([tic_tac_toe, "--opponent", "human"], f"load {path}")
    with refused("02_connect_four.hpp", "01_game_in_python.py", error=InputError):
        play.main([tic_tac_toe, "--load", path])


def test_commands_are_read_in_any_case_and_blank_lines_ignored(tic_tac_toe, talk):
    output = talk([tic_tac_toe, "--opponent", "human"], "", "  ", "  a1  ", "UNDO", "Quit", "b2")
    assert boards(output)[-1] == "." * 9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing"], "'nothing'"),
        (["TIC", "--opponent", "nobody"], "'nobody'.*random.*human"),
        (["TIC", "--opponent", "streng"], "'streng': did you mean strong"),
        (["TIC", "--opponent", "puct:simulations=0"], "puct:simulations=0"),
        (["TIC", "--opponent", "puct:simulations=many"], "simulations.*'many'"),
        (["TIC", "--opponent", "puct:checkpoint=3"], "checkpoint.*run="),
        (["TIC", "--position", "???"], "start: .*9.*3"),
        (["TIC", "--load", "/no/such/file"], "/no/such/file"),
    ],
)
def test_bad_arguments_are_named(tic_tac_toe, arguments, message):
    with pytest.raises(InputError, match=message):
        play.main([argument.replace("TIC", tic_tac_toe) for argument in arguments])


@pytest.mark.parametrize(
    "arguments", [[], ["x", "--load", "f", "--position", "p"], ["hex", "--side", "left"], ["x", "--seed", "-1"]]
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

    bare = boardai.Game(Bare())
    assert not bare.is_encodable
    monkeypatch.setattr(play, "load", lambda spec: bare)
    output = talk(["bare"], "a1", "hint")
    assert "strong (second player: greedy)" in output and "hint: " in output


@pytest.mark.parametrize(
    ("spec", "moves", "ending"),
    [
        ("chess", "f3 e5 g2g4 Qh4", "human (Black) won (checkmate)."),
        ("chess", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "The game is drawn (the position occurred 3 times)."),
        ("hex:size=2", "a1 b1 a2", "human (black) won (joined top and bottom)."),
        ("hex:size=2,swap=true", "a1 swap b1 a2", "human (second player) won (joined top and bottom)."),
        ("hex:rows=1,cols=2", "a1", "human (black) won (joined top and bottom)."),
    ],
)
def test_shipped_games_describe_their_end(talk, spec, moves, ending):
    assert ending in talk([spec, "--opponent", "human"], *moves.split())


def test_reversi_prints_the_margin(talk):
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
    game = boardai.load(spec)
    level = usual_level(game)
    output = talk([spec, "--side", "second", "--seed", "1"], "hint", "undo", "quit")
    assert (
        f"{level.key} ({game.player_names[0]}: {level.spec})" in output
        and "hint: " in output
        and "no move to take back" in output
    )
