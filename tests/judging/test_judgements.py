"""Judging recorded games: what is kept, what a kill leaves, what a stranger's file may hold."""

import contextlib
import json
import shlex
import shutil
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

import boardai
from boardai.arena.folder import MatchFolder, played_in, records_in
from boardai.arena.games import PlayedGame
from boardai.basics.checksums import sealed
from boardai.check.saved import examine
from boardai.cluster import open_pool
from boardai.command_line import InputError
from boardai.commands.judge import main as judge
from boardai.commands.match import main as match
from boardai.judging import MoveJudge, judge_folder
from boardai.judging.judgements import file_of, judge_game, read_judgements
from boardai.judging.quality import interval, quality_in, quality_of
from boardai.records import GameRecord

FAKE = f"{sys.executable} {Path(__file__).parents[1] / 'protocols' / 'fake_engine.py'} uci"
JUDGE = "pvs:depth=2"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("judging") / "m"
    match(["reversi:board=6x6", "greedy", "random", "--games", "4", "--balance", "none", "--record", str(folder)])
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    shutil.copytree(played, tmp_path / "m")
    return tmp_path / "m"


def test_the_played_move_is_judged_like_the_best_one() -> None:
    """Both values are of one setting: the root, and the root with the played move alone."""
    chess = boardai.load("chess")
    start = chess.initial_state()
    one = MoveJudge("pvs:depth=3", chess)
    actions: list[int] = []
    state = start.clone()
    for text in ("f3", "e5", "g4"):
        actions.append(chess.parse_action(state, text))
        state.apply(actions[-1])
    mate, other = (chess.parse_action(state, text) for text in ("Qh4", "a6"))
    best = one.judge(start, actions, state, mate)
    worse = one.judge(start, actions, state, other)
    assert best and worse and best.played_value.win_in == 1 and worse.best == "d8h4"
    assert worse.best_value.win_in == 1 and worse.played_value.win_in is None
    assert one.chance(worse.best_value) == 1.0 > one.chance(worse.played_value)
    found = boardai.search.pvs(state, depth=3, root_actions=[other])
    assert worse.played_value.score == found.value and one.unit == "centipawns"
    one.close()


def test_a_solver_judges_by_what_follows() -> None:
    game = boardai.load("hex", size=3)
    one = MoveJudge("dfpn", game)
    start = game.initial_state()
    corner = one.judge(start, [], start, start.action_from_string("a1"))
    assert corner and (corner.best_value.outcome, corner.played_value.outcome) == (1, -1)
    assert one.unit == "win chance" and "after the played move" in one.method
    one.close()


def test_units_are_the_games() -> None:
    units = []
    engine = f"uci:{FAKE} good,depth=1"
    for spec, game in (("pvs:depth=1", "reversi:board=4x4"), ("mcts:simulations=9", "hex:size=3"), (engine, "chess")):
        one = MoveJudge(spec, boardai.load(game))
        units.append((one.unit, one.name))
        one.close()
    version = f"boardai {boardai.__version__}"
    assert units == [("points", version), ("win chance", version), ("centipawns", "Fake 1.0")]


@pytest.mark.parametrize("spec", ["random", "nobody", "pvs:depht=2", "gtp:none"])
def test_who_has_no_values_cannot_judge(spec: str) -> None:
    with refused(spec.partition(":")[0]):
        MoveJudge(spec, boardai.load("reversi"))


def test_judging_goes_on_where_it_was_killed(folder: Path) -> None:
    calls: list[tuple[int, int]] = []
    (whole,) = judge_folder(folder, JUDGE, progress=lambda *reported: calls.append(reported))
    assert calls == [(n, 4) for n in range(5)] and sorted(whole.games) == [0, 1, 2, 3]
    content = whole.path.read_bytes()
    lines = content.splitlines(keepends=True)
    whole.path.write_bytes(b"".join(lines[:3]) + lines[3][:50])  # killed in the midst of a line
    assert len(read_judgements(whole.path).games) == 2
    calls.clear()
    (again,) = judge_folder(folder, JUDGE, progress=lambda *reported: calls.append(reported))
    assert calls == [(2, 4), (3, 4), (4, 4)] and again.games == whole.games
    assert whole.path.read_bytes() == content, "the same judge says the same"
    assert judge_folder(folder, "mcts:simulations=5")[0].path != whole.path


@pytest.mark.thorough
def test_side_by_side_is_the_same(folder: Path) -> None:
    (one,) = judge_folder(folder, JUDGE)
    kept = one.games
    one.path.unlink()
    assert judge_folder(folder, JUDGE, place=partial(open_pool, workers=2))[0].games == kept


def test_judges_in_processes_share_the_gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[Any] = []
    monkeypatch.setattr("boardai.commands.judge.judge_watched", lambda path, spec, place, *more: places.append(place))
    MatchFolder(tmp_path, {"game": "hex:size=3", "agents": ["random", "greedy"]})
    judge([str(tmp_path), "--by", JUDGE, "--workers", "4"])
    assert places[0].keywords["gpus"] == 0.25


def test_openings_and_forced_moves_are_not_judged(folder: Path) -> None:
    (found,) = judge_folder(folder, JUDGE)
    for number, record in records_in(folder):
        states = record.states()
        free = {ply for ply, state in enumerate(states[:-1]) if len(state.legal_actions()) > 1}
        opening = record.notes["opening_plies"]
        assert {move.ply for move in found.games[number].moves} == {ply for ply in free if ply >= opening}
        assert opening > 0


def test_a_game_that_was_played_again_is_judged_again(folder: Path) -> None:
    judge_folder(folder, JUDGE)
    settings = json.loads((folder / "match.json").read_text())
    kept = {key: value for key, value in settings.items() if key not in ("format", "sha256")}
    one = played_in(folder)[0]
    MatchFolder(folder, kept).save(
        PlayedGame(0, one.actions[: one.opening_plies], None, 1, "resignation", opening_plies=one.opening_plies)
    )
    assert {q.games for q in quality_in(folder)} == {3}, "judgements of the other game do not count"
    (found,) = judge_folder(folder, JUDGE)
    assert found.games[0].moves == () and len(found.path.read_bytes().splitlines()) == 6


@pytest.mark.parametrize(
    ("line", "text"),
    [(1, "{"), (1, "[]"), (2, "3"), (2, '{"game": 0}'), (1, json.dumps(sealed({"format": "another"}))),
     (2, json.dumps(sealed({"game": -1, "record": "", "moves": []}))),
     (2, json.dumps(sealed({"game": 0, "record": "", "moves": [{"ply": 0, "best": "x", "value": {"score": "1"}}]})))],
)  # fmt: skip
def test_damage_is_named(folder: Path, line: int, text: str) -> None:
    (found,) = judge_folder(folder, JUDGE)
    lines = found.path.read_text().splitlines()
    lines[line - 1] = text
    found.path.write_text("\n".join(lines) + "\n")
    for use in (lambda: judge_folder(folder, JUDGE), lambda: quality_in(folder)):
        with refused(f"{found.path}:{line}"):
            use()


def test_check_finds_damaged_judgements_and_its_command_goes_on(
    folder: Path,
) -> None:
    judge_folder(folder, JUDGE)
    assert (whole := examine(folder)) is not None and whole.whole
    path = file_of(folder, JUDGE)
    path.write_text(path.read_text().replace('"ply":', '"plx":', 1))
    found = examine(folder)
    assert found is not None and [fault.name for fault in found.faults] == [f"judged/{path.name}"]
    assert ":2: " in found.faults[0].reason and found.command is not None
    match(shlex.split(found.command)[3:])
    assert (folder / "left-out" / "judged" / path.name).exists() and not path.exists()
    again = examine(folder)
    assert again is not None and again.whole


def test_an_altered_value_is_seen_and_another_engine_refused(folder: Path) -> None:
    (found,) = judge_folder(folder, JUDGE)
    lines = found.path.read_text().splitlines()
    found.path.write_text("\n".join([lines[0], lines[1].replace('"ply": 8', '"ply": 9')]) + "\n")
    with refused(f"{found.path}:2", "SHA-256"):
        read_judgements(found.path)
    header = sealed({**json.loads(lines[0]), "name": "boardai 0.0.1"})
    found.path.write_text(json.dumps(header) + "\n")
    with refused(found.path, "boardai 0.0.1"):
        judge_folder(folder, JUDGE)


def test_plies_beyond_the_game_are_refused(folder: Path) -> None:
    (found,) = judge_folder(folder, JUDGE)
    lines = found.path.read_text().splitlines()
    table = json.loads(lines[1])
    table["moves"][0]["ply"] = 5000
    found.path.write_text("\n".join([lines[0], json.dumps(sealed(table))]) + "\n")
    with refused(found.path, "5000"):
        quality_in(folder)


def test_losses_and_their_names(folder: Path) -> None:
    judge_folder(folder, JUDGE)
    for one in quality_in(folder):
        assert one.loss is not None and one.unit == "points" and one.games == 4
        assert one.loss.low <= one.loss.mean <= one.loss.high and one.loss.mean >= one.unclipped
        assert sum(phase.moves for phase in one.phases.values()) == one.moves >= one.open_moves
        assert sum(one.classes.values()) == pytest.approx(1) and sum(one.shares.values()) <= 1
        assert json.loads(json.dumps(one.to_table()))["moves"] == one.moves
        shares = one.phases.values()
        assert sum(p.loss * p.moves for p in shares) / one.moves == pytest.approx(one.loss.mean)


def test_losses_by_hand() -> None:
    """One game of chess: a mate that was overlooked costs 900, a better move than the judge's costs nothing."""
    from boardai.judging.judge import JudgedMove
    from boardai.judging.judgements import JudgedGame, Judgements
    from boardai.judging.quality import _moves_of
    from boardai.records import MoveReport

    record = GameRecord("chess", ("e2e4", "e7e5", "g1f3"))
    values = [(0, MoveReport(win_in=3), MoveReport(score=20)), (2, MoveReport(score=10), MoveReport(score=40))]
    moves = tuple(JudgedMove(ply, "a2a3", best, given) for ply, best, given in values)
    judgements = Judgements(Path("f"), "j", "n", "chess", "centipawns", "m", (1.0, 1.0))
    white, black = _moves_of(JudgedGame("", moves), record, boardai.load("chess"), judgements)
    found = quality_of("a", judgements, [white, black])
    assert found.loss is not None and (found.loss.mean, found.loss.low) == (450, None)
    assert found.unclipped == pytest.approx((900 - 30) / 2) and found.games == 1 and found.moves == 2
    assert found.shares["blunder"] == 0.5 and found.phases["opening"].moves == 2
    assert found.open_moves == 1 and found.open_loss is not None and found.open_loss.mean == 0


def test_intervals_are_seeded_and_hold_the_mean() -> None:
    values = np.arange(10.0)
    one, other = (interval(lambda rows: values[rows].mean(1), 10) for _ in range(2))
    assert one == other and one[0] < 4.5 < one[1]


def test_the_command_judges_shows_and_goes_on(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    judge([str(folder)])
    assert "--by" in capsys.readouterr().out
    figures = tmp_path / "f.json"
    judge([str(folder), "--by", JUDGE, "--json", str(figures)])
    output = capsys.readouterr().out
    assert "points lost" in output and "in open positions" in output and "boardai" in output
    table = json.loads(figures.read_text())["quality"]
    assert {one["agent"] for one in table} == {"greedy", "random"} and table[0]["judge"] == JUDGE
    assert file_of(folder, JUDGE).is_file()


def test_what_is_no_folder_of_games_is_refused(tmp_path: Path) -> None:
    with refused(tmp_path, error=InputError):
        judge([str(tmp_path), "--by", JUDGE])


def test_an_engine_that_crashes_keeps_what_was_judged(tmp_path: Path) -> None:
    folder = tmp_path / "m"
    match(
        [
            "chess",
            "random",
            "greedy",
            "--games",
            "2",
            "--max-plies",
            "12",
            "--record",
            str(folder),
            "--opening-plies",
            "0",
        ]
    )
    with refused("fake_engine", "kept", error=InputError):
        judge([str(folder), "--by", f"uci:{FAKE} crash 3,depth=1"])


def test_a_match_judges_at_its_end(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    figures = tmp_path / "f.json"
    command = ["hex:size=4", "random", "greedy", "--games", "2", "--json", str(figures), "--judge", "dfpn"]
    with pytest.raises(SystemExit):
        match(command)
    assert "--record" in capsys.readouterr().err
    match([*command, "--record", str(tmp_path / "m")])
    table: dict[str, Any] = json.loads(figures.read_text())
    assert [one["unit"] for one in table["quality"]] == ["win chance"] * 2
    assert "win chance lost" in capsys.readouterr().out


def test_a_game_is_judged_by_itself() -> None:
    one = MoveJudge("dfpn", boardai.load("hex", size=3))
    found = judge_game(one, GameRecord("hex:size=3", ("a1", "b2", "c1"), notes={"opening_plies": 1}))
    assert [move.ply for move in found.moves] == [1, 2]
    one.close()


@given(st.data())
def test_whatever_a_file_holds_is_read_or_refused(
    content: bytes, tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    file = tmp_path_factory.getbasetemp() / "changed.jsonl"
    place = data.draw(st.integers(0, len(content) - 1))
    other = data.draw(st.binary(max_size=5))
    file.write_bytes(content[:place] + other + content[place + data.draw(st.integers(0, 5)) :])
    with contextlib.suppress(ValueError):
        read_judgements(file)


@pytest.fixture(scope="module")
def content(played: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("content") / "m"
    shutil.copytree(played, folder)
    return judge_folder(folder, JUDGE)[0].path.read_bytes()


def test_an_agent_that_never_moved_has_no_quality(tmp_path: Path) -> None:
    """It forfeits every game at once; the others are judged all the same."""
    (tmp_path / "broken.py").write_text("class Broken:\n    def choose(self, state):\n        raise ValueError('no')\n")
    broken, folder = f"{tmp_path / 'broken.py'}:Broken", tmp_path / "m"
    match(["hex:size=4", broken, "random", "--games", "2", "--balance", "none", "--record", str(folder)])
    judge_folder(folder, "dfpn")
    assert [one.agent for one in quality_in(folder)] in (["random"], [])
    judge([str(folder)])
    judge([str(folder), "--summary", str(tmp_path / "page.html")])
