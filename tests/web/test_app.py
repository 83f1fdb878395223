"""Who may come in, what the page loads, and the command."""

import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from pages import ADDRESS, page, visiting
from refusals import refused
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.sync.client import connect

import boardai
import boardai.web.__main__ as command
from boardai.command_line import InputError
from boardai.players.levels import levels_of
from boardai.web.app import PAGE, make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers
from boardai.web.rooms.journal import Journal
from boardai.web.serving import tokens
from boardai.web.serving.tokens import guest_token
from boardai.web.showcase import shown_games

OWN = Path(__file__).resolve().parents[2] / "examples" / "01_game_in_python.py"
pytestmark = pytest.mark.timeout(300)  # a message that never comes


@pytest.fixture(scope="module")
def lobby():
    return Lobby(Offers(["hex"]))


def test_the_page_loads_its_own_files_and_nothing_from_elsewhere(lobby):
    with TestClient(make_app(lobby), base_url=ADDRESS) as client:
        for path in filter(Path.is_file, PAGE.rglob("*")):
            name = path.relative_to(PAGE).as_posix()
            answer = client.get("/" if name == "index.html" else f"/{name}")
            assert answer.status_code == 200 and answer.text == path.read_text()
            assert "script-src 'self'" in answer.headers["content-security-policy"]
            others = answer.text.replace("http://www.w3.org/2000/svg", "")
            assert "http://" not in others and "https://" not in others and "@import" not in others
        for name in ("app.py", "..%2fapp.py", "board", "board/", "board/..%2f..%2fapp.py", "board.js", "board/main.js"):
            assert client.get(f"/{name}").status_code == 404, name
        assert client.get("/", headers={"host": "evil.example"}).status_code == 403


@pytest.mark.parametrize(
    ("token", "path", "headers", "reason"),
    [
        ("", "/socket", {}, ""),
        ("", "/socket", {"origin": ADDRESS}, ""),
        ("", "/socket", {"origin": "http://evil.example"}, "the page comes from another origin"),
        ("", "/socket", {"origin": "null"}, "the page comes from another origin"),
        ("", "/socket", {"host": "evil.example", "origin": "http://evil.example"}, "does not name this server"),
        ("secret-word", "/socket?token=secret-word", {}, ""),
        ("secret-word", "/socket?token=secret-w\u00f6rd", {}, "the token is missing or wrong"),
        ("secret-word", "/socket", {}, "the token is missing or wrong"),
    ],
)
def test_who_may_come_in(lobby, token, path, headers, reason):
    with page(make_app(lobby, token), path, **headers) as visitor:
        assert reason in visitor.hear("refused" if reason else "welcome").get("message", "")


def test_a_visitor_who_sends_too_much_is_disconnected(lobby):
    with page(make_app(lobby)) as visitor:
        for _ in range(100):
            visitor.say_text("rubbish")
        with pytest.raises(WebSocketDisconnect):
            while True:
                assert "not JSON" in visitor.hear("error", "welcome").get("message", "not JSON")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["draughts"], "'draughts'"),
        (["--host", "0.0.0.0", "--token", "short"], "--token: .*8"),
        (["--token", "short"], "--token: .*8"),
        (["--host", "0.0.0.0", "--no-token"], "--token: .*8"),
        (["--behind-proxy", "127.0.0.1", "--token", ""], "--token: .*8"),
        (["--no-token", "--token", "secret-word"], "--no-token.*--token"),
        (["--host", "192.0.2.1", "hex"], r"192\.0\.2\.1:8017"),
        (["hex", "--record", "/dev/null/x"], "/dev/null"),
        (["hex", "--run", "/dev"], r"/dev .*run\.json.*metrics\.jsonl"),
    ],
)
def test_what_the_command_refuses(arguments, reason, monkeypatch):
    monkeypatch.setattr(command, "serve", lambda *given: pytest.fail("it serves"))
    with pytest.raises(InputError, match=reason):
        command.main(arguments)


@pytest.fixture
def served(monkeypatch):
    """Runs the command up to where it would serve: what it would serve at which address."""

    def up_to(*arguments):
        found = []
        monkeypatch.setattr(command, "serve", lambda *given: found.append(given))
        command.main(["hex", "--port", "0", *arguments])
        ((app, listening, url, *_),) = found
        listening.close()
        return app, url

    return up_to


def token_of(url):
    return parse_qs(urlsplit(url).query).get("token", [""])[0]


def heard_by(app, token, kind="welcome"):
    with page(app, f"/socket?{urlencode({'token': token})}") as visitor:
        return visitor.hear(kind)


def test_at_loopback_too_only_those_come_in_who_know_the_address(served):
    app, url = served()
    assert len(token_of(url)) > 12 and url.startswith("http://localhost:")
    assert token_of(served()[1]) != token_of(url)
    for other in ("", "another", guest_token("another"), token_of(url)[:-1]):
        assert "address" in heard_by(app, other, "refused")["message"]
    with TestClient(app, base_url=ADDRESS) as client:
        assert client.get("/runs.json").status_code == 403
        assert client.get(f"/runs.json?token={guest_token(token_of(url))}").status_code == 403
        assert client.get(f"/runs.json?token={token_of(url)}").status_code == 200
        for path in ("/", "/main.js", "/shared/token.js"):  # what anybody may load has no secret
            assert token_of(url) not in client.get(path).text


@pytest.mark.parametrize("arguments", [("--no-token",), ("--token", "")])
def test_the_token_is_left_out_on_purpose_alone(served, arguments):
    app, url = served(*arguments)
    assert "?" not in url and not heard_by(app, "")["guest"]


def test_a_token_lasts_as_long_as_the_rooms_are_kept(served, tmp_path):
    def token():
        app, url = served("--record", str(tmp_path))
        with TestClient(app, base_url=ADDRESS):
            pass  # the server ends
        return token_of(url)

    first = token()
    assert token() == first and (tmp_path / "token").stat().st_mode & 0o077 == 0
    assert token_of(served("--token", "secret-w\u00f6rd")[1]) == "secret-w\u00f6rd"
    (tmp_path / "token").write_text("x\n")
    with refused("token", error=InputError):
        served("--record", str(tmp_path))


def test_who_is_invited_takes_part_in_games_and_does_not_learn_the_token(served):
    app, url = served()
    token = token_of(url)
    with TestClient(app, base_url=ADDRESS) as client, visiting(client, f"/socket?token={token}") as ann:
        assert not ann.hear("welcome")["guest"]
        room = ann.new("hex", parameters={"size": 3})["room"]
        invited = ann.ask("invitation", "invite", player=1)
        assert invited["token"] == guest_token(token) and token not in str(invited)
        with visiting(client, f"/socket?token={invited['token']}") as bob:
            welcome = bob.hear("welcome")
            assert (welcome["guest"], welcome["runs"], welcome["name"]) == (True, 0, "")
            for do, fields in (
                ("new", {"game": "hex", "seats": ["person", "person"]}),
                ("draw_board", {"game": "hex", "cells": ["."], "player": 0, "seats": ["person", "person"]}),
                ("board_file", {"game": "hex", "cells": ["."], "player": 0}),
                ("replay", {"run": 0, "batch": 0, "game": 0}),
            ):
                assert "invited" in bob.refused(do, **fields)
            bob.ask("room", "open", room=room, invitation=invited["invitation"])
            bob.ask("change", "resign", player=1)
            bob.say("rematch")
            while not ann.room["match"]:
                ann.hear("change")
            ann.say("rematch")
            assert bob.hear("room")["yours"] == [0]
            again, key = ann.hear("room")["room"], bob.room["key"]
        with visiting(client, f"/socket?token={invited['token']}") as bob:  # comes back
            assert bob.ask("room", "open", room=again, key=key)["yours"] == [0]


def test_a_browser_gets_the_token_where_no_other_user_sees_it(monkeypatch, tmp_path):
    """Arguments of programs are seen by all users of a computer, and files of the home folder are not."""
    shown = threading.Event()
    told = []
    monkeypatch.setattr(tokens.webbrowser, "open", lambda url: (told.append(url), shown.set()))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    with tokens.page_shown("http://localhost:1/?token=secret&x=<"):
        assert shown.wait(30)
        (file,) = tmp_path.iterdir()
        assert told == [file.as_uri()] and "secret" not in told[0] and file.stat().st_mode & 0o077 == 0
        assert 'content="0;url=http://localhost:1/?token=secret&amp;x=&lt;"' in file.read_text()
    assert list(tmp_path.iterdir()) == []


def test_two_servers_do_not_write_into_one_folder(tmp_path):
    journal = Journal(tmp_path)
    with refused(tmp_path, error=InputError):
        command.main(["hex", "--record", str(tmp_path)])
    journal.close()
    Journal(tmp_path).close()


def test_a_missing_package_is_named_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with refused("uvicorn", "boardai[web]", error=InputError):
        command.main(["hex"])


@pytest.mark.thorough
def test_ctrl_c_ends_it_while_it_thinks():
    """The real server, in a process of its own."""
    command = [sys.executable, "-W", "ignore", "-m", "boardai.web", "hex", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None and server.stderr is not None
        line = server.stdout.readline()
        assert line.startswith("boardai: http://localhost:") and line.endswith("  (Ctrl-C ends)\n")
        address = line.split()[1].replace("http", "ws").replace("?", "socket?")
        with connect(address) as visitor:
            visitor.recv()
            visitor.send('{"do": "new", "game": "hex", "seats": ["strongest", "person"]}')
            visitor.recv()
            visitor.send('{"do": "analyse", "node": 0, "slot": 0, "by": "best"}')
            visitor.recv()
            server.send_signal(signal.SIGINT)
            assert server.wait(timeout=30) == 130
        assert server.stderr.read() == "\ninterrupted\n"


def test_games_of_the_shipped_players_are_shown_of_what_is_offered():
    lobby = Lobby(Offers(["reversi", "hex"]))
    with TestClient(make_app(lobby, "secret-word"), base_url=ADDRESS) as client:
        assert client.get("/showcase.json").status_code == 403
        shown = client.get("/showcase.json?token=secret-word").json()
    assert [one["game"] for one in shown] == ["hex", "reversi"] == shown_games(Offers(["reversi", "hex"]))
    for one in shown:
        played = [len("".join(position["rows"]).replace(".", "")) for position in one["positions"]]
        assert played == list(range(played[0], played[0] + len(played))) and len(played) > 30
        assert all(len(position["last"]) == 1 for position in one["positions"][1:])
        assert "=" not in "".join(one["players"])  # levels by their titles
    assert shown_games(Offers(["chess"])) == ["chess"] and shown_games(Offers([str(OWN)])) == []


def test_an_unknown_agent_is_refused_at_the_start() -> None:
    with pytest.raises(ValueError, match="unknown agent 'mtcs': did you mean mcts"):
        Offers(["hex"], ["mtcs:simulations=5"])


@pytest.mark.parametrize(
    ("game", "row", "ratings"),
    [  # in chess 96.5, 98.5 and 96.5 % are 576, 727 and 576 points
        ("chess", "chess", ["0", "580", "1,300", "1,900"]),
        ("hex", "Hex 11x11", ["0", "220", "440", "640"]),
        ("reversi", "Reversi 8x8", ["0", "200", "410", "560", "710", "840", "1,200", "1,500", "1,700", "1,900"]),
        ("hex:size=7", "", []),
    ],
)
def test_levels_have_ratings_as_far_as_they_were_measured(game, row, ratings):
    offers = Offers([game], ["greedy"])
    levels = offers.of(offers.game(next(iter(offers._specs))))["levels"]
    found = [re.search(r"; rating (\d[\d,]*\b)", level["about"]) for level in levels]
    assert [rating and rating[1] for rating in found] == [None, *ratings, *[None] * (len(levels) - 1 - len(ratings))]
    if ratings:
        listed = ", ".join(f"{one['level']} {rating}" for one, rating in zip(levels[1:], ratings, strict=False))
        page = Path(__file__).parents[2] / "docs" / "web.md"
        assert f"| {row} | {listed} |" in page.read_text(encoding="utf-8")
    if game == "chess":
        assert levels[1]["about"].endswith("; rating 0, the lowest")
        assert levels[3]["about"].endswith("scored 98 % against Easy; rating 1,300 (Elo points above Beginner)")


def test_every_level_of_the_shipped_games_says_what_it_does(lobby):
    for name in ("chess", "hex", "reversi"):
        assert all(level.about for level in levels_of(boardai.load(name)))
