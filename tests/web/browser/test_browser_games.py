"""The page in a real browser: mouse, touch and keyboard, two people, a server that is killed in between."""

import contextlib
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import folders
import pytest
from browsers import EXAMPLES, MARKS, cell, new_game, opened, opened_beside, playwright, says, served

import boardai
from boardai.web.serving.tokens import leading_page

axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytest_plugins = ["browsers"]
pytestmark = MARKS


def test_mouse_drag_and_promotion(chromium: Any, server: str) -> None:
    with opened(chromium, server, viewport={"width": 1280, "height": 900}) as page:
        new_game(page, "chess")
        cell(page, 52).click()
        playwright.expect(page.locator(".target")).to_have_count(2)
        cell(page, 36).click()
        says(page, "White played e4. Black to move.")
        for number, steps in ((12, 1), (28, 5)):  # gripped, pulled, dropped
            box = cell(page, number).bounding_box()
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=steps)
            page.mouse.down() if number == 12 else page.mouse.up()
        says(page, "Black played e5. White to move.")
        page.click("#undo")
        says(page, "White played e4. Black to move.")
        page.keyboard.press("ArrowRight")
        says(page, "Black played e5. White to move.")
        new_game(page, "chess", position="8/P6k/8/8/8/8/8/K7 w - - 0 1")
        cell(page, 8).click()
        cell(page, 0).click()
        page.get_by_role("button", name="a8=N").click()
        says(page, "White played a8=N.")
        new_game(page, "chess", position="8/8/4k3/8/8/4K3/4R3/8 w - - 99 80", untick="draws by claim")
        playwright.expect(page.locator("#claim")).to_be_hidden()
        cell(page, 52).click()
        cell(page, 60).click()
        says(page, "A draw may be claimed: 50 moves without capture or pawn move.")
        page.click("#claim")
        says(page, "The game is drawn (claimed: 50 moves without capture or pawn move).")


def test_keyboard_alone_against_a_level(chromium: Any, server: str) -> None:
    with opened(chromium, server) as page:
        new_game(page, "own-3", ("person", "random"))
        cell(page, 0).focus()
        for _ in range(9):
            if "has" in page.locator("#status").inner_text() or "drawn" in page.locator("#status").inner_text():
                break
            here = page.locator('.cell[tabindex="0"]')
            if "can be played" in here.get_attribute("aria-label"):
                men = page.locator(".man")
                before = men.count()
                here.press("Enter")
                playwright.expect(men).not_to_have_count(before)
                ended = re.compile("First player to move|has won|drawn")
                playwright.expect(page.locator("#status")).to_contain_text(ended)
            number = int(here.get_attribute("data-cell"))
            here.press("ArrowRight" if number % 3 < 2 else "ArrowDown")
        assert page.locator(".man").count() > 3


def test_touch_on_hexagons_and_a_picture_of_every_game(chromium: Any, server: str) -> None:
    with opened(chromium, server, has_touch=True, color_scheme="dark") as page:
        new_game(page, "hex")
        cell(page, 60).tap()
        says(page, "Black played f6. White to move.")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        new_game(page, "hex", tick="swap rule")
        cell(page, 0).tap()
        page.locator("#cellless").get_by_role("button", name="swap").tap()
        says(page, "Second player played swap.")
        for game in ("reversi", "own-4", "chess"):
            new_game(page, game)
            page.locator("#board .cell").first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_swap_button_is_that_of_the_board_that_is_shown(chromium: Any, server: str) -> None:
    with opened(chromium, server) as page:
        swap, names = page.locator("#cellless").get_by_role("button", name="swap"), []
        for size in (3, 4):
            page.click("#new-game")
            page.select_option("#setup-fields > label select", "hex")
            sizes = page.locator("#setup-fields label", has=page.get_by_text("size", exact=True))
            sizes.locator("select").select_option(str(size))
            page.get_by_label("swap rule").check()
            sides = page.locator("#setup-fields select", has=page.locator('option[value="person"]'))
            sides.nth(1).select_option("person")
            page.click("#setup button[value=start]")
            playwright.expect(page.locator("#board [data-cell]")).to_have_count(size * size)
            cell(page, 0).click()
            playwright.expect(swap).to_be_visible()
            names.append(page.evaluate("location.hash"))
        page.evaluate(f"location.hash = '{names[0]}'")
        playwright.expect(page.locator("#board [data-cell]")).to_have_count(9)
        swap.click()
        says(page, "Second player played swap.")


def test_the_guide_s_javascript_plays_and_analyses(chromium: Any, server: str) -> None:
    text = (EXAMPLES.parent / "docs" / "web.md").read_text()
    (script,) = re.findall(r"```js\n(.*?)```", text, re.DOTALL)
    with opened(chromium, server) as page:
        socket = server.replace("http", "ws").replace("?", "socket?")
        with page.expect_console_message(lambda said: "pawns" in said.text) as said:
            page.evaluate(f"() => {{{script}}}".replace("ws://localhost:8017/socket?token=...", socket))
        assert said.value.type == "log" and len(said.value.text.split()) > 2  # a value, its unit, and moves


def test_games_of_a_run_are_replayed_and_tables_shown(chromium: Any, server: str) -> None:
    with opened(chromium, server.replace("?", "runs.html?")) as page:
        page.locator("#page option").first.wait_for(state="attached")
        page.select_option("#run", label="tournament (hex:size=3)")
        page.get_by_text("Ratings above random").wait_for()
        page.select_option("#run", label="run (hex:size=5)")
        page.select_option("#page", "replay")
        page.get_by_role("link", name="game 7").click()
        page.locator("main").wait_for()
        playwright.expect(page.locator("#advice")).to_contain_text("Search: Black 63 %, c3 75 %, b2 25 %")
        assert page.locator(".share").all_text_contents() == ["25%", "75%"]
        assert page.locator("#graph svg").is_visible()
        page.click("#redo")
        says(page, "White to move")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_the_way_of_a_screen_reader(chromium: Any, server: str, scheme: str) -> None:
    """By axe's rules: names, roles, contrasts."""

    def found(page: Any) -> list[str]:
        violations = axe.Axe().run(page).response["violations"]
        return [f"{one['id']}: {one['nodes'][0]['html']}" for one in violations]

    # The page's policy forbids the checker as well.
    with opened(chromium, server, color_scheme=scheme, bypass_csp=True) as page:
        page.locator(".shown-board svg").first.wait_for()
        assert found(page) == []
        page.get_by_role("button", name="More choices for chess").click()
        assert found(page) == []
        new_game(page, "chess")
        cell(page, 52).click()
        page.check("#analysts input >> nth=0")
        page.locator(".lines").wait_for()
        assert found(page) == []
        page.click("#edit")
        assert found(page) == []
        page.goto(server.replace("?", "runs.html?"))
        page.locator("#page option").first.wait_for(state="attached")
        table = "table.figures"
        for shown, part in (("tables", table), ("scores", "img"), ("live games", ".card"), ("replay", table)):
            page.select_option("#page", shown)
            page.locator(f"#shown:not(.left) {part}").first.wait_for()  # and not what is fading
            assert found(page) == []


def test_a_board_is_drawn_and_played_on_and_a_position_is_edited(chromium: Any, server: str) -> None:
    with opened(chromium, server) as page:
        page.get_by_role("button", name="More choices for reversi").click()
        page.click("#draw-board")
        editor = page.locator("#editor")
        page.fill("#editor-width", "6")
        page.locator("#editor-height").fill("4")
        page.locator("#editor-height").press("Tab")
        playwright.expect(editor.locator(".cell")).to_have_count(24)
        for kind, cells in (("dark", (8, 15)), ("light", (9, 14)), ("no cell", (0, 5))):
            editor.get_by_role("radio", name=kind).check()
            for number in cells:
                editor.locator(f'[data-cell="{number}"]').click()
        with page.expect_download() as download:
            page.click("#editor-save")
        assert Path(download.value.path()).read_text().endswith("#----#\n--XO--\n--OX--\n------\n")
        page.click("#editor button[value=start]")
        playwright.expect(page.locator("#board .cell")).to_have_count(22)
        page.click("#edit")
        editor.get_by_role("radio", name="light").check()
        editor.locator('[data-cell="20"]').click()
        page.click("#editor button[value=start]")
        playwright.expect(page.locator("#board .man")).to_have_count(5)
        page.click("#new-game")
        page.fill("#setup-fields input[placeholder]", "rubbish")
        page.click("#setup button[value=start]")
        playwright.expect(page.locator("#setup .refused")).to_contain_text("got 'r'")


def test_files_have_names_and_a_game_of_several_is_chosen(chromium: Any, server: str, tmp_path: Path) -> None:
    source = tmp_path / "two.pgn"
    source.write_text('[White "Ann"]\n[Black "Bob"]\n[Event "Club"]\n\n{go} 1. e4 $1 e5 1-0\n\n1. d4 d5 2. c4 *\n')
    with opened(chromium, server) as page:
        page.click("#new-game")
        page.locator("#setup").get_by_label("Your name").fill("Zoë")
        new_game(page, "chess")
        playwright.expect(page.locator("#seat-below .who")).to_have_text("White: Zoë")
        page.set_input_files("#load", source)
        playwright.expect(page.locator("#games")).to_contain_text("Game 1 of 2 in this file")
        playwright.expect(page.locator("#about")).to_contain_text("Club")
        playwright.expect(page.locator("#moves")).to_contain_text("e4!")
        playwright.expect(page.locator("#seat-below .who")).to_have_text("White: Ann")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save .pgn").click()
        text = Path(download.value.path()).read_text()
        assert '[Event "Club"]' in text and '[Black "Bob"]' in text and "{go} 1. e4 $1 1... e5 1-0" in text
        page.locator("#moves button", has_text="e5").click()
        says(page, "Black played e5.")
        page.select_option("#words select", "6")
        page.fill("#words textarea", "Bob's own")
        page.click("#undo")  # what was typed is kept where it was begun
        says(page, "White played e4.")
        playwright.expect(page.locator("#moves")).to_contain_text("e5?! Bob's own")
        page.click("#describe")
        page.locator("#description").get_by_label("Event").fill("Cup")
        page.click("#description button[value=save]")
        playwright.expect(page.locator("#about")).to_contain_text("Cup")
        page.get_by_role("button", name="Next game").click()
        page.get_by_role("button", name="Cancel").click()
        playwright.expect(page.locator("#moves")).to_contain_text("e5?!")
        page.select_option("#games select", label="2. ? against ?, 3 moves")
        page.get_by_role("button", name="Load anyway").click()
        playwright.expect(page.locator("#games")).to_contain_text("Game 2 of 2 in this file")
        playwright.expect(page.locator("#moves")).to_contain_text("d4")
        playwright.expect(page.locator("#choice")).to_be_hidden()


def test_the_first_minute(chromium: Any, server: str, tmp_path: Path) -> None:
    """A game with one click, back home, on with it, an analysis with one click, a file; and boards that stop."""
    source = tmp_path / "one.pgn"
    source.write_text("1. e4 e5 *")
    with opened(chromium, server, viewport={"width": 1280, "height": 900}) as page:
        boards = page.locator(".shown-board svg")
        playwright.expect(boards).to_have_count(3)
        before = boards.first.inner_html()
        page.wait_for_function("before => document.querySelector('.shown-board svg').innerHTML !== before", arg=before)
        page.click("#pause")
        before = boards.first.inner_html()
        page.wait_for_timeout(2000)
        assert boards.first.inner_html() == before
        card = page.locator(".card", has=page.get_by_role("button", name="Play chess"))
        playwright.expect(card).to_contain_text("Searches 2,000 positions per move")
        card.locator("select").select_option("random")
        playwright.expect(card).to_contain_text("Plays any legal move")
        card.get_by_role("button", name="Play chess").click()
        cell(page, 52).click()
        cell(page, 36).click()
        playwright.expect(page.locator("#moves")).to_contain_text("e4")  # it was White's move before, too
        says(page, "White to move.")
        page.click("#home")
        playwright.expect(page.locator("#own li")).to_have_count(1)
        assert page.url.endswith("/") and page.locator("main").is_hidden()
        page.reload()
        page.get_by_role("button", name="Continue the last game").click()
        says(page, "White to move.")
        page.click("#home")
        page.get_by_role("button", name="Analyse hex").click()
        page.locator(".lines li").first.wait_for()
        page.click("#home")
        page.set_input_files("#open-file", source)
        playwright.expect(page.locator("#moves")).to_contain_text("e5")
        page.evaluate("""localStorage.setItem("seat gone", "key"); location.hash = "gone" """)
        playwright.expect(page.locator("#notice")).to_contain_text("this game no longer exists")
        playwright.expect(page.locator("#opening")).to_be_visible()


def test_a_file_of_another_game_is_opened_as_that_game(chromium: Any, server: str, tmp_path: Path) -> None:
    chess, hexes = tmp_path / "one.pgn", tmp_path / "one.sgf"
    chess.write_text("1. e4 {best} (1. d4 {or so}) e5 *\n")
    hexes.write_text("(;GM[11]FF[4]SZ[9]PB[Ann];B[c3]C[centre];W[b2])")
    with opened(chromium, server) as page:
        new_game(page, "reversi")
        page.set_input_files("#load", chess)
        page.get_by_role("button", name="Open it as chess").click()
        playwright.expect(page.locator("#moves")).to_contain_text("e4 best")
        playwright.expect(page.locator("#moves .variation")).to_contain_text("d4 or so")
        page.set_input_files("#load", hexes)
        page.get_by_role("button", name="Open it as hex").click()
        playwright.expect(page.locator("#board .cell")).to_have_count(81)
        playwright.expect(page.locator("#moves")).to_contain_text("c3 centre")
        playwright.expect(page.locator("#seat-below .who")).to_have_text("Black: Ann")


def test_two_people_and_a_server_that_is_killed(chromium: Any, port: int, server: str, tmp_path: Path) -> None:
    del server  # it is in use by the other tests; this one kills its own
    own, games = port + 1, str(tmp_path)
    with contextlib.ExitStack() as ending:
        with served(own, "--record", games) as url:
            ann = ending.enter_context(opened(chromium, url))
            new_game(ann, "reversi")
            ann.click("#invite")
            playwright.expect(ann.locator("#advice")).to_contain_text("http")
            link = ann.locator("#advice").inner_text().split()[-1]
            bob = ending.enter_context(opened(chromium, link))
            says(bob, "Dark to move.")
            cell(ann, 37).click()
            says(bob, "Dark played f5. Light to move.")
        playwright.expect(ann.locator("body")).to_have_class("cut-off")
        with served(own, "--record", games):
            playwright.expect(bob.locator("body")).not_to_have_class("cut-off", timeout=30_000)
            playwright.expect(ann.locator("body")).not_to_have_class("cut-off", timeout=30_000)
            cell(bob, 43).click()
            says(ann, "Light played d6. Dark to move.")
            playwright.expect(ann.locator("#undo")).to_be_enabled()


# --- hostile names: nothing runs, and nothing but the name looks different ---

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"
TURNED = "\u202e\u2066\u200fmoc.live"  # overrides of the direction that never end
HOSTILE = [MARKUP, TURNED, "\u0000\u0007\u001b[31m\u0085", "x" * 100_000, "\ufdfd" * 2000, "a\u0301" + "\u0301" * 500]


@contextlib.contextmanager
def unharmed(page: Any) -> Iterator[None]:
    """Nothing runs that was not the page's own, nothing of it is even tried, and the page is no wider than before."""
    said: list[str] = []
    page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("request", lambda request: said.append(request.url) if request.url.endswith("/x") else None)
    yield
    assert said == []
    assert page.locator("img[onerror], script:not([src])").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_names_comments_and_titles_of_a_hostile_file(chromium: Any, server: str, tmp_path: Path, number: int) -> None:
    name = HOSTILE[number]
    told = name.replace("\\", "").replace('"', "").replace("\u0000", "")
    source = tmp_path / "hostile.pgn"
    tags = "".join(f'[{tag} "{told}"]\n' for tag in ("White", "Black", "Event", "Date"))
    comment = told.replace("}", "")
    source.write_text(
        f'{tags}\n{{{comment}}} 1. e4 {{{comment}}} e5 *\n\n[White "{told}"]\n\n1. d4 *\n', encoding="utf-8"
    )
    with opened(chromium, server) as page, unharmed(page):
        new_game(page, "chess")
        page.set_input_files("#load", source)
        page.locator("#games option").nth(1).wait_for(state="attached")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        playwright.expect(page.locator("#seat-below .who")).to_contain_text("White: ")
        turned = page.locator("#seat-below .who").evaluate("one => getComputedStyle(one).unicodeBidi")
        assert turned == "isolate"  # whatever direction it turns to, it ends there
        box = page.locator("#seat-below").bounding_box()
        assert box["height"] < 300 and box["width"] <= 390
        cell(page, 62).click()
        cell(page, 45).click()
        says(page, "White played Nf3. Black to move.")
        with page.expect_download() as download:  # and what is saved is what was read
            page.get_by_role("button", name="Save .pgn").click()
        text = Path(download.value.path()).read_text(encoding="utf-8")
        assert f'[White "{told}"]' in text or number == 2  # control characters are no text of PGN


def test_a_hostile_visitor_s_name_and_a_game_called_by_markup(chromium: Any, port: int, tmp_path: Path) -> None:
    game = tmp_path / "<img src=x onerror=alert(1)>\u202e.py"
    shutil.copy(EXAMPLES / "01_game_in_python.py", game)
    folder = folders.run(tmp_path / "<b onclick=alert(3)>\u202erun")
    with (
        served(port + 2, "--run", str(folder), games=[str(game), "chess"]) as url,
        opened(chromium, url) as ann,
        unharmed(ann),
    ):
        new_game(ann, "own-0")
        playwright.expect(ann.locator("#title")).to_contain_text("<img src=x onerror=alert(1)>")
        new_game(ann, "chess")
        ann.click("#invite")
        playwright.expect(ann.locator("#advice")).to_contain_text("http")
        link = ann.locator("#advice").inner_text().split()[-1]
        assert "on this computer only" in ann.locator("#advice").inner_text() and url.partition("=")[2] not in link
        with opened(chromium, link) as bob, unharmed(bob):
            says(bob, "White to move.")
            assert "token" not in bob.url and bob.locator("#new-game").is_disabled()
            bob.reload()  # and comes in again
            says(bob, "White to move.")
            link_again = bob.evaluate("sessionStorage.getItem('token')")
            assert link_again in link
        ann.goto(url.replace("?", "runs.html?"))
        ann.locator("#page option").first.wait_for(state="attached")
        assert "<b onclick=alert(3)>" in ann.locator("#run").inner_text()
        assert "token" not in ann.url


def test_variations_within_variations(chromium: Any, server: str, tmp_path: Path) -> None:
    rng, game = random.Random(3), boardai.load("chess")
    state, text, depth = game.initial_state(), "", 0
    while depth < 400 and len(actions := state.legal_actions()) > 1:
        main, other = rng.sample(actions, 2)
        if state.child(other).is_terminal():
            continue
        number = f"{depth // 2 + 1}{'...' if depth % 2 else '.'} "
        text += f"{number}{game.format_action(state, main)} ({number}{game.format_action(state, other)} "
        state, depth = state.child(other), depth + 1
    source = tmp_path / "deep.pgn"
    source.write_text(f"{text}{')' * depth} *\n")
    with opened(chromium, server) as page, unharmed(page):
        new_game(page, "chess")
        page.set_input_files("#load", source)
        page.locator("#moves button").nth(depth).wait_for(state="attached")
        assert depth > 150


def test_a_file_that_is_too_long_is_refused_before_it_is_sent(chromium: Any, server: str, tmp_path: Path) -> None:
    source = tmp_path / "long.pgn"
    source.write_text("{" + "x" * 5_000_000 + "} 1. e4 *\n")
    with opened(chromium, server) as page, unharmed(page):
        new_game(page, "chess")
        page.set_input_files("#load", source)
        playwright.expect(page.locator("#notice")).to_contain_text(
            "5,000,011 characters are too many (maximum 999,000)"
        )
        cell(page, 52).click()
        cell(page, 36).click()
        says(page, "White played e4. Black to move.")


def test_the_file_that_a_browser_is_shown_leads_to_the_page(chromium: Any, server: str, tmp_path: Path) -> None:
    file = tmp_path / "boardai.html"
    file.write_text(leading_page(server))
    with opened(chromium, file.as_uri()) as page:
        new_game(page, "chess")
        assert page.url.startswith(f"{server.partition('?')[0]}#") and "token" not in page.url
        page.reload()
        says(page, "White to move.")
        with opened_beside(page, server.partition("?")[0]) as other:  # another tab of the same browser
            other.locator("#opening").wait_for()
