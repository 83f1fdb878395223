"""A real browser for tests of the page, and a server in a process of its own.

Needs `pip install -e '.[browser]'` and Chromium, the system's own. A test module names this one in `pytest_plugins`.
"""

import contextlib
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import folders
import pytest

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MARKS = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here"),
    pytest.mark.timeout(300),
]
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAMES = ["chess", "hex", "reversi", str(EXAMPLES / "01_game_in_python.py"), str(EXAMPLES / "02_connect_four.hpp")]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with playwright.sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextlib.contextmanager
def printed(
    port: int, *arguments: str, games: Sequence[str] = GAMES
) -> Iterator[tuple[list[str], subprocess.Popen[str]]]:
    """A server in a process of its own, killed in the end: the addresses that it prints, and the process.

    With `--train` the second address is the owner's.
    """
    command = [sys.executable, "-m", "boardai.web", *games, "--port", str(port), *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            lines = [process.stdout.readline().split() for _ in range(2 if "--train" in arguments else 1)]
            assert all(line[0] == "boardai:" for line in lines), lines
            yield [line[1] for line in lines], process
        finally:
            process.send_signal(signal.SIGKILL)


@contextlib.contextmanager
def served(port: int, *arguments: str, games: Sequence[str] = GAMES) -> Iterator[str]:
    """A server in a process of its own, killed in the end without a word."""
    with printed(port, *arguments, games=games) as ((url, *_), _):
        assert url.startswith(f"http://localhost:{port}/?token=")
        yield url


@pytest.fixture(scope="module")
def port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def server(port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    place = tmp_path_factory.mktemp("shown")
    shown = (folders.run(place / "run"), folders.matches(place) / "tournament")
    named = [word for folder in shown for word in ("--run", str(folder))]
    with served(port, "--record", str(tmp_path_factory.mktemp("games")), *named) as url:
        yield url


@contextlib.contextmanager
def opened(chromium: Any, url: str, **settings: Any) -> Iterator[Any]:
    """A page in a browser of its own; what goes wrong in its code fails the test."""
    context = chromium.new_context(**{"viewport": {"width": 390, "height": 844}, **settings})
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(url)
    yield page
    assert wrong == []
    context.close()


def finger_on(page: Any) -> Callable[..., None]:
    """Touches a page opened with `has_touch`: `finger("touchStart", (x, y))`, `touchMove` likewise, `touchEnd`."""
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, *points: tuple[float, float]) -> None:
        found = [{"x": x, "y": y} for x, y in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": found})

    return finger


@contextlib.contextmanager
def opened_beside(page: Any, url: str) -> Iterator[Any]:
    other = page.context.new_page()
    other.goto(url)
    yield other
    other.close()


def new_game(
    page: Any,
    game: str,
    seats: tuple[str, str] = ("person", "person"),
    position: str = "",
    tick: str = "",
    untick: str = "",
) -> None:
    if not page.locator("#setup").is_visible():
        page.click("#new-game")
    page.select_option("#setup-fields > label select", game)
    lists = page.locator("#setup-fields .fields select").filter(has=page.locator('option[value="person"]'))
    for number, seat in enumerate(seats):
        lists.nth(number).select_option(seat)
    page.fill("#setup-fields input[placeholder]", position)
    if tick:
        page.locator("#setup-fields").get_by_label(tick).check()
    if untick:
        page.locator("#setup-fields").get_by_label(untick).uncheck()
    page.click("#setup button[value=start]")
    page.locator("#setup").wait_for(state="hidden")


def cell(page: Any, number: int) -> Any:
    return page.locator(f'[data-cell="{number}"]')


def says(page: Any, words: str) -> None:
    playwright.expect(page.locator("#status")).to_contain_text(words)
