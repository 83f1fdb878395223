"""`python -m boardai.analyze`: what is printed, drawn and written."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from refusals import refused

from boardai.command_line import InputError
from boardai.commands import analyze
from boardai.search.results.tree import SearchTree

MATE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


def run(capsys: pytest.CaptureFixture, *arguments: str) -> str:
    analyze.main([*arguments])
    return capsys.readouterr().out


def test_board_move_line_and_table_in_the_games_words(capsys) -> None:
    output = run(capsys, "chess", "--position", MATE, "--depth", "3", "--search", "pvs:multi_pv=2")
    assert ". . . . . . k ." in output and "White to move" in output
    assert "pvs: Rd8#  proven win in 1 ply" in output
    table = output[output.index("move  ") :].splitlines()
    assert table[0].split() == ["move", "value", "line"] and table[1].startswith("Rd8#")


def test_the_default_search_shows_three_lines_the_best_first(capsys) -> None:
    output = run(capsys, "chess", "--depth", "4")
    rows = [row.split() for row in output[output.index("move  ") :].splitlines()]
    assert rows[0] == ["move", "value", "line"] and len(rows) == 4
    values = [int(row[1]) for row in rows[1:]]
    assert values == sorted(values, reverse=True) and all(row[0] == row[2] for row in rows[1:])
    assert "move  value" not in run(capsys, "chess", "--depth", "2", "--best", "0")


def test_what_cannot_be_searched_is_refused_before_the_board_is_drawn(capsys) -> None:
    with pytest.raises(InputError, match="did you mean evaluator"):
        run(capsys, "chess", "--search", "pvs:evaluatr=pesto")
    assert capsys.readouterr().out == ""


def test_moves_are_played_first(capsys) -> None:
    output = run(capsys, "chess", "--moves", "e4 e5 Qh5 Nc6 Bc4 Nf6", "--depth", "2")
    assert "pvs: Qxf7#  proven win in 1 ply" in output


def test_any_search_and_limit(capsys) -> None:
    assert "50 simulations" in run(capsys, "hex:size=4", "--search", "mcts", "--simulations", "50")
    assert "puct: " in run(capsys, "hex:size=4", "--search", "puct:simulations=20")
    assert "depth 2" in run(capsys, "reversi", "--search", "alphabeta:depth=5", "--depth", "2")


@pytest.mark.parametrize(
    ("spec", "reported"),
    [
        ("mcts:run=shipped,simulations=20", "20 simulations"),
        ("mcts:run=shipped", "200 simulations"),
        ("value:run=shipped", "value: "),
        ("hybrid:run=shipped,depth=1", "hybrid: "),
        ("policy:run=shipped", "1 node in "),
        ("classifier:run=shipped", "depth 1"),
        ("random", "(the move alone)"),
        ("greedy", "greedy: "),
        ("pvs:depth=2,noise=1", "depth 2"),
        ("dfpn:seconds=0.2,fallback=greedy", "dfpn: "),
    ],
)
def test_whatever_match_takes(capsys, spec: str, reported: str) -> None:
    output = run(capsys, "hex", "--search", spec)
    assert reported in output and " to move\n" in output


def test_agents_that_are_no_searches_keep_no_tree_and_take_no_limit_that_they_do_not_know(capsys) -> None:
    for options, reason in (
        (["--tree", "t.svg"], "hybrid.* keeps no tree"),
        (["--seconds", "3"], "hybrid takes no --seconds; it takes --depth"),
    ):
        with pytest.raises(InputError, match=reason):
            run(capsys, "hex", "--search", "hybrid:run=shipped,depth=1", *options)
    with pytest.raises(InputError, match="nonsense"):
        run(capsys, "hex", "--search", "nonsense")


def test_json_is_all_that_is_printed(capsys) -> None:
    table = json.loads(run(capsys, "reversi", "--search", "mcts:simulations=30", "--json"))
    assert table["method"] == "mcts" and table["simulations"] == 30
    assert sum(row["visits"] for row in table["moves"]) == pytest.approx(30, abs=1)


@pytest.mark.parametrize("search", ["alphabeta:depth=3", "mcts:simulations=100", "pvs:depth=3", "puct:simulations=50"])
def test_trees_are_written_in_every_format(capsys, tmp_path: Path, search: str) -> None:
    for ending in ("svg", "dot", "json", "txt", "png", "pdf"):
        output = run(capsys, "hex:size=3", "--search", search, "--tree", str(tmp_path / f"tree.{ending}"))
        assert f"tree: {tmp_path}/tree.{ending}" in output
    tree = SearchTree.from_json((tmp_path / "tree.json").read_text())
    assert tree.method == search.partition(":")[0] and len(tree) > 10 and tree.variation
    assert tree.to_svg(3, 3) == (tmp_path / "tree.svg").read_text()
    assert ElementTree.fromstring((tmp_path / "tree.svg").read_text()).tag.endswith("svg")
    assert (tmp_path / "tree.dot").read_text().startswith("digraph")
    assert (tmp_path / "tree.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "tree.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "tree.txt").read_text() == tree.to_text(3, 3) + "\n"


def test_rows_of_the_tree_are_limited(capsys, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    run(capsys, "hex:size=3", "--search", "alphabeta:depth=4", "--tree", str(path), "--tree-rows", "50")
    tree = SearchTree.from_json(path.read_text())
    assert len(tree) == 50 and not tree.complete


def test_games_of_every_kind_have_a_default_search(capsys, tic_tac_toe: str, connect_four: str) -> None:
    assert "first player to move" in run(capsys, tic_tac_toe, "--seconds", "0.2")
    assert "first player to move" in run(capsys, connect_four, "--seconds", "0.2")


def test_progress_is_shown_while_it_thinks(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    shown = []
    given = analyze.search(
        "pvs", chess := analyze.load("chess"), chess.initial_state(), {"seconds": 0.5}, progress=shown.append
    )
    assert 1 <= len(shown) <= 6 and all(result.method == "pvs" for result in shown)
    assert given.depth >= shown[0].depth


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess", "--position", "nonsense"], "FEN"),
        (["chess", "--moves", "e9"], "e9"),
        (["chess", "--position", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "7k/5Q2/6K1/8/8/8/8/8 b"),
        (["chess", "--search", "pvz"], "'pvz'.*pvs"),
        (["chess", "--search", "greedier"], "'greedier'"),
        (["chess", "--search", "pvs:dept=3"], "'dept'.*did you mean depth"),
        (["chess", "--simulations", "5"], "pvs.*--simulations"),
        (["chess", "--search", "pvs:evaluator=tea", "--depth", "1"], "tea"),
        (["hex:size=3", "--search", "mcts:simulations=5", "--tree", "/dev/null/tree.svg"], "/dev/null/tree.svg"),
        (["chess", "--evaluator", "pesto"], "--evaluator.*--advice"),
        (["chess", "--weight", "0.5"], "--weight.*--advice"),
        (["chess", "--tree", "a.gif"], r"--tree: .*'a\.gif'"),
    ],
)
def test_bad_input_is_refused(capsys, arguments: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        analyze.main(arguments)


@pytest.mark.parametrize("arguments", [["chess", "--seconds", "0"], ["hex", "--seconds", "nan"], []])
def test_bad_options_end_with_status_2(capsys, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        analyze.main(arguments)
    assert ended.value.code == 2


@pytest.mark.thorough
def test_ctrl_c_prints_the_best_so_far() -> None:
    import signal
    import time

    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "boardai.analyze", "chess", "--seconds", "100"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while "to play" not in process.stdout.readline():
        pass
    time.sleep(3)
    for _ in range(5):
        # On a busy machine it may come while Cling compiles, which loses it.
        process.send_signal(signal.SIGINT)
        try:
            output, _ = process.communicate(timeout=10)
            break
        except subprocess.TimeoutExpired:
            continue
    assert process.returncode == 0 and "interrupted" in output and "pvs: " in output


EPD = '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001"; hmvc 3; fmvn 30;'


def test_a_line_of_epd_is_a_position_with_what_it_says(capsys) -> None:
    output = run(capsys, "chess", "--position", EPD, "--nodes", "300000")
    assert "\nbm: Qg6\nid: WAC.001\nhmvc: 3\nfmvn: 30\nsolved\n" in output
    table = json.loads(run(capsys, "chess", "--position", EPD, "--nodes", "300000", "--json"))
    assert table["position"].endswith(" w - - 3 30") and table["solved"] is True
    assert table["operations"]["id"] == "WAC.001"
    output = run(capsys, "chess", "--position", EPD.replace("Qg6", "Rad1 Rz9"), "--depth", "1")
    assert "\nnot solved\nnote: bm: SAN 'Rz9'" in output
    assert "solved" not in run(capsys, "chess", "--position", MATE, "--depth", "1")


def test_moves_may_be_numbered(capsys) -> None:
    output = run(capsys, "chess", "--moves", "1. e4 e5 2.Qh5 Nc6 3. Bc4 3... Nf6", "--depth", "2")
    assert "pvs: Qxf7#  proven win in 1 ply" in output
    with refused("move 2", "e9", error=InputError):
        analyze.main(["chess", "--moves", "1. e4 e9"])


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "suite.epd"
    path.write_bytes(
        f'# caf\xe9\n{MATE[:-4]} bm Rd8#; id "back rank";\n{MATE[:-4]} am Rd8; id "other";\n'
        f"{MATE[:-4]} bm Rd9;\nnothing\n".encode("latin-1")
    )
    return path


def test_a_suite_reports_what_is_solved(capsys, suite: Path) -> None:
    analyze.main(["chess", "--suite", str(suite), "--depth", "2"])
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert lines[0].startswith("back rank  bm Rd8#  played Rd8#: solved after 0.0")
    assert lines[1].startswith("other  am Rd8  played Rd8#: not solved")
    assert (
        lines[2].startswith("solved 1 of 2 (50.0 %); time to solution: mean 0.0") and lines[3] == "2 positions left out"
    )
    reported = printed.err.splitlines()
    assert reported[0].startswith(f"left out: {suite}:4: bm: ") and reported[1].startswith(
        f"left out: {suite}:5: FEN: "
    )
    analyze.main(["chess", "--suite", str(suite), "--search", "greedy", "--json"])
    table = json.loads(capsys.readouterr().out)
    assert (table["positions"], len(table["attempts"]), len(table["left_out"])) == (2, 2, 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--position", MATE], "--suite.*--position"),
        (["--advice"], "--suite.*--advice"),
        (["--search", "no-such-thing"], "no-such-thing"),
        (["--search", "mcts", "--depth", "3"], "mcts.*depth"),
    ],
)
def test_what_goes_with_no_suite(suite: Path, arguments: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        analyze.main(["chess", "--suite", str(suite), *arguments])
    with pytest.raises(InputError, match=r"nowhere\.epd"):
        analyze.main(["chess", "--suite", "nowhere.epd", "--depth", "1"])


def test_a_map_of_win_chances_is_drawn(capsys, tmp_path) -> None:
    path = tmp_path / "map.svg"
    output = run(capsys, "hex:size=3", "--search", "dfpn", "--map", str(path))
    assert "5 of 9 moves have a win chance of at least 50 %" in output and f"map: {path}" in output
    drawing = ElementTree.fromstring(path.read_text())
    assert [one.text for one in drawing.iter() if one.text == "100"] == ["100"] * 5
    asked = ("hex:size=3", "--search", "dfpn", "--map", str(path), "--overwrite", "--json")
    data = json.loads(run(capsys, *asked))
    assert data["chances"]["b2"] == 1.0 and data["chances"]["a1"] == 0.0
    for option in (["--tree", str(tmp_path / "tree.svg")], ["--advice"], ["--solved", str(tmp_path / "solved.db")]):
        with refused("--map", option[0], error=InputError):
            run(capsys, "hex:size=3", "--map", str(tmp_path / "other.svg"), *option)
    with refused("--map", error=InputError):
        run(capsys, "hex:size=3", "--map", str(tmp_path / "map.txt"))
