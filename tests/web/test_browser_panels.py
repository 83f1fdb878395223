"""What can be opened next to the board, in a real browser: openings and the tree of a search."""

import re
from pathlib import Path
from typing import Any

import pytest
from browsers import MARKS, new_game, opened, playwright, says, served

import boardai
from boardai.records import GameDatabase

pytest_plugins = ["browsers"]
pytestmark = MARKS
expect = playwright.expect
LONG = 240_000  # milliseconds on a busy machine until a search of a game is compiled


@pytest.fixture(scope="module")
def with_games(port: int, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server with a database of three games of chess."""
    path: Path = tmp_path_factory.mktemp("openings") / "mine.db"
    with GameDatabase(path, "chess", create=True) as database:
        lines = [(["e4", "c5", "Nf3"], 1), (["e4", "e5"], 0), (["d4"], -1)]
        games = [boardai.RecordedGame.from_moves("chess", moves, result=result) for moves, result in lines]
        database.add_games(games, "mine")
    agent = f"records:file={path},fallback=random"
    with served(port, "--database", str(path), "--agent", agent, games=["chess", "hex"]) as url:
        yield url, agent


def test_openings_are_named_counted_and_played(chromium: Any, with_games: tuple[str, str]) -> None:
    url, agent = with_games
    with opened(chromium, url, viewport={"width": 1280, "height": 900}) as page:
        new_game(page, "chess")
        page.locator("#openings summary").click()
        # The server reads the list of names when it starts.
        caption = page.locator("#openings caption")
        expect(caption).to_have_text("3 games of mine.db reached this position.", timeout=LONG)
        expect(page.locator("#openings tbody th")).to_have_text(["e4", "d4"])
        bars = page.locator(".results")
        assert bars.first.get_attribute("aria-label") == "White won 50 %, drawn 50 %, Black won 0 %"
        page.locator("#openings .step", has_text="e4").click()
        says(page, "White played e4.")
        page.locator("#openings .step", has_text="c5").click()
        expect(page.locator("#opening-name")).to_contain_text("Sicilian")
        new_game(page, "hex")
        expect(page.locator("#openings")).to_be_hidden()
        levels = page.locator("#setup-fields option", has_text=agent)
        assert levels.count() > 0, "the database is an opponent"


def test_openings_come_and_go_with_a_match_that_begins_and_ends_without_a_move(
    chromium: Any, with_games: tuple[str, str]
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with opened(chromium, with_games[0], color_scheme="dark") as page:  # on a phone
        new_game(page, "chess")
        page.locator("#openings summary").click()
        caption = page.locator("#openings caption")
        expect(caption).to_have_text("3 games of mine.db reached this position.", timeout=LONG)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert axe.run(page, context="#openings").response["violations"] == []
        page.click("#invite")
        expect(page.locator("#advice")).to_contain_text("http")
        link = page.locator("#advice").inner_text().split()[-1]
        with opened(chromium, link) as other:
            says(other, "White to move.")
            expect(other.locator("#openings")).to_be_hidden()  # of a guest
            expect(page.locator("#opening-games")).to_be_empty()
            other.click("#resign")
            expect(caption).to_have_text("3 games of mine.db reached this position.")


def rows_of(page: Any) -> Any:
    return page.locator("#tree > .tree-level > ul > li > .tree-line > .tree-row")


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_the_tree_of_a_search_is_opened_level_by_level_while_it_grows(
    chromium: Any, with_games: tuple[str, str], width: int, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with opened(chromium, with_games[0], viewport={"width": width, "height": 844}, color_scheme=scheme) as page:
        new_game(page, "chess", position="r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
        page.click("#explain")
        page.select_option("#tree-by", label="PUCT")
        dialog, first = page.locator("#explanation"), rows_of(page).first
        expect(first).to_contain_text(re.compile(r"\d+ %.*visits.*P 0\.\d\d.*Q [+-]0\.\d\d.*U 0\.\d\d"), timeout=LONG)
        expect(page.locator("#tree-legend")).to_contain_text("P: the prior probability")
        first.click()
        below = page.locator(".tree-level .tree-level")
        expect(below.locator(".tree-row").first).to_be_visible()
        board = page.locator(".tree-board").nth(1)
        first = page.locator('#tree [aria-expanded="true"]')  # rows change their order while the tree grows
        expect(board).to_contain_text(f"after {first.locator('.tree-move').inner_text()}")
        assert board.locator("[data-man]").count() == 5, "the board that the search looks at"
        expect(page.locator("#tree-words")).to_contain_text("finished.", timeout=LONG)
        expect(below.first.locator(".tree-row").first).to_be_visible()  # it stays open when the tree has grown
        page.locator('#tree [aria-expanded="true"]').first.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".tree-level .tree-level .tree-level")).to_have_count(1)
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".tree-level .tree-level .tree-level")).to_have_count(0)
        page.get_by_label("Boards").uncheck()
        expect(page.locator(".tree-board")).to_have_count(0)
        page.get_by_label("Boards").check()
        assert (
            page.evaluate(
                "() => { const d = document.querySelector('#explanation'); return d.scrollWidth - d.clientWidth }"
            )
            <= 0
        )
        assert axe.run(page, context="#explanation").response["violations"] == []
        page.select_option("#tree-by", value="alphabeta")
        expect(rows_of(page).first).to_contain_text(re.compile(r"pawns|win in"), timeout=LONG)
        expect(rows_of(page).first).to_contain_text("window −∞ … +∞")
        page.select_option("#tree-by", value="pns")
        expect(page.locator("#tree-words")).to_contain_text(re.compile(r"proof \d+, disproof \d+"), timeout=LONG)
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()


@pytest.mark.timeout(900)
def test_a_reference_search_is_looked_at_step_by_step(chromium: Any, with_games: tuple[str, str]) -> None:
    with opened(chromium, with_games[0], viewport={"width": 1280, "height": 900}) as page:
        new_game(page, "chess", position="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
        page.click("#explain")
        page.select_option("#tree-by", value="steps-alphabeta")
        page.fill("#tree-size", "1")
        page.keyboard.press("Enter")
        text, counted = page.locator("#tree-text"), page.locator("#tree-steps output")
        expect(counted).to_contain_text("1 of ")
        expect(text).to_contain_text("Rb1: worth +", timeout=LONG)
        expect(page.locator('#tree [aria-current="true"]')).to_contain_text("Rb1")
        expect(rows_of(page)).to_have_count(1)
        page.get_by_label("Next step").click()
        expect(rows_of(page)).to_have_count(2)
        page.get_by_label("Last step").click()
        expect(text).to_contain_text("Ra8# is best, worth win in 1 ply")
        expect(page.get_by_label("Next step")).to_be_disabled()
        page.locator("#tree-step").focus()
        page.keyboard.press("Home")
        expect(rows_of(page)).to_have_count(1)
        page.fill("#tree-size", "9")  # more than there may be: the field says so, and nothing else happens
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_be_hidden()
        expect(page.locator("#explanation")).to_be_visible()
