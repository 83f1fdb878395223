"""Openings on the page: their names, and what was played before."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from pages import ADDRESS, page, visiting
from refusals import refused
from starlette.testclient import TestClient

import boardai
from boardai.records import GameDatabase
from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers
from boardai.web.openings import Openings
from boardai.web.serving.tokens import guest_token


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path, game = tmp_path / "my games.db", boardai.load("hex:size=3")
    with GameDatabase(path, game, create=True) as opened:
        played = [(["b2", "a1"], 1), (["b2", "c3"], -1), (["a2"], None)]
        opened.add_games(
            [boardai.RecordedGame.from_moves(game, moves, result=result) for moves, result in played], "some"
        )
    return path


def test_openings_have_names_whatever_the_order_of_moves():
    with page(make_app(Lobby(Offers(["chess", "hex"])))) as visitor:
        assert visitor.hear("welcome")["openings"] == ["chess"]
        visitor.new("chess")
        for move in ("d4", "c6", "e4", "d5"):  # the Caro-Kann in another order
            visitor.move(move)
        named = visitor.ask("openings", "openings", node=4, games=False)
        assert (named["code"], named["name"], named["databases"]) == ("B12–B19", "Caro-Kann", [])
        visitor.move("h4")
        assert visitor.ask("openings", "openings", node=5, games=True)["name"] == "Caro-Kann", "the last one stays"
        first = visitor.ask("openings", "openings", node=1, games=False)
        assert first["name"] == "" and first["code"].startswith("A")
        assert visitor.ask("openings", "openings", node=0, games=False)["code"] == ""


def test_games_of_the_board_are_counted_by_move_also_those_that_come_later(database: Path):
    app = make_app(Lobby(Offers(["chess", "hex"]), openings=Openings([database])), "secret-word")
    with page(app, "/socket?token=secret-word") as visitor:
        welcome = visitor.hear("welcome")
        assert welcome["openings"] == ["chess", "hex"]
        visitor.new("hex", parameters={"size": 3})
        (found,) = visitor.ask("openings", "openings", node=0, games=True)["databases"]
        assert found["title"] == "my games.db"
        assert found["results"] == {"games": 3, "wins": 1, "draws": 0, "losses": 1, "unknown": 1}
        assert [(one["move"], one["results"]["games"]) for one in found["moves"]] == [("b2", 2), ("a2", 1)]
        with GameDatabase(database, "hex:size=3") as opened:
            opened.add_games([boardai.RecordedGame.from_moves("hex:size=3", ["a2"], result=1)] * 2, "more")
        (found,) = visitor.ask("openings", "openings", node=0, games=True)["databases"]
        assert [(one["move"], one["results"]["games"]) for one in found["moves"]] == [("a2", 3), ("b2", 2)]
        visitor.new("hex", parameters={"size": 4})
        assert visitor.ask("openings", "openings", node=0, games=True)["databases"] == []
        room = visitor.new("hex", parameters={"size": 3})
        invitation = visitor.ask("invitation", "invite", player=1)["invitation"]
        visitor.ask("room", "open", room=room["room"], invitation=invitation)
        assert "no hints" in visitor.refused("openings", node=0, games=True)


def test_games_that_are_the_same_turned_over_are_counted_together(database: Path):
    """Hex turned by half: a2 is c2, and after b2 a1 is c3."""
    with page(make_app(Lobby(Offers(["hex"]), openings=Openings([database])))) as visitor:
        visitor.new("hex", parameters={"size": 3})
        visitor.move("c2")  # not played in these games; a2 was
        (found,) = visitor.ask("openings", "openings", node=1, games=True)["databases"]
        assert found["results"] == {"games": 1, "wins": 0, "draws": 0, "losses": 0, "unknown": 1}
        visitor.ask("change", "go", node=0)
        visitor.move("b2")
        (found,) = visitor.ask("openings", "openings", node=visitor.room["at"], games=True)["databases"]
        assert found["results"]["games"] == 2
        ((move, results),) = [(one["move"], one["results"]) for one in found["moves"]]
        assert move in ("a1", "c3") and (results["games"], results["wins"], results["losses"]) == (2, 1, 1)


def test_a_guest_is_shown_no_openings(database: Path):
    """The databases are the operator's; an invited player is shown nothing of them, after the game neither."""
    app = make_app(Lobby(Offers(["hex"]), openings=Openings([database])), "secret-word")
    with TestClient(app, base_url=ADDRESS) as client, visiting(client, "/socket?token=secret-word") as ann:
        room = ann.new("hex", parameters={"size": 3})["room"]
        invited = ann.ask("invitation", "invite", player=1)
        with visiting(client, f"/socket?token={guest_token('secret-word')}") as bob:
            assert bob.hear("welcome")["openings"] == []
            bob.ask("room", "open", room=room, invitation=invited["invitation"])
            assert "invited" in bob.refused("openings", node=0, games=True)
            bob.ask("change", "resign", player=1)
            for games in (True, False):
                assert "invited" in bob.refused("openings", node=0, games=games)
        while not ann.room["over"]:
            ann.hear("change")
        assert ann.ask("openings", "openings", node=0, games=True)["databases"]


def test_a_database_is_not_waited_for_by_those_who_ask_about_another_board(database: Path, tmp_path: Path, monkeypatch):
    other = tmp_path / "other.db"
    with GameDatabase(other, "hex:size=4", create=True) as opened:
        opened.add_games([boardai.RecordedGame.from_moves("hex:size=4", ["b2"], result=1)], "some")
    begun, go_on, ask = threading.Event(), threading.Event(), GameDatabase.position

    def position(self: GameDatabase, state: Any) -> Any:
        if state.legal_actions()[-1] == 8:  # of 3x3
            begun.set()
            assert go_on.wait(60)
        return ask(self, state)

    monkeypatch.setattr(GameDatabase, "position", position)
    app = make_app(Lobby(Offers(["hex"]), openings=Openings([database, other])))
    with TestClient(app, base_url=ADDRESS) as client, visiting(client) as ann, visiting(client) as bob:
        ann.new("hex", parameters={"size": 3})
        ann.say("openings", node=0, games=True)
        assert begun.wait(60)
        bob.new("hex", parameters={"size": 4})
        (found,) = bob.ask("openings", "openings", node=0, games=True)["databases"]
        assert found["title"] == "other.db" and not go_on.is_set()
        go_on.set()
        (found,) = ann.hear("openings")["databases"]
        assert found["results"]["games"] == 3


def test_a_file_put_in_a_database_s_place_is_read(database: Path, tmp_path: Path):
    game = boardai.load("hex:size=3")
    openings, state = Openings([database]), game.initial_state()
    assert [one["move"] for one in openings.played(game, state)[0]["moves"]] == ["b2", "a2"]
    with GameDatabase(tmp_path / "new.db", game, create=True) as opened:
        opened.add_games([boardai.RecordedGame.from_moves(game, ["b2"], result=1)], "new")
    (tmp_path / "new.db").replace(database)
    assert [one["move"] for one in openings.played(game, state)[0]["moves"]] == ["b2"]


def test_what_is_no_database_is_refused_when_the_server_starts(tmp_path: Path):
    with refused("no such database"):
        Openings([tmp_path / "none.db"])
    (tmp_path / "other.db").write_bytes(b"no database at all")
    with refused("other.db"):
        Openings([tmp_path / "other.db"])
