"""Variations are put in order and taken out, and lines of an analysis are played, also after a restart."""

import json
import os

import pytest
from pages import Page, page

from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers
from boardai.web.rooms.journal import Journal

BRANCHED = "1. e4 e5 ({or} 1... c5 2. Nf3 (2. c3 d5 {the best}) 2... d6) 2. Nf3 Nc6 *"


@pytest.fixture(scope="module")
def offers() -> Offers:
    return Offers(["chess", "reversi"])


def lines(visitor: Page) -> list[str]:
    """Every line of the tree, by its moves, the main line first."""
    after = visitor.after
    found, waiting = [], [(0, "")]
    while waiting:
        number, words = waiting.pop()
        words = f"{words} {visitor.nodes[number]['move']}".strip()
        waiting += [(child, words) for child in reversed(after[number])]
        if not after[number]:
            found.append(words)
    return found


def numbered(visitor: Page, move: str) -> int:
    (found,) = [node["node"] for node in visitor.nodes.values() if node["move"] == move]
    return found


def test_variations_are_promoted_and_deleted_and_outlive_the_server(offers, tmp_path):
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        visitor.new("chess")
        before = visitor.ask("room", "load", text=BRANCHED, format=".pgn")
        assert lines(visitor) == ["e4 e5 Nf3 Nc6", "e4 c5 Nf3 d6", "e4 c5 c3 d5"]
        visitor.ask("change", "go", node=numbered(visitor, "d6"))
        stale = visitor.room["tree"]
        numbers = {node["move"]: node["node"] for node in visitor.nodes.values()}
        told = visitor.ask("change", "promote", node=numbered(visitor, "d5"), to_main=False)
        assert lines(visitor) == ["e4 e5 Nf3 Nc6", "e4 c5 c3 d5", "e4 c5 Nf3 d6"]
        assert told["orders"] == [[5, 8, 6]] and not told["nodes"], "only moved nodes are sent"
        assert visitor.nodes[told["at"]]["move"] == "d6", "the same position on the board"
        visitor.ask("change", "promote", node=numbered(visitor, "c3"), to_main=True)
        assert lines(visitor) == ["e4 c5 c3 d5", "e4 c5 Nf3 d6", "e4 e5 Nf3 Nc6"]
        assert visitor.nodes[numbered(visitor, "d5")]["comment"] == "the best"
        assert "already the main line" in visitor.refused("promote", node=numbered(visitor, "c3"), to_main=True)
        told = visitor.ask("change", "delete", node=visitor.nodes[numbered(visitor, "d6")]["parent"])
        assert lines(visitor) == ["e4 c5 c3 d5", "e4 e5 Nf3 Nc6"]
        assert visitor.nodes[told["at"]]["move"] == "c5", "a visitor in a deleted line is moved before it"
        assert all(visitor.nodes[number]["move"] == move for move, number in numbers.items() if number in visitor.nodes)
        assert "was deleted" in visitor.refused("annotate", node=numbers["d6"], comment="lost", glyphs=[])
        visitor.ask("words", "annotate", node=numbered(visitor, "d5"), comment="better", glyphs=[1])
        text = visitor.ask("file", "save", format=".pgn")["text"]
        assert "1. e4 {or} 1... c5 (1... e5 2. Nf3 Nc6) 2. c3 d5 $1 {better}" in text
        for fields, reason in (({"node": 0}, "has no move before it"), ({"node": 99}, "no position 99")):
            assert reason in visitor.refused("delete", **fields)
        visitor.nodes[numbered(visitor, "d5")] |= {"comment": "better", "glyphs": [1]}
        nodes, after = visitor.nodes, visitor.after
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:  # a server that was started again
        visitor.ask("room", "open", room=before["room"], key=before["key"])
        assert (visitor.nodes, visitor.after) == (nodes, after)
        assert "another game" in visitor.refused("delete", node=1, tree=stale)


def test_a_line_of_an_analysis_is_played_as_a_variation_or_not_at_all(offers):
    with page(make_app(Lobby(offers))) as visitor:
        room = visitor.new("reversi")
        visitor.move("d3")
        visitor.say("analyse", node=0, slot=0, by="best")
        while len((row := visitor.hear("analysis")["rows"][0])["actions"]) < 3:
            pass
        visitor.say("stop")
        assert len(row["actions"]) == len(row["moves"])
        told = visitor.ask("change", "line", node=0, actions=row["actions"][:3])
        assert visitor.nodes[told["at"]]["move"] == row["moves"][2]
        known = len(visitor.nodes)
        assert "not legal" in visitor.refused("line", node=0, actions=[row["actions"][0], row["actions"][0]])
        assert "actions" in visitor.refused("line", node=0, actions=[19] * 13)
        assert len(visitor.ask("change", "go", node=0)["nodes"]) == 0 and len(visitor.nodes) == known
        invitation = visitor.ask("invitation", "invite", player=1)["invitation"]
        visitor.ask("room", "open", room=room["room"], invitation=invitation)
        for fields in ({"node": 1, "actions": [0]}, {"node": 1}):
            assert "both seats" in visitor.refused("line" if "actions" in fields else "delete", **fields)


def test_what_was_asked_of_other_lines_goes_on_and_a_review_loses_what_is_gone(monkeypatch):
    monkeypatch.setattr("boardai.web.review.SIMULATIONS", 50)
    lobby = Lobby(Offers(["hex"]))
    with page(make_app(lobby)) as visitor:
        visitor.new("hex", parameters={"size": 9})
        for move in ("a1", "b2", "c3", "a2"):
            visitor.move(move)
        visitor.say("review")
        while not (whole := visitor.hear("review"))["done"]:
            pass
        visitor.ask("change", "go", node=1)
        visitor.move("d4")  # the variation is node 5
        (one,) = lobby.hall.company.visitors
        visitor.ask("analysis", "analyse", node=2, slot=0, by="best")
        visitor.ask("analysis", "analyse", node=5, slot=1, by="best")
        asked = dict(one.jobs)
        visitor.ask("change", "promote", node=5, to_main=True)
        assert one.jobs == asked, "a promotion ends nothing"
        told = visitor.ask("review", "delete", node=3)
        assert one.jobs == asked, "nothing was asked about what is gone"
        assert told["nodes"] == [0, 1, 2] and told["done"] and told["marks"] == whole["marks"][:3]
        assert told["chances"][:2] == whole["chances"][:2] and set(told["sentences"]) <= {"1", "2"}
        assert [sum(side["marks"]) for side in told["sides"]] == [bool(mark) for mark in told["marks"][1:]]
        assert all(side["accuracy"] is not None for side in told["sides"])
        visitor.ask("change", "delete", node=5)
        assert list(one.jobs) == [0], "this one ends, and the other continues"


def test_a_deletion_that_could_not_be_written_is_in_the_file_with_the_next_change(tmp_path, monkeypatch, capsys):
    with page(make_app(Lobby(Offers(["hex"]), Journal(tmp_path)))) as visitor:
        visitor.new("hex", parameters={"size": 3})
        visitor.move("a1")
        write = os.write
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", lambda file, data: write(file, data[:9]))
            assert "No space" in visitor.refused("move", node=1, text="b2")
            assert visitor.hear("change")["at"] == 2
            assert "No space" in visitor.refused("delete", node=2)
            assert visitor.hear("change")["gone"] == [2]
        told = visitor.ask("change", "move", node=1, text="c3")
        before = visitor.room
    assert "No space" in capsys.readouterr().err
    with page(make_app(Lobby(Offers(["hex"]), Journal(tmp_path)))) as visitor:
        visitor.ask("room", "open", room=before["room"], key=before["key"])
        assert visitor.moves == ["a1", "c3"] and list(visitor.nodes) == [0, 1, told["at"]]
        assert visitor.move("b2")["at"] == told["at"] + 1


def test_a_move_that_was_played_again_after_a_deletion_that_could_not_be_written(tmp_path, monkeypatch):
    with page(make_app(Lobby(Offers(["hex"]), Journal(tmp_path)))) as visitor:
        visitor.new("hex", parameters={"size": 3})
        visitor.move("a1")
        visitor.move("b2")
        write = os.write
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", lambda file, data: write(file, data[:9]))
            visitor.refused("delete", node=2)
            assert visitor.hear("change")["gone"] == [2]
        visitor.ask("change", "move", node=1, text="b2")
        before, nodes = visitor.room, list(visitor.nodes)
    with page(make_app(Lobby(Offers(["hex"]), Journal(tmp_path)))) as visitor:
        visitor.ask("room", "open", room=before["room"], key=before["key"])
        assert visitor.moves == ["a1", "b2"] and list(visitor.nodes) == nodes


def test_a_promotion_is_one_more_line_of_the_file_however_long_the_game_is(tmp_path):
    with page(make_app(Lobby(Offers(["hex"]), Journal(tmp_path)))) as visitor:
        visitor.new("hex", parameters={"size": 3})
        for move in ("a1", "b1", "c1", "a2", "b2", "c2"):
            visitor.move(move)
        visitor.ask("change", "go", node=0)
        visitor.move("c3")
        (file,) = tmp_path.glob("*.jsonl")
        before = file.read_bytes()
        visitor.ask("change", "promote", node=7, to_main=True)
        assert file.read_bytes().startswith(before)
        (added,) = file.read_bytes()[len(before) :].splitlines()
        assert json.loads(added)["lines"] == [[7, True]] and json.loads(added)["nodes"] == []
