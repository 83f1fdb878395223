"""The main states of the page, driven in a browser, and their pictures in four widths and two colours.

    python tests/web/states.py --output pictures            # every state, to be looked at
    python tests/web/states.py --output pictures --states match editor --widths 390
    python tests/web/states.py --docs                       # writes the pictures of docs/web.md again

Without --run a small network is trained first, which takes a minute or two.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import folders
from browsers import CHROMIUM, cell, new_game, opened, playwright, printed, says
from PIL import Image

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
    """Hex with the network's visits as heat, and the shortest paths as a layer."""
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


def replay(page: Any, shown: Stage) -> None:
    """A game of self-play, with what the search saw."""
    of_run(page, shown, "replay")
    first = page.locator("#shown tbody tr").first
    moves = int(first.locator("td, th").nth(1).inner_text())
    first.locator("a").click()
    for _ in range(min(6, moves - 1)):  # at the end nothing is searched any more
        page.locator("#redo").click()
    page.locator("#board .share").first.wait_for()


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
    form.get_by_label("Game").select_option("hex")
    form.locator("[data-name=size]").select_option("5")
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
    seats = page.locator("#setup-fields select").filter(has=page.locator('option[value="person"]'))
    seats.nth(1).select_option("person")
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
    other.context.close()


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
    "replay": replay, "network": network, "tables": tables, "training": training, "match": match, "editor": editor,
}  # fmt: skip


# --- what is wrong with what is shown ---

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")


def faults(page: Any) -> list[str]:
    """What is wrong with what is shown, in each width and colour."""
    found = []
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} px: {one}" for one in page.evaluate(FAULTS, width == min(SIZES))]
    return found


Picture = tuple[str, int, str]  # a state, a width and a colour
# The pictures of the documents: of one state each, and sheets of many.
DOCS: dict[str, Picture] = {
    "web-chess": ("analysis", 1280, "light"), "web-phone": ("hex", 390, "dark"),
    "web-opening": ("opening", 1280, "light"), "web-layers": ("hex", 1280, "light"),
    "web-tree": ("tree", 1280, "light"),
    "web-replay": ("replay", 1280, "light"), "web-lesson": ("lesson", 1280, "dark"),
    "web-opening-phone": ("opening", 390, "dark"), "web-lesson-phone": ("lesson", 390, "light"),
}  # fmt: skip
SHOWN = ("opening", "game", "analysis", "review", "hex", "reversi",
         "tree", "openings", "lesson", "runs", "training", "match")  # fmt: skip
# Width, columns, scale, and the colours of the first state; the others have them by turns, so each state is in both.
SHEETS = {
    "web-states": (1280, 3, 0.5, 0), "web-states-phone": (390, 6, 0.62, 0),
    "web-states-tablet": (768, 6, 0.31, 1), "web-states-wide": (1920, 3, 0.33, 1),
}  # fmt: skip
COLOURS = 256  # of a picture's palette
GAP = 12  # pixels between the pictures of a sheet


def taken(page: Any, name: str, widths: list[int], full: bool) -> dict[Picture, Image.Image]:
    """Pictures of a state in these widths and both colours; full: as high as the page, else as the window."""
    found = {}
    for width in widths:
        page.set_viewport_size({"width": width, "height": SIZES[width]})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_timeout(300)
            page.locator("#shown.left").wait_for(state="detached")  # a figure with other columns has been asked for
            shot = page.screenshot(full_page=full)
            found[name, width, scheme] = Image.open(io.BytesIO(shot)).convert("RGB")
    return found


def save(picture: Image.Image, path: Path) -> None:
    picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path}: {path.stat().st_size:,} bytes")


def sheet(pictures: list[Image.Image], columns: int, scale: float) -> Image.Image:
    """Pictures of one size side by side."""
    wide, high = (round(scale * side) for side in pictures[0].size)
    rows = -(-len(pictures) // columns)
    found = Image.new("RGB", (columns * (wide + GAP) + GAP, rows * (high + GAP) + GAP), "#8a8a8a")
    for number, picture in enumerate(pictures):
        row, column = divmod(number, columns)
        place = GAP + column * (wide + GAP), GAP + row * (high + GAP)
        found.paste(picture.resize((wide, high), Image.Resampling.LANCZOS), place)
    return found


def write_docs(found: dict[Picture, Image.Image], folder: Path) -> None:
    """The pictures of the documents, those of the sheets by turns light and dark."""
    for name, picture in DOCS.items():
        save(found[picture], folder / f"{name}.png")
    for name, (width, columns, scale, first) in SHEETS.items():
        chosen = [found[state, width, SCHEMES[(first + number) % 2]] for number, state in enumerate(SHOWN)]
        save(sheet(chosen, columns, scale), folder / f"{name}.png")


def trained(folder: Path) -> Path:
    """A run whose curves, games and network can be shown."""
    small: dict[str, Any] = {
        "selfplay.games_per_iteration": 100, "replay.minimum": 500, "learn.batch_size": 64, "network.blocks": 2,
        "network.channels": 16, "inference_rate_seconds": 0.0, "arena.final_games": 8,
    }  # fmt: skip
    boardai.learn.train("hex:size=5", iterations=8, run=folder, verbose=False, **small)
    return folder


def main(arguments: Sequence[str] | None = None) -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--output", type=Path, metavar="FOLDER", help="write a picture of each state, width and colour")
    where.add_argument("--docs", action="store_true", help="write the pictures of docs/web.md")
    parser.add_argument("--states", nargs="*", choices=list(STATES), default=list(STATES))
    parser.add_argument("--widths", nargs="*", type=int, choices=list(SIZES), default=list(SIZES))
    parser.add_argument("--run", type=Path, metavar="FOLDER", help="show this run")
    given = parser.parse_args(arguments)
    if given.docs:
        given.states = [name for name in STATES if name in SHOWN or any(name == one for one, _, _ in DOCS.values())]
        given.widths = list(SIZES)
    found: dict[Picture, Image.Image] = {}
    os.environ["LOGNAME"] = "Anna"  # the server names the person at the board after the account
    expect.set_options(timeout=LONG)
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as ending:
        run = given.run or trained(Path(place) / "hex-5")
        shown = ending.enter_context(stage(Path(place), run))
        engine = ending.enter_context(playwright.sync_playwright())
        browser = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name in given.states:
            with opened(browser, shown.url, viewport={"width": 1280, "height": 800}) as page:
                page.set_default_timeout(LONG)
                STATES[name](page, shown)
                print(name, *(f"  {fault}" for fault in faults(page)), sep="\n", flush=True)
                pictures = taken(page, name, given.widths, full=not given.docs)
            if given.docs:
                found |= pictures
                continue
            given.output.mkdir(parents=True, exist_ok=True)
            for (state, width, scheme), picture in pictures.items():
                picture.save(given.output / f"{state}-{width}-{scheme}.png")
        browser.close()
    if given.docs:
        write_docs(found, Path(__file__).parents[2] / "docs" / "pictures")


if __name__ == "__main__":
    main()
