"""How many games a folder keeps, and which go first."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from pages import ADDRESS, visiting
from starlette.testclient import TestClient

from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers
from boardai.web.rooms import room_files
from boardai.web.rooms.journal import Journal
from boardai.web.rooms.room_files import DiskLimits, RoomFile, RoomFiles
from boardai.web.thinking.shares import Owner

pytestmark = pytest.mark.timeout(300)  # a message that never comes


@pytest.fixture(scope="module")
def offers() -> Offers:
    return Offers(["hex"])


def names(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.jsonl")}


def files(folder: Path, kept: dict[str, tuple[str, int]], limits: DiskLimits, **about: Any) -> RoomFiles:
    """Files that have just been written, each of an address and a visitor."""
    found = RoomFiles(folder, limits)
    for name, owner in kept.items():
        found.put(
            name, RoomFile(Owner(*owner), **{"size": 1, "begun": 1, "is_played": True, "goes_on": False, **about})
        )
    return found


def test_a_flood_of_rooms_fills_no_disk_and_deletes_its_own(offers: Offers, tmp_path: Path) -> None:
    lobby = Lobby(offers, Journal(tmp_path, DiskLimits(of_visitor=4)))
    with TestClient(make_app(lobby), base_url=ADDRESS) as client, contextlib.ExitStack() as closing:
        ann, eve, mal = (closing.enter_context(visiting(client)) for _ in range(3))
        first = ann.new("hex")["room"]
        ann.move("a1")
        ann.new("hex")
        flood = [eve.new("hex")["room"] for _ in range(4)]
        assert names(tmp_path) > {first, *flood}
        eve.say("new", game="hex", seats=["person", "person"])
        assert "4 games of yours are stored" in eve.hear("error")["message"]
        eve.hear("room")
        for _ in range(40):
            eve.say("new", game="hex", seats=["person", "person"])
            eve.hear("error")
            eve.hear("room")
        assert first in names(tmp_path) and eve.room["room"] in names(tmp_path) and len(names(tmp_path)) == 6
        # Who has gone does not find it any more; who is in a room, and what is played in it, stays.
        assert "no longer exists" in mal.refused("open", room=flood[0])
        assert mal.ask("room", "open", room=first)["room"] == first


def test_rooms_with_people_and_matches_are_never_deleted(
    offers: Offers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_files, "_OWN_ADDRESSES", ("testclient",))
    lobby = Lobby(offers, Journal(tmp_path, DiskLimits(games=3)))
    with TestClient(make_app(lobby), base_url=ADDRESS) as client, contextlib.ExitStack() as closing:
        pages = [closing.enter_context(visiting(client)) for _ in range(4)]
        for page in pages[:3]:
            page.new("hex", parameters={"size": 3})
        assert "3 games are stored" in (told := pages[3].refused("new", game="hex", seats=["person", "person"]))
        assert "all are being played" in told
        room = pages[0].room["room"]
        invitation = pages[0].ask("invitation", "invite", player=1)["invitation"]
        pages[3].ask("room", "open", room=room, invitation=invitation)
        pages[0].say("leave")
        pages[3].say("leave")
        assert "all are being played" in pages[3].refused("new", game="hex", seats=["person", "person"])
        pages[3].ask("room", "open", room=room, key=pages[3].room["key"])
        pages[3].ask("change", "resign", player=1)
        pages[3].say("leave")
        pages[3].say("new", game="hex", seats=["person", "person"])
        assert "3 games are stored" in pages[3].hear("error")["message"] and pages[3].hear("room")
        assert room not in names(tmp_path) and len(names(tmp_path)) == 3 and len(lobby.hall.rooms) == 3


def test_a_file_that_grows_by_going_back_and_forth_is_written_anew(
    offers: Offers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_files, "_GROWN", 4000)
    lobby, sizes = Lobby(offers, Journal(tmp_path)), []
    with TestClient(make_app(lobby), base_url=ADDRESS) as client, visiting(client) as visitor:
        room = visitor.new("hex", parameters={"size": 3})
        file = tmp_path / f"{room['room']}.jsonl"
        visitor.move("a1")
        for number in range(40):
            visitor.ask("change", "go", node=number % 2)
            sizes.append(file.stat().st_size)
        assert max(sizes) < 5000 and sizes != sorted(sizes)
        assert lobby._journal is not None and (known := lobby._journal.files.get(room["room"])) is not None
        assert known.size == sizes[-1]
        visitor.move("b2")
    app = make_app(Lobby(offers, Journal(tmp_path)))
    with TestClient(app, base_url=ADDRESS) as client, visiting(client) as visitor:
        assert len(visitor.ask("room", "open", room=room["room"])["nodes"]) == 3


def test_whose_file_goes_first(tmp_path: Path) -> None:
    ann, eve = ("192.0.2.1", 1), ("192.0.2.2", 2)
    kept = {"a": ann, "b": ann, "c": eve, "d": eve, "e": eve}
    whole = DiskLimits(games=5)
    found = files(tmp_path, kept, whole)
    new = Owner("192.0.2.3", 3)
    assert found.first_to_go(new, ()) == ("c", "5 games")  # the oldest of the owner with most
    assert found.first_to_go(new, {"c", "d", "e"}) == ("a", "5 games")
    with pytest.raises(ValueError, match="5 games are stored"):
        found.first_to_go(new, set(kept))
    found.put("c", RoomFile(Owner(*eve), 1, 1, True, True))
    assert found.first_to_go(new, ()) == ("d", "5 games")
    found.put("e", RoomFile(Owner(*eve), 1, 1, False, False))  # no moves there
    assert found.first_to_go(new, ()) == ("e", "5 games")
    found.remove("e")
    assert found.first_to_go(new, ()) is None and len(found) == 4


def test_limits_of_an_address_of_a_visitor_and_of_bytes(tmp_path: Path) -> None:
    limits = DiskLimits(of_address=10, of_visitor=2, mib=1)
    many = {f"{number:02}": ("192.0.2.1", 10 + number // 2) for number in range(10)}
    found = files(tmp_path, many, limits)
    assert found.first_to_go(Owner("192.0.2.1", 12), ()) == ("04", "2 games of yours")
    assert found.first_to_go(Owner("192.0.2.1", 99), ()) == ("00", "10 games of your address")
    assert found.first_to_go(Owner("192.0.2.2", 12), ()) is None
    # All users of this computer have one address, and so have all behind a proxy of which nothing is known.
    local = files(tmp_path, {name: ("127.0.0.1", visitor) for name, (_, visitor) in many.items()}, limits)
    assert local.first_to_go(Owner("127.0.0.1", 99), ()) is None
    local.put("large", RoomFile(Owner("192.0.2.7", 1), 1 << 20, 1, True, False))
    assert local.first_to_go(Owner("127.0.0.1", 99), ()) == ("large", "1 MiB of games")


def test_files_of_an_earlier_server_count_and_others_are_left_alone(offers: Offers, tmp_path: Path) -> None:
    stranger = tmp_path / "metrics.jsonl"
    stranger.write_text('{"iteration": 1}\n')
    lobby = Lobby(offers, Journal(tmp_path))
    with TestClient(make_app(lobby), base_url=ADDRESS) as client, visiting(client) as visitor:
        played = visitor.new("hex")["room"]
        visitor.move("a1")
        unplayed = visitor.new("hex")["room"]
        match = visitor.new("hex")["room"]
        invitation = visitor.ask("invitation", "invite", player=1)["invitation"]
        with visiting(client) as other:
            other.ask("room", "open", room=match, invitation=invitation)
    with pytest.raises(ValueError, match="3 games, and of more than 2 the oldest would be deleted"):
        Journal(tmp_path, DiskLimits(games=2))
    journal = Journal(tmp_path, DiskLimits(games=3))
    went = []
    for _ in range(3):
        found = journal.files.first_to_go(Owner("192.0.2.7", 1), went)
        assert found is not None
        went.append(found[0])
    assert went == [unplayed, played, match]
    journal.delete(unplayed)
    assert journal.files.first_to_go(Owner("192.0.2.7", 1), ()) is None
    assert names(tmp_path) == {played, match, "metrics"}
    journal.close()
    (tmp_path / f"{played}.jsonl").write_text(json.dumps({"format": "boardai room 1"}) + "\n{")
    again = Journal(tmp_path)
    assert len(again.files) == 2 and again.files.get(played) is not None
    again.close()
