"""Whole games over the socket: levels, advice, two visitors, a server that was killed."""

import errno
import json
import os
import re
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from pages import ADDRESS, Page, page, visiting
from refusals import refused
from starlette.testclient import TestClient

import boardai
from boardai.search.evaluations.naming import find_evaluation
from boardai.web import analysis
from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.messages import as_text
from boardai.web.offers import Offers
from boardai.web.rooms.journal import Journal
from boardai.web.rooms.room import Room
from boardai.web.thinking import Opponent

CONNECT_FOUR = str(Path(__file__).resolve().parents[3] / "examples" / "02_connect_four.hpp")
TIC_TAC_TOE = str(Path(__file__).resolve().parents[3] / "examples" / "01_game_in_python.py")
pytestmark = pytest.mark.timeout(300)  # a message that never comes
GAMES = ["chess", "hex", "reversi", TIC_TAC_TOE, CONNECT_FOUR]


@pytest.fixture(scope="module")
def offers() -> Offers:
    return Offers(GAMES, ["greedy"])


@pytest.fixture
def app(offers):
    return make_app(Lobby(offers))


def finished(page: Page, colour: int) -> None:
    """Plays the first legal move whenever it is this player's turn."""
    while not page.room["over"]:
        position = page.room["position"]
        if position["player"] == colour:
            page.ask("change", "move", node=position["node"], action=position["actions"][0]["action"])
        else:
            page.hear("change")


@pytest.mark.parametrize("game", ["reversi", "own-3", "own-4"])
def test_a_whole_game_against_a_level(app, game):
    with page(app) as visitor:
        offered = {one["game"]: one for one in visitor.hear("welcome")["games"]}
        levels = [one["level"] for one in offered[game]["levels"]]
        assert levels[0] == "random" and {"beginner", "strong", "strongest"} <= set(levels)
        parameters = {"board": "4x4"} if game == "reversi" else {}
        room = visitor.new(game, seats=["person", "beginner"], parameters=parameters)
        assert room["yours"] == [0, 1] and len(room["look"]["layout"]["cells"]) == {"own-4": 42, "own-3": 9}.get(
            game, 16
        )
        finished(visitor, 0)
        assert visitor.room["outcome"] in (-1, 0, 1) and visitor.room["position"]["actions"] == []
        assert len(visitor.nodes) > 4


def test_taking_back_against_a_level_and_going_on(app):
    with page(app) as visitor:
        visitor.new("hex", parameters={"size": 4}, seats=["person", "random"])
        visitor.move("b2")
        visitor.hear("change")
        assert len(visitor.nodes) == 3
        assert not visitor.ask("change", "go", node=0)["waiting"]
        assert visitor.ask("change", "go", node=1)["waiting"]
        visitor.say("resume")
        while visitor.room["position"]["player"] == 1:
            visitor.hear("change")
        assert visitor.nodes[2]["parent"] == 1 and len(visitor.nodes) <= 4
        assert visitor.ask("change", "seats", seats=["person", "own-0"])["seats"] == ["person", "own-0"]


def test_advice_comes_while_it_thinks_and_ends_on_request(app):
    with page(app) as visitor:
        visitor.new("reversi")
        hint = visitor.ask("hint", "hint", node=0)
        assert hint["move"] in {"c4", "d3", "e6", "f5"} and hint["why"]
        visitor.say("analyse", node=0, slot=0, by="best", lines=2)
        while len((first := visitor.hear("analysis"))["rows"]) < 2:
            pass
        visitor.say("analyse", node=0, slot=1, by="mcts")
        while (second := visitor.hear("analysis"))["slot"] != 1:
            pass
        assert (first["by"], first["shares"]) == ("best", {})
        assert all(row["moves"] and row["words"] for row in first["rows"])
        assert sum(second["shares"].values()) == pytest.approx(1, abs=0.03) and -1 <= second["chance"] <= 1
        assert second["rows"][0]["visits"] > 0
        visitor.say("stop")
        assert re.search("'oracle'.*best, mcts", visitor.refused("analyse", node=0, slot=0, by="oracle"))


def test_a_game_is_judged_move_by_move(app, monkeypatch):
    monkeypatch.setattr("boardai.web.review.NODES", 5_000)
    with page(app) as visitor:
        visitor.new("chess")
        for move in ["e4", "e5", "Qh5", "Ke7"]:
            visitor.move(move)
        visitor.say("review")
        while not (found := visitor.hear("review"))["done"]:
            pass
        assert found["nodes"] == [0, 1, 2, 3, 4] and found["marks"][4] == "??"
        assert found["chances"][4] > 0.9 > abs(found["chances"][0])
        assert re.fullmatch(r"Ke7\?\? \S+ was better: \d+ % to win instead of 0 %\.", found["sentences"]["4"])
        white, black = found["sides"]
        assert black["marks"] == [0, 0, 1] and white["accuracy"] > black["accuracy"] and "nodes=5000" in found["by"]
        assert found["words"] == "Alpha-beta, 5,000 nodes per move"
        visitor.say("review")  # by nodes, and each position from nothing: the same again
        while not (again := visitor.hear("review"))["done"]:
            pass
        assert again == found


def test_a_position_is_explained(app):
    with page(app) as visitor:
        visitor.new("reversi", parameters={"board": "octagon"})
        visitor.move("d5")
        found = visitor.ask("explanation", "explain", node=1)
        learned = {one["name"]: one for one in found["evaluations"]}["larion"]
        state = boardai.load("reversi", board="octagon").initial_state()
        state.apply(state.action_from_string("d5"))
        by_search = find_evaluation(state, "larion")
        assert learned["value"] == by_search(state) != 0
        assert sum(part["value"] for part in learned["parts"]) == pytest.approx(learned["value"], abs=1)
        for said in (learned, *learned["parts"]):  # in one unit
            assert said["words"].endswith((" disc", " discs")) or said["words"] == "even"
        visitor.new("own-3")
        assert visitor.ask("explanation", "explain", node=0)["evaluations"] == []


def test_an_explanation_does_not_wait_for_analyses(offers, monkeypatch):
    ended = threading.Event()

    def analyse(spec, game, state, lines, stopped, report, every):
        report({"rows": []})
        while not stopped():
            time.sleep(0.01)
        ended.set()
        return {"rows": []}

    monkeypatch.setattr(analysis, "analyse", analyse)
    with page(make_app(Lobby(offers, long=1))) as visitor:
        visitor.new("reversi")
        visitor.ask("analysis", "analyse", node=0, slot=0, by="mcts")
        visitor.ask("explanation", "explain", node=0)
        visitor.hear("tree")
        assert not ended.is_set(), "the analysis had to end first"
        visitor.say("stop")


def test_what_visitors_may_not_name(app, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("name: x\n\nsecret\n")
    with page(app) as visitor:
        people = ["person", "person"]
        for fields, reason in (
            ({"game": str(secret)}, "no game"),
            ({"game": "reversi", "parameters": {"board": str(secret)}}, "board cannot be"),
            ({"game": "reversi", "parameters": {"view": "absolute"}}, "'view' cannot be chosen here"),
            ({"game": "hex", "parameters": {"size": 20}}, "size cannot be 20"),
            ({"game": "hex", "parameters": {"swap": 1}}, "swap cannot be 1"),
            ({"game": "hex", "seats": ["person", "uci:sh"]}, "no level 'uci:sh'"),
            ({"game": "chess", "position": "8/8"}, "FEN: expected 6 fields"),
        ):
            assert reason in visitor.refused("new", **{"seats": people, **fields})
        visitor.new("reversi")
        record = {"format": "boardai game 1", "game": f"reversi:board={secret}", "actions": []}
        assert "not of reversi" in visitor.refused("load", text=json.dumps(record), format=".json")
        assert visitor.refused("save", format="/etc/x").startswith("a game can be saved as .txt")
        assert "game" in visitor.refused("open", room="../../etc/passwd")


def test_a_room_begins_with_a_line_of_epd(app):
    with page(app) as visitor:
        line = "8/R7/1r6/1k6/3KB3/8/8/8 w - - hmvc 98; fmvn 111;"
        visitor.new("chess", position=line)
        record = visitor.ask("file", "save", format=".json")
        assert json.loads(record["text"])["start"] == "8/R7/1r6/1k6/3KB3/8/8/8 w - - 98 111"


def test_positions_and_boards_that_a_visitor_composed(app):
    with page(app) as visitor:
        offered = {one["game"]: one for one in visitor.hear("welcome")["games"]}
        assert [key for key, one in offered.items() if one["takes_cells"]] == ["chess", "hex", "reversi"]
        assert {key: one["drawn_side"] for key, one in offered.items() if one["look"]} == {"reversi": 16}
        visitor.new("hex", parameters={"size": 3})
        visitor.move("a1")
        edited = visitor.ask("room", "edit", cells=["B..", ".W.", "..."], player=1)
        assert (edited["position"]["player"], len(edited["nodes"]), edited["at"]) == (0, 1, 0)
        assert "3 rows of 3 cells" in visitor.refused("edit", cells=["B."], player=0)
        assert "black has 2 stones" in visitor.refused("edit", cells=["BB.", "...", "..."], player=0)
        visitor.move("b1")
        visitor.new("chess")
        # There is no text in which a place could be meant.
        assert visitor.refused("edit", cells=["........"] * 8, player=0) == "White has 0 kings, expected 1"

        cells = [" ...", ".OX.", ".XO.", "... "]
        drawn = visitor.ask("room", "draw_board", game="reversi", cells=cells, player=1, seats=["person", "person"])
        assert len(drawn["look"]["layout"]["cells"]) == 14 and drawn["position"]["player"] == 1
        assert drawn["look"]["title"] == "reversi"
        file = visitor.ask("file", "board_file", game="reversi", cells=cells, player=0)
        assert file["name"] == "board.txt" and file["text"].endswith("to move: dark\n\n#---\n-OX-\n-XO-\n---#\n")
        assert "cannot be drawn" in visitor.refused("board_file", game="hex", cells=cells, player=0)
        empty = {"game": "reversi", "cells": ["....", "....", "....", "...."], "player": 0}
        words = visitor.refused("draw_board", **empty, seats=["person", "person"])
        assert words == visitor.refused("board_file", **empty) == "neither side has a move in this start position"
        assert "side" in visitor.refused("board_file", game="reversi", cells=["..."], player=0)


def test_a_server_keeps_a_limited_number_of_drawn_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardai.web.offers._MOST_DRAWN", 2)
    offers = Offers(["reversi"])

    def draw(width: int) -> None:
        middle = "." * (width // 2 - 1)
        cells = [f"{middle}{pair}{middle}" for pair in ("..", "OX", "XO", "..")]
        offers.game("reversi", offers.game("reversi").board_parameters(cells, 0))

    draw(4)
    draw(6)
    with refused("2 boards"):
        draw(8)
    draw(4)  # is there


def test_a_board_of_half_characters_is_refused_in_words() -> None:
    """Half a surrogate pair, which no bytes can be made of."""
    with refused("\\ud800") as caught:
        Offers(["reversi"]).game("reversi", {"board": "name: x\nto move: dark\n\n\ud800---\n-OX-\n-XO-\n----\n"})
    assert not isinstance(caught.value, UnicodeError)


def test_saving_and_loading(app):
    with page(app) as visitor:
        room = visitor.new("chess")
        assert room["look"]["files"] == [".pgn", ".jsonl", ".json"]
        for move in ("e4", "c5", "Nf3"):
            visitor.move(move)
        file = visitor.ask("file", "save", format=".pgn")
        assert file["name"] == "game.pgn" and "1. e4 c5 2. Nf3 *" in file["text"]
        visitor.new("chess")
        again = visitor.ask("room", "load", text=file["text"], format=".pgn")
        assert visitor.moves == ["e4", "c5", "Nf3"] and again["at"] == 3
        assert "no game" in visitor.refused("load", text="", format=".pgn")
        # Variations go along.
        visitor.ask("change", "go", node=1)
        visitor.move("e5")
        file = visitor.ask("file", "save", format=".pgn")
        assert "1. e4 e5 (1... c5 2. Nf3) *" in file["text"]
        visitor.ask("room", "load", text=file["text"], format=".pgn")
        assert visitor.moves == ["e4", "e5", "c5", "Nf3"] and visitor.room["at"] == 2
        visitor.new("reversi")
        visitor.move("f5")
        visitor.ask("change", "go", node=0)
        visitor.move("d3")  # a transcript holds a line, and no variations
        assert visitor.ask("file", "save", format=".txt")["text"].endswith("]\nd3\n")


def test_what_a_file_has_no_room_for_is_reported(app):
    """A transcript has no room for comments: the moves are saved, and what is left out is reported."""
    with page(app) as visitor:
        visitor.new("reversi", name="Ann")
        record = {"format": "boardai game 1", "game": "reversi", "actions": ["f5", "d6"], "comments": {"1": "good"}}
        visitor.ask("room", "load", text=json.dumps(record), format=".json")
        file = visitor.ask("file", "save", format=".txt")
        assert file["text"] == "f5d6\n" and "comments" in file["left_out"]
        assert visitor.ask("file", "save", format=".json")["left_out"] == ""


def test_files_of_the_page_name_people_and_levels(offers):
    app = make_app(Lobby(offers, visitor_name="zoe"))
    with TestClient(app, base_url=ADDRESS) as client, visiting(client) as visitor:
        assert visitor.hear("welcome")["name"] == "zoe"
        for name, called in ((None, "zoe"), ("", "?"), (" Ann B. ", "Ann B.")):
            room = visitor.new("chess", seats=["random", "person"], name=name)
            assert room["names"] == ["", "" if called == "?" else called]
            text = visitor.ask("file", "save", format=".pgn")["text"]
            assert f'[White "random"]\n[Black "{called}"]' in text
        assert "name: " in visitor.refused("new", game="chess", seats=["person", "person"], name="two\nlines")
        # A guest who accepts an invitation has a name as well, and a rematch changes them with the colours.
        room = visitor.new("chess", name="Ann")
        invitation = visitor.ask("invitation", "invite", player=1)["invitation"]
        with visiting(client) as other:
            other.ask("room", "open", room=room["room"], invitation=invitation, name="Bob")
            assert other.room["names"] == ["Ann", "Bob"]
            other.ask("change", "resign", player=1)
            text = other.ask("file", "save", format=".pgn")["text"]
            assert '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n[Termination "resignation"]' in text
            other.ask("change", "rematch")
            visitor.say("rematch")
            assert other.hear("room")["names"] == ["Bob", "Ann"]


def test_a_file_of_two_games_is_reported_and_the_other_one_shown(app):
    text = '[White "random"]\n[Black "Bob"]\n\n{hm} 1. e4 $2 e5 *\n\n1. d4 d5 2. c4 *\n'
    with page(app) as visitor:
        visitor.new("chess", seats=["random", "random"])
        visitor.say("load", text=text, format=".pgn")
        loaded = visitor.hear("loaded")
        assert (loaded["game"], loaded["games"], loaded["left_out"]) == (1, 2, 0)
        assert loaded["titles"] == ["random against Bob, 2 moves", "? against ?, 3 moves"]
        assert visitor.moves == ["e4", "e5"] and visitor.room["seats"] == ["random", "person"]
        visitor.say("load", text=text, format=".pgn", game=2)
        assert visitor.hear("loaded")["game"] == 2 and visitor.moves == ["d4", "d5", "c4"]
        assert "no game 3" in visitor.refused("load", text=text, format=".pgn", game=3)


def test_what_a_file_says_against_itself_is_shown(app):
    with page(app) as visitor:
        visitor.new("chess", seats=["person", "person"])
        visitor.say("load", text="1. e4 e5 7. Nf3 *\n", format=".pgn")
        loaded = visitor.hear("loaded")
        assert (loaded["games"], loaded["left_out"]) == (1, 0)
        assert len(loaded["problems"]) == 1 and "line 1, column 10" in loaded["problems"][0]
        assert visitor.moves == ["e4", "e5", "Nf3"]


def test_comments_of_a_file_outlive_the_server(offers, tmp_path):
    tags = '[Event "Club"]\n[Date "1992.??.??"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n'
    text = tags + "{go} 1. e4 $2 (1. d4) e5 {hm} 1-0\n"
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        visitor.new("chess")
        visitor.ask("room", "load", text=text, format=".pgn")
        saved = visitor.ask("file", "save", format=".pgn")["text"]
        visitor.ask("change", "go", node=1)
        before = visitor.room
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        visitor.ask("room", "open", room=before["room"], key=before["key"])
        assert visitor.ask("file", "save", format=".pgn")["text"] == saved
    for part in ('[Event "Club"]', '[Date "1992.??.??"]', '[White "Ann"]', "{go} 1. e4 $2 (1. d4) 1... e5 {hm} 1-0"):
        assert part in saved


def test_a_draw_is_claimed_by_the_player_to_move(app):
    with page(app) as visitor:
        visitor.new("chess", parameters={"claim_draws": False}, seats=["person", "random"])
        assert visitor.room["look"]["title"] == "chess, no claim draws"
        assert "claimed here" in visitor.refused("claim")
        visitor.ask("change", "seats", seats=["person", "person"])
        for move in 2 * ("Nf3", "Nf6", "Ng1", "Ng8"):
            position = visitor.move(move)["position"]
        assert position["claim"] == "the position occurred 3 times" and not visitor.room["over"]
        visitor.ask("change", "go", node=8)  # levels wait where a visitor went
        visitor.ask("change", "seats", seats=["random", "person"])
        assert "to move" in visitor.refused("claim")
        visitor.ask("change", "seats", seats=["person", "random"])
        ended = visitor.ask("change", "claim")
        assert (ended["outcome"], ended["reason"]) == (0, "claimed: the position occurred 3 times")


def test_two_visitors_a_spectator_and_a_rematch(app):
    with TestClient(app, base_url=ADDRESS) as client, visiting(client) as ann, visiting(client) as bob:
        name = ann.new("hex", parameters={"size": 3})["room"]
        invitation = ann.ask("invitation", "invite", player=1)["invitation"]
        joined = bob.ask("room", "open", room=name, invitation=invitation)
        assert (joined["yours"], joined["match"], joined["key"] != ann.room["key"]) == ([1], True, True)
        while ann.hear("change")["yours"] != [0]:
            pass
        with visiting(client) as eve:
            assert eve.ask("room", "open", room=name)["yours"] == []
            assert "spectator" in eve.refused("move", node=0, action=0)
            for key in ("\u00e9", "\ud800"):
                told = eve.ask("room", "open", room=name, key=key)
                assert told["yours"] == [] and as_text(told).encode()
                assert "expired" in eve.refused("open", room=name, invitation=key)
            assert "expired" in eve.refused("open", room=name, invitation=invitation)
            assert "turn" in bob.refused("move", node=0, action=0)
            assert "hints" in bob.refused("hint", node=0)
            assert "both seats" in bob.refused("go", node=0)
            assert "resign for yourself" in bob.refused("resign", player=0)
            ann.move("b2")
            assert eve.hear("change")["nodes"] == [{"node": 1, "parent": 0, "move": "b2", "player": 0}]
        while bob.hear("change")["at"] != 1:
            pass
        bob.move("a1")
        bob.ask("change", "resign", player=1)
        while not ann.room["over"]:
            ann.hear("change")
        ann.say("rematch")
        bob.say("rematch")
        again = [visitor.hear("room") for visitor in (ann, bob)]
        assert again[0]["room"] == again[1]["room"] != name and [one["yours"] for one in again] == [[1], [0]]
        ann.say("leave")
        assert "open" in ann.refused("draw")


def test_games_outlive_the_server(offers, tmp_path):
    clock = {"base": 600, "increment": 2}
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        visitor.new("chess", clock=clock)
        for move in ("e4", "e5"):
            visitor.move(move)
        visitor.ask("change", "go", node=1)
        visitor.move("c5")
        before = visitor.room
    (file,) = tmp_path.glob("*.jsonl")
    assert file.stat().st_mode & 0o077 == 0
    with file.open("ab") as torn:
        torn.write('{"words": [3, "é'.encode()[:-1])  # killed while it wrote, within a character
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        after = visitor.ask("room", "open", room=before["room"], key=before["key"])
        assert visitor.moves == ["e4", "e5", "c5"] and after["at"] == 3 and after["yours"] == [0, 1]
        assert after["clock"]["running"] == 0 and 599 < after["clock"]["times"][0]["seconds"] <= 602
        visitor.move("Nf3")
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        visitor.ask("room", "open", room=before["room"], key="another")
        assert visitor.moves == ["e4", "e5", "c5", "Nf3"] and visitor.room["yours"] == []
    file.write_text(file.read_text().replace('"e7e5"', '"e7e4"'))
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        assert "e7e4" in visitor.refused("open", room=before["room"])


def test_a_full_disk_and_a_game_with_a_mistake_end_no_visit(offers, tmp_path, monkeypatch, capsys):
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        visitor.new("own-3")

        write = os.write
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", lambda file, data: write(file, data[:9]))  # the rest finds no room
            reason = visitor.refused("move", node=0, text="a1")
            assert reason.endswith(": No space left on device")
        assert ".jsonl: No space left" in capsys.readouterr().err
        assert visitor.hear("change")["at"] == 1
        visitor.move("b1")
        monkeypatch.setattr(Room, "resume", lambda self, now: {}["gone"])
        assert "KeyError: 'gone'" in visitor.refused("resume")
        assert "KeyError" in capsys.readouterr().err
        visitor.move("c1")
        before = visitor.room
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:  # once there was room again, nothing is missing
        visitor.ask("room", "open", room=before["room"], key=before["key"])
        assert visitor.moves == ["a1", "b1", "c1"]


def test_a_room_that_could_not_be_begun_is_written_with_the_next_move(offers, tmp_path, monkeypatch):
    def nothing_more(file: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        with monkeypatch.context() as full:
            full.setattr(os, "write", nothing_more)
            visitor.new("hex", parameters={"size": 3})
        first = visitor.move("a1")
        assert json.loads(next(tmp_path.glob("*.jsonl")).read_text().split("\n")[0])["room"] == first["room"]
        with monkeypatch.context() as full:
            full.setattr(os, "write", nothing_more)
            cells = list(visitor.room["position"]["rows"])
            assert "stored" in visitor.refused("edit", cells=cells, player=1)
        visitor.hear("room")
        before = visitor.move("b2")
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        after = visitor.ask("room", "open", room=before["room"])
        assert visitor.moves == ["b2"] and after["position"] == before["position"]


class Held:
    """In the place of a level's thinking: waits to be let go, then takes the first move."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()

        def choose(opponent: Opponent, start: Any, actions: list[int], state: Any, stopped: Any) -> int:
            self.begun.set()
            assert self.go_on.wait(30)
            return int(state.legal_actions()[0])

        monkeypatch.setattr(Opponent, "choose", choose)


def test_what_a_level_thought_of_another_board_is_forgotten(app, monkeypatch):
    held = Held(monkeypatch)
    with page(app) as visitor:
        visitor.new("hex", parameters={"size": 3}, seats=["random", "person"])
        assert held.begun.wait(30)
        visitor.say("edit", cells=list(visitor.room["position"]["rows"]), player=0)
        visitor.hear("room")
        held.go_on.set()
        time.sleep(0.1)
        assert visitor.ask("position", "look", node=0) and len(visitor.nodes) == 1
        visitor.say("resume")
        while len(visitor.nodes) < 2:
            visitor.hear("change")


@pytest.mark.parametrize("seats", [["random", "random"], ["random", "person"]])
def test_levels_think_while_a_visitor_is_there_and_their_time_waits(offers, monkeypatch, seats):
    held, lobby = Held(monkeypatch), Lobby(offers)
    with page(make_app(lobby)) as visitor:
        room = visitor.new("own-3", seats=["person", "person"], clock={"base": 600})
        visitor.move("a1")
        visitor.move("b1")
        visitor.ask("change", "seats", seats=seats)
        assert held.begun.wait(30)
        assert visitor.ask("position", "look", node=0) and lobby.hall.rooms._rooms[room["room"]].clock.running == 0
        visitor.say("leave")
        visitor.refused("draw")  # it has left
        assert lobby.hall.rooms._rooms[room["room"]].clock.running is None
        held.go_on.set()
        while lobby._worker_pool._begun:
            time.sleep(0.001)
        assert lobby.hall.rooms._rooms[room["room"]].at == 2 and not lobby.hall.levels._opponents
        held.go_on.clear()
        held.begun.clear()
        back = visitor.ask("room", "open", room=room["room"], key=room["key"])
        assert back["clock"]["running"] == 0 and held.begun.wait(30)  # it thinks again
        held.go_on.set()
        assert visitor.hear("change")["at"] == 3


def test_a_visitor_of_many_rooms_thinks_in_one_and_delays_no_other(offers, monkeypatch):
    """A hundred new games against the strongest: there is one job, one table, and another visitor's level moves."""
    lobby = Lobby(offers)
    with TestClient(make_app(lobby), base_url=ADDRESS) as client, visiting(client) as eve, visiting(client) as ann:
        for number in range(50):
            eve.new("chess", seats=["strongest", "person"] if number % 2 else ["strongest", "strongest"])
        assert len(lobby.hall.rooms) == 50 and len(lobby.hall.levels._thinking) == 1
        assert {room for room, _ in lobby.hall.levels._opponents} == {eve.room["room"]}
        ann.new("chess", seats=["person", "beginner"])
        ann.move("e4")
        assert ann.hear("change")["at"] == 2
        eve.say("leave")
        assert "open" in eve.refused("draw")
        assert not lobby.hall.levels._thinking and len(lobby.hall.levels._opponents) == 1


def test_taking_a_levels_seat_ends_its_thought(offers, monkeypatch):
    held, lobby = Held(monkeypatch), Lobby(offers)
    with page(make_app(lobby)) as visitor:
        visitor.new("hex", parameters={"size": 3}, seats=["random", "person"])
        assert held.begun.wait(30)
        visitor.ask("change", "seats", seats=["person", "person"])
        held.go_on.set()
        while lobby._worker_pool._begun:
            time.sleep(0.001)
        assert visitor.ask("position", "look", node=0) and len(visitor.nodes) == 1 and not lobby.hall.levels._opponents


def test_a_move_after_the_flag_loses_and_all_are_notified(offers):
    lobby = Lobby(offers)
    with page(make_app(lobby)) as visitor:
        visitor.new("own-3", clock={"base": 600})
        visitor.move("a1")
        lobby.hall.company.present = lambda: time.monotonic() + 601
        assert "time" in visitor.refused("move", node=1, text="b1")
        assert visitor.room["over"] and visitor.room["reason"] == "time"


def test_levels_are_made_before_they_have_to_move(app, monkeypatch):
    """A network takes seconds to be read, in which its clock would run."""
    made = threading.Event()
    load = boardai.web.thinking.opponent.load_agent
    monkeypatch.setattr(boardai.web.thinking.opponent, "load_agent", lambda *given: (load(*given), made.set())[0])
    with page(app) as visitor:
        visitor.new("reversi", seats=["person", "beginner"])
        assert made.wait(30)


def test_levels_keep_to_the_clock(app):
    with page(app) as visitor:
        visitor.new("reversi", seats=["person", "strongest"], clock={"base": 2})
        visitor.move("f5")
        visitor.hear("change")
        assert len(visitor.nodes) == 3 and visitor.room["clock"]["times"][1]["seconds"] > 1
