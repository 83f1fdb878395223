"""Who may come in, what the page loads, and the command."""

import signal
import subprocess
import sys

import pytest
from pages import ADDRESS, page
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.sync.client import connect

import boardai.web.__main__ as command
from boardai.command_line import InputError
from boardai.web.app import PAGE, make_app
from boardai.web.journal import Journal
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers

pytestmark = pytest.mark.timeout(60)  # a message that never comes


@pytest.fixture(scope="module")
def lobby():
    return Lobby(Offers(["hex"]))


def test_the_page_loads_its_own_files_and_nothing_from_elsewhere(lobby):
    with TestClient(make_app(lobby), base_url=ADDRESS) as client:
        for path in PAGE.iterdir():
            answer = client.get("/" if path.name == "index.html" else f"/{path.name}")
            assert answer.status_code == 200 and answer.text == path.read_text()
            assert "script-src 'self'" in answer.headers["content-security-policy"]
            others = answer.text.replace("http://www.w3.org/2000/svg", "")
            assert "http://" not in others and "https://" not in others and "@import" not in others
        assert client.get("/app.py").status_code == client.get("/..%2fapp.py").status_code == 404
        assert client.get("/", headers={"host": "evil.example"}).status_code == 403


@pytest.mark.parametrize(
    ("token", "path", "headers", "reason"),
    [
        ("", "/socket", {}, ""),
        ("", "/socket", {"origin": ADDRESS}, ""),
        ("", "/socket", {"origin": "http://evil.example"}, "the page comes from elsewhere"),
        ("", "/socket", {"origin": "null"}, "the page comes from elsewhere"),
        ("", "/socket", {"host": "evil.example", "origin": "http://evil.example"}, "another name"),
        ("secret-word", "/socket?token=secret-word", {}, ""),
        ("secret-word", "/socket?token=secret-w\u00f6rd", {}, "the token is missing or wrong"),
        ("secret-word", "/socket", {}, "the token is missing or wrong"),
    ],
)
def test_who_may_come_in(lobby, token, path, headers, reason):
    with page(make_app(lobby, token), path, **headers) as visitor:
        assert reason in visitor.hear("refused" if reason else "welcome").get("message", "")


def test_whoever_says_too_much_is_sent_away(lobby):
    with page(make_app(lobby)) as visitor:
        for _ in range(100):
            visitor.say_text("rubbish")
        with pytest.raises(WebSocketDisconnect):
            while True:
                assert "not JSON" in visitor.hear("error", "welcome").get("message", "not JSON")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["draughts"], "no game called 'draughts'"),
        (["--host", "0.0.0.0", "--token", "short"], "at least 8 characters"),
        (["--host", "192.0.2.1", "hex"], "192.0.2.1:8017: "),
        (["hex", "--record", "/dev/null/x"], "/dev/null"),
        (["hex", "--run", "/dev"], "/dev is not a run folder"),
    ],
)
def test_what_the_command_refuses(arguments, reason, monkeypatch):
    monkeypatch.setattr(command, "serve", lambda *given: pytest.fail("it serves"))
    with pytest.raises(InputError, match=reason):
        command.main(arguments)


def test_two_servers_do_not_write_into_one_folder(tmp_path):
    journal = Journal(tmp_path)
    with pytest.raises(InputError, match="is in use by another process"):
        command.main(["hex", "--record", str(tmp_path)])
    journal.close()
    Journal(tmp_path).close()


def test_a_missing_package_is_named_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(InputError, match=r"^the page needs the package uvicorn: pip install 'boardai\[web\]'$"):
        command.main(["hex"])


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
