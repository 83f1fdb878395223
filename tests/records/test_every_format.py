"""What boardai writes down of games, in every kind of file that its game has: nothing of it is lost."""

import datetime
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused

import boardai
from boardai.arena.folder import MatchFolder
from boardai.arena.games import PlayedGame
from boardai.basics.checksums import SEAL
from boardai.command_line import InputError
from boardai.commands import match, tournament
from boardai.learn.data.game_records import game_record
from boardai.learn.self_play.game_files import Contents
from boardai.learn.self_play.game_files import write_games as write_self_play
from boardai.records import GameDatabase, RecordedGame, with_report_comments
from boardai.records import __main__ as records
from boardai.records.formats import formats

RECORDS = (".json", ".jsonl")
TODAY = datetime.date.today().isoformat()


def endings(spec: str) -> list[str]:
    """Of the files that hold many games of this game, and more than their moves or positions."""
    known = formats(boardai.load(spec))
    bare = {".hexworld", ".trmph", ".obf"}
    return [kind.endings[0] for kind in known if kind.write and kind.holds_many and kind.endings[0] not in bare]


def exported(spec: str, source: Path, ending: str) -> list[RecordedGame]:
    target = source.parent / f"out{ending}"
    records.main([spec, "export", str(source), "--output", str(target), "--overwrite"])
    return list(boardai.read_games(target, spec, variations=True))


def check_same(games: list[RecordedGame], expected: list[RecordedGame], ending: str) -> None:
    """Whether a file has these games: records as they are, others with reports as comments and an event."""
    if ending not in RECORDS:
        kind = next(kind for kind in formats(expected[0].game) if ending in kind.endings)
        others = (*kind.event_names, "reports", SEAL)
        games, expected = (
            [
                replace(one, headers={name: value for name, value in one.headers.items() if name not in others})
                for one in (with_report_comments(one, kind.report_comment) for one in listed)
            ]
            for listed in (games, expected)
        )
    assert games == expected, ending


@pytest.mark.parametrize(
    ("spec", "first", "second"),
    [("chess", "greedy", "random"), ("chess:chess960=true", "greedy", "random"),
     ("hex:size=5,swap=true", "greedy", "pvs:depth=1"),
     ("hex:rows=4,cols=5", "greedy", "random"),
     ("reversi:board=6x6", "greedy", "pvs:depth=1"), ("reversi", "greedy", "random")],
)  # fmt: skip
def test_a_match_is_written_in_every_kind_of_file(spec: str, first: str, second: str, tmp_path: Path) -> None:
    folder = tmp_path / "m"
    command = [spec, first, second, "--games", "2", "--max-plies", "6", "--opening-plies", "2"]
    match.main([*command, "--record", str(folder)])
    expected = [next(boardai.read_games(path, spec)) for path in sorted((folder / "games").glob("*.json"))]
    assert [one.players for one in expected] == [(first, second), (second, first)]
    for ending in endings(spec):
        games = exported(spec, folder, ending)
        check_same(games, expected, ending)
        names = next(kind for kind in formats(boardai.load(spec)) if ending in kind.endings).event_names
        assert [one.headers[names[1]] for one in games] == ["1.1", "1.2"] if names else ending in RECORDS
    for one in expected:
        assert one.date == TODAY and one.headers["opening_plies"] == 2
        assert (one.termination == "stopped after 6 plies") == (one.result is None)


@pytest.mark.parametrize("spec", ["chess", "hex:size=3", "reversi:board=4x4"])
def test_every_termination_of_a_match_game_is_written(spec: str, tmp_path: Path) -> None:
    game = boardai.load(spec)
    state = game.initial_state()
    actions = []
    for _ in range(3):
        actions.append(state.action_to_string(state.legal_actions()[0]))
        state.apply(state.legal_actions()[0])
    folder = MatchFolder(tmp_path / "m", {"game": spec, "agents": ["uci:/opt/engine", "./mine.py:Agent"]})
    reported = [
        ('./mine.py:Agent failed: ValueError: two\nlines "quoted" \\ ]', -1, {"crashed": 1}),
        ("uci:/opt/engine: its time was over", -1, {"late": 0}),
        ("resignation", 1, {}),
        ("stopped after 3 plies", None, {}),
    ]
    for number, (ending, outcome, others) in enumerate(reported):
        folder.save(PlayedGame(number, list(actions), None, outcome, ending, **others))
    for ending in endings(spec):
        games = exported(spec, tmp_path / "m", ending)
        assert [(one.termination, one.result) for one in games] == [row[:2] for row in reported], ending
        assert {one.players for one in games[::2]} == {("uci:/opt/engine", f"{Path.cwd()}/mine.py:Agent")}
        assert [len(one.actions) for one in games] == [3] * 4


def test_a_tournament_and_a_database_are_written(tmp_path: Path) -> None:
    folder, database, spec = tmp_path / "t", tmp_path / "g.db", "hex:size=4"
    tournament.main([spec, "greedy", "random", "pvs:depth=1", "--games", "2", "--record", str(folder)])
    records.main([spec, "export", str(folder), "--output", str(tmp_path / "all.jsonl")])
    expected = list(boardai.read_games(tmp_path / "all.jsonl", spec))
    assert len(expected) == 6 and {one.date for one in expected} == {TODAY}
    records.main([spec, "import", str(database), str(tmp_path / "all.jsonl")])
    with GameDatabase(database, spec) as known:
        assert list(known.games()) == expected
    for source in (folder, database):
        for ending in endings(spec):
            check_same(exported(spec, source, ending), expected, ending)
    # Several sources, files among them, one after the other.
    records.main(
        [spec, "export", str(folder), str(database), str(tmp_path / "all.jsonl"), "--output", str(tmp_path / "x.sgf")]
    )
    check_same(list(boardai.read_games(tmp_path / "x.sgf", spec)), expected * 3, ".sgf")


@pytest.mark.parametrize("spec", ["chess", "hex:size=5", "reversi"])
def test_the_games_of_a_run_are_written(spec: str, tmp_path: Path) -> None:
    run, game = tmp_path / "run", boardai.load(spec)
    (run / "games").mkdir(parents=True)
    state = game.initial_state()
    actions = []
    for _ in range(4):
        actions.append(int(state.legal_actions()[-1]))
        state.apply(actions[-1])
    one = RecordedGame(game, game.initial_state(), tuple(actions), -1)
    write_self_play(run / "games" / "000003.games", 3, [game_record(one, {}, 7)[0]], Contents(1, 0))
    for ending in endings(spec):
        (found,) = exported(spec, run, ending)
        assert found.actions == one.actions and found.result == -1 and found.termination == "at the ply limit"
        assert found.players == ("run, iteration 3",) * 2 and found.date == TODAY and found.headers == {"game": 7}


@pytest.mark.parametrize(
    ("source", "reason"),
    [("nothing", "No such file"), (".", "not a folder of a match"), ("text.txt", "move 1, column 1")],
)
def test_a_file_without_games_is_reported(source: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("what?\n")
    target = tmp_path / "out.jsonl"
    with pytest.raises(InputError, match=reason):
        records.main(["reversi", "export", str(tmp_path / source), "--output", str(target)])
    assert not target.exists()
    target.write_text("mine")
    with refused(target, error=InputError):
        records.main(["reversi", "export", str(tmp_path / source), "--output", str(target)])
    for command in (["export", "x.db"], ["query", "x.db", "--output", "y.pgn"]):
        with pytest.raises(SystemExit):
            records.main(["reversi", *command])


def test_a_transcript_of_which_nothing_is_known_is_its_line_alone() -> None:
    game = boardai.load("reversi")
    stream = io.StringIO()
    boardai.write_games(stream, [RecordedGame.from_moves(game, ["f5", "d6"])], format=".txt")
    assert stream.getvalue() == "f5d6\n"
    one = RecordedGame(game, game.from_string(game.initial_state().child(19).to_string()), (), players=("A", "B"))
    stream = io.StringIO()
    boardai.write_games(stream, [one], format=".txt")
    assert list(boardai.read_games(io.StringIO(stream.getvalue()), game, format=".txt")) == [one]
    for text, reason in (
        ('[Black "A"]\n', "tags without a game"),
        ('[Result "won"]\nf5\n', "tag Result"),
        ('[Start "nonsense"]\nf5\n', "x:2"),
    ):
        reported: list[ValueError] = []
        file = io.StringIO(text)
        file.name = "x"  # type: ignore[attr-defined]
        assert list(boardai.read_games(file, game, format=".txt", on_error=reported.append)) == []
        assert len(reported) == 1 and reason in str(reported[0])


def test_matches_of_earlier_versions_are_read(tmp_path: Path) -> None:
    """They kept the end among the notes, and no date; they had no checksum."""
    folder = MatchFolder(tmp_path / "m", {"game": "hex:size=3", "agents": ["greedy", "random"]})
    folder.save(PlayedGame(0, ["a1"], outcome=1, ending="resignation"))
    (file,) = (tmp_path / "m" / "games").glob("*.json")
    record = json.loads(file.read_text())
    record["notes"]["ending"] = record.pop("termination")
    del record["date"], record["notes"][SEAL]
    file.write_text(json.dumps(record))
    (one,) = folder.played()
    assert one.ending == "resignation" and one.outcome == 1
    (game,) = exported("hex:size=3", tmp_path / "m", ".sgf")
    assert game.headers["ending"] == "resignation" and game.date == game.termination == ""


@pytest.mark.parametrize("notes", ["", "[1, 2]", "{", '{"a": NaN}', "[" * 5000, '{"White": 3, "Event": [1]}', "3"])
def test_notes_that_boardai_has_not_written_do_no_harm(notes: str) -> None:
    escaped = notes.replace('"', '\\"')
    tags = f'[White "Ann"]\n[BoardaiNotes "{escaped}"]\n'
    for spec, ending, text in (("chess", ".pgn", f"{tags}\n1. e4 *\n"), ("reversi", ".txt", f"{tags}f5\n")):
        (one,) = boardai.read_games(io.StringIO(text), spec, format=ending)
        assert len(one.actions) == 1 and (ending == ".txt" or one.players == ("Ann", ""))
        stream = io.StringIO()
        boardai.write_games(stream, [one], format=ending)
        assert list(boardai.read_games(io.StringIO(stream.getvalue()), spec, format=ending)) == [one]


PIECES = ['[Black "', "Ann", '"]', "\n", "\\", "f5d6", "*", "[Result ", '"1-0"', "]", '[Start "X"]', " "]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(PIECES)))
def test_any_text_with_tags_is_read_or_reported(pieces: list[str]) -> None:
    reported: list[ValueError] = []
    games = boardai.read_games(io.StringIO("".join(pieces)), "reversi", format=".txt", on_error=reported.append)
    for one in games:
        one.check()
