"""What can be opened beside the board, in a real browser: openings and the tree of a search."""

from pathlib import Path
from typing import Any

import pytest
from browsers import MARKS, new_game, opened, playwright, says, served

import boardai
from boardai.records import GameDatabase

pytest_plugins = ["browsers"]
pytestmark = MARKS
expect = playwright.expect


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
        expect(caption).to_have_text("3 games of mine.db reached this position.", timeout=60_000)
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
