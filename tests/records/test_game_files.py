"""`read_games` and `write_games`: one door for PGN, SGF, transcripts and boardai's own records."""

import bz2
import gzip
import importlib.metadata
import io
import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from refusals import refused

import boardai
from boardai.records import GameRecord, RecordedGame, Variation, save_record
from boardai.records.formats import formats

PGN = (
    '[Event "Test"]\n[White "Ann"]\n[Black "?"]\n\n{ a start } 1. e4 { best } e5 (1... c5) 2. Nf3 $1 1-0\n\n'
    "1. f3 e5 2. g4 Qh4# 0-1\n"
)
SGF = (
    "(;FF[4]GM[11]SZ[3]PB[Ann]EV[Club]C[go];B[b2];W[swap-sides]C[of course];W[a1];B[resign])"
    "(;FF[4]GM[11]SZ[4:3]RE[B+];B[a1])"
)
TRANSCRIPTS = "f5d6c3d3c4\n\nF5 d6\n"


def read(text: str, **arguments: Any) -> list[RecordedGame]:
    return list(boardai.read_games(io.StringIO(text), **arguments))


def test_every_kind_of_file_is_known_by_its_beginning() -> None:
    first, second = read(PGN)
    assert (first.game.spec, first.players, first.result) == ("chess:claim_draws=false", ("Ann", ""), 1)
    assert dict(first.headers) == {"Event": "Test"}
    assert dict(first.comments) == {0: "a start", 1: "best"}
    assert dict(first.glyphs) == {3: (1,)}
    assert first.moves() == ["e4", "e5", "Nf3"]
    assert second.result == -1 and second.final_state().is_checkmate()
    states = list(second.states())
    assert len(states) == 5 and states[0] == second.start and states[-1] == second.final_state()

    swapped, oblong = read(SGF)
    assert (swapped.game.spec, oblong.game.spec) == ("hex:size=3,swap=true", "hex:rows=3,cols=4")
    # Black resigned, and black is the second player since the swap.
    assert (swapped.result, oblong.result) == (1, 1)
    assert dict(swapped.headers) == {"EV": "Club"} and dict(oblong.headers) == {}
    assert (swapped.termination, oblong.termination) == ("resignation", "")
    assert dict(swapped.comments) == {0: "go", 2: "of course"}
    assert swapped.players == ("Ann", "")

    assert [len(game.actions) for game in read(TRANSCRIPTS)] == [5, 2]
    assert read(TRANSCRIPTS)[0].game == boardai.load("reversi")


@pytest.mark.parametrize(("text", "ending"), [(PGN, ".pgn"), (SGF, ".sgf"), (TRANSCRIPTS, ".txt")])
def test_paths_streams_and_packed_files_hold_the_same_games(text: str, ending: str, tmp_path: Path) -> None:
    expected = read(text)
    plain, packed, unnamed = tmp_path / f"g{ending}", tmp_path / f"g{ending}.gz", tmp_path / "unnamed"
    bzipped = tmp_path / f"g{ending}.bz2"
    bzipped.write_bytes(bz2.compress(text.encode()))
    plain.write_text(text)
    packed.write_bytes(gzip.compress(text.encode()))
    unnamed.write_bytes(packed.read_bytes())
    for path in (plain, packed, unnamed, bzipped, str(plain)):
        assert list(boardai.read_games(path)) == expected
    with open(plain) as as_text, open(plain, "rb") as as_bytes:
        for stream in (io.BytesIO(text.encode()), io.BytesIO(packed.read_bytes()), as_text, as_bytes):
            assert list(boardai.read_games(stream)) == expected
            assert not stream.closed
    assert [game.place.startswith(str(plain)) for game in boardai.read_games(plain)] == [True] * len(expected)


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz", ".JSONL.bz2", "same"])
@pytest.mark.parametrize(("text", "own"), [(PGN, ".pgn"), (SGF, ".sgf"), (TRANSCRIPTS, ".txt")])
def test_what_is_written_is_read_again(text: str, own: str, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"games{own if ending == 'same' else ending}"
    games = read(text)
    assert boardai.write_games(path, games) == len(games)
    assert list(boardai.read_games(path)) == games
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]  # no temporary file is left


WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=8)
NOTES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from([0.25, "", "text", "two\nlines"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2),
    max_leaves=4,
)


@st.composite
def games_of(draw: st.DrawFn, spec: str) -> RecordedGame:
    game = boardai.load(spec)
    start, state = game.initial_state(), game.initial_state()
    actions = []
    for choice in draw(st.lists(st.integers(0, 10**6), min_size=1, max_size=30)):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        actions.append(legal[choice % len(legal)])
        state.apply(actions[-1])
    results = (None, 1, 0, -1)
    result = state.outcome(0) if state.is_terminal() else draw(st.sampled_from(results))
    names = WORDS.filter(lambda text: text not in ("?", "*"))
    headers = draw(st.dictionaries(st.sampled_from(["EV", "GN", "Opening" if game.name == "chess" else "RO"]), names))
    headers |= draw(
        st.dictionaries(st.sampled_from(["opening_plies", "a b", "BoardaiNotes", "\n", "Site"]), NOTES, max_size=2)
    )
    comments = draw(st.dictionaries(st.integers(0, len(actions)), WORDS)) if game.name != "reversi" else {}
    players = (draw(st.sampled_from(["", "two\nlines"]) | names), draw(st.just("") | names))
    glyphs = st.dictionaries(st.integers(0, len(actions)), st.lists(st.integers(0, 255), min_size=1).map(tuple))
    answer = {"glyphs": draw(glyphs)} if game.name == "chess" else {}
    answer["date"] = draw(st.sampled_from(["", "2026", "2026-11", "2026-11-27", "in May"]))
    answer["termination"] = draw(
        st.sampled_from(["", "resignation", "time", "forfeit", "stopped after 40 plies", "two\nlines"])
    )
    return RecordedGame(game, start, tuple(actions), result, players, headers, comments, **answer)


@pytest.mark.parametrize(
    ("spec", "ending"),
    [("chess", ".pgn"), ("chess:chess960=true,position=0", ".pgn"), ("hex:size=3,swap=true", ".sgf"),
     ("hex:rows=2,cols=4", ".sgf"), ("reversi:board=6x6", ".txt"), ("chess", ".jsonl"), ("hex:size=3", ".jsonl")],
)  # fmt: skip
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_game_written_and_read_is_equal(spec: str, ending: str, data: st.DataObject) -> None:
    games = data.draw(st.lists(games_of(spec), min_size=1, max_size=3))
    written = io.StringIO()
    assert boardai.write_games(written, games, format=ending) == len(games)
    assert read(written.getvalue(), game=spec, format=ending) == games


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.pgn", "1. e4 e5\n2. Ke3 *\n", r"a\.pgn: PGN line 2, column 4: .*Ke3"),
        ("a.sgf", "(;FF[4]GM[11]\nSZ[99];B[a1])", r"a\.sgf: SGF line 2, column 1: SZ\[99\]"),
        ("a.txt", "f5d6\nf5f5\n", r"a\.txt:2: transcript, move 2, column 3: "),
        ("a.json", '{"format": "boardai game 1",\n"game": 3, "actions": []}', r"a\.json: game: "),
        ("a.json", '{"format": "boardai game 1",\n', r"a\.json: .*line 2"),
        ("a.jsonl", '\n{"format": "boardai game 1"}\n', r"a\.jsonl:2: .*game"),
        ("a.fen", "8/8/8/8/8/8/8/8 w - - 0 1\n", r"a\.fen: .*game="),
        ("a.doc", "Dear Sir,\n", r"a\.doc: .*\.jsonl.*\.pgn.*\.sgf"),
        ("a.pgn.gz", "not packed", r"a\.pgn\.gz: PGN line 1, column 1"),
    ],
)
def test_what_cannot_be_read_is_reported_with_file_line_and_reason(
    name: str, text: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        list(boardai.read_games(path))


def test_broken_bytes_are_reported(tmp_path: Path) -> None:
    latin, cut = tmp_path / "a.sgf", tmp_path / "b.pgn.gz"
    latin.write_bytes(b"(;FF[4]GM[11]SZ[3]C[caf\xe9];B[a1])")
    (game,) = boardai.read_games(latin)
    assert game.comments[0] == "café" and game.problems == (f"{latin}:1: not UTF-8 text, read as Latin-1",)
    cut.write_bytes(gzip.compress(PGN.encode())[:-20])
    with refused("b.pgn.gz"):
        list(boardai.read_games(cut))
    damaged = bytearray(gzip.compress(PGN.encode() * 9))
    damaged[10] = 0xFF  # a kind of block that there is not
    cut.write_bytes(damaged)
    with refused("b.pgn.gz"):
        list(boardai.read_games(cut))
    for broken in (bz2.compress(PGN.encode())[:-20], b"BZh" + b"x" * 99):
        cut.write_bytes(broken)
        with refused("b.pgn.gz"):
            list(boardai.read_games(cut))
    # PGN's own character set is Latin-1.
    latin.write_bytes(b'[Event "caf\xe9"]\n\n1. e4 *\n')
    (game,) = boardai.read_games(latin, format=".pgn")
    assert game.headers["Event"] == "café"
    assert game.problems == (f"{latin}: PGN line 1, column 1: not UTF-8 text, read as Latin-1",)


def test_a_small_packed_file_cannot_fill_the_memory(tmp_path: Path) -> None:
    for name in ("a.json.gz", "a.jsonl.gz"):
        path = tmp_path / name
        path.write_bytes(gzip.compress(b'{"format": "boardai game 1", "notes": "' + b"x" * 20_000_000))
        with refused(name, "10,000,000"):
            list(boardai.read_games(path))


def test_a_game_that_cannot_be_read_is_left_out_or_raised() -> None:
    text = "1. e4 Ke4 *\n\n1. d4 *\n"
    reported: list[ValueError] = []
    assert [game.moves() for game in read(text, on_error=reported.append)] == [["d4"]]
    assert len(reported) == 1 and len(read(text, on_error="skip")) == 1
    with pytest.raises(ValueError, match="Ke4"):
        read(text)
    with pytest.raises(ValueError, match="on_error"):
        read(text, on_error="ignore")


def test_a_named_game_decides_how_the_text_is_read() -> None:
    repetition = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *\n"
    assert [(len(g.actions), g.result) for g in read(repetition)] == [(9, None)]
    assert [(len(g.actions), g.result) for g in read(repetition, game="chess")] == [(8, 0)]
    with refused("game 1", "3x3"):
        read(SGF, game=boardai.load("hex", size=5))
    small = read("b3\n", game="reversi:board=6x6", format=".txt")
    assert small[0].game.spec == "reversi:board=6x6"


@pytest.mark.parametrize(
    ("name", "games", "message"),
    [
        ("a.txt", PGN, r"a\.txt: game 1: .*chess.*\.json, \.jsonl, \.pgn"),
        ("a.json", TRANSCRIPTS, r"a\.json: game 2: .*\.json "),
        ("a.doc", TRANSCRIPTS, r"a\.doc: game 1: .*'\.doc'"),
    ],
)
def test_what_cannot_be_written_leaves_the_file_as_it_was(name: str, games: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("before")
    with pytest.raises(ValueError, match=message):
        boardai.write_games(path, read(games))
    assert path.read_text() == "before" and len(list(tmp_path.iterdir())) == 1


def test_a_file_that_cannot_be_opened_is_named_and_not_the_other(tmp_path: Path) -> None:
    target, source = tmp_path / "a.pgn", tmp_path / "none.pgn"
    with refused("none.pgn", error=FileNotFoundError):
        boardai.write_games(target, boardai.read_games(source))
    with refused("nowhere/a.pgn", error=FileNotFoundError):
        boardai.write_games(tmp_path / "nowhere" / "a.pgn", read(PGN))
    assert not list(tmp_path.iterdir())


def test_nothing_is_left_out_of_a_file_without_a_word() -> None:
    (game, _) = read(TRANSCRIPTS)
    reversi, chess = game.game, boardai.load("chess")
    start = game.start
    for attributes, message in [
        ({"comments": {0: "a"}}, "game 1: .*comments"),
        ({"glyphs": {1: (1,)}}, "game 1: .*glyphs"),
        ({"variations": (Variation(0, game.actions[:1]),)}, "game 1: variation 1 .*ply 0"),
    ]:
        with pytest.raises(ValueError, match=message):
            boardai.write_games(
                io.StringIO(), [RecordedGame(reversi, start, game.actions, **attributes)], format=".txt"
            )
    for one, message in [
        (RecordedGame(chess, chess.initial_state(), (), headers={"White": "a"}), "header 'White'"),
        (RecordedGame(chess, chess.initial_state(), (), headers={"Date": "2020"}, date="2020"), "header 'Date'"),
        (RecordedGame(chess, chess.initial_state(), (), comments={1: "a"}), "comment 1: .*0"),
        (RecordedGame(chess, chess.initial_state(), (), glyphs={1: (1,)}), "glyphs 1: .*0"),
        (RecordedGame(chess, chess.initial_state(), (), glyphs={0: (256,)}), "glyphs 0: .*256"),
        (RecordedGame.from_moves(chess, ["f3", "e5", "g4", "Qh4"]), None),
        (RecordedGame(chess, chess.from_string("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), (), result=-1), "game 1: .*-1.* 1$"),
    ]:
        if message is None:
            assert boardai.write_games(io.StringIO(), [one], format=".pgn") == 1 and one.result == -1
        else:
            with pytest.raises(ValueError, match=message):
                boardai.write_games(io.StringIO(), [one], format=".pgn")
    with refused("move 2"):
        RecordedGame.from_moves(chess, ["e4", "e4"])
    hexes = boardai.load("hex", size=3)
    with refused("glyphs", ".jsonl"):
        boardai.write_games(io.StringIO(), [RecordedGame.from_moves(hexes, ["b2"], glyphs={1: (36,)})], format=".sgf")


ANNOTATED = """[Event "Training"]
[Annotator ""]
[TimeControl "300+3"]

{ [%evp 0,2] Before the game. } $13 1. { King's pawn. } e4!? { [%clk 0:05:03] [%eval 0.24] } (1. d4 $4 { No. }) { Why? }
1... e5 $2 $36 2. Nf3 ; to the end of the line
2... Nc6 ?? { [%clk 0:04:59] } { [%cal Gf3e5,Rd7d6] } *
"""


def test_what_a_pgn_says_of_moves_and_positions_is_kept() -> None:
    (one,) = read(ANNOTATED)
    assert dict(one.headers) == {"Event": "Training", "Annotator": "", "TimeControl": "300+3"}
    assert dict(one.glyphs) == {0: (13,), 1: (5,), 2: (2, 36), 4: (4,)}
    assert dict(one.comments) == {
        0: "[%evp 0,2] Before the game. King's pawn.",
        1: "[%clk 0:05:03] [%eval 0.24] Why?",  # what the variation between them says is not
        3: "to the end of the line",
        4: "[%clk 0:04:59] [%cal Gf3e5,Rd7d6]",
    }
    for ending in (".pgn", ".jsonl"):
        written = io.StringIO()
        boardai.write_games(written, [one], format=ending)
        assert read(written.getvalue(), format=ending) == [one]


def test_contradictions_in_a_pgn_are_reported() -> None:
    """A finished game whose tag and marker name another winner is read, and says what is wrong and where."""
    text = '[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
    wrong, right = boardai.read_games(io.StringIO(text))
    assert wrong.result == -1  # the rules know
    [reported] = wrong.problems
    assert "PGN line 3, column" in reported and re.search("1-0.*0-1", reported)
    assert right.problems == () and right == wrong


def test_code_that_only_a_file_names_does_not_run(tmp_path: Path) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text("raise SystemExit('ran')\n")
    record = tmp_path / "a.json"
    record.write_text('{"format": "boardai game 1", "game": "%s", "actions": []}' % trap)  # noqa: UP031
    with refused("trap.py"):
        list(boardai.read_games(record))


@pytest.mark.parametrize("name", ["01_game_in_python.py", "02_connect_four.hpp"])
def test_games_of_one_s_own_have_records(name: str, tmp_path: Path) -> None:
    spec = str(Path(__file__).resolve().parent.parent.parent / "examples" / name)
    game = boardai.load(spec)
    moves = [game.initial_state().action_to_string(action) for action in (1, 2)]
    one = RecordedGame.from_moves(game, moves, result=-1, comments={2: "Gives up."})
    path = tmp_path / "a.jsonl"
    assert boardai.write_games(path, [one, one]) == 2
    with boardai.trusting():
        assert list(boardai.read_games(path, game)) == list(boardai.read_games(path)) == [one, one]
    with refused(path, "game"):
        list(boardai.read_games(path))
    with refused(".json", ".jsonl", "'.pgn'"):
        boardai.write_games(tmp_path / "a.pgn", [one])


def test_a_recorded_game_pickles() -> None:
    for game in read(SGF):
        assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize("swap", ["", "swap-sides", "swap-pieces"])
@pytest.mark.parametrize("reported", [";{loser}[resign]", "RE[{winner}+]", "RE[{winner}+Resign]"])
def test_who_won_a_swapped_game_of_hex(swap: str, reported: str) -> None:
    """Black has won by the record's colours: who that is hangs on how the swap was written."""
    answer = reported.format(winner="B", loser="W")
    headers, end = (answer, "") if answer.startswith("RE") else ("", answer)
    moves = {"": ";B[b1];W[c3];B[d4]", "swap-sides": ";B[b1];W[swap-sides];W[c3];B[d4]"}
    moves["swap-pieces"] = ";B[b1];W[swap-pieces];B[c3];W[d4]"
    (game,) = read(f"(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob]{headers}{moves[swap]}{end})")
    assert game.result == (-1 if swap == "swap-sides" else 1) and game.players == ("Ann", "Bob")
    stream = io.StringIO()
    boardai.write_games(stream, [game], format=".sgf")
    (again,) = read(stream.getvalue())
    assert again == game


def test_one_bad_game_of_a_collection_is_left_out() -> None:
    good = "(;FF[4]GM[11]SZ[3];B[b2];W[a1])"
    bad = ("(;FF[4]GM[11]SZ[3];B[b2](;W[b2](;B[a1]))(;W[c3]))", "(;FF[4]GM[11]SZ[20];B[b2])", "(;FF[4]GM[11]AW[a1])")
    text = "\n".join([good, *bad, good])
    found = list(boardai.read_games(io.StringIO(text), format=".sgf", on_error="skip", variations=True))
    assert [len(game.actions) for game in found] == [2, 2] and found[1].place.endswith("game 5")
    with refused("line 2, column 27", "b2"):
        list(boardai.read_games(io.StringIO(text), format=".sgf"))
    with refused("line 1, column 88"):
        list(boardai.read_games(io.StringIO(good + bad[1] + good[:-1]), format=".sgf", on_error="skip"))


def test_records_with_impossible_content_are_reported_and_left_out() -> None:
    line = '{"format": "boardai game 1", "game": "reversi", "actions": ["f5", "d6"]%s}\n'
    text = line % "" + line % ', "comments": {"99": "x"}' + line % ""
    found = list(boardai.read_games(io.StringIO(text), format=".jsonl", on_error="skip"))
    assert len(found) == 2
    with refused(":2", "comment 99", "2"):
        list(boardai.read_games(io.StringIO(text), format=".jsonl"))


def test_what_json_cannot_say_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    save_record(GameRecord("chess"), path)
    before = path.read_bytes()
    with refused("nan"):
        save_record(GameRecord("chess", notes={"value": float("nan")}), path)
    assert path.read_bytes() == before


def test_kinds_of_file_of_all_games_are_looked_up_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever games there are: finding them reads what every installed package says of itself."""
    asked: list[str] = []
    real = importlib.metadata.entry_points

    def counted(**wanted: str) -> Any:
        asked.append(wanted["group"])
        return real(**wanted)

    formats()
    monkeypatch.setattr(importlib.metadata, "entry_points", counted)
    assert formats() == formats() and asked == []
    monkeypatch.syspath_prepend(str(tmp_path))  # a package may have come
    formats()
    assert "boardai.games" in asked
