"""What agents reported of their moves: in records, and as comments of game files."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

import boardai
from boardai.arena.folder import played_in
from boardai.commands.match import main as match
from boardai.records import MoveReport, load_record, with_report_comments
from boardai.records.__main__ import main as records
from boardai.records.move_reports import read_reports, report_tables

SECONDS = st.integers(0, 10**9).map(lambda n: n / 1000)
REPORTS = st.builds(
    MoveReport,
    score=st.none() | st.integers(-3000, 3000),
    win_in=st.none() | st.integers(-99, 99),
    depth=st.integers(0, 99),
    nodes=st.integers(0, 2**60),
    seconds=SECONDS,
    clock=st.none() | SECONDS,
)


@given(st.lists(REPORTS, max_size=4))
def test_reports_are_read_as_they_were_written(reports: list[MoveReport]) -> None:
    table = json.loads(json.dumps(report_tables(reports)))
    assert read_reports({"reports": table}, len(reports), "here") == reports


@pytest.mark.parametrize(
    "bad", [3, [3], [{"score": "x"}], [{"scare": 1}], [{"outcome": 2}], [{"nodes": -1}], [{"seconds": 1e99}], [{}, {}]]
)
def test_damaged_reports_are_refused(bad: object) -> None:
    with refused("m/000000.json", "reports"):
        read_reports({"reports": bad}, 1, "m/000000.json")


def test_comments_are_the_first_players_view() -> None:
    report = MoveReport(score=-120, depth=9, seconds=65.25, clock=3723, nodes=5)
    assert report.comment(1, True) == "[%eval 1.20,9] [%clk 1:02:03] [%emt 0:01:05.25] [%nodes 5]"
    assert (
        MoveReport(win_in=5).comment(0, True) == "[%eval #3]" and MoveReport(win_in=5).comment(1, True) == "[%eval #-3]"
    )
    assert MoveReport(win_in=-4).comment(1, True) == "[%eval #2]"
    assert MoveReport(score=7).comment(0, False) == "[%value 7]" and MoveReport(outcome=0.5).comment(1, False) == (
        "[%outcome -0.5]"
    )
    assert MoveReport(points=-2.5, depth=3).comment(1, False) == "[%value 2.5,3]"


def test_python_chess_reads_the_comments() -> None:
    pgn = pytest.importorskip("chess.pgn")
    reports = [{"score": 31, "depth": 7, "clock": 9.5, "seconds": 0.25}, {"win_in": 3, "depth": 4}]
    one = boardai.RecordedGame.from_moves("chess", ["e4", "e5"], headers={"reports": reports, "opening_plies": 0})
    text = io.StringIO()
    boardai.write_games(text, [with_report_comments(one)], format=".pgn")
    first = pgn.read_game(io.StringIO(text.getvalue())).next()
    assert (first.eval().white().score(), first.eval_depth(), first.clock(), first.emt()) == (31, 7, 9.5, 0.25)
    assert first.next().eval().white().mate() == -2


def test_a_match_keeps_reports_and_its_games_go_into_files(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    folder = tmp_path / "m"
    match(["reversi", "pvs:depth=1", "mcts:simulations=5", "--games", "2", "--record", str(folder), "--time", "1+1",
           "--balance", "none"])  # fmt: skip
    for one in played_in(folder):
        assert len(one.reports) == len(one.actions) - one.opening_plies
        begins = one.number & 1  # the agent that moves first after an even number of plies
        mine = one.reports[(begins + one.opening_plies) % 2 :: 2][:3]
        assert all(report.points is not None and report.depth == 1 and report.nodes for report in mine)
        assert all(report.clock and report.seconds >= 0 for report in one.reports)
    assert load_record(folder / "games" / "000000.json").notes["reports"]
    capsys.readouterr()
    records(["reversi", "export", str(folder), "--output", str(tmp_path / "m.ggf")])
    records(["reversi", "export", str(folder), "--output", str(tmp_path / "m.txt")])
    assert "no room for comments" in capsys.readouterr().out
    two = list(boardai.read_games(tmp_path / "m.txt", "reversi"))
    assert [one.headers["Round"] for one in two] == ["1.1", "1.2"] and two[0].headers["TimeControl"] == "60+1"
    assert "reports" not in two[0].headers
    (first, _) = boardai.read_games(tmp_path / "m.ggf", "reversi")
    assert any("[%eval" in text and "[%emt" in text for text in first.comments.values())
