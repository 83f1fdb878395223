"""Comments and glyphs of a game and its moves: read from files, shown, changed, kept, written again."""

from __future__ import annotations

import io

import pytest
from pages import page

from boardai.records import read_games
from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers
from boardai.web.rooms.journal import Journal

ANNOTATED = (
    '[Event "Club"]\n[Site "Town"]\n[Date "2024.05.??"]\n[Round "3"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n'
    '[WhiteElo "2100"]\n\n'
    "{go} 1. e4 $1 {[%clk 0:05:00] [%eval 0.3] best} e5 (1... c5 $5 {Sicilian} 2. Nf3 (2. c3 $6 {Alapin} 2... d5) "
    "2... d6) ({or} 1... e6) 2. Nf3 Nc6 1-0\n"
)
HEX = (
    "(;GM[11]SZ[3]PB[Ann]PW[Bob]EV[Club](;B[b2]TE[1]C[centre](;W[a1]C[why])(;W[c1]BM[1]C[worse];B[a3]C[over]))"
    "(;B[a2]C[side]))"
)


@pytest.fixture(scope="module")
def offers():
    return Offers(["chess", "hex"])


def read(text, game, ending):
    return next(read_games(io.StringIO(text), game, format=ending, variations=True))


@pytest.mark.parametrize(
    ("game", "parameters", "text", "ending"), [("chess", {}, ANNOTATED, ".pgn"), ("hex", {"size": 3}, HEX, ".sgf")]
)
def test_nothing_that_was_read_is_lost(offers, tmp_path, game, parameters, text, ending):
    one = read(text, offers.game(game, parameters), ending)
    assert one.variations and not one.problems
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        visitor.new(game, parameters=parameters)
        before = visitor.ask("room", "load", text=text, format=ending)
        for node in (None, 3, 1, 0):  # also after looking at a variation, and back
            if node is not None:
                visitor.ask("change", "go", node=node)
            saved = visitor.ask("file", "save", format=ending)
            assert read(saved["text"], one.game, ending) == one and not saved["left_out"]
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:  # a server that was started again
        visitor.ask("room", "open", room=before["room"], key=before["key"])
        assert read(visitor.ask("file", "save", format=ending)["text"], one.game, ending) == one


def test_pages_are_shown_what_a_file_says(offers):
    with page(make_app(Lobby(offers))) as visitor:
        visitor.new("chess")
        room = visitor.ask("room", "load", text=ANNOTATED, format=".pgn")
        assert room["names"] == ["Ann", "Bob"] and room["about"]["date"] == "2024-05"
        said = {one["name"]: (one["text"], one["is_own"]) for one in room["about"]["headers"]}
        assert said["Event"] == ("Club", True) and said["TimeControl"] == ("", True)
        assert said["WhiteElo"] == ("2100", False)
        nodes = {node["move"]: node for node in room["nodes"]}
        assert nodes[""]["comment"] == "go" and nodes["e4"]["glyphs"] == [1]
        assert nodes["c5"]["comment"] == "Sicilian" and nodes["c3"]["glyphs"] == [6] and nodes["e6"]["opening"] == "or"
        assert "comment" not in nodes["Nc6"]


def test_words_are_changed_and_outlive_the_server(offers, tmp_path):
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        visitor.new("chess")
        before = visitor.ask("room", "load", text=ANNOTATED, format=".pgn")
        told = visitor.ask("words", "annotate", node=1, comment="Best\nby test", glyphs=[3])
        assert told == {"say": "words", "node": 1, "comment": "Best\nby test", "glyphs": [3]}
        assert "comment" not in visitor.ask("words", "annotate", node=0, comment="", glyphs=[])
        headers = {"Event": "Cup", "Round": ""}
        (file,) = tmp_path.glob("*.jsonl")
        written = file.read_bytes()
        told = visitor.ask("about", "describe", names=["Zoë", "Bob"], date="2025-01-02", headers=headers)
        assert told["names"] == ["Zoë", "Bob"] and told["about"]["headers"][0]["text"] == "Cup"
        assert file.read_bytes().startswith(written), "a line is added, however long the game is"
        visitor.ask("change", "go", node=2)
        visitor.move("Bc4")
        for fields, reason in (
            ({"node": 99, "comment": "", "glyphs": []}, "no position 99"),
            ({"node": 0, "comment": "", "glyphs": [1]}, "start position"),
            ({"node": 1, "comment": "x" * 100_001, "glyphs": []}, "100000"),
            ({"node": 1, "comment": "", "glyphs": [256]}, "255"),
        ):
            assert reason in visitor.refused("annotate", **fields)
        fields = {"names": ["a", "b"], "date": ""}
        assert "header 'Result'" in visitor.refused("describe", **fields, headers={"Result": "0-1"})
        assert "expected visible" in visitor.refused("describe", **fields, headers={"Event": "two\nlines"})
        assert visitor.ask("file", "save", format=".pgn")["left_out"] == ""
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        visitor.ask("room", "open", room=before["room"], key=before["key"])
        one = read(visitor.ask("file", "save", format=".pgn")["text"], offers.game("chess"), ".pgn")
    assert one.comments == {1: "Best by test"} and one.glyphs == {1: (3,)} and one.players == ("Zoë", "Bob")
    assert one.date == "2025-01-02" and one.headers == {"Event": "Cup", "Site": "Town", "WhiteElo": "2100"}
    assert any(other.comments.get(2) == "Sicilian" for other in one.variations) and len(one.variations) == 4


def test_comments_of_a_game_are_bounded_and_none_are_written_in_a_match(offers, monkeypatch):
    monkeypatch.setattr("boardai.web.rooms.room.MOST_SAID", 10)
    app = make_app(Lobby(offers))
    with page(app) as visitor:
        visitor.new("hex", parameters={"size": 3})
        visitor.move("b2")
        visitor.ask("words", "annotate", node=0, comment="12345678", glyphs=[])
        assert "at most 10" in visitor.refused("annotate", node=1, comment="123", glyphs=[])
        visitor.ask("words", "annotate", node=0, comment="1234567890", glyphs=[])  # in the place of the other
        invitation = visitor.ask("invitation", "invite", player=1)["invitation"]
        visitor.ask("room", "open", room=visitor.room["room"], invitation=invitation)
        assert "both seats" in visitor.refused("annotate", node=0, comment="", glyphs=[])


def test_a_comment_that_was_typed_while_another_one_came_stays_beside_it(offers):
    with page(make_app(Lobby(offers))) as visitor:
        visitor.new("hex", parameters={"size": 3})
        fields = {"node": 0, "glyphs": []}
        visitor.ask("words", "annotate", comment="first", known="", **fields)
        told = visitor.ask("words", "annotate", comment="second", known="", **fields)  # typed before "first" had come
        assert told["comment"] == "first\nsecond"
        assert visitor.ask("words", "annotate", comment="one", known=told["comment"], **fields)["comment"] == "one"
        again = visitor.ask("words", "annotate", comment="one", known=told["comment"], **fields)
        assert again["comment"] == "one", "a comment sent twice, after a lost connection, is stored once"
        assert visitor.ask("words", "annotate", comment="", known="old", **fields)["comment"] == "one"
        visitor.ask("words", "annotate", comment="x" * 99_999, known="one", **fields)
        assert "too long" in visitor.refused("annotate", comment="yz", known="one", **fields)
