"""`python -m boardai.bench`: how it measures and reports; never how fast anything is."""

import json
import os
from pathlib import Path

import pytest
from refusals import refused
from rich.console import Console

from boardai.bench import __main__ as command
from boardai.bench import measure as measuring
from boardai.bench import openspiel, report, signature, workloads
from boardai.bench.measure import Benchmark, NotAvailable, Peer, Row, Workload, measure
from boardai.command_line import InputError

GOLDEN = Path(__file__).with_name("signature.json")


@pytest.fixture
def short(monkeypatch):
    """Samples of hardly any time."""
    monkeypatch.setattr(measuring, "SAMPLE_SECONDS", {False: 1e-3, True: 1e-4})


def pretended(name: str, log: list[str], rates: list[float]) -> Workload:
    """A workload whose runs have given rates, the first three being the warm-up's."""
    answers = iter(rates)

    def run(times: int) -> tuple[float, float]:
        log.append(name)
        return next(answers) * times, float(times)

    return Workload(run, "9.9", lambda: log.append(f"{name} closed"))


def test_repeats_are_interleaved_and_ratios_are_of_neighbours():
    log: list[str] = []
    ours, theirs = pretended("A", log, [0, 0, 10, 30, 80]), pretended("B", log, [0, 0, 5, 10, 20])
    peer = Peer("peer", lambda quick: theirs, floor=2, aim=4)
    row = measure(Benchmark("x/y", lambda quick: "work", "nodes/s", lambda quick: ours, (peer,)), peer, quick=True)
    assert log == ["A", "A", "B", "B", "A", "B", "A", "B", "A", "B", "B closed"]  # twice to see how long it takes
    assert (row.ours, row.theirs) == ([10, 30, 80], [5, 10, 20])
    assert (row.ratio.median, row.ratio.least, row.ratio.most) == (3, 2, 4)
    assert row.verdict == "floor met" and row.version == "9.9"


def test_short_work_is_repeated_until_a_sample_is_long_enough():
    asked = []

    def run(times: int) -> tuple[float, float]:
        asked.append(times)
        return 1.0, 0.01 * times

    assert measuring.repetitions(Workload(run), 0.5) == 50
    assert asked == [1, 1]
    assert measuring.repetitions(Workload(lambda times: (1.0, 2.0)), 0.5) == 1


@pytest.mark.parametrize("when", ["prepare", "first run", "later run"])
def test_a_peer_that_is_missing_is_a_row_that_says_so_and_has_our_rate(when, short):
    runs = 0

    def refuse(times: int) -> tuple[float, float]:
        nonlocal runs
        runs += 1
        if runs == (4 if when == "later run" else 1):
            raise NotAvailable("not installed (try harder)")
        return 1.0, 1.0

    peer = Peer("peer", lambda quick: Workload(refuse) if "run" in when else refuse(1), floor=1, aim=2)
    mine = Workload(lambda times: (3.0 * times, 1.0 * times))
    row = measure(Benchmark("x/y", lambda quick: "work", "nodes/s", lambda quick: mine, (peer,)), peer, quick=True)
    assert row.missing == "not installed (try harder)" and row.verdict == ""
    assert row.ours == [3.0, 3.0, 3.0] and row.theirs == []
    assert report.cells(row)[2:6] == ["3.00 (3.00 .. 3.00)", "peer: not installed (try harder)", "", ""]
    assert report.summary(row) == "x/y and peer: not installed (try harder)"
    table = row.to_table()
    assert table["missing"] == "not installed (try harder)" and table["ours"]["median"] == 3.0
    assert "theirs" not in table and "ratio" not in table


def test_a_row_without_a_peer_is_a_rate_alone(short):
    mine = Workload(lambda times: (3.0 * times, 1.0 * times))
    row = measure(Benchmark("x/y", lambda quick: "work", "nodes/s", lambda quick: mine), None, quick=True)
    assert report.cells(row) == ["x/y", "work, nodes/s", "3.00 (3.00 .. 3.00)", "", "", "", "", ""]
    assert report.summary(row) == "x/y: 3.00 (3.00 .. 3.00) nodes/s"
    assert row.to_table()["ours_samples"] == [3.0, 3.0, 3.0] and "missing" not in row.to_table()


def test_a_missing_peer_does_not_squeeze_the_table():
    """A long reason breaks in its own column; rates, ratios and verdicts of the other rows stay on one line."""
    reason = "its C++ needs a compiler here: apt install g++, and then quite a lot of patience while it is compiled"
    rows = [
        Row("x/a", "some work on a board", "nodes/s", "peer", floor=4, aim=7, missing=reason, ours=[10.0, 20.0, 30.0]),
        Row("x/b", "work", "nodes/s", "peer", "9.9", 4, 7, ours=[10.0, 20.0, 30.0], theirs=[2.0, 2.0, 2.0]),
    ]
    console = Console(width=190, record=True, file=open(os.devnull, "w"))  # noqa: SIM115
    report.print_table(console, rows)
    lines = console.export_text().splitlines()
    (whole,) = [line for line in lines if "x/b" in line]
    for cell in ("20.0 (10.0 .. 30.0)", "peer 9.9", "2.00 (2.00 .. 2.00)", "10.0x (5.00 .. 15.0)", "4 / 7", "aim met"):
        assert cell in whole
    text = " ".join(line[line.index("peer") :] if "peer" in line else line for line in lines).split()
    assert set(reason.split()) <= set(text)


@pytest.mark.parametrize(
    ("rate", "verdict"), [(7.1, "aim met"), (7, "aim met"), (4, "floor met"), (3.9, "below floor")]
)
def test_verdicts(rate, verdict):
    row = Row("x", "work", "nodes/s", "peer", floor=4, aim=7, ours=[rate], theirs=[1.0])
    assert row.verdict == verdict


def test_rows_without_floor_have_no_verdict():
    assert Row("x", "work", "nodes/s", "peer", ours=[2.0], theirs=[1.0]).verdict == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.50"), (12.34, "12.3"), (999, "999"), (1500, "1.50 k"), (2e6, "2.00 M"), (3e9, "3.00 G")],
)
def test_rates_are_short(value, text):
    assert report.rate(value) == text


def test_table_has_every_cell():
    row = Row("x/y", "work", "nodes/s", "peer", "9.9", 4, 7, ours=[10.0, 20.0, 30.0], theirs=[2.0, 2.0, 2.0])
    console = Console(width=170, record=True, file=open(os.devnull, "w"))  # noqa: SIM115
    report.print_table(console, [row])
    text = console.export_text()
    for cell in ("x/y", "work, nodes/s", "20.0 (10.0 .. 30.0)", "peer 9.9", "10.0x (5.00 .. 15.0)", "4 / 7", "aim met"):
        assert cell in text


@pytest.mark.thorough
def test_command_measures_and_writes_json(short, tmp_path, capsys):
    path = tmp_path / "table.json"
    command.main(["--quick", "--only", "hex/random", "--json", str(path)])
    output = capsys.readouterr().out
    assert "hex/random" in output and "interleaved repeats" in output
    document = json.loads(path.read_text())
    assert document["format"] == "boardai bench 1" and document["library"]["compiler"]
    (row,) = document["rows"]
    assert row["name"] == "hex/random" and row["floor"] == 30
    assert len(row["ours_samples"]) == document["repeats"]
    assert "missing" in row or len(row["theirs_samples"]) == document["repeats"]


def test_command_lists_rows(capsys):
    command.main(["--list", "--only", "*/perft"])
    assert {"chess/perft", "hex/perft", "reversi/perft"} <= set(capsys.readouterr().out.split())


def test_long_rows_are_left_out_of_quick_runs(capsys):
    command.main(["--list", "--quick"])
    assert "chess/tree-200k" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "nothing"], "no such row; --list"),
        (["--only", "hex/perf"], "no such row: did you mean hex/perft?"),
        (["--json", "/dev/null/x.json"], "is not a folder"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(InputError, match=message):
        command.main(arguments)


@pytest.mark.parametrize(
    "workload",
    [
        lambda: workloads.count_moves("reversi", 3),
        lambda: workloads.random_games("chess", plies=True),
        lambda: workloads.python_random_games("hex:size=5"),
        lambda: workloads.tree_search("hex:size=5", 50, 1),
    ],
)
def test_our_workloads_do_twice_the_work_when_asked_twice(workload):
    made = workload()
    once, _ = made.run(1)
    twice, seconds = made.run(2)
    assert once > 0 and seconds > 0
    assert twice == pytest.approx(2 * once, rel=0.5)


def test_openspiel_agrees_about_the_work():
    pytest.importorskip("pyspiel")
    assert openspiel.count_moves("othello", 5).run(1)[0] == workloads.count_moves("reversi", 5).run(1)[0] == 1396
    assert openspiel.count_moves("chess", 3).run(1)[0] == 8902
    assert openspiel.tree_search("hex(board_size=5)", 100, 0).run(2)[0] == 200
    assert openspiel.tree_search("hex(board_size=5)", 100, 1).run(1)[0] == 100
    # The same end rules: 200 games of theirs and 1,000 of ours have the same mean length, within the noise.
    theirs = openspiel.random_games("chess", plies=True).run(1)[0] / 20
    ours = workloads.random_games("chess", plies=True).run(1)[0] / 50
    assert ours == pytest.approx(theirs, rel=0.15)


def test_openspiel_missing_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with refused("open_spiel", error=NotAvailable):
        openspiel.python_random_games("chess")


def test_signature_is_as_it_was():
    """Node counts and visits of every game; see boardai/bench/signature.py for what a change means."""
    golden = json.loads(GOLDEN.read_text())
    assert set(golden) == set(signature.specs())
    for spec, expected in golden.items():
        assert signature.signature(spec).to_table() == expected, spec


def test_signature_command_prints_the_golden_file(capsys):
    command.main(["--signature", "--only", "hex:size=5"])
    assert json.loads(capsys.readouterr().out) == {"hex:size=5": json.loads(GOLDEN.read_text())["hex:size=5"]}
