"""Openings on the page: their names, and what was played before."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import page
from refusals import refused

import boardai
from boardai.records import GameDatabase
from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers
from boardai.web.openings import Openings


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
