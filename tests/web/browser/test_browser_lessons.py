"""Lessons in a real browser: a puzzle is answered, right or wrong, and the browser remembers what was solved."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import EXAMPLES, MARKS, opened, playwright, served

axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytest_plugins = ["browsers"]
pytestmark = MARKS
expect = playwright.expect
GAME = str(EXAMPLES / "01_game_in_python.py")
LESSONS = [
    {"position": "xx.....o.", "move": "c1", "goal": "draw", "plies": 0, "margin": 0, "difficulty": 1},
    {"position": ".x...o.x.", "move": "b2", "goal": "win", "plies": 0, "margin": 0, "difficulty": 2},
]


@pytest.fixture(scope="module")
def lessons(port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("lessons") / "own.jsonl"
    header = {"format": "boardai lessons 1", "game": GAME, "command": ""}
    path.write_text("".join(json.dumps(line) + "\n" for line in (header, *LESSONS)))
    with served(port, "--lessons", str(path), games=["chess", "reversi", GAME]) as url:
        yield url


def square(page: Any, number: int) -> Any:
    return page.locator(f'#lesson-board [data-cell="{number}"]')


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_wrong_answer_is_refuted_and_a_right_one_counts(chromium: Any, lessons: str, scheme: str) -> None:
    with opened(chromium, lessons, color_scheme=scheme) as page:
        page.get_by_role("button", name="Learn 01 game in python").or_(
            page.get_by_role("button", name="Learn game in python")
        ).click()
        expect(page.locator("#lesson-task")).to_contain_text("one move alone does not lose. Grade 1.")
        expect(page.locator("#lesson-count")).to_have_text("0 of 2 solved in this browser")
        square(page, 4).click()
        words = page.locator("#lesson-words")
        expect(words).to_have_text("b2 is wrong. This move loses. The best reply is c1.", timeout=30_000)
        expect(page.locator("#lesson-board .man")).to_have_count(5)  # the refutation is shown as well
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        found = axe.Axe().run(page).response["violations"]
        assert found == [], [one["id"] for one in found]
        page.click("#lesson-again")
        square(page, 2).click()
        expect(words).to_contain_text("c1 is right.", timeout=30_000)
        open_cells = '#lesson-board [aria-label*="can be played"]'
        tried = 0
        while "Solved" not in words.inner_text():  # by moves that do not lose, which are tried one after the other
            expect(page.locator("#lesson-board svg.live")).to_have_count(1)
            page.locator(open_cells).nth(tried).click()
            expect(words).not_to_have_text("…", timeout=30_000)
            tried = tried + 1 if page.locator("#lesson-again").is_visible() else 0
            if tried:
                page.click("#lesson-again")
        expect(words).to_contain_text("Solved.")
        expect(page.locator("#lesson-count")).to_have_text("1 of 2 solved in this browser")
        page.click("#lesson-next")
        expect(page.locator("#lesson-task")).to_contain_text("one move alone wins. Grade 2.")
        page.reload()
        expect(page.locator("#lesson-task")).to_contain_text("Grade 2.")  # it is remembered
        page.locator("#lesson-grade").select_option("5")
        expect(words).to_have_text("There are no lessons of this grade.")
        page.click("#lesson-analyse")
        page.locator("#board svg").wait_for()
        expect(page.locator("#lesson")).to_be_hidden()
        page.click("#home")
        expect(page.locator("#opening")).to_be_visible()


def test_a_lesson_stays_where_the_page_opens_it_again(chromium: Any, lessons: str) -> None:
    with opened(chromium, lessons) as page:
        page.get_by_role("button", name="Learn reversi").click()
        page.locator("#lesson-board .man").first.wait_for()
        page.click("#lesson-next")  # not the first one, which a page that begins again would show
        expect(page.locator("#lesson-words")).to_have_text("Find the move.")
        page.locator("#lesson-board svg.live").wait_for()
        before = page.locator("#lesson-board .piece-layer").inner_html()
        page.evaluate("dispatchEvent(new HashChangeEvent('hashchange'))")  # as after a break, when the page opens again
        page.wait_for_timeout(1000)
        assert page.locator("#lesson-board .piece-layer").inner_html() == before


def test_lessons_of_another_game_begin_with_their_own_position(chromium: Any, lessons: str) -> None:
    with opened(chromium, lessons, viewport={"width": 1280, "height": 900}) as page:
        for game, own, foreign in [("chess", "king", "dark"), ("reversi", "dark", "king")] * 2:
            page.get_by_role("button", name=f"Learn {game}").click()
            expect(page.locator("#lesson-words")).to_have_text("Find the move.")
            expect(page.locator("#title")).to_have_text(f"{game} lessons")
            expect(page.locator(f'#lesson-board [aria-label*="{own}"]').first).to_be_attached()
            expect(page.locator(f'#lesson-board [aria-label*="{foreign}"]')).to_have_count(0)
            page.click("#home")


def test_lessons_that_there_are_none_of_lead_home(chromium: Any, lessons: str) -> None:
    with opened(chromium, lessons) as page:
        expect(page.locator("#opening")).to_be_visible()
        page.evaluate("location.hash = '#learn/checkers'")
        expect(page.get_by_text("there are no lessons for 'checkers'")).to_be_visible()
        expect(page.locator("#opening")).to_be_visible()
        assert page.evaluate("location.hash") == ""


def test_a_shipped_mate_is_shown(chromium: Any, lessons: str) -> None:
    path = Path(__file__).parents[3] / "games" / "chess" / "lessons.jsonl"
    first = json.loads(path.read_text().splitlines()[1])
    with opened(chromium, lessons, viewport={"width": 1280, "height": 800}) as page:
        page.get_by_role("button", name="Learn chess").click()
        moves = (first["plies"] + 1) // 2
        expect(page.locator("#lesson-task")).to_contain_text(f"wins in {moves} moves. Grade 1.")
        assert page.locator("#lesson-board svg").bounding_box()["height"] > 400
