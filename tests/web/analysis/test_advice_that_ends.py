"""Advice is sent to the visitor who asked as long as it is allowed: what ends it, and what comes too late."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pages import ADDRESS, Page, visiting
from starlette.testclient import TestClient

import boardai
from boardai.web import analysis, review
from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers
from boardai.web.thinking import Memory, advice, explaining, memory
from boardai.web.units import Unit

pytestmark = pytest.mark.timeout(300)
KINDS = ("analysis", "review", "hint", "explanation", "tree")


@pytest.fixture(scope="module")
def offers() -> Offers:
    return Offers(["hex"])


class Deaf:
    """In the place of all who give advice: they hear of no request to stop, and find something when they are let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = threading.Semaphore(0), threading.Event()

        def answering(answer: Any) -> Callable[..., Any]:
            def answer_late(*given: Any, **named: Any) -> Any:
                self.begun.release()
                assert self.go_on.wait(30)
                return answer

            return answer_late

        def analyse(
            spec: str, game: Any, state: Any, lines: int, stopped: Any, report: Any, every: bool
        ) -> dict[str, Any]:
            report({"rows": []})
            self.begun.release()
            assert self.go_on.wait(30)
            report({"rows": []})
            return {"rows": []}

        def grow(kind: Any, size: Any, game: Any, state: Any, stopped: Any, report: Any) -> None:
            self.begun.release()
            assert self.go_on.wait(30)
            report(boardai.trace("minimax", state, depth=1), Unit(game, state, is_score=True), True)

        monkeypatch.setattr(analysis, "analyse", analyse)
        monkeypatch.setattr(review.MoveJudge, "judge", answering(None))  # which has no value for a move
        monkeypatch.setattr(explaining, "grow", grow)
        monkeypatch.setattr(advice, "hints_of", lambda game, stopped: answering((0, "why")))

    def asked(self, visitor: Page, *asked: str) -> None:
        for one in asked:
            visitor.say(one, **{"analyse": {"node": 0, "slot": 0, "by": "best"}, "review": {}}.get(one, {"node": 0}))
            assert self.begun.acquire(timeout=30)


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> Deaf:
    return Deaf(monkeypatch)


@pytest.fixture
def client(offers: Offers) -> Iterator[TestClient]:
    with TestClient(make_app(Lobby(offers, long=8)), base_url=ADDRESS) as made:
        yield made


def all_heard(visitor: Page, end: str) -> list[str]:
    """What a page hears until its next answer to something else."""
    visitor.say("look", node=0)
    heard = []
    while (message := visitor.hear(*KINDS, "position", end))["say"] != "position":
        heard.append(message["say"])
    return heard


def settled(client: TestClient, deaf: Deaf) -> None:
    """All analysts have sent their results."""
    deaf.go_on.set()
    lobby: Any = next(route for route in client.app.routes if route.path == "/socket").endpoint.__self__._lobby
    while lobby._worker_pool._begun:
        pass


@pytest.mark.parametrize("asked", ["analyse", "hint", "review", "explain"])
def test_advice_ends_when_an_invitation_is_accepted(client: TestClient, deaf: Deaf, asked: str) -> None:
    with visiting(client) as ann, visiting(client) as bob, visiting(client) as eve:
        room = ann.new("hex", parameters={"size": 3})["room"]
        ann.move("a1")  # without which there is nothing to review
        eve.ask("room", "open", room=room)
        for one in (ann, eve):  # spectators may ask as well
            deaf.asked(one, asked)
        invitation = ann.ask("invitation", "invite", player=1)["invitation"]
        bob.ask("room", "open", room=room, invitation=invitation)
        for one in (ann, eve):
            while not one.room["match"]:
                one.hear("change")
        settled(client, deaf)
        assert all_heard(ann, "x") == all_heard(eve, "x") == []
        assert "no hints" in ann.refused("explain", node=0)
        ann.ask("change", "resign", player=0)
        ann.ask("hint", "hint", node=0)  # once it is over


@pytest.mark.parametrize("do", ["edit", "load", "new", "open", "leave", "stop"])
def test_advice_ends_with_its_board(client: TestClient, deaf: Deaf, do: str) -> None:
    with visiting(client) as ann:
        room = ann.new("hex", parameters={"size": 3})
        deaf.asked(ann, "analyse", "hint", "explain")
        fields: dict[str, Any] = {
            "edit": {"cells": ["...", "...", "..."], "player": 0},
            "load": {"text": ann.ask("file", "save", format=".json")["text"], "format": ".json"},
            "new": {"game": "hex", "seats": ["person", "person"]},
            "open": {"room": room["room"]},
        }.get(do, {})
        ann.say(do, **fields)
        if do == "load":
            ann.hear("room")  # the file was read on another thread
        if do == "leave":
            assert "open" in ann.refused("draw")
            ann.ask("room", "open", room=room["room"])
        ann.ask("position", "look", node=0)  # the message has been handled
        settled(client, deaf)
        assert all_heard(ann, "x") == []


def test_a_rematch_ends_what_was_asked_between_the_games(client: TestClient, deaf: Deaf) -> None:
    with visiting(client) as ann, visiting(client) as bob:
        room = ann.new("hex", parameters={"size": 3})["room"]
        invitation = ann.ask("invitation", "invite", player=1)["invitation"]
        bob.ask("room", "open", room=room, invitation=invitation)
        bob.ask("change", "resign", player=1)
        deaf.asked(bob, "analyse")
        ann.say("rematch")
        bob.say("rematch")
        bob.hear("room")
        bob.ask("position", "look", node=0)
        settled(client, deaf)
        assert all_heard(bob, "x") == []


def test_an_earlier_game_takes_no_visitor_out_of_a_later_room(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    lobby: Any = next(route for route in client.app.routes if route.path == "/socket").endpoint.__self__._lobby

    def replay(*given: int) -> Any:
        begun.set()
        assert go_on.wait(30)
        return "a game"

    monkeypatch.setattr(lobby.shown, "replay", replay)
    with visiting(client) as ann:
        ann.say("replay", run=0, batch=0, game=0)
        assert begun.wait(30)
        room = ann.new("hex", parameters={"size": 3})["room"]
        go_on.set()
        while lobby._worker_pool._begun:
            pass
        assert all_heard(ann, "room") == [] and ann.ask("change", "go", node=0)["room"] == room


def test_where_memory_is_spent_analyses_end_early_and_nothing_new_begins(
    offers: Offers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_LOOKED_AT", 0.0)
    used = [100.0]
    lobby = Lobby(offers, memory=Memory(1000, in_use=lambda: used[0]))
    with TestClient(make_app(lobby), base_url=ADDRESS) as client, visiting(client) as ann, visiting(client) as bob:
        for one in (ann, bob):
            one.new("hex", parameters={"size": 11})
        ann.ask("analysis", "analyse", node=0, slot=0, by="best")
        used[0] = 1100.0
        while not ann.hear("analysis")["done"]:
            pass
        assert "memory" in ann.hear("error")["message"]
        for do, fields in (
            ("new", {"game": "hex", "seats": ["person", "person"]}),
            ("load", {"text": "", "format": ".json"}),
        ):
            assert bob.refused(do, **fields).startswith("the server's memory is full: try again")
        assert bob.ask("change", "seats", seats=["person", "random"])  # games continue
        bob.move("a1")
        while len(bob.nodes) < 3:
            bob.hear("change")
        used[0] = 100.0
        bob.new("hex")


def test_a_review_is_a_thought_for_each_move_and_is_sent_on_the_way(client: TestClient, deaf: Deaf) -> None:
    deaf.go_on.set()
    with visiting(client) as ann:
        ann.new("hex", parameters={"size": 3})
        assert "no move has been played" in ann.refused("review")
        ann.move("b2")
        ann.move("a1")
        ann.say("review")
        told = [ann.hear("review") for _ in range(2)]
        assert [one["done"] for one in told] == [False, True] and told[1]["chances"] == [0.0, 0.0, 0.0]


def test_a_mistake_in_a_game_is_reported_to_the_visitor_who_asked(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(advice, "hints_of", lambda game, stopped: lambda state: {}["gone"])
    with visiting(client) as ann:
        ann.new("hex", parameters={"size": 3})
        assert "KeyError: 'gone'" in ann.refused("hint", node=0)
        assert "KeyError" in capsys.readouterr().err
        ann.move("b2")


def test_where_memory_is_short_the_visitor_of_a_tree_is_informed(
    offers: Offers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_LOOKED_AT", 0.0)
    used = [100.0]
    begun, finds = threading.Semaphore(0), [False, True, True]

    def grow(kind: Any, size: Any, game: Any, state: Any, stopped: Any, report: Any) -> None:
        found, unit = boardai.trace("minimax", state, depth=1), Unit(game, state, is_score=True)
        finds_something = finds.pop(0)
        if finds_something:
            report(found, unit, False)
        begun.release()
        while not stopped():
            time.sleep(0.01)
        if not finds_something:
            raise KeyboardInterrupt
        report(found, unit, True)

    monkeypatch.setattr(explaining, "grow", grow)
    lobby = Lobby(offers, memory=Memory(1000, in_use=lambda: used[0]))
    with TestClient(make_app(lobby), base_url=ADDRESS) as client, visiting(client) as ann, visiting(client) as bob:
        for one in (ann, bob):
            one.new("hex", parameters={"size": 3})
        ann.say("explain", node=0, number=3)
        assert begun.acquire(timeout=30)
        used[0] = 1100.0
        error = ann.hear("error")
        assert "ended before it found anything" in error["message"] and error["number"] == 3
        used[0] = 100.0
        ann.say("explain", node=0, number=3)
        assert begun.acquire(timeout=30)
        used[0] = 950.0  # long jobs wait
        bob.say("explain", node=0, number=3)
        waits = bob.hear("error")
        assert "waits until others have ended" in waits["message"] and waits["number"] is None
        used[0] = 1100.0
        while not (tree := ann.hear("tree"))["done"]:
            assert not tree["early"]
        assert tree["early"] and tree["branches"], "it is shown although its memory was taken away"
        used[0] = 100.0
        assert bob.hear("tree")["branches"], "it begins once the other one has ended"
