"""Clocks of rooms that fall out of memory, or out of a server that is killed: no player gains by it."""

import contextlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from pages import ADDRESS, Page, visiting
from refusals import refused
from starlette.testclient import TestClient
from websockets.sync.client import ClientConnection, connect

from boardai.web.app import make_app
from boardai.web.lobby import Lobby, kept, limits
from boardai.web.offers import Offers
from boardai.web.rooms.journal import Journal
from boardai.web.rooms.room import Room

pytestmark = pytest.mark.timeout(300)  # a message that never comes


@pytest.fixture(scope="module")
def offers() -> Offers:
    return Offers(["hex"])


class Present:
    """The server's clock, put forward by hand."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@contextlib.contextmanager
def served(offers: Offers, folder: Path, present: Present) -> Iterator[tuple[Lobby, TestClient]]:
    """A server whose clock stands still."""
    journal = Journal(folder)
    journal.start(present())
    lobby = Lobby(offers, journal)
    lobby.hall.company.present = present
    journal.start(present())
    with TestClient(make_app(lobby), base_url=ADDRESS) as client:
        yield lobby, client


def two(client: TestClient, closing: contextlib.ExitStack, **fields: Any) -> tuple[Page, Page]:
    """Ann, and Bob whom she has invited to her game."""
    ann, bob = (closing.enter_context(visiting(client)) for _ in range(2))
    room = ann.new("hex", parameters={"size": 3}, **fields)["room"]
    bob.ask("room", "open", room=room, invitation=ann.ask("invitation", "invite", player=1)["invitation"])
    return ann, bob


def left(heard: dict[str, Any], player: int) -> float:
    return float(heard["clock"]["times"][player]["seconds"])


def test_a_room_that_falls_out_of_memory_comes_back_with_the_time_that_was_spent(offers, tmp_path):
    present = Present()
    with served(offers, tmp_path, present) as (lobby, client), visiting(client) as visitor:
        room = visitor.new("hex", clock={"base": 60})
        visitor.move("a1")
        present.seconds += 5
        visitor.say("leave")
        lobby.hall.rooms.drop(room["room"])
        assert "open" in visitor.refused("draw") and room["room"] not in lobby.hall.rooms
        present.seconds += 3
        again = visitor.ask("room", "open", room=room["room"], key=room["key"])
        assert left(again, 1) == 52 and again["clock"]["running"] == 1
        visitor.say("leave")
        lobby.hall.rooms.drop(room["room"])
        present.seconds += 53
        visitor.say("open", room=room["room"], key=room["key"])
        while not visitor.hear("room", "change")["over"]:
            pass
        assert visitor.room["reason"] == "time"


def test_clocks_stop_without_a_server_and_run_with_the_next_one(offers, tmp_path):
    present = Present()
    with served(offers, tmp_path, present) as (lobby, client), visiting(client) as visitor:
        room = visitor.new("hex", clock={"base": 60})
        visitor.move("a1")
        present.seconds += 10
        lobby._journal.beat(present())
        present.seconds += 0.5  # which is unknown once it is killed
        lobby._journal.beat = lambda now: None
    present.seconds = 77.0  # another process's clock begins anywhere
    with served(offers, tmp_path, present) as (_, client), visiting(client) as visitor:
        present.seconds += 20  # before anybody opens the room
        again = visitor.ask("room", "open", room=room["room"], key=room["key"])
        assert left(again, 1) == 30 and left(again, 0) == 60
        present.seconds += 5
        assert left(visitor.move("b2"), 1) == 25
    lines = [json.loads(line) for line in next(tmp_path.glob("*.jsonl")).read_text().splitlines()[1:]]
    assert [line["lived"] for line in lines] == [0, 0, 35]
    written = [datetime.fromisoformat(line["time"]) for line in lines]
    assert written == sorted(written) and written[0].tzinfo is not None


def test_a_level_s_clock_does_not_run_while_its_room_is_out_of_memory(offers, tmp_path):
    present = Present()
    with served(offers, tmp_path, present) as (lobby, client), visiting(client) as visitor:
        room = visitor.new("hex", clock={"base": 60})
        visitor.move("a1")
        visitor.ask("change", "seats", seats=["person", "random"])
        found = lobby.hall.rooms._rooms[room["room"]]
        found.waiting = True  # so that it does not move at once
        lobby.hall.rooms.note(found)
    (file,) = tmp_path.glob("*.jsonl")
    present.seconds += 30
    journal = Journal(tmp_path)
    journal.start(0.0)
    read = journal.read(file.stem, offers, 500.0)
    assert read is not None and read[0].clock is not None
    assert read[0].clock.left(1, 500.0).seconds > 59
    journal.close()


def test_a_pause_is_written_down(offers, tmp_path):
    """Two levels play only while a visitor looks on; what was a pause must not count as thinking later."""
    present = Present()
    with served(offers, tmp_path, present) as (lobby, client), visiting(client) as visitor:
        room = visitor.new("hex", seats=["beginner", "beginner"], clock={"base": 600})
        while visitor.room["at"] == 0:
            visitor.hear("change")
        visitor.say("leave")
        visitor.refused("draw")
        while lobby.hall.rooms._rooms[room["room"]].clock.running is not None:
            time.sleep(0.01)
        lobby.hall.rooms.drop(room["room"])
        present.seconds += 300
        again = visitor.ask("room", "open", room=room["room"])
        assert min(left(again, 0), left(again, 1)) > 500


def test_old_files_are_read_and_a_damaged_number_is_reported(offers, tmp_path):
    present = Present()
    with served(offers, tmp_path, present) as (_, client), visiting(client) as visitor:
        room = visitor.new("hex", clock={"base": 60})
        visitor.move("a1")
    (file,) = tmp_path.glob("*.jsonl")
    head, *lines = file.read_text().splitlines()
    old = [{key: value for key, value in json.loads(line).items() if key not in ("time", "lived")} for line in lines]
    file.write_text("\n".join([head, *map(json.dumps, old)]) + "\n")
    (tmp_path / "lived").unlink()
    with served(offers, tmp_path, present) as (_, client), visiting(client) as visitor:
        present.seconds += 20
        assert left(visitor.ask("room", "open", room=room["room"]), 1) == 60
    for damage in ("", "soon", "-1", "1e9", "nan"):
        (tmp_path / "lived").write_text(damage)
        with refused("lived"):
            Journal(tmp_path)
    (tmp_path / "lived").write_text("7")
    Journal(tmp_path).close()  # and the lock was given back


def test_a_flood_of_rooms_pushes_out_its_own_and_never_a_match_that_goes_on(offers, monkeypatch):
    monkeypatch.setattr(kept, "MOST_ROOMS", 10)
    lobby = Lobby(offers)
    with TestClient(make_app(lobby), base_url=ADDRESS) as client, contextlib.ExitStack() as closing:
        ann, _ = two(client, closing)
        match = ann.room["room"]
        alone = closing.enter_context(visiting(client))
        first = alone.new("hex")["room"]
        alone.new("hex")
        ann.say("leave")
        flood = closing.enter_context(visiting(client))
        for _ in range(60):
            flood.new("hex")
        assert match in lobby.hall.rooms and first in lobby.hall.rooms and len(lobby.hall.rooms) == 10
        assert ann.ask("room", "open", room=match, key=ann.room["key"])["match"]


def test_an_address_has_a_limit_of_matches_and_others_have_place(offers, monkeypatch):
    monkeypatch.setattr(limits, "MOST_MATCHES", 3)
    lobby = Lobby(offers)
    with TestClient(make_app(lobby), base_url=ADDRESS) as client, contextlib.ExitStack() as closing:
        for _ in range(3):
            ann, bob = two(client, closing)
        assert "3 matches" in ann.refused("new", game="hex", seats=["person", "person"])
        bob.ask("change", "resign", player=1)
        ann.new("hex")


def test_the_first_to_go_is_the_oldest_of_the_owner_with_most(offers):
    game = offers.game("hex", {"size": 3})
    names = "abcdefgh"
    rooms = [Room(name, "hex", game, game.initial_state()) for name in names]
    owners = dict(
        zip(names, [("x", 1), ("y", 2), ("y", 2), ("y", 3), ("z", 4), ("z", 4), ("z", 5), ("z", 6)], strict=True)
    )
    first = limits.first_to_go
    assert first(rooms, owners, ()) == "e" and first(rooms, owners, ("e",)) == "f"
    assert first(rooms, owners, "efgh") == "b"
    rooms[1].seats.keys[0] = "another"
    assert first(rooms, owners, "efgh") == "c"
    assert first(rooms, owners, names) is None


@contextlib.contextmanager
def killed(folder: Path) -> Iterator[ClientConnection]:
    """A server in a process of its own, and a page; killed in the end without a word."""
    command = [sys.executable, "-m", "boardai.web", "hex", "--port", "0", "--record", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[1].replace("http", "ws").replace("?", "socket?")
        try:
            with connect(address) as socket:
                yield socket
                process.send_signal(signal.SIGKILL)
        finally:
            process.kill()


def ask(socket: ClientConnection, answer: str, **message: Any) -> dict[str, Any]:
    socket.send(json.dumps(message))
    while (heard := json.loads(socket.recv()))["say"] != answer:
        assert heard["say"] != "error", heard
    return heard


@pytest.mark.thorough
def test_a_killed_server_s_clocks_go_on_where_it_last_lived(tmp_path):
    with killed(tmp_path) as socket:
        room = ask(socket, "room", do="new", game="hex", seats=["person", "person"], clock={"base": 60})
        ask(socket, "change", do="move", node=0, text="a1")
        time.sleep(2.5)
    assert (tmp_path / "token").stat().st_mode & 0o077 == 0
    token = (tmp_path / "token").read_text()
    time.sleep(1.5)
    with killed(tmp_path) as socket:
        again = ask(socket, "room", do="open", room=room["room"], key=room["key"])
        spent = 60 - left(again, 1)
        # Two beats at least were written, and the time between the servers counts for neither player.
        assert spent > 1.4 and again["clock"]["running"] == 1
        lived = float((tmp_path / "lived").read_text())
        assert spent <= lived + 1.5
    assert (tmp_path / "token").read_text() == token
