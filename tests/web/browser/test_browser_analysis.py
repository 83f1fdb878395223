"""Analysis and the list of moves in a real browser: the bar, lines that are played, what is known, menus and keys."""

from pathlib import Path
from typing import Any

from browsers import MARKS, cell, new_game, opened, playwright, says

pytest_plugins = ["browsers"]
pytestmark = MARKS
BRANCHED = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 *"
expect = playwright.expect


def shift(page: Any) -> float:
    """How much of what is shown has moved without anybody's doing since the page was opened."""
    watch = """() => new Promise((found) => {
        let sum = 0;
        new PerformanceObserver((list) => {
            for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => found(sum), 200);
    })"""
    return float(page.evaluate(watch))


def placed(page: Any) -> Any:
    return page.locator("#board svg").bounding_box()


def middle(page: Any, selector: str) -> tuple[float, float]:
    """The middle of an element that may be redrawn at any moment, brought into view."""
    found = """(selector) => {
        const element = document.querySelector(selector);
        element.scrollIntoView({ block: "center" });
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    }"""
    x, y = page.evaluate(found, selector)
    return x, y


def test_an_analysis_with_a_bar_lines_that_are_played_and_what_is_known(chromium: Any, server: str) -> None:
    with opened(chromium, server, viewport={"width": 1280, "height": 900}) as page:
        page.get_by_role("button", name="Analyse reversi").click()  # it runs at once, by the strongest
        page.locator(".slot-0 .lines li").nth(2).wait_for()
        bar = page.get_by_role("meter", name="Evaluation")
        expect(bar).to_be_visible()
        assert bar.get_attribute("aria-valuetext").startswith("Dark ")
        expect(page.locator(".slot-0 .effort")).to_contain_text("per second")
        expect(page.locator(".ring.best-0")).to_have_count(1)
        cell(page, 19).click()
        says(page, "Dark played d3. Light to move.")
        third = page.locator(".slot-0 .lines li").first.locator(".step").nth(2)
        third.wait_for()
        words = third.inner_text()
        third.click()
        says(page, f"played {words}.")
        expect(page.locator("#moves button")).to_have_count(5)  # the start, d3, and three moves of the line
        page.click("#first")
        expect(page.locator("#status")).not_to_contain_text("played")
        assert "please wait" not in page.locator(".slot-0 .report").inner_text(), "what is known is there at once"
        page.locator(".slot-0 .step").first.focus()
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.dataset.actions.split(' ').length") == 2
        page.keyboard.press("Enter")
        expect(page.locator("#moves .variation, #moves [aria-current]").first).to_be_visible()
        page.click("#flip")
        expect(bar).to_contain_class("flipped")


def test_a_second_analyst_disagrees(chromium: Any, server: str) -> None:
    with opened(chromium, server, viewport={"width": 1280, "height": 900}) as page:
        new_game(page, "chess", position="6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1")  # Rb8 is mate
        for slot in (0, 1):
            page.locator("#analysts input").nth(slot).check()
        page.locator(".slot-1 select").select_option("random")
        page.locator(".slot-1 .lines li").wait_for()
        expect(page.locator(".slot-0 .lines li").first).to_contain_text("win in 1 ply")
        expect(page.locator("#bar .bar-words")).to_have_text("won")
        other = page.locator(".slot-1 .lines .moves").inner_text()
        expect(page.locator("#disagreement")).to_have_text(
            f"They disagree: Alpha-beta plays Rb8#, Random moves {other}."
        )
        assert page.locator(".arrow.best-0, .arrow.best-1").count() == 2
        page.get_by_text("Settings", exact=True).click()
        page.get_by_label("lines").fill("1")
        page.get_by_label("lines").press("Tab")
        expect(page.locator(".slot-0 .lines li")).to_have_count(1)


def test_lines_are_promoted_and_deleted_by_mouse_and_keys(chromium: Any, server: str, tmp_path: Path) -> None:
    source = tmp_path / "one.pgn"
    source.write_text(BRANCHED)
    with opened(chromium, server) as page:
        page.set_input_files("#open-file", source)
        moves = page.locator("#moves")
        moves.locator("button", has_text="d5").click(button="right")
        expect(page.get_by_role("menuitem")).to_have_count(4)
        page.get_by_role("menuitem", name="Make it the main line").click()
        expect(moves.locator("button.first, button.second")).to_have_text(["e4", "c5", "c3", "d5"])
        moves.locator("button", has_text="c5").click()
        says(page, "Black played c5.")
        moves.locator("[aria-current]").press("ArrowDown")
        assert page.evaluate("document.activeElement.textContent") != "c5"
        page.locator("#line-more").press("Enter")
        page.keyboard.press("End")
        expect(page.locator("#line-menu :focus")).to_have_text("Delete from here")
        page.keyboard.press("Enter")
        expect(page.locator("#choice-title")).to_have_text("Delete c5 and 4 moves after it?")
        page.get_by_role("button", name="Delete", exact=True).click()
        expect(moves.locator("button")).to_have_text(["Start", "e4", "e5", "Nf3", "Nc6"])
        says(page, "White played e4.")
        page.keyboard.press("End")
        says(page, "Black played Nc6.")
        page.keyboard.press("Home")
        expect(page.locator("#first")).to_be_disabled()
        moves.locator("button", has_text="Nf3").focus()
        page.keyboard.press("Delete")
        page.get_by_role("button", name="Keep").click()
        expect(moves.locator("button")).to_have_count(5)


def test_a_click_finds_what_was_pressed_though_it_is_redrawn_meanwhile(chromium: Any, server: str) -> None:
    with opened(chromium, server, viewport={"width": 1280, "height": 900}) as page:
        page.get_by_role("button", name="Analyse chess").click()
        page.locator(".slot-0 .step").first.wait_for()
        page.mouse.move(*middle(page, ".slot-0 .step"))
        page.mouse.down()
        page.evaluate("() => window.pressed = document.querySelector('.slot-0 .step')")
        page.wait_for_timeout(1500)  # several reports come
        assert page.evaluate("window.pressed.isConnected"), "nothing is redrawn under the mouse"
        page.mouse.up()
        says(page, "White played")
        page.wait_for_timeout(500)
        assert not page.evaluate("window.pressed.isConnected")
        second = page.context.new_page()
        second.goto(page.url)
        page.mouse.move(*middle(page, "#moves button"))
        page.mouse.down()
        second.locator("#words textarea").fill("hello")  # a comment comes from another page
        second.locator("#typed-move").focus()
        page.wait_for_timeout(500)
        page.mouse.up()
        expect(page.locator("#first")).to_be_disabled()
        expect(page.locator("#moves .comment")).to_have_text(" hello ")


def test_nothing_that_is_typed_is_lost(chromium: Any, server: str) -> None:
    with opened(chromium, server, viewport={"width": 1280, "height": 900}) as page:
        new_game(page, "chess")
        page.fill("#typed-move", "e4")
        page.keyboard.press("Enter")
        says(page, "White played e4.")
        other = page.context.new_page()
        other.goto(page.url)
        field, others = page.locator("#words textarea"), other.locator("#words textarea")
        field.fill("mine")
        others.fill("theirs")
        other.locator("#typed-move").focus()
        expect(page.locator("#moves .comment")).to_have_text(" theirs ")
        expect(field).to_have_value("mine")
        page.locator("#typed-move").focus()
        expect(others).to_have_value("theirs\nmine")
        expect(field).to_have_value("theirs\nmine")
        field.fill("typed while the position goes")
        other.locator("#moves button", has_text="e4").press("Delete")
        other.get_by_role("button", name="Delete", exact=True).click()
        expect(page.locator("#notice")).to_contain_text("deleted: typed while the position goes")


def test_a_menu_of_a_game_that_is_gone_does_nothing_to_the_next_one(chromium: Any, server: str, tmp_path: Path) -> None:
    source = tmp_path / "one.pgn"
    source.write_text(BRANCHED)
    with opened(chromium, server, viewport={"width": 1280, "height": 900}) as page:
        page.set_input_files("#open-file", source)
        moves = page.locator("#moves")
        moves.locator("button", has_text="d5").click(button="right")
        other = page.context.new_page()
        other.goto(page.url)
        other.locator("#moves button", has_text="e4").wait_for()
        source.write_text("1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O *")
        other.set_input_files("#load", source)
        moves.locator("button", has_text="Bg5").wait_for()
        page.get_by_role("menuitem", name="Delete from here").click()
        expect(moves.locator("button")).to_have_count(11)


def test_layers_are_switched_on_and_stay_so(chromium: Any, server: str) -> None:
    with opened(chromium, server, viewport={"width": 1280, "height": 900}) as page:
        new_game(page, "chess", position="4k3/8/p7/4P3/1b6/2N5/8/4K3 w - - 0 1")
        page.get_by_text("Knowledge").click()
        page.get_by_label("Pins").check()
        expect(page.locator("#layers li")).to_have_text(
            "Pieces pinned to their king: White 1, Black 0.", timeout=240_000
        )
        expect(page.locator(".layer.first")).to_have_count(1)
        page.get_by_label("Attacked squares").check()
        expect(page.locator(".layer-text", has_text="0:1").first).to_be_visible()
        page.get_by_label("Attacked squares").uncheck()
        expect(page.locator(".layer")).to_have_count(1)
        cell(page, 60).click()
        cell(page, 61).click()
        says(page, "White played Kf1.")
        expect(page.locator("#layers li")).to_have_text("Pieces pinned to their king: White 0, Black 0.")
        expect(page.locator(".layer")).to_have_count(0)
        new_game(page, "hex")
        expect(page.locator("#layers label")).to_have_count(14)
        page.get_by_label("Shortest paths").check()
        expect(page.locator(".layer")).to_have_count(22)
        new_game(page, "chess")
        assert page.get_by_label("Pins").is_checked()
        new_game(page, "own-3")
        expect(page.get_by_text("Knowledge")).to_be_hidden()


def test_the_window_is_filled_and_nothing_moves_by_itself(chromium: Any, server: str) -> None:
    for width, height in ((390, 844), (768, 1024), (1280, 800), (1920, 1080)):
        with opened(chromium, server, viewport={"width": width, "height": height}) as page:
            page.locator(".shown-board svg").first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            new_game(page, "chess")
            board = placed(page)
            assert min(board["width"] / width, board["height"] / height) > 0.4
            names = page.locator("#board .labels text")
            below, left = names.nth(0).bounding_box(), names.nth(8).bounding_box()
            assert below["y"] > board["y"] + 0.9 * board["height"] and left["x"] < board["x"] + 0.1 * board["width"]
            page.locator("#analysts input").first.check()
            page.locator(".slot-0 .lines li").first.wait_for()
            page.evaluate("scrollTo(0, 0)")
            assert placed(page) == board, "the bar has its place before it is shown"
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert shift(page) < 0.1  # what is called good
            if width == 1920:  # the analysis in a column of its own
                places = [page.locator(one).bounding_box() for one in ("#undo", "#moves", "#files-title", "#analysis")]
                assert [place["x"] for place in places[:3]] == [places[0]["x"]] * 3 < [places[3]["x"]] * 3
                assert places[3]["y"] < places[1]["y"] < places[2]["y"]
