"""Targets: files of games, of every kind."""

from __future__ import annotations

import bz2
import gzip
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import boardai
from boardai.records.formats import formats
from fuzzing.target import Target, kind_of, same

_MOST_GAMES = 20  # of an input are written and read again


def reading(ending: str, *games: str | None, rewritten: bool = True) -> Callable[[bytes], str]:
    """Reads files of a kind, as games of each of these; what was read is written and read again."""
    loaded = [None if game is None else boardai.load(game) for game in games or (None,)]

    def attempt(data: bytes) -> str:
        return "; ".join(read(data, game) for game in loaded)

    def read(data: bytes, game: Any) -> str:
        refused: list[ValueError] = []
        read_all = boardai.read_games(io.BytesIO(data), game, format=ending, on_error=refused.append, variations=True)
        found = []
        try:
            found.extend(read_all)
        except ValueError as error:
            if not found:
                raise
            refused.append(error)
        kinds = sorted({kind_of(error) for error in refused})
        if not found and kinds:
            raise refused[0]
        for one in found[:_MOST_GAMES]:
            one.check()
            if rewritten:
                kind = next(kind for kind in formats(one.game) if not ending or ending in kind.endings)
                if kind.is_writable and ending:
                    same(f"{ending} written and read again", [one], written(one, ending))
            same(f"{ending} as .jsonl", [one], written(one, ".jsonl"))
        return f"{_features(found)} {kinds[:1]}"

    return attempt


def written(one: Any, ending: str) -> list[Any]:
    """A game that was written and read again."""
    stream = io.BytesIO()
    boardai.write_games(stream, [one], format=ending)
    stream.seek(0)
    return list(boardai.read_games(stream, one.game, format=ending, variations=True))


def _features(found: Sequence[Any]) -> str:
    """What there is in some games, in a few words."""
    first = found[0] if found else None
    if first is None:
        return "nothing"
    words = [f"{min(len(found), 3)} games" if len(found) > 1 else "a game"]
    words += [
        name
        for name in ("actions", "players", "headers", "comments", "glyphs", "variations", "date", "termination")
        if (any(first.players) if name == "players" else getattr(first, name))
    ]
    words += [f"result {first.result}", "start" if first.start != first.game.initial_state() else ""]
    words += sorted({kind_of(ValueError(problem)) for problem in first.problems})[:2]
    return " ".join(filter(None, words))


def _files(game: str, endings: Iterable[str], games: Sequence[Any]) -> Callable[[], list[bytes]]:
    """Our own writers' files of games."""

    def make() -> list[bytes]:
        found = []
        for ending in endings:
            for one in games:
                stream = io.BytesIO()
                try:
                    boardai.write_games(stream, [one], format=ending)
                except ValueError:
                    boardai.write_games(stream, [one.moves_alone()], format=ending)
                found.append(stream.getvalue())
        return found

    return make


def _chess_games() -> list[Any]:
    moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
    reported = {"players": ("Ann", "Bob"), "headers": {"Event": "Club"}, "comments": {0: "start", 2: "[%clk 0:05:03]"}}
    one = boardai.RecordedGame.from_moves("chess", moves, **reported, glyphs={3: (1, 14)}, date="2026-11-27", result=0)
    chess960 = boardai.load("chess", chess960=True, position=0)
    return [one, boardai.RecordedGame.from_moves(chess960, ["e4", "e5"], termination="time", result=1)]


def _hex_games() -> list[Any]:
    reported = {"players": ("Ann", "Bob"), "headers": {"EV": "Club"}, "comments": {1: "centre ]\\"}}
    return [
        boardai.RecordedGame.from_moves("hex:size=5,swap=true", ["c3", "swap", "a1"], **reported, date="2026"),
        boardai.RecordedGame.from_moves("hex:size=3", ["b2", "a1", "b1", "a2", "b3"]),
        boardai.RecordedGame.from_moves("hex:size=11", ["f6", "a1"], result=1, termination="resignation"),
    ]


def _reversi_games() -> list[Any]:
    reported = {"players": ("Ann", "Bob"), "date": "2026-11", "result": -1, "termination": "resignation"}
    return [
        boardai.RecordedGame.from_moves("reversi", ["f5", "d6", "c3"], **reported),
        boardai.RecordedGame.from_moves("reversi", ["d3", "c5", "f6"]),
    ]


_PGN_SEEDS = (
    b'[Event "Club"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 {a comment} Kd7 $1 2. Kd2!? *\n',
    b"1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nc3 ; to the end\n% passed over\n Nf6 1/2-1/2\n\n1. d4 d5 0-1\n",
    "1. e4 e5 ± 2. ♘f3 d6 N 3. O-O-O $140 -- 0-0 1:0\n".encode(),
    b'[White "A \\"B\\" C"]\n[Result "0-1"]\n[Termination "time forfeit"]\n[Date "2026.11.??"]\n1-0\n',
)
_PGN_TOKENS = tuple(
    b'[Event "|[White "|[FEN "|[SetUp "1"]|[Result "1-0"]|[Variant "Chess960"]|"]|1.|1...|e4|e5|Nf3|Nc6|O-O|exd5|e8=Q|'
    b"Nbd2+|Qh4#|(|)|{|}|;|%|$1|$255|$256|!|?|!?|1-0|0-1|1/2-1/2|*|--|Z0|[%clk 0:05:03]|e.p.|\xc2\xb1|"
    b"\xe2\x99\x98|[BoardaiNotes "
    b'"{|[%eval 0.3]|[Termination "|[Date "2026.11.27"]|\n\n|\n|\\'.split(b"|")
)
_SGF_SEEDS = (
    b"(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob]AB[a1][b2]AW[c3]PL[W];W[d4];B[e5]C[a \\] b](;W[a2])(;W[a3];B[a4]))",
    b"(;FF[4]EV[LG]GM[11]SZ[13];W[mj];B[swap];W[resign])",
    b"(;GM[11]SZ[4:5]RE[B+Resign];B[a1];W[swap-sides];B[b2])(;GM[11]SZ[3];B[b2])",
)
_SGF_TOKENS = tuple(
    b"(|)|;|[|]|\\|B[a1]|W[b2]|B[swap-pieces]|W[swap-sides]|SZ[11]|SZ[4:5]|GM[11]|FF[4]|AB|AW|AE|PL[B]|C[|RE[W+]|"
    b"RE[B+Time]|"
    b"PB[|DT[2026-11-27]|TERMINATION[|BOARDAINOTES[{}]|W[resign]|N[|:|[a1:c3]|\n".split(b"|")
)
_GGF_SEEDS = (
    b"(;GM[Othello]PC[NBoard]DT[2026-11-27 10:00:00 GMT]PB[Ann]PW[Bob]RE[-64.00:r]TI[5:00//2:00]TY[8]BO[8 --------"
    b" -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5/0.10/1.2]W[f6//0.5]B[e6]W[f4];)",
    b"2(;GM[Othello]PB[A]PW[B]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)"
    b"(;GM[Othello]TY[6]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]B[e3];)",
)
_GGF_TOKENS = tuple(
    b"(;|;)|GM[Othello]|B[|W[|]|[|/|PA|f5|d6|BO[8 |TY[8]|TY[10]|TY[8r16]|RE[2.00:t]|RE[?]|DT[|PB[|TI[|-|*|O|8|2 "
    b"(;|pass|anti".split(b"|")
)
_TRANSCRIPT_SEEDS = (
    b"f5d6c3d3c4f4\n",
    b'1. f5 d6 2. c3 d3\n[Black "Ann"]\n[Result "1-0"]\nF5\n*\n',
    b'[Start "---------------------------OX------XO--------------------------- X"]\nf5 -- d6\n',
)
_TRANSCRIPT_TOKENS = tuple(
    b'f5|d6|c3|F5|1.|2.|pass|--|PA|*|[Black "|[Result "|"]|1-0|[Start "|[BoardaiNotes "|\n|[Date "2026"]|\\|X|O|'
    b"-".split(b"|")
)
_OBF_SEEDS = (
    b"---------------------------OX------XO--------------------------- X; D3:+2; C4:2; F5:-3;\n",
    b"% comment\n-XOO--XOOOOO-OXOXXXOXXOOXXXOOOOOXXXXOOOOXXXXXOOOOXXXXOOO--XXXX-- X;\n",
)
_OBF_TOKENS = tuple(b"X|O|-|;| X;|D3:|+2|64|-64|%|\n|a1:0;|pass:0|# |.".split(b"|"))
_LINK_SEEDS = (
    b"https://hexworld.org/board/#11c1,a1b2:sc3:rb\n",
    b"https://trmph.com/hex/board#11,a1b2c3\nhttps://hexworld.org/board/#5nc1,a1:fw\n",
)
_LINK_TOKENS = tuple(
    b"https://hexworld.org/board/#|https://trmph.com/hex/board#|11|5x4|n|r6|c1|,|:s|:rb|:rw|:fb|:p|a1|b2|k11|z99|"
    b";|\n|#".split(b"|")
)
_LINE_SEEDS = (b"a10 g7 d10\nb2 c3\n", b"m13 a1\n")
_LINE_TOKENS = tuple(b"a1|b2|m13|n14| |\n|swap|a10|resign|#".split(b"|"))
_RECORD_SEEDS = (
    b'{"format":"boardai game 1","game":"hex:size=3","actions":["b2","a1"],"result":1,"players":["A","B"]}\n',
    b'{"format":"boardai game 1","game":"chess","start":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","actions":["e2e4"],'
    b'"comments":{"1":"x"},"glyphs":{"1":[1]},"variations":[["e2e3"]],"notes":{"a":[1,null]},"date":"2026"}\n',
)
_RECORD_TOKENS = tuple(
    b'{|}|[|]|,|:|"format"|"boardai game 1"|"game"|"chess"|"hex:size=3"|"reversi"|"actions"|"start"|"result"|'
    b'"players"|"notes"|'
    b'"comments"|"glyphs"|"variations"|"termination"|"date"|null|true|1|-1|0.5|"b2"|"e2e4"|1e999|NaN|"\\ud800"|'
    b'"./x.py"|"0"'.split(b"|")
)


def _packed_seeds() -> list[bytes]:
    text = b"1. e4 e5 *\n"
    return [
        gzip.compress(text, mtime=0),
        bz2.compress(text),
        b"f5d6\n",
        b"(;GM[11]SZ[3];B[b2])",
        *_RECORD_SEEDS[:1],
        text,
    ]


def _wthor_seeds() -> list[bytes]:
    found = []
    for one in _reversi_games():
        stream = io.BytesIO()
        boardai.write_games(stream, [replace(one.moves_alone(), result=1)], format=".wtb")
        found.append(stream.getvalue())
    return found


TARGETS = (
    Target(
        "pgn",
        reading(".pgn"),
        lambda: [*_PGN_SEEDS, *_files("chess", [".pgn"], _chess_games())()],
        _PGN_TOKENS,
        {
            "tags": lambda n: b'[Event "x"]\n' * n + b"\n1. e4 *\n",
            "different tags": lambda n: b"".join(b'[Tag%d "x"]\n' % i for i in range(n)) + b"\n1. e4 *\n",
            "games": lambda n: b"1. e4 e5 *\n\n" * n,
            "moves": lambda n: b"1. Nf3 Nf6 2. Ng1 Ng8 " * n + b"*\n",
            "comments": lambda n: b"1. e4 " + b"{x} " * n + b"e5 *\n",
            "one comment": lambda n: b"1. e4 {" + b"x y\n" * n + b"} e5 *\n",
            "glyphs": lambda n: b"1. e4 " + b"$1 " * n + b"e5 *\n",
            "deep variations": lambda n: b"1. e4 " + b"(1. d4 " * n + b")" * n + b" e5 *\n",
            "variations": lambda n: b"1. e4 " + b"(1. d4) " * n + b"e5 *\n",
            "marks": lambda n: b"1. e4 " + "⟫ ".encode() * n + b"e5 *\n",
            "quotes in a tag": lambda n: b'[Event "' + b'"x' * n + b'"]\n\n1. e4 *\n',
            "open brackets": lambda n: b"1. e4 " + b"[x" * n + b" e5 *\n",
            "an open tag": lambda n: b"[Event\n" + b"\n" * n + b"1. e4 *\n",
            "blanks in a tag": lambda n: b"[" + b" " * n + b"x\n1. e4 *\n",
            "digits": lambda n: b"1" * n + b". e4 *\n",
            "blanks after a number": lambda n: b"1" + b" " * n + b"e4 *\n",
            "a word": lambda n: b"1. e4" + b"x" * n + b" *\n",
            "signs": lambda n: b"1. e4 " + "±∓".encode() * n + b" *\n",
            "no width": lambda n: b"1. e4" + "\u200b".encode() * n + b" e5 *\n",
            "broken games": lambda n: b"1. e9 *\n\n" * n,
            "backslashes": lambda n: b'[Event "' + b"\\\\" * n + b'"]\n\n*\n',
            "foreign bytes": lambda n: b"1. e4 {\xe9\n} e5 *\n\n" * n,
        },
    ),
    Target(
        "sgf",
        reading(".sgf"),
        lambda: [*_SGF_SEEDS, *_files("hex", [".sgf"], _hex_games())()],
        _SGF_TOKENS,
        {
            "games": lambda n: b"(;GM[11]SZ[3];B[b2])" * n,
            "properties": lambda n: b"(;GM[11]SZ[3]" + b"".join(b"X%s[1]" % _letters(i) for i in range(n)) + b")",
            "values": lambda n: b"(;GM[11]SZ[3]X" + b"[1]" * n + b")",
            "deep variations": lambda n: b"(;GM[11]SZ[19]" + b"(;B[a1]" * n + b")" * n + b")",
            "variations": lambda n: b"(;GM[11]SZ[19];B[a1]" + b"(;W[b2])" * n + b")",
            "nodes": lambda n: b"(;GM[11]SZ[3]" + b";C[x]" * n + b")",
            "a comment": lambda n: b"(;GM[11]SZ[3];B[b2]C[" + b"x\\]" * n + b"])",
            "blanks": lambda n: b"(" + b" \n" * n + b";GM[11]SZ[3])",
            "set-up": lambda n: b"(;GM[11]SZ[19]AB" + b"[a1]" * n + b")",
            "open": lambda n: b"(;" * n,
            "text between": lambda n: b"x" * n + b"(;GM[11]SZ[3];B[b2])",
        },
    ),
    Target(
        "ggf",
        reading(".ggf"),
        lambda: [*_GGF_SEEDS, *_files("reversi", [".ggf"], _reversi_games())()],
        _GGF_TOKENS,
        {
            "games": lambda n: _GGF_SEEDS[0] * n,
            "properties": lambda n: b"(;GM[Othello]" + b"XX[1]" * n + b";)",
            "blanks": lambda n: b"(;" + b" " * n + b"GM[Othello];)",
            "moves": lambda n: _GGF_SEEDS[0][:-2] + b"B[f5]" * n + b";)",
            "a value": lambda n: b"(;GM[Othello]PB[" + b"x" * n + b"];)",
            "text between": lambda n: b"x" * n + _GGF_SEEDS[0],
            "open": lambda n: b"(;" * n,
        },
    ),
    Target(
        "wthor",
        reading(".wtb"),
        _wthor_seeds,
        (b"\x00", b"\x01", b"\x08", b"\x0b", b"\x40", b"\xff", b"\x14\x1a\x0b\x1b", b"\x38\x4c\x21\x22", bytes(60)),
    ),
    Target(
        "transcripts",
        reading(".txt", None, "reversi:board=octagon"),
        lambda: [*_TRANSCRIPT_SEEDS, *_files("reversi", [".txt"], _reversi_games())()],
        _TRANSCRIPT_TOKENS,
        {
            "games": lambda n: b"f5d6c3\n" * n,
            "tags": lambda n: b'[Black "x"]\n' * n + b"f5\n",
            "moves": lambda n: b"f5" * n + b"\n",
            "numbers": lambda n: b"1. " * n + b"f5\n",
            "blanks": lambda n: b"f5" + b" " * n + b"d6\n",
            "quotes": lambda n: b'[Black "' + b'\\"' * n + b'"]\nf5\n',
        },
    ),
    Target(
        "obf",
        reading(".obf"),
        lambda: list(_OBF_SEEDS),
        _OBF_TOKENS,
        {"positions": lambda n: _OBF_SEEDS[0] * n, "moves": lambda n: _OBF_SEEDS[0].strip() + b" D3:2;" * n},
    ),
    Target(
        "links",
        reading(".hexworld"),
        lambda: [*_LINK_SEEDS, *_files("hex", [".hexworld", ".trmph"], _hex_games()[1:])()],
        _LINK_TOKENS,
        {
            "links": lambda n: _LINK_SEEDS[0] * n,
            "moves": lambda n: b"https://hexworld.org/board/#19," + b"a1" * n + b"\n",
            "settings": lambda n: b"https://hexworld.org/board/#11" + b"c1" * n + b",a1\n",
        },
    ),
    Target(
        "move-lines",
        reading(".dat", "hex:size=13", rewritten=False),
        lambda: list(_LINE_SEEDS),
        _LINE_TOKENS,
        {"games": lambda n: b"a1 b2\n" * n, "moves": lambda n: b"a1 " * n},
    ),
    Target(
        "records",
        reading(".jsonl"),
        lambda: [*_RECORD_SEEDS, *_files("", [".jsonl"], [*_chess_games(), *_hex_games()])()],
        _RECORD_TOKENS,
        {
            "games": lambda n: _RECORD_SEEDS[0] * n,
            "deep": lambda n: b'{"format":"boardai game 1","notes":' + b"[" * n,
            "digits": lambda n: b'{"format":"boardai game 1","result":' + b"1" * n + b"}",
            "actions": lambda n: (
                b'{"format":"boardai game 1","game":"hex:size=3","actions":["b2"' + b',"a1"' * n + b"]}"
            ),
            "variations": lambda n: (
                b'{"format":"boardai game 1","game":"hex:size=3","actions":["b2"],"variations":[["a1"]'
                + b',["a1"]' * n
                + b"]}"
            ),
            "notes": lambda n: (
                b'{"format":"boardai game 1","game":"hex:size=3","actions":[],"notes":{"a":0' + b',"a":[]' * n + b"}}"
            ),
        },
    ),
    Target(
        "packed",
        reading(""),
        _packed_seeds,
        (b"\x1f\x8b\x08", b"BZh9", b"\x00", b"\xff", b"[", b"(;", b"f5", b"1. ", b"{", b'"format"', b"https://", b"\n"),
        {"members": lambda n: gzip.compress(b"1. e4 *\n\n", mtime=0) * n},
    ),
)


def _letters(number: int) -> bytes:
    """A name of capital letters, another one for each number."""
    text = b""
    while True:
        text += bytes([65 + number % 26])
        number //= 26
        if not number:
            return text
