"""Targets: files of arrays, tables of SQLite, books and endgame tables, and what self-play leaves."""

from __future__ import annotations

import contextlib
import io
import json
import sqlite3
import struct
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import boardai
from boardai import native
from boardai.games.chess.serving.book import Book
from boardai.games.chess.serving.tablebase import BAD_TABLE, Tablebase
from boardai.learn.data.datasets import read_shard, scored_shard
from boardai.learn.data.scored_play import ScoredGamesSettings, ScoredPlayOptions, make_scored_games
from boardai.learn.network.weights_file import read_weights
from boardai.learn.self_play.game_files import read_contents, read_game_file
from boardai.records import GameDatabase
from boardai.search import SolvedPositions
from boardai.search.evaluations.naming import load_evaluation
from fuzzing.target import Target
from fuzzing.texts import in_file

# --- arrays ----------------------------------------------------------------------------------------------------

_MEMBER = b"\n@@ "  # before the name of an archive's member, in inputs: so checksums are right whatever is in it


def _archive(data: bytes) -> bytes:
    """An npz file of the members that an input describes: `@@ name`, a line with its header, and its bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for part in (b"\n" + data).split(_MEMBER)[1:40]:
            name, _, rest = part.partition(b"\n")
            header, _, content = rest.partition(b"\n")
            head = header + b"\n"
            array = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head) & 0xFFFF) + head + content
            with contextlib.suppress(ValueError), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of two members of a name
                archive.writestr((name.decode("latin-1").replace("\0", "").strip()[:60] or "x") + ".npy", array)
    return file.getvalue()


def _as_members(arrays: dict[str, Any]) -> bytes:
    found = []
    for name, value in arrays.items():
        array = np.asarray(value)
        kind = np.lib.format.dtype_to_descr(array.dtype)
        header = f"{{'descr': {kind!r}, 'fortran_order': False, 'shape': {array.shape}, }}"
        found.append(_MEMBER[1:] + name.encode() + b"\n" + header.encode() + b"\n" + array.tobytes())
    return b"\n".join(found)


def _arrays(read: Callable[[Path], Any]) -> Callable[[bytes], str]:
    def attempt(data: bytes) -> str:
        with np.errstate(all="ignore"):
            read(in_file(_archive(data), "fuzzed.npz"))
        return "read"

    return attempt


_HEX3 = boardai.load("hex:size=3")
_CHESS = boardai.load("chess")
_REVERSI = boardai.load("reversi:board=4x4")
_CHESS = boardai.load("chess")


def _learned(path: Path) -> None:
    found = load_evaluation(path)
    for game in (_REVERSI, _CHESS):
        found.why_not(game.initial_state())


def _weights_seed() -> bytes:
    about = {"format": "boardai weights 1", "game": "hex:size=3", "network": "{}", "checkpoint": "3"}
    return _as_members({"parameters/a/kernel": np.zeros((2, 3), np.float32), "metadata": np.array(json.dumps(about))})


def _learned_seed() -> bytes:
    card = {"features": "discs", "points": 1.0, "unit": 1, "scale": 1.0}
    return _as_members({"weights": np.zeros(4, np.float32), "card": np.array(json.dumps(card))})


def _accumulator_seed() -> bytes:
    card = {"inputs": "pieces", "points": 400.0, "unit": 100, "scale": 350.0}
    arrays = {
        "feature_weights": np.zeros((3, 16), np.int16),
        "feature_bias": np.zeros(16, np.int16),
        "output_weights": np.zeros((1, 32), np.int8),
        "output_bias": np.zeros(1, np.int32),
    }
    return _as_members({**arrays, "card": np.array(json.dumps(card))})


def _shard_seed() -> bytes:
    columns = {
        "number": [0, 1],
        "start": np.array(["", ""], np.str_),
        "result": [1, 0],
        "action_end": [2, 3],
        "actions": [4, 0, 1],
    }
    labels = {
        "game": [0],
        "ply": [1],
        "value": np.array([0.5], np.float32),
        "score": np.array([0.0], np.float32),
        "depth": [2],
    }
    shares = {"policy_end": [1], "policy_action": [3], "policy_share": np.array([1.0], np.float32)}
    return _as_members({**columns, **labels, **shares})


_ARRAY_WORDS = tuple(
    b"\n@@ weights\n|\n@@ metadata\n|\n@@ card\n|{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }|'<f4'|"
    b"'<f8'|'|O'|'|V4'|'<U5'|'>i8'|"
    b"'|b1'|'<c8'|(|)|,|True|False|0|1|-1|1000000000000|'shape'|'descr'|[('a', '<f4')]|\x00|\xff|\n@@ |"
    b'"format"|null|[]|{}|1e999'.split(b"|")
)

# --- scored games ----------------------------------------------------------------------------------------------


def _scored_games(data: bytes) -> str:
    """A shard's games, without the checksum that stands after them."""
    start = _CHESS.initial_state()
    games = native.template("ScoredPositions", start)(native.native_state(start))
    games.add_shard(data, "fuzzed", 0)
    rows = np.arange(int(games.size()), dtype=np.int64)
    counts = np.zeros(max(1, len(rows)), np.int32)
    options = native.options("ScoredPositionsOptions", "boardai/search/scored_games/positions", {"from_ply": 0})
    if len(rows):
        games.count(options, native.evaluation_spec(""), rows, len(rows), counts)
    return f"{len(rows) > 1} {counts.any()}"


def _scored_games_seeds() -> list[bytes]:
    import tempfile

    found = []
    with tempfile.TemporaryDirectory() as folder:
        for starts in (0.0, 1.0):
            options = ScoredPlayOptions(nodes=20, random_plies=2, opening_limit=0, other_starts=starts)
            settings = ScoredGamesSettings("chess", options, games=2, max_plies=300)
            made = make_scored_games(settings, Path(folder) / str(starts))
            found.append(scored_shard(made.path / "000000.sgames"))
    return found


# --- SQLite ----------------------------------------------------------------------------------------------------


def _made_by(script: str, path: Path) -> None:
    """A database that statements have made; one that would never end is cut short."""
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    steps = iter(range(300))
    connection.set_progress_handler(lambda: next(steps, None) is None, 1000)
    try:
        for statement in script.split(";\n")[:60]:
            with contextlib.suppress(sqlite3.Error, sqlite3.Warning, ValueError):
                if "ATTACH" not in statement.upper() and "VACUUM" not in statement.upper():
                    connection.execute(statement)
    finally:
        connection.close()


def _database(data: bytes) -> str:
    """A file of games, from statements of SQL, or as bytes."""
    path = Path("fuzzed.db")
    if data.startswith(b"SQLite format 3\0"):
        in_file(data, path.name)
    else:
        _made_by(data.decode("utf-8", "replace"), path)
    reported = []
    with GameDatabase(path, _HEX3) as games:
        for _ in games.games(limit=20):
            reported.append("game")
        games.position(_HEX3.initial_state())
        reported.append(f"{len(games) > 0} {len(games.sources) > 0}")
    return " ".join(reported[-2:])


def _solved(data: bytes) -> str:
    path = Path("fuzzed.db")
    _made_by(data.decode("utf-8", "replace"), path)
    with SolvedPositions(path, _HEX3) as solved:
        found = solved.get(_HEX3.initial_state())
        solved.result(_HEX3.initial_state())
        return f"{len(solved) > 0} {found}"


def _script_of(path: Path) -> bytes:
    connection = sqlite3.connect(path)
    try:
        return ";\n".join(line.rstrip(";") for line in connection.iterdump()).encode()
    finally:
        connection.close()


def _database_seeds() -> list[bytes]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.db"
        with GameDatabase(path, _HEX3, create=True) as games:
            games.add_games([boardai.RecordedGame.from_moves(_HEX3, ["b2", "a1"], result=1)], "mine")
        return [_script_of(path)]


def _solved_seeds() -> list[bytes]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.db"
        with SolvedPositions(path, _HEX3, create=True) as solved:
            solved.keep(boardai.search.dfpn(_HEX3.initial_state(), strategy=False))
        return [_script_of(path)]


_SQL_WORDS = tuple(
    b";\n|CREATE TABLE|CREATE VIEW|CREATE TRIGGER|INSERT INTO|VALUES|games|positions|sources|facts|NULL|x'00ff'|"
    b"1|-1|1.5|'x'|,|(|)|TEXT|BLOB|"
    b"INTEGER|PRIMARY KEY|WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT x FROM c|BEGIN|"
    b"COMMIT|DELETE FROM|DROP TABLE|"
    b"AFTER INSERT ON games BEGIN DELETE FROM games; END|SELECT|FROM|record|place|result|boardai games 1|kind|"
    b"game|hex:size=3|chess".split(b"|")
)

# --- chess: books and tables -----------------------------------------------------------------------------------


def _book(data: bytes) -> str:
    try:
        book = Book(str(in_file(data, "book.bin")))
    except ValueError:
        raise
    try:
        chosen = []
        for fen in ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "7k/8/8/8/8/8/8/KR6 w - - 0 1"):
            state = boardai.load("chess").from_string(fen)
            chosen.append(book.choose(state, state.legal_actions(), 1) is not None)
        return f"{chosen}"
    finally:
        book.close()


def _book_seeds() -> list[bytes]:
    start = 0x463B96181691FC9C  # the key of the start position, from the format's description
    e2e4 = (1 << 9 | 4 << 6) | (3 << 3 | 4)
    return [
        struct.pack(">QHHI", start, e2e4, 10, 0),
        struct.pack(">QHHI", 1, 0, 1, 0) + struct.pack(">QHHI", start, e2e4, 1, 0),
    ]


def _tables(data: bytes) -> str:
    """A file under the names of two tables; the caller knows what a damaged one may raise."""
    folder = Path("tables")
    folder.mkdir(exist_ok=True)
    for name in ("KRvK.rtbw", "KRvK.rtbz"):
        (folder / name).write_bytes(data)
    tables = Tablebase(str(folder))
    state = boardai.load("chess").from_string("k7/8/1K6/8/8/8/8/7R w - - 0 1")
    try:
        return f"{tables.choose(state, state.legal_actions()) is not None} {bool(tables.verdicts(state))}"
    except BAD_TABLE as error:
        return f"damaged: {type(error).__name__}"
    finally:
        tables.close()


# --- safetensors, and games of self-play -----------------------------------------------------------------------


def _safetensors(data: bytes) -> str:
    """A header in JSON, after it bytes; its length is put in front."""
    header, _, rest = data.partition(b"\n\n")
    arrays, about = read_weights(in_file(struct.pack("<Q", len(header)) + header + rest, "fuzzed.safetensors"))
    return f"{len(arrays) > 0} {sorted(about)[:3]}"


def _game_file(data: bytes) -> str:
    path = in_file(data, "000001.games")
    try:
        read_contents(path)
    except ValueError:
        read_game_file(path)
        return "without its contents"
    return f"{min(3, len(read_game_file(path).parts))}"


_GAME_FILE = (
    b'{"format": "boardai games 2", "iteration": 3, "games": 1, "positions": 2, "bytes": [3], "sha256": '
    b'["ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"]}\nabc'
)
_SAFETENSORS = (
    b'{"__metadata__": {"format": "boardai weights 1", "game": "hex:size=3"}, "a": {"dtype": "F32", "shape": '
    b'[2], "data_offsets": [0, 8]}}\n\n' + bytes(8)
)

TARGETS = (
    Target(
        "weights",
        _arrays(read_weights),
        lambda: [_weights_seed()],
        _ARRAY_WORDS,
        {
            "members": lambda n: b"".join(
                b"\n@@ a%d\n{'descr': '<f4', 'fortran_order': False, 'shape': (), }\n0000" % i
                for i in range(min(n, 39))
            )
        },
        runs=150,
    ),
    Target("learned", _arrays(_learned), lambda: [_learned_seed(), _accumulator_seed()], _ARRAY_WORDS, runs=150),
    Target(
        "shards",
        _arrays(lambda path: list(read_shard(path, _HEX3))),
        lambda: [_shard_seed()],
        _ARRAY_WORDS,
        runs=100,
        longest=4096,
    ),
    Target(
        "scored-games",
        _scored_games,
        _scored_games_seeds,
        (b"BSGS\x01\x00\x00\x00", bytes(8), b"\xff\xff\xff\xff", b"\x00\x80", b"\x03", b"\x01", b"\x02"),
        runs=150,
        longest=2048,
    ),
    Target(
        "safetensors",
        _safetensors,
        lambda: [_SAFETENSORS],
        tuple(
            b'"__metadata__"|"dtype"|"F32"|"shape"|"data_offsets"|[0, 8]|{|}|:|,|"a"|18446744073709551615|\x00|'
            b'\n\n|"F8_E4M3"|"BF16"|-1|"format"|"boardai weights 1"'.split(b"|")
        ),
        runs=150,
    ),
    Target(
        "archives",
        lambda data: str(len(read_weights(in_file(data, "raw.npz"))[0])),
        lambda: [_archive(_weights_seed())],
        (b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"\x00\x00", b"\xff\xff\xff\xff", b"\x93NUMPY", b"metadata.npy"),
        runs=150,
    ),
    Target(
        "self-play",
        _game_file,
        lambda: [_GAME_FILE],
        tuple(
            b'"format"|"boardai games 2"|"bytes"|"sha256"|"games"|"positions"|"targets"|{|}|[|]|,|:|3|-1|'
            b"9223372036854775807|1000000000000|\n|null".split(b"|")
        ),
        runs=150,
    ),
    Target("databases", _database, _database_seeds, _SQL_WORDS, runs=60, longest=4096),
    Target("solved", _solved, _solved_seeds, _SQL_WORDS, runs=60, longest=4096),
    Target(
        "books",
        _book,
        _book_seeds,
        (bytes(8), b"\xff" * 8, struct.pack(">Q", 0x463B96181691FC9C), bytes(16), b"\x03\x1c", b"\xff\xff"),
        runs=150,
    ),
    Target(
        "tables",
        _tables,
        lambda: [b"\x71\xe8\x23\x5d" + bytes(60), b"\xd7\x66\x0c\xa5" + bytes(60)],
        (b"\x71\xe8\x23\x5d", b"\xd7\x66\x0c\xa5", bytes(16), b"\xff" * 4, b"\x01", b"\x80"),
        runs=100,
    ),
)
