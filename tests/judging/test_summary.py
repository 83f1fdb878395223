"""What agents spent, and the page about a match or tournament."""

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
from refusals import refused

import boardai
from boardai.arena.elo import elo_of_score, performance
from boardai.arena.folder import MatchFolder, played_in
from boardai.arena.games import Opening, PlayedGame
from boardai.arena.workers import WorkerSettings, play_all
from boardai.cluster import open_pool
from boardai.commands.judge import main as judge
from boardai.commands.match import main as match
from boardai.commands.tournament import main as tournament
from boardai.judging.contents import fitted_maps, read_contents
from boardai.judging.effort import effort_of, effort_rows
from boardai.judging.summary import write_summary
from boardai.players import load_agent
from boardai.players.process import ProcessPlayer
from boardai.protocols.process import EngineError
from boardai.records import MoveReport

SETTINGS = {"seed": 0, "max_plies": None, "opening_plies": 0, "openings": None}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of three, judged."""
    place = tmp_path_factory.mktemp("summary") / "t"
    tournament(["chess", "pvs:depth=1", "greedy", "random", "--games", "2", "--max-plies", "30", "--record", str(place),
                "--judge", "pvs:depth=2", "--json", str(place.with_suffix(".json"))])  # fmt: skip
    return place


class _Checked(HTMLParser):
    """Tags that are opened and not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list) -> None:
        assert tag != "script"
        if tag not in ("meta", "path", "use", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.thorough
def test_the_page_in_html(folder: Path, tmp_path: Path) -> None:
    write_summary(folder, tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text()
    page = _Checked()
    page.feed(text)
    assert page.open == [] and text.count("<svg") == 2  # ratings and quality
    for wanted in ("chess: 3 agents", "performance", "nodes per move", "ACPL", "played on", "Openings"):
        assert wanted in page.text, wanted
    write_summary(folder, tmp_path / "again.html")
    assert (tmp_path / "again.html").read_text() == text


def test_the_page_in_markdown(folder: Path, tmp_path: Path) -> None:
    judge([str(folder), "--summary", str(tmp_path / "page.md")])
    text = (tmp_path / "page.md").read_text()
    for file in re.findall(r"\]\((.*?)\)", text):
        assert (tmp_path / file).read_text().startswith("<svg")
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert tables and all(line.endswith("|") for line in tables)


def test_names_of_strangers_are_no_markup(tmp_path: Path) -> None:
    evil = ["./<script>alert(1)</script>|x.py:A", "uci:[a](javascript:b)"]
    settings = {
        "game": "hex:size=3",
        "agents": evil,
        "seed": 0,
        "max_plies": None,
        "opening_plies": 0,
        "openings": None,
    }
    one = MatchFolder(tmp_path / "m", settings)
    for number in (0, 1):
        one.save(PlayedGame(number, [], None, 1, "<b>bold\nend</b> | *x*", versions=["<i>", ""]))
    write_summary(tmp_path / "m", tmp_path / "p.html")
    page = _Checked()
    page.feed((tmp_path / "p.html").read_text())
    assert "<script>" in page.text and "<b>bold" in page.text
    write_summary(tmp_path / "m", tmp_path / "p.md")
    text = (tmp_path / "p.md").read_text()
    assert "<script>" not in text.replace("\\<script\\>", "") and "[a](" not in text
    assert "\\| \\*x\\*" in text


def test_a_page_needs_games_and_an_ending(tmp_path: Path, folder: Path) -> None:
    with refused(tmp_path):
        write_summary(tmp_path, tmp_path / "p.html")
    with refused("p.pdf", ".html"):
        write_summary(folder, tmp_path / "p.pdf")
    copy = tmp_path / "t"
    shutil.copytree(folder, copy)
    (copy / "matches" / "000-001").rename(copy / "matches" / "000-007")
    with refused("000-007"):
        write_summary(copy, tmp_path / "p.html")


def test_the_tournament_reports_effort_performance_and_quality(folder: Path) -> None:
    table = json.loads(folder.with_suffix(".json").read_text())
    assert [one["agent"] for one in table["effort"]] == ["pvs:depth=1", "greedy", "random"]
    assert table["effort"][0]["nodes"] > 0 and table["effort"][2]["nodes"] is None
    assert {one["agent"] for one in table["quality"]} == {"pvs:depth=1", "greedy", "random"}
    assert all("performance" in one for one in table["ratings"])
    contents = read_contents(folder)
    assert len(contents.games) == 6 and contents.dates[0] and contents.score_unit == "centipawns"
    assert contents.efforts[0].depth == 1.0


def test_slopes_are_fitted_to_the_agents_own_scores(tmp_path: Path) -> None:
    settings = {
        "game": "chess",
        "agents": ["a", "b"],
        "seed": 0,
        "max_plies": None,
        "opening_plies": 0,
        "openings": None,
    }
    one = MatchFolder(tmp_path / "m", settings)
    for number in range(4):
        reports = [MoveReport(score=200 if number < 3 else 100), MoveReport(score=-200, player=1)]
        reports = reports if number % 2 == 0 else [MoveReport(), reports[0].__class__(score=200, player=1)]
        one.save(PlayedGame(number, ["e2e4", "e7e5"], None, -1 if number & 1 else 1, "x", reports=reports))
    first = fitted_maps(read_contents(tmp_path / "m"))[0]
    assert first.agent.endswith("a") and first.positions == 4 and first.chance(200) > 0.99
    assert first.low <= first.slope <= first.high
    write_summary(tmp_path / "m", tmp_path / "p.md")
    assert "| Houdini |  | 67 % | 80 % | 95 % | 99 % |" in (tmp_path / "p.md").read_text()


def test_overruns_and_memory_by_hand() -> None:
    def game(number: int, seconds: list[float], **more: object) -> PlayedGame:
        reports = [MoveReport(seconds=s, player=n % 2, depth=n) for n, s in enumerate(seconds)]
        totals = [sum(seconds[number & 1 :: 2]), sum(seconds[1 - (number & 1) :: 2])]
        return PlayedGame(number, seconds=totals, moves=[2, 2], reports=reports, **more)  # type: ignore[arg-type]

    games = [game(0, [0.1, 9, 0.104, 9]), game(1, [9, 0.15, 9, 0.3], memory=[5_000_000, None], late=0)]
    found = effort_of("x:seconds=0.1", [(one, 0) for one in games])
    assert (found.moves, found.overruns, found.late, found.memory) == (4, 2, 1, 5_000_000)
    assert found.longest == 0.3 and found.worst_overrun == pytest.approx(0.2) and found.depth == pytest.approx(2)
    rows = dict(effort_rows([found]))
    assert rows["over its time limit"] == ["2 moves, by 200.0 ms at most"] and rows["peak memory"] == ["5 MB"]
    before = effort_of("x", [(PlayedGame(0, seconds=[4.0, 1.0], moves=[2, 2]), 0)])
    assert (before.seconds, before.longest, before.overruns) == (2.0, None, None), "games of earlier versions"


def test_performance_is_elos() -> None:
    """Against FIDE's table of differences, and alongside the logistic curve."""
    for score, difference in ((0.5, 0), (0.6, 72), (0.75, 193), (0.9, 366)):
        assert performance(score, 0) == pytest.approx(difference, abs=1)
        assert performance(1 - score, 100) == pytest.approx(100 - difference, abs=1)
        assert performance(score, 0) == pytest.approx(elo_of_score(score), abs=20)
    assert performance(0, 0) == -800 == -performance(1, 0)
    with refused("score", "1.5"):
        performance(1.5, 0)


@pytest.mark.thorough
def test_memory_is_measured_in_processes_of_their_own() -> None:
    found = []
    for apart in (True, False):
        settings = WorkerSettings("hex:size=3", ("random", "pvs:depth=2"), 1, own_processes=apart)
        found += play_all(settings, [((0, 1), 0)], lambda number: Opening(), open_pool)
    assert all(memory is not None and memory > 10_000_000 for memory in found[0].memory)
    assert found[1].memory == [None, None] and found[0].actions == found[1].actions, "the games are the same"


@pytest.mark.thorough
def test_an_agent_in_a_process_is_the_same_agent() -> None:
    game = boardai.load("reversi", board="6x6")
    here, there = load_agent("mcts:simulations=50", game, 3), ProcessPlayer("mcts:simulations=50", game, 3)
    state = game.initial_state()
    for player in (here, there):
        player.new_game(state, [], 7)
    mine, theirs = here.think(state), there.think(state)
    assert mine.action == theirs.action and mine.result is not None and theirs.result is not None
    assert mine.result.visits == theirs.result.visits and there.judges and there.name == here.name
    there._process.kill()
    with pytest.raises(EngineError, match="died"):
        there.think(state)
    there.close()
    with refused("nobody"):
        ProcessPlayer("nobody", game)


def test_a_match_folder_of_before_is_read(tmp_path: Path) -> None:
    """Without reports, memory, versions and machine."""
    match(["hex:size=4", "random", "greedy", "--games", "2", "--record", str(tmp_path / "m")])
    for file in (tmp_path / "m" / "games").glob("*.json"):
        table = json.loads(file.read_text())
        for name in ("reports", "memory", "versions", "played_on", "sha256"):
            table["notes"].pop(name, None)
        file.write_text(json.dumps(table))
    assert all(one.reports == [] and one.played_on == "" for one in played_in(tmp_path / "m"))
    write_summary(tmp_path / "m", tmp_path / "p.html")
    match(["--resume", str(tmp_path / "m"), "--games", "2"])
