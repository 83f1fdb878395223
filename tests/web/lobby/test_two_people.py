"""Two people: games that wait for an opponent, takebacks by consent, a chat that both want; texts that are pasted."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from pages import ADDRESS, Page, visiting
from starlette.applications import Starlette
from starlette.testclient import TestClient

from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers


@pytest.fixture(scope="module")
def app() -> Starlette:
    return make_app(Lobby(Offers(["chess", "hex", "reversi"])))


@contextlib.contextmanager
def match(app: Starlette, **fields: object) -> Iterator[tuple[Page, Page, Page]]:
    """Ann plays black, Bob white, on three by three cells; Eve is in no room yet."""
    with contextlib.ExitStack() as visits:
        client = visits.enter_context(TestClient(app, base_url=ADDRESS))
        ann, bob, eve = (visits.enter_context(visiting(client)) for _ in range(3))
        ann.new("hex", parameters={"size": 3}, name="Ann", **fields)
        ann.ask("change", "invite", player=1, to_all=True)
        (waiting,) = bob.ask("open_games", "open_games")["games"]
        bob.ask("room", "open", room=waiting["room"], invitation=waiting["invitation"], name="Bob")
        until(ann, "match", True)
        yield ann, bob, eve


def until(page: Page, field: str, value: object) -> None:
    while page.room[field] != value:
        page.hear("change")


def test_a_game_that_waits_for_an_opponent_is_listed_until_someone_joins(app: Starlette) -> None:
    with TestClient(app, base_url=ADDRESS) as client, visiting(client) as ann, visiting(client) as bob:
        assert bob.ask("open_games", "open_games")["games"] == []
        ann.new("reversi", name="Ann", clock={"periods": 1, "period": 30})
        assert bob.ask("open_games", "open_games")["games"] == [], "it has been offered to no one"
        assert ann.ask("change", "invite", player=1, to_all=True)["open_seat"] == 1
        assert ann.ask("open_games", "open_games")["games"] == [], "one's own game is no game to join"
        (one,) = bob.ask("open_games", "open_games")["games"]
        assert (one["name"], one["player"], one["clock"], one["moves"]) == ("Ann", "light", "0 min + 1 x 30 s", 0)
        ann.say("leave")
        while bob.ask("open_games", "open_games")["games"]:
            pass  # no one waits there any more
        ann.ask("room", "open", room=one["room"], key=ann.room["key"])
        room = bob.ask("room", "open", room=one["room"], invitation=one["invitation"])
        assert room["match"] and room["yours"] == [1] and room["open_seat"] is None
        with visiting(client) as eve:
            assert eve.ask("open_games", "open_games")["games"] == []


def test_a_move_is_taken_back_if_the_opponent_agrees(app: Starlette) -> None:
    with match(app, clock={"base": 300}) as (ann, bob, eve):
        eve.ask("room", "open", room=ann.room["room"])
        assert "no move of yours" in bob.refused("take_back")
        ann.move("b2")
        until(bob, "at", 1)
        bob.move("a1")
        until(ann, "at", 2)
        assert "spectator" in eve.refused("take_back")
        assert ann.ask("change", "take_back")["takeback_wanted_by"] == 0
        assert ann.ask("change", "take_back")["at"] == 2, "asking twice is no consent"
        until(bob, "takeback_wanted_by", 0)
        bob.say("take_back")
        until(bob, "at", 0)
        assert (bob.room["takeback_wanted_by"], bob.room["clock"]["running"]) == (None, None)
        until(ann, "at", 0)
        ann.move("c3")
        until(bob, "at", 3)
        assert "no move of yours" in bob.refused("take_back"), "that one is on the board no more"
        assert ann.ask("change", "take_back")["takeback_wanted_by"] == 0
        until(bob, "takeback_wanted_by", 0)
        assert bob.move("b1")["takeback_wanted_by"] is None, "a move is a refusal"


def test_both_seats_need_no_consent(app: Starlette) -> None:
    with TestClient(app, base_url=ADDRESS) as client, visiting(client) as ann:
        ann.new("hex", parameters={"size": 3})
        ann.move("b2")
        assert "Undo" in ann.refused("take_back") and "no other player" in ann.refused("chat", text="hello")


def test_a_chat_begins_once_both_want_it_and_is_read_by_the_players_alone(app: Starlette) -> None:
    with match(app) as (ann, bob, eve):
        eve.ask("room", "open", room=ann.room["room"])
        assert ann.room["chat_wanted"] == [False, False]
        assert "both players" in ann.refused("chat", text="hello")
        ann.ask("change", "chat", wanted=True)
        assert "both players" in ann.refused("chat", text="hello")
        until(bob, "chat_wanted", [True, False])
        bob.ask("change", "chat", wanted=True)
        assert bob.ask("chat", "chat", text="<b>hello</b>") == {"say": "chat", "player": 1, "text": "<b>hello</b>"}
        assert ann.hear("chat")["text"] == "<b>hello</b>"
        assert "visible" in bob.refused("chat", text="a\u202eb")
        assert "spectator" in eve.refused("chat", text="me too")
        eve.say("look", node=0)
        assert eve.hear("chat", "position")["say"] == "position", "a spectator reads nothing"
        until(ann, "chat_wanted", [True, True])
        ann.ask("change", "chat", wanted=False)
        until(bob, "chat_wanted", [False, True])
        assert "both players" in bob.refused("chat", text="are you there?")


def test_a_text_that_is_pasted_is_recognised(app: Starlette) -> None:
    with TestClient(app, base_url=ADDRESS) as client, visiting(client) as ann:
        for text, game, format in (
            ('[Event "A"]\n\n1. e4 e5 *', "chess", ".pgn"),
            ("1. d4 d5", "chess", ".pgn"),
            ("(;FF[4]GM[11]SZ[11];B[a1])", "hex", ".sgf"),
            ("https://hexworld.org/board/#11nc1,a10f6", "hex", ".hexworld"),
            ("f5d6c3d3c4", "reversi", ".txt"),
            ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "chess", ""),
        ):
            found = ann.ask("recognised", "recognise", text=f"\n{text}\n")
            assert (found["game"], found["format"], found["text"]) == (game, format, text)
        assert "not a game or position" in ann.refused("recognise", text="hello world")
        assert "not a game or position" in ann.refused("recognise", text="")


def test_an_illegal_move_names_the_legal_ones(app: Starlette) -> None:
    with TestClient(app, base_url=ADDRESS) as client, visiting(client) as ann:
        ann.new("chess")
        words = ann.refused("move", node=0, text="Nf6")
        assert words.startswith("'Nf6' is not legal here. Legal moves: ")
        assert "rnbqkbnr" not in words and "Legal moves: Na3, Nc3, Nf3, Nh3, " in words and "and 8 others" in words
        ann.new("hex", parameters={"size": 2})
        ann.move("a1")
        assert ann.refused("move", node=1, text="a1").endswith("the cell is occupied. Legal moves: a2, b1, b2")
