"""The main states of the page, driven in a browser, and their pictures in four widths and two colours.

python tests/web/states.py --output /tmp/pictures          # every state, to be looked at
python tests/web/states.py --docs                          # the pictures of docs/web.md, written anew
python tests/web/states.py --output /tmp/p --states match editor --widths 390
"""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import folders
from browsers import CHROMIUM, cell, new_game, opened, playwright, printed, says

import boardai
from boardai.records import GameDatabase

expect = playwright.expect
LONG = 240_000  # milliseconds on a busy machine until a search or a network is compiled
SIZES = {390: 844, 768: 1024, 1280: 800, 1920: 1080}
SCHEMES = ("light", "dark")
# Légal's mate, with comments.
GAME = """[White "Kermur de Legal"]
[Black "Saint Brie"]
[Event "Paris"]
[Date "1750.??.??"]

1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 {White will leave the queen where it is.} 4. Nc3 g6 $2 (4... Nc6 5. h3 Bh5)
5. Nxe5 $1 Bxd1 $4 6. Bxf7+ Ke7 7. Nd5# 1-0
"""
ITALIAN = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c3", "Nf6", "d3", "d6"]
REVERSI = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "b4", "e3"]
HEX = ["k1", "f6", "d8", "h5", "g7", "e7"]


@dataclass(frozen=True)
class Stage:
    """A server that has something to show in every state.

    Attributes:
        url: for visitors.
        owner: for the person who started it.
        run: the name of a run that has been trained.
    """

    url: str
    owner: str
    run: str


@contextlib.contextmanager
def stage(folder: Path, run: Path, port: int = 0) -> Iterator[Stage]:
    """A server with a trained run, a tournament, a database of openings, and a folder to train in."""
    path = folder / "club.db"
    with GameDatabase(path, "chess", create=True) as database:
        lines = [(ITALIAN, 1), ([*ITALIAN[:8], "d4"], 0), ([*ITALIAN[:8], "d4", "exd4"], 1), ([*ITALIAN[:8], "b4"], -1)]
        games = [boardai.RecordedGame.from_moves("chess", moves, result=result) for moves, result in lines]
        database.add_games(games, "club")
    tournament = folders.matches(folder) / "tournament"
    arguments = ["--record", str(folder / "games"), "--database", str(path), "--train", str(folder / "runs")]
    arguments += ["--run", str(run), "--run", str(tournament)]
    with printed(port, *arguments, games=["chess", "hex", "reversi"]) as (urls, _):
        yield Stage(urls[0], urls[1], run.name)


# --- the states, each reached from a page that has just been opened ---


def play(page: Any, *moves: str) -> None:
    for move in moves:
        page.fill("#typed-move", move)
        page.keyboard.press("Enter")
        says(page, f"played {move}.")


def choose_clock(page: Any, number: int) -> None:
    page.locator("#setup-fields label", has_text="Clocks").locator("select").select_option(index=number)


def analyse(page: Any, slot: int = 0) -> None:
    page.locator("#analysts input").nth(slot).check()
    page.locator(f".slot-{slot} .lines li").first.wait_for(timeout=LONG)


def opening(page: Any, shown: Stage) -> None:
    """The first screen, with a game of one's own."""
    new_game(page, "hex")
    play(page, "f6", "g7")
    page.click("#home")
    page.locator(".shown-board .man").first.wait_for()
    page.wait_for_timeout(9000)  # some moves
    page.click("#pause")


def setup(page: Any, shown: Stage) -> None:
    """The form of a new game."""
    page.get_by_role("button", name="More choices for chess").click()


def game(page: Any, shown: Stage) -> None:
    """A game of chess against a level, by the clock."""
    page.click("#new-game")
    choose_clock(page, 2)
    page.click("#setup button[value=start]")
    page.locator("#setup").wait_for(state="hidden")
    for move in ("e4", "Nf3", "d4"):
        page.fill("#typed-move", move)
        page.keyboard.press("Enter")
        expect(page.locator("#moves")).to_contain_text(move)
        expect(page.locator("#status")).to_contain_text("White to move", timeout=LONG)
    cell(page, 57).click()


def analysis(page: Any, shown: Stage) -> None:
    """Chess with two analysts: lines, bar and arrows."""
    new_game(page, "chess")
    play(page, *ITALIAN)
    analyse(page)
    page.locator(".slot-1 select").select_option("random")
    analyse(page, 1)
    page.wait_for_timeout(6000)


def review(page: Any, shown: Stage) -> None:
    """A game that was loaded and judged, at its mistake."""
    with tempfile.TemporaryDirectory() as place:
        source = Path(place) / "legal.pgn"
        source.write_text(GAME, encoding="utf-8")
        page.set_input_files("#open-file", source)
        page.locator("#moves button", has_text="Nd5#").wait_for()
    page.click("#review")
    expect(page.locator("#sides caption")).not_to_contain_text("…", timeout=LONG)
    page.locator("#moves button", has_text="Bxd1").click()
    says(page, "Black played Bxd1.")


def hexes(page: Any, shown: Stage) -> None:
    """Hex with the network's visits as heat, and virtual connections as a layer."""
    new_game(page, "hex")
    play(page, *HEX)
    analyse(page)
    page.get_by_text("Knowledge").click()
    page.get_by_label("Shortest paths").check()
    page.locator(".layer").first.wait_for(timeout=LONG)
    page.wait_for_timeout(3000)


def reversi(page: Any, shown: Stage) -> None:
    """Reversi with the margin of each move."""
    new_game(page, "reversi")
    play(page, *REVERSI)
    page.get_by_text("Settings", exact=True).click()
    page.get_by_label("lines").fill("10")
    analyse(page)
    page.wait_for_timeout(4000)


def tree(page: Any, shown: Stage) -> None:
    """The tree of a search, with two moves opened."""
    new_game(page, "chess")
    play(page, *ITALIAN[:4])
    page.click("#explain")
    page.select_option("#tree-by", label="PUCT")
    expect(page.locator("#tree-words")).to_contain_text("finished.", timeout=LONG)
    page.locator("#tree > .tree-level > ul > li > .tree-line > .tree-row").first.click()
    page.locator(".tree-level .tree-level .tree-row").first.click()
    expect(page.locator(".tree-level .tree-level .tree-level")).to_have_count(1)


def openings(page: Any, shown: Stage) -> None:
    """The name of an opening, and the games of a database."""
    new_game(page, "chess")
    play(page, *ITALIAN[:8])
    page.locator("#openings summary").click()
    expect(page.locator("#openings caption")).to_contain_text("reached this position", timeout=LONG)
    expect(page.locator("#opening-name")).to_contain_text("Giuoco Piano")


def lesson(page: Any, shown: Stage) -> None:
    """A lesson with a wrong answer, and its refutation."""
    page.get_by_role("button", name="Learn reversi").click()
    legal = page.locator('#lesson-board [aria-label*="can be played"]')
    words = page.locator("#lesson-words")
    for number in range(30):
        expect(words).to_contain_text("Find the move.", timeout=LONG)
        legal.nth(number).click()
        expect(words).to_contain_text(re.compile("is (right|wrong)"), timeout=LONG)
        if "wrong" in words.inner_text():
            page.wait_for_timeout(1500)
            return
        page.reload()


def runs(page: Any, shown: Stage) -> None:
    """The curves of a run."""
    of_run(page, shown, "overview")
    page.locator("#shown img").wait_for(timeout=LONG)


def of_run(page: Any, shown: Stage, name: str) -> None:
    page.goto(shown.url.replace("/?", "/runs.html?"))
    page.locator("#page option").first.wait_for(state="attached")
    page.select_option("#run", label=page.locator("#run option", has_text=shown.run).first.inner_text())
    page.select_option("#page", name)


def live(page: Any, shown: Stage) -> None:
    """Self-play on boards that move."""
    of_run(page, shown, "live games")
    page.locator(".live svg").first.wait_for(timeout=LONG)
    page.wait_for_timeout(5000)
    page.get_by_role("button", name="Pause the boards").click()


def network(page: Any, shown: Stage) -> None:
    """What a run's network says of a position."""
    of_run(page, shown, "network")
    page.locator(".network .heat").first.wait_for(timeout=LONG)


def tables(page: Any, shown: Stage) -> None:
    """Ratings and crosstables of a tournament."""
    page.goto(shown.url.replace("/?", "/runs.html?"))
    page.locator("#page option").first.wait_for(state="attached")
    page.select_option("#run", label=page.locator("#run option", has_text="tournament").first.inner_text())
    page.select_option("#page", "tables")
    page.locator("table.figures").first.wait_for()


def training(page: Any, shown: Stage) -> None:
    """A run that the owner starts."""
    page.goto(shown.owner)
    page.locator("#training").click()
    form = page.locator("#start")
    if not page.locator(".training").count():
        form.get_by_label("Game").select_option("hex")
        form.get_by_label("size").select_option("5")
        form.get_by_label("Name").fill("mine")
        form.get_by_label("Minutes").fill("3")
        form.get_by_role("button", name="Start training").click()
    expect(page.locator(".training").first).to_contain_text("running")
    expect(page.locator(".training pre").first).to_contain_text("game", timeout=LONG)


def match(page: Any, shown: Stage) -> None:
    """A game of two people by the clock, with a draw offered."""
    page.click("#new-game")
    page.locator("#setup-fields").get_by_label("Your name").fill("Ann")
    page.select_option("#setup-fields > label select", "reversi")
    choose_clock(page, 1)
    page.locator("#setup-fields select").filter(has=page.locator('option[value="person"]')).nth(1).select_option(
        "person"
    )
    page.click("#setup button[value=start]")
    page.click("#invite")
    expect(page.locator("#advice")).to_contain_text("http")
    link = page.locator("#advice").inner_text().split()[-1]
    other = page.context.browser.new_context().new_page()
    other.goto(link)
    says(other, "Dark to move.")
    cell(page, 37).click()
    says(other, "Dark played f5. Light to move.")
    cell(other, 43).click()
    says(page, "Light played d6. Dark to move.")
    other.click("#draw")
    says(page, "offers a draw")


def editor(page: Any, shown: Stage) -> None:
    """A board of any shape that is drawn."""
    page.get_by_role("button", name="More choices for reversi").click()
    page.click("#draw-board")
    for kind, cells in (("dark", (27, 36)), ("light", (28, 35)), ("no cell", (0, 7, 56, 63))):
        page.locator("#editor").get_by_role("radio", name=kind).check()
        for number in cells:
            page.locator(f'#editor [data-cell="{number}"]').click()


STATES: dict[str, Callable[[Any, Stage], None]] = {
    "opening": opening, "setup": setup, "game": game, "analysis": analysis, "review": review, "hex": hexes,
    "reversi": reversi, "tree": tree, "openings": openings, "lesson": lesson, "runs": runs, "live": live,
    "network": network, "tables": tables, "training": training, "match": match, "editor": editor,
}  # fmt: skip


# --- what is wrong with what is shown ---

# Elements beyond the window, cut or overflowing texts, controls on top of each other, targets that a finger misses.
FAULTS = """(isTouched) => {
    const found = [];
    const name = (one) => `${one.tagName.toLowerCase()}${one.id ? `#${one.id}` : ""}` +
        `${one.classList.length ? `.${[...one.classList].join(".")}` : ""} "${one.textContent.trim().slice(0, 40)}"`;
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} px wide`);
    const root = document.querySelector("dialog[open]") ?? document.body;
    if (root !== document.body && root.scrollWidth > root.clientWidth) found.push(`overflow in ${root.id}`);
    const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, svg, noscript");
    const scrolls = (one) => one && one !== document.body &&
        (["auto", "scroll"].includes(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
    const pen = document.createElement("canvas").getContext("2d");
    const shown = [...root.querySelectorAll("*")].filter(isShown);
    for (const one of shown) {
        const { left, right, width } = one.getBoundingClientRect();
        const style = getComputedStyle(one);
        if (width && (left < -1 || right > innerWidth + 1) && !scrolls(one)) found.push(`beyond the window: ${name(one)}`);
        const isText = one.matches("button, .button, h1, h2, h3, p, label, summary, dt, dd, figcaption, li");
        const isCut = one.scrollWidth > one.clientWidth + 1 && style.display !== "inline" && !scrolls(one);
        if (isCut && (isText || ["hidden", "clip"].includes(style.overflowX))) found.push(`cut: ${name(one)}`);
        if (one.matches("select") && one.selectedOptions.length) {
            pen.font = `${style.fontSize} ${style.fontFamily}`;
            const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 14;
            const wide = pen.measureText(one.selectedOptions[0].textContent).width;
            if (wide > room + 1) found.push(`cut: list with "${one.selectedOptions[0].textContent}"`);
        }
    }
    const controls = shown.filter((one) => one.matches("button, a[href], input, select, textarea, summary"));
    const boxOf = (one) => one.getBoundingClientRect();
    for (const [number, one] of controls.entries()) {
        const a = boxOf(one);
        for (const other of controls.slice(number + 1)) {
            const b = boxOf(other);
            const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left),
                                  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
            if (wide > 2 && high > 2 && !scrolls(one) && !scrolls(other)) found.push(`${name(one)} lies on ${name(other)}`);
        }
        const isInText = one.closest("p, .lines, .between");
        const { width, height } = boxOf(one.matches("[type=checkbox], [type=radio]") ? one.closest("label") : one);
        if (isTouched && !isInText && Math.min(width, height) < 23.5) {
            found.push(`${name(one)} is ${Math.round(width)} x ${Math.round(height)} px`);
        }
    }
    return [...new Set(found)];
}"""


def faults(page: Any) -> list[str]:
    """What is wrong with what is shown, in each width and colour."""
    found = []
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} px: {one}" for one in page.evaluate(FAULTS, width == min(SIZES))]
    return found


def take(page: Any, folder: Path, name: str, widths: list[int]) -> None:
    """Pictures of a state in each width and colour; the page is as high as it wants."""
    for width in widths:
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size({"width": width, "height": SIZES[width]})
            page.wait_for_timeout(200)
            page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--states", nargs="*", default=list(STATES))
    parser.add_argument("--widths", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--run", type=Path)
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as ending:
        folder = Path(place)
        run = given.run or folders.run(folder / "hex-5")
        shown = ending.enter_context(stage(folder, run))
        engine = ending.enter_context(playwright.sync_playwright())
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name in given.states:
            try:
                with opened(browser, shown.url, viewport={"width": 1280, "height": 800}) as page:
                    STATES[name](page, shown)
                    print(*faults(page), sep="\n")
                    take(page, given.output, name, given.widths)
                    print(name, flush=True)
            except Exception as error:  # noqa: BLE001
                print(name, "FAILED", str(error)[:1500], flush=True)
        browser.close()


if __name__ == "__main__":
    main()
