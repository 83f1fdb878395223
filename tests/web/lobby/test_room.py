"""A game being played: moves, variations, clocks, endings, files, seats."""

import datetime
import io

import pytest
from refusals import refused

import boardai
from boardai import read_games
from boardai.clocks import TimeControl
from boardai.web.rooms.files import put, recorded
from boardai.web.rooms.loaded import Loaded, file_text, load_game
from boardai.web.rooms.room import Room
from boardai.web.rooms.seats import Seats
from boardai.web.rooms.view import news, nodes_of, position


def room_of(spec: str, **given) -> Room:
    game = boardai.load(spec)
    return Room("room", spec.partition(":")[0], game, game.initial_state(), **given)


def load(room: Room, text: str, ending: str, number: int = 1) -> Loaded:
    loaded = load_game(room.game, text, ending, number)
    put(room, loaded)
    return loaded


def written(room: Room, ending: str) -> str:
    text, left_out = file_text(recorded(room, ending), ending)
    assert not left_out
    return text


def play(room: Room, moves: str, now: float = 0.0) -> None:
    for move in moves.split():
        room.move_named(room.at, move, now)


def test_going_back_and_playing_otherwise_keeps_both_lines():
    room = room_of("chess")
    play(room, "e4 e5 Nf3")
    room.go(1, 0.0)
    play(room, "c5 Nf3")
    assert [node["move"] for node in nodes_of(room.tree.since(1))] == ["e4", "e5", "Nf3", "c5", "Nf3"]
    assert room.tree.nodes[1].children == [2, 4] and room.at == 5
    room.go(0, 0.0)
    play(room, "e4 e5")  # what is there already is found again
    assert len(room.tree.nodes) == 6 and room.at == 2
    assert [node.move for node in room.tree.line_through(4)][1:] == ["e4", "c5", "Nf3"]


def test_a_line_for_which_there_is_no_room_changes_nothing(monkeypatch):
    room = room_of("hex:size=3")
    room.play_line(0, [0, 1, 2], 0.0)
    monkeypatch.setattr("boardai.web.rooms.tree.MOST_NODES", 5)
    with refused("5 positions"):
        room.play_line(0, [0, 1, 3, 4], 0.0)  # one position too many
    assert len(room.tree.nodes) == 4 and room.at == 3
    room.play_line(0, [0, 1, 3], 0.0)
    room.play_line(0, [0, 1, 2], 0.0)  # what is there needs no room
    assert len(room.tree.nodes) == 5 and room.at == 3


def test_a_move_that_is_late_or_illegal_changes_nothing():
    room = room_of("reversi")
    before = news(room, 0.0)
    for node, move, reason in ((1, "d3", "position"), (0, "a1", "'a1'")):
        with pytest.raises(ValueError, match=reason):
            room.move_named(node, move, 0.0)
    with refused("position 9"):
        room.go(9, 0.0)
    assert news(room, 0.0) == before


def test_the_page_gets_the_usual_name_of_every_action():
    room = room_of("chess")
    play(room, "e4 d5 exd5 Qxd5")
    shown = position(room, room.at)
    labels = {action["name"]: action["label"] for action in shown["actions"]}
    assert labels["b1c3"] == "Nc3" and shown["last"] == [3, 27] and shown["move"] == "Qxd5"
    promotion = position(room_of("chess:fen=8/P7/8/8/8/8/7k/K7 w - - 0 1"), 0)
    assert [one["label"] for one in promotion["actions"] if one["cells"] == [8, 0]] == ["a8=N", "a8=B", "a8=R", "a8=Q"]


def test_resigning_agreeing_and_taking_it_back():
    room = room_of("hex:size=3")
    play(room, "b2")
    room.resign(1, 0.0)
    assert (room.is_over, room.outcome, news(room, 0.0)["reason"]) == (True, 1, "resignation")
    with refused("over"):
        play(room, "a1")
    room.go(1, 0.0)
    assert not room.is_over
    room.draw({0, 1}, 0.0)
    assert (room.outcome, news(room, 0.0)["reason"]) == (0, "agreement")
    with refused("people"):
        room_of("hex:size=3", seats=Seats(("person", "random"))).draw({0, 1}, 0.0)


def test_the_clock_runs_from_the_first_move_and_ends_the_game():
    room = room_of("chess", control=TimeControl(60, increment=1))
    room.move_named(0, "e4", 100.0)
    assert news(room, 110.0)["clock"]["times"][1]["seconds"] == 50.0
    room.move_named(1, "e5", 120.0)
    assert news(room, 120.0)["clock"] == {
        "control": "1 min + 1 s",
        "times": [
            {"seconds": 60.0, "periods": 0, "in_byo_yomi": False},
            {"seconds": 41.0, "periods": 0, "in_byo_yomi": False},
        ],
        "running": 0,
        "period": 0.0,
    }
    room.go(1, 130.0)  # back to what was left then, and no clock runs
    assert room.clock.times(500.0)[1].seconds == 60.0 and room.clock.running is None
    room.tree.play(1, room.node.state.action_from_string("d7d5"))  # as a file's: without times
    room.go(max(room.tree.nodes), 490.0)
    assert room.clock.running is None and room.clock.times(490.0)[1].seconds == 60.0
    room.go(1, 495.0)
    room.move_named(1, "c5", 500.0)
    assert not room.check_flag(559.0)
    with refused("time"):
        room.move_named(room.at, "Nf3", 561.0)
    assert (room.outcome, news(room, 561.0)["reason"]) == (-1, "time")


def test_a_flag_that_falls_against_a_lone_king_is_a_draw():
    room = room_of("chess:fen=8/8/8/4k3/8/4K3/3pR3/8 w - - 0 80", control=TimeControl(60))
    room.move_named(0, "Rxd2", 100.0)
    room.move_named(1, "Ke6", 110.0)
    assert not room.check_flag(169.0) and room.check_flag(171.0)
    assert (room.outcome, room.reason) == (0, "time, against a player who cannot win")
    assert "1/2-1/2" in written(room, ".pgn")
    room.go(1, 180.0)  # where it is the lone king's turn
    room.move_named(1, "Kf6", 190.0)
    room.move_named(room.at, "Rd6", 200.0)
    assert room.check_flag(300.0) and (room.outcome, room.reason) == (1, "time")
    assert "1-0" in written(room, ".pgn")


@pytest.mark.parametrize(
    ("spec", "moves", "ending"),
    [
        ("chess", "f3 e5 g4 Qh4#", ".pgn"),
        ("hex:size=5,swap=true", "a1 swap c3 d2", ".sgf"),
        ("reversi", "f5 d6 c3 d3", ".txt"),
        ("reversi:board=octagon", "", ".json"),
    ],
)
def test_games_are_written_and_read_again(spec, moves, ending):
    room = room_of(spec)
    play(room, moves or room.state.action_to_string(room.state.legal_actions()[0]))
    text = written(room, ending)
    other = room_of(spec)
    load(other, text, ending)
    assert other.state == room.state and other.is_over == room.is_over
    assert [node.action for node in other.tree.in_order()] == [node.action for node in room.tree.in_order()]
    with pytest.raises(ValueError):
        load(other, "rubbish", ending)
    assert other.state == room.state


ANNOTATED = (
    '[Event "Club"]\n[Site "Here"]\n[Date "1992.11.04"]\n[Round "3"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n'
    '[Termination "White won by resignation"]\n[WhiteElo "2000"]\n\n'
    "{ go } $13 1. e4 $1 $36 { best } e5 (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nf3 $6 { hm; ; } Nc6 1-0\n"
)


def test_what_a_file_says_comes_back():
    told = next(read_games(io.StringIO(ANNOTATED), "chess", format=".pgn", variations=True))
    assert told.players == ("Ann", "Bob") and len(told.variations) == 2 and len(told.glyphs) == 3
    for look in ([], [0], [2, 0], [0, 4]):  # at whatever of its positions people have looked meanwhile
        room = room_of("chess")
        load(room, ANNOTATED, ".pgn")
        for node in look:
            room.go(node, 0.0)
        for ending in (".pgn", ".json"):
            text = written(room, ending)
            assert next(read_games(io.StringIO(text), "chess", format=ending, variations=True)) == told
    # Annotations keep moves first; another line than the file's has no result.
    room.go(2, 0.0)
    play(room, "Bc4")
    one = next(read_games(io.StringIO(written(room, ".pgn")), "chess", format=".pgn", variations=True))
    assert one.comments == told.comments and len(one.variations) == 3 and one.result == 1


@pytest.mark.parametrize(
    ("spec", "endings"),
    [("chess", (".pgn", ".json")), ("hex:size=3,swap=true", (".sgf", ".jsonl")), ("reversi", (".txt", ".json"))],
)
def test_files_of_the_page_hold_players_date_and_termination(spec, endings):
    for end, (result, termination) in {
        lambda room: room.resign(0, 1.0): (-1, "resignation"),
        lambda room: room.draw({0, 1}, 1.0): (0, "agreement"),
        lambda room: room.check_flag(1000.0): (1, "time"),
        lambda room: None: (None, ""),
    }.items():
        room = room_of(spec, control=TimeControl(300))
        room.seats.names = ["Zoë", "Bob"]
        for _ in range(3):
            room.move(room.at, int(room.state.legal_actions()[0]), 0.0)
        end(room)
        for look in (None, 0):  # also after looking back
            if look is not None:
                room.go(look, 2.0)
            for ending in endings:
                one = next(read_games(io.StringIO(written(room, ending)), spec, format=ending))
                assert (one.players, one.result, one.termination) == (("Zoë", "Bob"), result, termination)
                assert one.date == datetime.date.today().isoformat() and len(one.actions) == 3


def test_a_position_set_up_in_the_middle_of_a_file_is_a_game_of_its_list():
    text = "(;GM[11]SZ[5]PB[Ann];B[c3];W[d4];AE[c3]AB[b2]C[a puzzle];B[c4](;W[a1])(;W[a2]))"
    room = room_of("hex:size=5")
    loaded = load(room, text, ".sgf")
    assert loaded.titles == ("Ann against ?, 2 moves", "Ann against ?, 2 moves, from a set-up position")
    assert "starts a game of its own" in loaded.to_dict()["problems"][0]
    load(room, text, ".sgf", 2)
    assert room.tree.nodes[0].comment == "a puzzle" and len(room.tree.nodes[1].children) == 2
    again = written(room, ".sgf")
    load(room, again, ".sgf")
    assert written(room, ".sgf") == again and "AB[b2]AW[d4]" in again


def test_a_file_of_several_games_says_so():
    text = ANNOTATED + "\n1. d4 d5 *\n\n1. e5 *\n\n1. c4 *\n"
    room = room_of("chess")
    loaded = load(room, text, ".pgn")
    assert (loaded.number, len(loaded.titles), loaded.left_out) == (1, 3, 1) and "e5" in loaded.reason
    assert loaded.titles[0] == "Ann against Bob, 1-0, 1992-11-04, 4 moves"
    assert load(room, text, ".pgn", 3).number == 3 and room.tree.nodes[1].move == "c4"
    with refused("game 4"):
        load(room, text, ".pgn", 4)
    assert room.tree.nodes[1].move == "c4"


def test_an_invitation_is_taken_up_once_and_makes_a_match():
    room = room_of("hex:size=3")
    owner = room.seats.keys[0]
    play(room, "a1")
    old, invitation = room.seats.invite(1), room.seats.invite(1)
    with refused("expired"):
        room.accept(old)
    key = room.accept(invitation)
    assert [room.seats.of_key(one) for one in (owner, key, "")] == [{0}, {1}, set()] and room.seats.is_match
    for forbidden in (
        lambda: room.accept(invitation),
        lambda: room.accept(""),
        lambda: room.go(0, 0.0),
        lambda: room.seats.change(("random", "random")),
        lambda: room.seats.invite(0),
    ):
        with pytest.raises(ValueError):
            forbidden()
    room.draw({0}, 0.0)
    assert not room.is_over and room.draw_offered_by == 0
    room.draw({0}, 0.0)  # a player cannot accept the own offer
    assert not room.is_over
    room.draw({1}, 0.0)
    assert room.outcome == 0 and not room.seats.want_rematch({0}) and room.seats.want_rematch({1})
