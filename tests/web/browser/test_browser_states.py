"""Every main state of the page in four widths and two colours: nothing overflows, is cut or is missed by a finger."""

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
import states
from browsers import MARKS, cell, finger_on, new_game, opened, playwright, says

from boardai.learn.runs.trained_run import TrainedRun

axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytest_plugins = ["browsers"]
pytestmark = [*MARKS[:2], pytest.mark.timeout(900)]
expect = playwright.expect


@pytest.fixture(scope="module")
def shown(small_run: TrainedRun, tmp_path_factory: pytest.TempPathFactory) -> Iterator[states.Stage]:
    with states.stage(tmp_path_factory.mktemp("stage"), small_run.path) as found:
        yield found


@pytest.mark.parametrize("name", states.STATES)
def test_a_state_fits_its_window_in_both_colours(chromium: Any, shown: states.Stage, name: str) -> None:
    # The page's policy forbids the checker as well.
    with opened(chromium, shown.url, viewport={"width": 1280, "height": 800}, bypass_csp=True) as page:
        states.STATES[name](page, shown)
        assert states.faults(page) == []
        for width, scheme in ((min(states.SIZES), "dark"), (1280, "light"), (1280, "dark")):
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": states.SIZES[width]})
            page.wait_for_timeout(300)
            violations = axe.Axe().run(page).response["violations"]
            found = [f"{one['id']}: {one['nodes'][0]['html']}" for one in violations]
            assert found == [], (width, scheme)


def test_faults_are_found(chromium: Any, shown: states.Stage) -> None:
    """What is wrong with a page that is made so."""
    made = """() => {
        document.querySelector(".shown-board svg").remove();
        document.body.insertAdjacentHTML("beforeend", `
            <button id="wide" style="width: 2100px">wide</button>
            <p id="cut" style="width: 50px; overflow: hidden; white-space: nowrap">a sentence that is cut</p>
            <div style="position: relative; height: 40px"><button id="below">below</button>
            <button id="above" style="position: absolute; left: 4px; top: 4px">above</button></div>
            <button id="small" style="padding: 0; height: 12px">small</button>
            <select id="list" style="width: 60px"><option>a long entry of a list</option></select>`);
    }"""
    with opened(chromium, shown.url, bypass_csp=True) as page:
        page.locator(".shown-board svg").first.wait_for()
        assert page.evaluate(states.FAULTS, True) == []
        page.evaluate(made)
        found = "\n".join(page.evaluate(states.FAULTS, True))
        for words in (
            "the page is",
            "beyond the window: button#wide",
            "cut: p#cut",
            "lies on",
            "#small",
            "cut: list with",
        ):
            assert words in found, words


def test_a_finger_aims_at_small_cells(chromium: Any, shown: states.Stage) -> None:
    with opened(chromium, shown.url, has_touch=True) as page:
        new_game(page, "hex")
        box = cell(page, 60).bounding_box()
        assert box["width"] < 36
        x, y = where = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        finger = finger_on(page)
        aimed = page.locator(".aim text")
        finger("touchStart", where)
        expect(aimed).to_have_text("f6")
        finger("touchMove", (x + box["width"], y))
        expect(aimed).to_have_text("g6")
        finger("touchEnd")
        says(page, "Black played g6. White to move.")
        expect(aimed).to_have_count(0)
        finger("touchStart", where)
        expect(aimed).to_have_text("f6")
        finger("touchMove", (380, 5))  # off the board
        expect(aimed).to_have_count(0)
        finger("touchEnd")
        page.wait_for_timeout(300)
        says(page, "Black played g6. White to move.")
        new_game(page, "reversi")  # whose cells are as wide as a finger
        finger("touchStart", where)
        page.wait_for_timeout(200)
        expect(aimed).to_have_count(0)
        finger("touchEnd")


def test_figures_of_a_run_fit_every_window(chromium: Any, shown: states.Stage) -> None:
    with opened(chromium, shown.url, bypass_csp=True) as page:
        states.runs(page, shown)
        for width, height in states.SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("innerWidth < 700 || document.querySelector('#shown img').naturalWidth > 600")
            page.wait_for_function("innerWidth < 1240 || document.querySelector('#shown img').naturalWidth > 1000")
            figure = page.evaluate(
                """() => {
                    const [figure, image] = ["#shown figure", "#shown img"].map((one) => document.querySelector(one));
                    return [figure.scrollWidth - figure.clientWidth, image.clientWidth / image.naturalWidth];
                }"""
            )
            assert figure[0] <= 0 and figure[1] > 0.85, (width, figure)  # nothing scrolls, letters keep their size
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_figures_of_a_run_follow_the_colours(chromium: Any, shown: states.Stage) -> None:
    """The paper of a figure, as it is seen."""
    with opened(chromium, shown.url, viewport={"width": 1280, "height": 800}, bypass_csp=True) as page:
        states.runs(page, shown)
        script = """async () => {
            const image = document.querySelector("#shown img");
            await image.decode();
            const { left, bottom } = image.getBoundingClientRect();
            return [left + 12, bottom - 12];
        }"""
        x, y = page.evaluate(script)
        paper = {}
        for scheme in states.SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(500)
            shot = page.screenshot(clip={"x": x, "y": y, "width": 1, "height": 1})
            paper[scheme] = colour(page, shot)
        assert paper == {"light": [255, 255, 255], "dark": [38, 36, 33]}, "as --raised of style.css"


def colour(page: Any, shot: bytes) -> list[int]:
    script = """async (bytes) => {
        const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
        const pen = new OffscreenCanvas(1, 1).getContext("2d");
        pen.drawImage(picture, 0, 0);
        return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    }"""
    found: list[int] = page.evaluate(script, list(shot))
    return found


def test_a_page_of_another_run_is_not_taken_for_the_chosen_one(chromium: Any, shown: states.Stage) -> None:
    with opened(chromium, shown.url, viewport={"width": 1280, "height": 800}) as page:
        states.runs(page, shown)
        expect(page.locator("#shown")).not_to_contain_class("left")
        with contextlib.ExitStack() as held:
            waiting: list[Any] = []
            page.route("**/runs/*/learning*", lambda route: waiting.append(route))
            page.select_option("#page", "learning")
            expect(page.locator("#shown")).to_contain_class("left")
            held.callback(lambda: waiting[0].continue_())
        expect(page.locator("#shown")).not_to_contain_class("left", timeout=states.LONG)
