"""Variations are put in order and taken out, and lines of an analysis are played, also after a restart."""

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
    after: list[list[int]] = [[] for _ in visitor.nodes]
    for node in visitor.nodes[1:]:
        after[node["parent"]].append(node["node"])
    found, waiting = [], [(0, "")]
    while waiting:
        number, words = waiting.pop()
        words = f"{words} {visitor.nodes[number]['move']}".strip()
        waiting += [(child, words) for child in reversed(after[number])]
        if not after[number]:
            found.append(words)
    return found


def numbered(visitor: Page, move: str) -> int:
    (found,) = [node["node"] for node in visitor.nodes if node["move"] == move]
    return found


def test_variations_are_promoted_and_deleted_and_outlive_the_server(offers, tmp_path):
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:
        visitor.new("chess")
        before = visitor.ask("room", "load", text=BRANCHED, format=".pgn")
        assert lines(visitor) == ["e4 e5 Nf3 Nc6", "e4 c5 Nf3 d6", "e4 c5 c3 d5"]
        visitor.ask("change", "go", node=numbered(visitor, "d6"))
        told = visitor.ask("room", "promote", node=numbered(visitor, "d5"), to_main=False)
        assert lines(visitor) == ["e4 e5 Nf3 Nc6", "e4 c5 c3 d5", "e4 c5 Nf3 d6"]
        assert told["rearranged"] and visitor.nodes[told["at"]]["move"] == "d6", "the same position on the board"
        visitor.ask("room", "promote", node=numbered(visitor, "c3"), to_main=True)
        assert lines(visitor) == ["e4 c5 c3 d5", "e4 c5 Nf3 d6", "e4 e5 Nf3 Nc6"]
        assert visitor.nodes[numbered(visitor, "d5")]["comment"] == "the best"
        assert "main line already" in visitor.refused("promote", node=numbered(visitor, "c3"), to_main=True)
        told = visitor.ask("room", "delete", node=told["nodes"][numbered(visitor, "d6")]["parent"])
        assert lines(visitor) == ["e4 c5 c3 d5", "e4 e5 Nf3 Nc6"]
        assert visitor.nodes[told["at"]]["move"] == "c5", "whoever stood in what is deleted stands before it"
        visitor.ask("words", "annotate", node=numbered(visitor, "d5"), comment="better", glyphs=[1])
        text = visitor.ask("file", "save", format=".pgn")["text"]
        assert "1. e4 {or} 1... c5 (1... e5 2. Nf3 Nc6) 2. c3 d5 $1 {better}" in text
        for fields, reason in (({"node": 0}, "no move has led"), ({"node": 99}, "no position 99")):
            assert reason in visitor.refused("delete", **fields)
        nodes = [*visitor.nodes]
        nodes[numbered(visitor, "d5")] |= {"comment": "better", "glyphs": [1]}
    with page(make_app(Lobby(offers, Journal(tmp_path)))) as visitor:  # a server that was started anew
        assert visitor.ask("room", "open", room=before["room"], key=before["key"])["nodes"] == nodes


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
