"""What hands do on the board, in a real browser: marks, premoves, motion, sounds, texts dropped and pasted, advice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browsers import MARKS, cell, finger_on, new_game, opened, playwright, says

pytest_plugins = ["browsers"]
pytestmark = MARKS
expect = playwright.expect
LONG = 240_000  # milliseconds on a busy machine until a network is compiled
WIDE = {"width": 1280, "height": 900}
PASTE = """text => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  const usual = {bubbles: true, cancelable: true};
  const paste = () => new ClipboardEvent('paste', {clipboardData: data, ...usual});
  const drop = () => new DragEvent('drop', {dataTransfer: data, ...usual});
  document.body.dispatchEvent(KIND());
}"""

COUNTING = """() => {
  Object.assign(window, {seen: 0, tones: 0});
  const [animate, start] = [Element.prototype.animate, OscillatorNode.prototype.start];
  Element.prototype.animate = function (...all) { window.seen++; return animate.apply(this, all); };
  OscillatorNode.prototype.start = function (...all) { window.tones++; return start.apply(this, all); };
}"""


def middle(page: Any, number: int) -> tuple[float, float]:
    box = cell(page, number).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def draw(page: Any, start: int, end: int) -> None:
    page.mouse.move(*middle(page, start))
    page.mouse.down(button="right")
    page.mouse.move(*middle(page, end))
    page.mouse.up(button="right")


def test_circles_and_arrows_are_drawn_by_hand_and_by_keys(chromium: Any, server: str) -> None:
    with opened(chromium, server, viewport=WIDE) as page:
        new_game(page, "chess")
        draw(page, 52, 36)
        draw(page, 30, 30)
        expect(page.locator(".by-hand line")).to_have_count(1)
        expect(page.locator(".by-hand circle")).to_have_count(1)
        draw(page, 30, 30)
        expect(page.locator(".by-hand circle")).to_have_count(0)
        cell(page, 27).focus()
        page.keyboard.press("c")
        page.keyboard.press("a")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("a")
        expect(page.locator(".by-hand line")).to_have_count(2)
        expect(page.locator(".by-hand circle")).to_have_count(1)
        cell(page, 40).click()
        expect(page.locator("#status")).to_have_text("White to move.")  # nothing was played
        expect(page.locator(".by-hand line, .by-hand circle")).to_have_count(3)
        assert cell(page, 27).get_attribute("aria-label") == "d5, empty, circle, arrow"
        page.fill("#words textarea", "look here")
        page.fill("#typed-move", "e4")
        page.keyboard.press("Enter")
        expect(page.locator(".by-hand line, .by-hand circle")).to_have_count(0)
        page.click("#undo")  # the marks belong to the position
        expect(page.locator(".by-hand line, .by-hand circle")).to_have_count(3)
        expect(page.locator("#words textarea")).to_have_value("look here")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save .pgn").click()
        text = Path(saved.value.path()).read_text(encoding="utf-8")
        assert (
            "{look here [%cal Re2e4,Rd5e5] [%csl Rd5]}" in text or "{look here [%csl Rd5] [%cal Re2e4,Rd5e5]}" in text
        )
        cell(page, 27).focus()
        page.keyboard.press("x")
        expect(page.locator(".by-hand line, .by-hand circle")).to_have_count(0)
        draw(page, 63, 60)
        page.click("#new-game")
        page.select_option("#setup-fields > label select", "hex")
        page.locator("#setup-fields .fields").get_by_label("size").select_option("3")
        page.click("#setup button[value=start]")  # a board without those cells
        expect(page.locator("#board .cell")).to_have_count(9)
        expect(page.locator(".by-hand line")).to_have_count(0)


def test_a_finger_draws_while_marks_are_switched_on(chromium: Any, server: str) -> None:
    with opened(chromium, server, has_touch=True) as page:
        finger, marks = finger_on(page), page.get_by_role("button", name="Marks", exact=True)
        new_game(page, "chess")
        marks.tap()
        expect(marks).to_have_attribute("aria-pressed", "true")
        cell(page, 52).tap()
        expect(page.locator(".by-hand circle")).to_have_count(1)
        finger("touchStart", middle(page, 62))
        finger("touchMove", middle(page, 45))
        expect(page.locator(".by-hand .preview line")).to_have_count(1)
        finger("touchEnd")
        expect(page.locator(".by-hand .preview")).to_have_count(0)
        expect(page.locator(".by-hand line")).to_have_count(1)
        finger("touchStart", middle(page, 0))
        finger("touchMove", (200, 840))  # off the board nothing is drawn, and the page has not scrolled
        finger("touchEnd")
        expect(page.locator(".by-hand line, .by-hand circle")).to_have_count(2)
        assert page.evaluate("scrollY") == 0
        says(page, "White to move.")
        marks.click()  # the browser takes no tap right after a finger that jumped
        expect(marks).to_have_attribute("aria-pressed", "false")
        cell(page, 52).tap()
        cell(page, 36).tap()
        says(page, "White played e4. Black to move.")
        page.click("#undo")
        expect(page.locator(".by-hand line, .by-hand circle")).to_have_count(2)  # kept with the position
        marks.click()
        new_game(page, "hex")  # a new game begins with moves
        expect(marks).to_have_attribute("aria-pressed", "false")
        marks.tap()
        finger("touchStart", middle(page, 60))
        expect(page.locator(".aim text")).to_have_text("f6")
        finger("touchMove", middle(page, 62))
        expect(page.locator(".aim text")).to_have_text("h6")
        finger("touchEnd")
        expect(page.locator(".by-hand line")).to_have_count(1)
        expect(page.locator(".aim text")).to_have_count(0)
        says(page, "Black to move.")
        new_game(page, "chess", seats=("person", "strongest"))
        page.fill("#typed-move", "e4")
        page.keyboard.press("Enter")
        says(page, "thinks")
        marks.click()
        cell(page, 62).tap()
        cell(page, 45).tap()
        expect(page.locator(".premove polygon")).to_have_count(0)


PGN_MARKS = "{[%csl Gd4,Re5] [%cal Ye2e4,Bg1f3] both [%clk 0:05:00]} 1. e4 *"
SGF_MARKS = (
    "(;FF[4]GM[11]SZ[5]LB[c3:A][d4:12];B[b2]BL[60]OB[3]TR[a1]SQ[b1]MA[c1]CR[d1]SL[e1]AR[a5:c5]LN[d5:e5]TB[e4]C[see]"
    "(;W[c3]DD[a1:b2])(;W[d4]LB[a1:q]))"
)


def test_marks_of_files_are_drawn_and_saved(chromium: Any, server: str, tmp_path: Path) -> None:
    with opened(chromium, server, viewport=WIDE) as page:
        page.locator("#cards button").first.wait_for()
        marked = tmp_path / "marks.pgn"
        marked.write_text(PGN_MARKS, encoding="utf-8")
        page.set_input_files("#open-file", marked)
        expect(page.locator("#moves")).to_contain_text("both", timeout=LONG)
        expect(page.locator("#moves")).not_to_contain_text("%")
        for_each = page.locator(".by-hand circle.mark-G, .by-hand circle.mark-R, .by-hand .mark-Y, .by-hand .mark-B")
        page.click("#first")
        expect(for_each).to_have_count(4)
        expect(page.locator("#words textarea")).to_have_value("both [%clk 0:05:00]")
        draw(page, 35, 35)  # d4, whatever its colour
        expect(for_each).to_have_count(3)
        page.locator("#words textarea").fill("two")
        page.locator("#words textarea").blur()
        expect(page.locator("#moves")).to_contain_text("two")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save .pgn").click()
        assert "{two [%csl Re5] [%cal Ye2e4,Bg1f3]} 1. e4 *" in Path(saved.value.path()).read_text(encoding="utf-8")
    with opened(chromium, server, viewport=WIDE) as page:
        page.locator("#cards button").first.wait_for()
        marked = tmp_path / "marks.sgf"
        marked.write_text(SGF_MARKS, encoding="utf-8")
        page.set_input_files("#open-file", marked)
        expect(page.locator("#moves")).to_contain_text("Black: 3 moves left", timeout=LONG)
        page.click("#first")
        expect(page.locator(".mark-label")).to_have_text(["A", "12"])
        page.click("#next")
        expect(page.locator(".mark-label")).to_have_count(0)
        expect(page.locator(".by-hand path.shape")).to_have_count(3)
        expect(page.locator(".by-hand circle")).to_have_count(2)
        expect(page.locator(".by-hand line")).to_have_count(2)
        expect(page.locator(".by-hand .area.black")).to_have_count(1)
        assert (cell(page, 0).get_attribute("aria-label") or "").endswith("triangle")
        draw(page, 12, 12)
        expect(page.locator(".by-hand circle")).to_have_count(3)
        page.click("#next")
        expect(page.locator(".by-hand .dimmed")).to_have_count(4)
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save .sgf").click()
        text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert "LB[c3:A][d4:12]" in text and ";W[d4]LB[a1:q]" in text and ";W[c3]DD[a1][b1][a2][b2]" in text
    assert "TR[a1]SQ[b1]MA[c1]CR[d1][c3]SL[e1]AR[a5:c5]LN[d5:e5]TB[e4]OB[3]" in text and "see" in text


def test_a_premove_is_played_when_it_is_legal(chromium: Any, server: str) -> None:
    with opened(chromium, server, viewport=WIDE) as page:
        new_game(page, "chess", seats=("person", "strongest"))
        page.fill("#typed-move", "e4")
        page.keyboard.press("Enter")
        says(page, "thinks")
        cell(page, 62).click()
        cell(page, 45).click()
        expect(page.locator(".premove polygon")).to_have_count(2)
        expect(page.locator("#moves")).to_contain_text("Nf3", timeout=LONG)
        expect(page.locator(".premove polygon")).to_have_count(0)
        says(page, "thinks")
        cell(page, 57).click()
        cell(page, 32).click()  # no knight goes from b1 to a4 at once
        expect(page.locator(".premove polygon")).to_have_count(2)
        expect(page.locator("#status")).to_contain_text("White to move", timeout=LONG)
        expect(page.locator(".premove polygon")).to_have_count(0)
        assert page.locator("#moves button").count() == 5, "the start and two moves each"


def test_a_move_is_seen_and_heard_where_people_want_it(chromium: Any, server: str) -> None:
    for motion, seen in (("no-preference", 1), ("reduce", 0)):
        with opened(chromium, server, viewport=WIDE, reduced_motion=motion) as page:
            new_game(page, "chess")
            expect(page.locator("#sounds")).to_have_attribute("aria-pressed", "false")
            page.evaluate(COUNTING)
            page.fill("#typed-move", "e4")
            page.keyboard.press("Enter")
            says(page, "White played e4.")
            assert page.evaluate("[window.seen, window.tones]") == [seen, 0]
            page.click("#sounds")
            page.fill("#typed-move", "e5")
            page.keyboard.press("Enter")
            says(page, "Black played e5.")
            assert page.evaluate("window.tones") == 2, "of the switch, and of the move"


def test_texts_are_pasted_and_dropped(chromium: Any, server: str) -> None:
    with opened(chromium, server, viewport=WIDE) as page:
        page.locator("#cards button").first.wait_for()
        page.evaluate(PASTE.replace("KIND", "paste"), '[White "Ann"]\n\n1. e4 {good} e5 2. Nf3 $1 *')
        expect(page.locator("#moves")).to_contain_text("Nf3", timeout=LONG)
        expect(page.locator("#seat-below")).to_contain_text("Ann", timeout=LONG)
        page.evaluate(PASTE.replace("KIND", "drop"), "https://hexworld.org/board/#11nc1,a10f6e7")
        page.get_by_role("button", name="Open it as hex").click()
        expect(page.locator("#moves")).to_contain_text("e7", timeout=LONG)
        page.evaluate(PASTE.replace("KIND", "paste"), "hello world")
        expect(page.locator("#notice")).to_contain_text("not a game or position", timeout=LONG)
        page.evaluate(PASTE.replace("KIND", "paste"), "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")
        expect(page.locator("#board [data-man]")).to_have_count(3, timeout=LONG)


def test_advice_is_on_every_cell(chromium: Any, server: str) -> None:
    with opened(chromium, server, viewport=WIDE) as page:
        new_game(page, "hex")
        page.fill("#typed-move", "f6")
        page.keyboard.press("Enter")
        says(page, "played f6")
        page.locator(".slot-0 select").select_option("heuristic")
        page.locator("#analysts input").nth(0).check()
        expect(page.locator(".advice .value")).to_have_count(120, timeout=LONG)
        expect(page.locator("#numbers")).to_have_text("Numbers on the board, for White: Heuristic, one move ahead.")
        page.locator(".slot-0 select").select_option("alphabeta")
        expect(page.locator("#numbers")).to_contain_text("points, for White: Alpha-beta, every move.", timeout=LONG)
        expect(page.locator(".advice .value")).to_have_count(120, timeout=LONG)
        for adviser, sign in (("network", "%"), ("combined", ".")):
            page.locator(".slot-0 select").select_option(adviser)
            expect(page.locator(".advice .value").first).to_contain_text(sign, timeout=LONG)
            expect(page.locator(".advice .heat").first).to_be_attached()
        page.locator(".slot-0 select").select_option("policy")
        expect(page.locator(".advice .share").first).to_contain_text("%", timeout=LONG)
        expect(page.locator("#numbers")).to_have_text(
            "Numbers on the board, in per cent: each move's probability (Network's policy)."
        )
        page.locator(".slot-1 select").select_option("dfpn")
        page.locator("#analysts input").nth(1).check()
        expect(page.locator(".slot-1 .lines")).to_contain_text("unproven", timeout=LONG)
        new_game(page, "chess")
        page.locator(".slot-0 select").select_option("policy")
        expect(page.locator(".arrow.heat").first).to_be_attached(timeout=LONG)
        expect(page.locator("#numbers")).to_have_text("Arrows: the moves that Network's policy prefers.", timeout=LONG)


def test_two_people_find_each_other_talk_and_take_back(chromium: Any, server: str) -> None:
    with opened(chromium, server, viewport=WIDE) as ann, opened(chromium, server, viewport=WIDE) as bob:
        bob.locator("#cards button").first.wait_for()
        new_game(ann, "reversi")
        ann.click("#offer-seat")
        says(ann, "Waiting for an opponent")
        bob.locator("#open-games button").click()
        says(bob, "Dark to move.")
        cell(ann, 37).click()
        says(bob, "Dark played f5.")
        ann.click("#take-back")
        says(bob, "Dark asks to take a move back.")
        bob.get_by_role("button", name="Allow taking back").click()
        says(ann, "Dark to move.")
        expect(ann.locator("#chat form")).to_be_hidden()
        for page in (ann, bob):
            page.locator("#chat input[type=checkbox]").check()
        ann.locator("#chat form input").fill("<i>good luck</i>")
        ann.keyboard.press("Enter")
        expect(bob.locator("#chat ol")).to_contain_text("<i>good luck</i>")
        ann.click("#resign")
        expect(ann.locator("#choice-title")).to_have_text("Resign this game?")
        ann.click("#choice-none")
        says(ann, "Dark to move.")
        ann.click("#resign")
        ann.locator("#choice-moves button").click()
        says(bob, "Light has won (resignation).")
