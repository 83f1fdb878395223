"""Files of visitors: read and written while others are answered, one at a time for each, with a limit of games."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from pages import page, visiting
from refusals import refused
from starlette.testclient import TestClient

import boardai
from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers
from boardai.web.rooms import loaded
from boardai.web.rooms.loaded import load_game

pytestmark = pytest.mark.timeout(300)  # a message that never comes
CHESS = boardai.load("chess")


@pytest.fixture(scope="module")
def offers() -> Offers:
    return Offers(["chess"], ["greedy"])


class Held:
    """Work that waits until the test lets it continue."""

    def __init__(self, work: Callable[..., Any]) -> None:
        self._work, self.begun, self.go_on = work, threading.Event(), threading.Event()

    def __call__(self, *given: Any) -> Any:
        self.begun.set()
        assert self.go_on.wait(30)
        return self._work(*given)


@pytest.mark.parametrize("what", ["load", "save"])
def test_others_are_answered_while_a_file_is_worked_on(
    what: str, offers: Offers, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = {"load": "load_game", "save": "file_text"}[what]
    held = Held(getattr(loaded, name))
    monkeypatch.setattr(loaded, name, held)
    given = {"load": {"text": "1. d4 (1. c4) d5 *", "format": ".pgn"}, "save": {"format": ".pgn"}}[what]
    with (
        TestClient(make_app(Lobby(offers)), base_url="http://localhost") as client,
        visiting(client) as one,
        visiting(client) as other,
    ):
        one.new("chess")
        one.move("e4")
        one.say(what, **given)
        assert held.begun.wait(30)
        other.new("chess")
        other.move("e4")  # answered, though the file is not
        assert one.ask("position", "look", node=0)["position"]["node"] == 0
        one.say(what, number=7, **given)
        refused = one.hear("error")
        assert refused["number"] == 7 and f"{what} " in refused["message"]
        held.go_on.set()
        one.hear({"load": "room", "save": "file"}[what])
        if what == "load":
            assert one.moves == ["d4", "d5", "c4"]


def test_who_has_left_gets_no_game_of_a_file(offers: Offers, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(loaded.load_game)
    monkeypatch.setattr(loaded, "load_game", held)
    with page(make_app(Lobby(offers))) as visitor:
        visitor.new("chess")
        visitor.say("load", text="1. d4 *", format=".pgn")
        assert held.begun.wait(30)
        visitor.new("chess")
        held.go_on.set()
        visitor.move("e4")
        assert visitor.moves == ["e4"]
        monkeypatch.undo()
        visitor.ask("room", "load", text="1. c4 *", format=".pgn")
        assert visitor.moves == ["c4"]


def test_an_error_in_a_file_has_the_number_of_its_message(offers: Offers) -> None:
    with page(make_app(Lobby(offers))) as visitor:
        visitor.new("chess")
        for number, text, reason in ((5, "1. e5 *", "line 1, column 4"), (6, "", "no game in this file")):
            visitor.say("load", text=text, format=".pgn", number=number)
            told = visitor.hear("error")
            assert told["number"] == number and reason in told["message"]


def test_a_file_of_too_many_games_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaded, "MOST_GAMES", 10)
    assert load_game(CHESS, "1. e4 *\n" * 10, ".pgn", 10).games == 10
    mixed = "1. e4 *\n1. e5 *\n" * 5
    assert load_game(CHESS, mixed, ".pgn", 5).left_out == 5
    for text in ("1. e4 *\n" * 11, "1. e5 *\n" * 11, mixed + "*\n"):
        with refused("10"):
            load_game(CHESS, text, ".pgn")


def test_reading_ends_between_two_games_when_it_is_no_longer_needed() -> None:
    asked = iter([False, False, True])
    with refused("no visitor"):
        load_game(CHESS, "1. e4 *\n" * 5, ".pgn", 1, lambda: next(asked))
    assert next(asked, None) is None
