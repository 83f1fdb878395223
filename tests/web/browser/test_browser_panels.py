"""What can be opened next to the board, in a real browser: openings and the tree of a search."""

import json
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
            other.locator("#choice-moves button").click()
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
        expect(first).to_contain_text(re.compile(r"\d+ %.*visits.*P 0\.\d\d.*Q [+−]0\.\d\d.*U 0\.\d\d"), timeout=LONG)
        expect(page.locator("#tree-legend")).to_contain_text("P: the prior probability")
        first.click()
        below = page.locator(".tree-level .tree-level")
        expect(below.locator(".tree-row").first).to_be_visible()
        board = page.locator(".tree-board").nth(1)
        first = page.locator('#tree [aria-expanded="true"]')  # rows change their order while the tree grows
        move = first.locator(".tree-move").inner_text()
        expect(board).to_contain_text(f"after {move}")
        assert board.locator("[data-man]").count() == (4 if "x" in move else 5), "the board that the search looks at"
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
        expect(page.locator("#tree-words")).to_contain_text(
            re.compile(r"proof (\d+|∞), disproof (\d+|∞)"), timeout=LONG
        )
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
        expect(counted).to_contain_text("1 of ", timeout=LONG)
        expect(text).to_contain_text("Rb1: value +")
        expect(page.locator('#tree [aria-current="true"]')).to_contain_text("Rb1")
        expect(rows_of(page)).to_have_count(1)
        page.get_by_label("Next step").click()
        expect(rows_of(page)).to_have_count(2)
        page.get_by_label("Last step").click()
        expect(text).to_contain_text("Ra8# is best, a win in 1 ply")
        expect(page.get_by_label("Next step")).to_be_disabled()
        page.locator("#tree-step").focus()
        page.keyboard.press("Home")
        expect(rows_of(page)).to_have_count(1)
        page.fill("#tree-size", "9")  # more than there may be: the field says so, and nothing else happens
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_be_hidden()
        expect(page.locator("#explanation")).to_be_visible()


def test_older_views_of_a_tree_and_rows_that_leave(chromium: Any, with_games: tuple[str, str]) -> None:
    """The page's own list of moves, given what a server sends: views out of order, and rows that are gone."""
    script = """async () => {
        const { SearchTree } = await import("./analysis/search_tree.js");
        const place = document.body.appendChild(document.createElement("div"));
        const tree = new SearchTree(place, () => {});
        tree.hasBoards = false;
        tree.clear({}, false);
        const row = (action, below, move = `move ${action}`) =>
            ({ action, move, words: "", visits: 1, terms: [], below, best: false, kind: "exact" });
        const branch = (path, ...rows) => ({ path, rows, hidden: 0, player: 0 });
        const view = (view, ...branches) => ({ view, step: 0, counts_visits: true, looked_at: [], branches });
        const seen = () => [...place.querySelectorAll(".tree-move")].map((one) => one.textContent);
        const at = () => document.activeElement.dataset.path ?? (document.activeElement === place ? "list" : "none");
        const found = [];
        const below = [branch([1], row(3, 1), row(4, 0)), branch([1, 3], row(5, 1))];
        tree.show(view(5, branch([], row(1, 2), row(2, 1)), ...below));
        found.push(seen());
        const other = branch([], row(9, 0));
        found.push([tree.show(view(4, other)), tree.show(view(5, other))]);
        found.push(seen());
        place.querySelector('[data-path="1 3 5"]').focus();
        tree.show(view(6, branch([], row(1, 2), row(2, 1)), branch([1], row(3, 1)), branch([1, 3], row(5, 0))));
        found.push(at());  // the row is there, but nothing is below it, so it is no button
        tree.show(view(7, branch([], row(1, 2), row(2, 1)), branch([1], row(4, 0))));
        found.push(at());
        tree.show(view(8, branch([], row(2, 1))));
        found.push(at());
        tree.show(view(9, branch([], row(2, 0))));
        found.push(at());
        tree.clear({}, false);
        found.push(at());
        tree.show(view(1, branch([], row(7, 0))));  // of a server that was started again
        found.push(seen());
        document.querySelector("#new-game").focus();
        tree.show(view(10, branch([], row(7, 1))));
        found.push(document.activeElement.id);
        return found;
    }"""
    with opened(chromium, with_games[0]) as page:
        page.locator(".shown-board svg").first.wait_for()
        first = ["move 1", "move 3", "move 5", "move 4", "move 2"]
        assert page.evaluate(script) == [
            first, [False, False], first, "1 3", "1", "2", "list", "list", ["move 7"], "new-game",
        ]  # fmt: skip


def test_a_tree_that_memory_has_ended_is_said_in_the_dialog(chromium: Any, with_games: tuple[str, str]) -> None:
    """The server's messages are put in by the test, since memory that is short for it is short for the machine."""
    with opened(chromium, with_games[0], viewport={"width": 1280, "height": 900}) as page:
        held: list[Any] = []

        def route(socket: Any) -> None:
            server = socket.connect_to_server()
            held.append(socket)

            def heard(text: str) -> None:
                message = json.loads(text)
                if message["say"] != "tree":
                    socket.send(text)

            server.on_message(heard)

        page.route_web_socket("**/socket*", route)
        page.reload()
        new_game(page, "hex")
        page.click("#explain")
        refused, words = page.locator("#explanation .refused"), page.locator("#tree-words")
        expect(words).to_have_text("please wait …")
        node = {"node": 0, "by": page.locator("#tree-by").input_value(), "steps": 0, "step": 0, "text": ""}
        row = {"action": 0, "move": "a1", "words": "50 %", "kind": "exact", "visits": 9, "terms": [], "best": True}
        tree = node | {
            "say": "tree", "view": 1, "done": False, "early": False, "looked_at": [], "counts_visits": True,
            "positions": 2, "complete": True, "root": row | {"below": 1},
            "branches": [{"path": [], "player": 0, "rows": [row | {"below": 0}], "hidden": 0, "board": None}],
        }  # fmt: skip

        def send(**message: Any) -> None:
            held[-1].send(json.dumps(message))

        send(say="error", number=None, message="the server's memory is full: your request waits")
        expect(refused).to_contain_text("waits")
        expect(words).to_have_text("please wait …")
        send(**tree)
        expect(refused).to_be_empty()
        expect(words).to_contain_text("growing …")
        send(say="error", number=3, message="this failed on the server")
        expect(words).to_contain_text("it ended early.")
        expect(refused).to_contain_text("failed")
        send(**tree | {"view": 2, "done": True, "early": True})
        expect(words).to_contain_text("it ended early, because the server's memory is full.")
        expect(refused).to_be_empty()
        page.get_by_label("Boards").uncheck()
        page.select_option("#tree-by", value="pns")
        expect(words).to_have_text("please wait …")
        send(say="error", number=3, message="the server's memory is full: the search ended before it found anything")
        expect(words).to_be_empty()
        expect(refused).to_contain_text("ended before it found anything")
