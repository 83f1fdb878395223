"""Training from the page in a real browser: the owner starts and stops a run, and everybody watches it."""

import contextlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import folders
import pytest
from browsers import MARKS, opened, playwright

import boardai

pytest_plugins = ["browsers"]
pytestmark = [*MARKS[:2], pytest.mark.timeout(900)]
expect = playwright.expect
LONG = 240_000  # milliseconds on a busy machine until a network is compiled


@contextlib.contextmanager
def training_server(folder: Path) -> Iterator[tuple[str, str, subprocess.Popen[str]]]:
    """The address for visitors, the owner's, and the server."""
    older = folders.run(folder / "older")
    command = [sys.executable, "-m", "boardai.web", "hex", "--port", "0", "--no-token"]
    command += ["--train", str(folder / "runs"), "--run", str(older)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            (_, url, *_), (_, own, *_) = (process.stdout.readline().split() for _ in range(2))
            assert own.startswith(f"{url}#owner=")
            yield url, own, process
        finally:
            process.send_signal(signal.SIGKILL)


def test_the_owner_trains_and_everybody_watches(chromium: Any, tmp_path: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    wide = {"viewport": {"width": 1280, "height": 900}}
    with training_server(tmp_path) as (url, own, server), opened(chromium, own, **wide) as page:
        page.locator("#training").click(timeout=LONG)  # the link on the first screen
        assert "owner" not in page.url
        form = page.locator("#start")
        form.locator("[data-name=size]").select_option("3")
        form.get_by_label("Name").fill("../outside")
        form.get_by_role("button", name="Start training").click()
        assert not (tmp_path / "runs").exists(), "the field says what a name is"
        form.get_by_label("Name").fill("mine")
        form.get_by_label("Minutes").fill("20")
        form.get_by_role("button", name="Start training").click()
        training = page.locator(".training").first
        expect(training).to_contain_text("mine running")
        expect(page.locator("#run")).to_contain_text("mine (hex:size=3)", timeout=LONG)
        expect(page.locator("#run option:checked")).to_contain_text("mine")
        page.select_option("#page", "live games")
        expect(page.locator(".live .card")).to_have_count(4, timeout=LONG)
        expect(page.locator(".live .card").first).to_contain_text(re.compile(r"Black\s\d+\s%|won"))
        moved = page.locator(".live .card p").first
        before = moved.inner_text()
        expect(moved).not_to_have_text(before)
        page.get_by_role("button", name="Pause the boards").click()
        page.select_option("#page", "network")
        words = page.locator(".network [role=status]")
        expect(words).to_contain_text(re.compile(r"Network of iteration \d+: Black to move. Black.*%"), timeout=LONG)
        page.locator(".network [data-cell='4']").click()
        expect(words).to_contain_text("White to move.", timeout=LONG)
        expect(page.get_by_label("Position")).to_have_value("3/1b1/3 w no-swap")
        page.get_by_label("Position").fill("b2/3/3 w no-swap")
        page.get_by_role("button", name="Set").click()
        page.get_by_role("button", name="Back").click()  # once there is an answer
        expect(page.get_by_label("Position")).to_have_value("3/1b1/3 w no-swap", timeout=LONG)
        page.get_by_label("Position").fill("nonsense")
        page.get_by_role("button", name="Set").click()
        expect(page.locator("#notice")).to_contain_text("nonsense", timeout=LONG)
        page.get_by_role("button", name="Start position").click()
        expect(page.locator("#notice")).to_be_hidden(timeout=LONG)
        expect(words).to_contain_text("Black to move.", timeout=LONG)
        assert axe.run(page).response["violations"] == []
        page.select_option("#page", "learning")
        page.get_by_text("Compare").click()
        page.get_by_role("checkbox", name="older (hex:size=5)").check()
        image = page.get_by_alt_text("learning of mine (hex:size=3) and older (hex:size=5)")
        expect(image).to_have_attribute("src", re.compile("older"), timeout=LONG)
        with opened(chromium, f"{url}runs.html", **wide) as other:  # a visitor
            expect(other.locator("#run")).to_contain_text("mine", timeout=LONG)
            expect(other.locator("#training")).to_be_hidden()
        page.get_by_role("button", name="Stop mine").click()
        expect(training).to_contain_text("mine stop")
        expect(training).to_contain_text("mine stopped", timeout=LONG)
        resume = page.get_by_role("button", name="Resume mine")
        expect(resume).to_be_focused()
        form.get_by_role("button", name="Start training").click()
        expect(page.locator("#notice")).to_contain_text("there is a run mine already")
        run = boardai.learn.open_run(tmp_path / "runs" / "mine")
        stopped_at = run.checkpoints[-1]
        resume.click()
        expect(training).to_contain_text("mine running", timeout=LONG)
        until = time.monotonic() + LONG / 1000
        while run.checkpoints[-1] == stopped_at:
            assert time.monotonic() < until
            time.sleep(0.5)
        expect(page.locator("#notice")).to_be_hidden()
        log = tmp_path / "runs" / "mine.log"
        before = len(log.read_text())  # which has the words of the first stop
        assert "--resume" in log.read_text(), "as those of the next one will be"
        server.send_signal(signal.SIGINT)  # the run stops with its server, where it can continue
        assert server.wait(120) == 130
        while "--resume" not in log.read_text()[before:]:
            assert time.monotonic() < until
            time.sleep(0.5)
