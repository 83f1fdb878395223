"""Targets: texts that people write, such as positions, boards, moves, agents, settings and openings."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import boardai
from boardai.arena import load_openings
from boardai.arena.folder import records_in
from boardai.basics.checksums import sealed
from boardai.clocks import TimeControl
from boardai.commands.match import main as play_match
from boardai.judging.judgements import judgement_faults, read_judgements
from boardai.judging.quality import quality_in
from boardai.learn.reports.studies import load_study
from boardai.learn.runs.presets import load_preset
from boardai.players.kinds import load_agent
from boardai.records import read_position_line
from boardai.records.game_record import record_digest
from boardai.records.position_lines import operation_moves
from boardai.search.evaluations.linear import FeatureSet
from fuzzing.target import Target, same

# An agent's text may name programs and files of code, and they would be run: a user who types it means it.
_RUNS_CODE = re.compile(r"(uci|gtp|htp|nboard|sandbox)\s*:|\.py|\.hpp|/")


def text_of(data: bytes) -> str:
    """As a console gives it."""
    return data.decode("utf-8", "surrogateescape")


def in_file(data: bytes, name: str) -> Path:
    """A file with these bytes in the working directory, which is temporary."""
    path = Path(name)
    path.write_bytes(data)
    return path


def positions(*games: str) -> Callable[[bytes], str]:
    """A position's text, and after it moves, line by line, played where they are legal."""
    loaded = [boardai.load(game) for game in games]

    def attempt(data: bytes) -> str:
        first, *lines = text_of(data).split("\n")
        messages = []
        for game in loaded:
            try:
                state = game.from_string(first)
            except ValueError as error:
                if len(loaded) == 1:
                    raise
                messages.append(f"refused{len(str(error)) > 1000}")
                continue
            same("position written and read again", game.from_string(state.to_string()), state)
            plies = 0
            for line in lines[:40]:
                try:
                    action = game.parse_action(state, line)
                except ValueError:
                    continue
                same("move written and read again", game.parse_action(state, game.format_action(state, action)), action)
                state.apply(action)
                plies += 1
            messages.append(f"{min(plies, 3)} plies, {'over' if state.is_terminal() else 'continues'}")
        if all(one.startswith("refused") for one in messages):
            raise ValueError(f"no position of {games}")
        return "; ".join(messages)

    return attempt


def _epd(data: bytes) -> str:
    text = text_of(data)
    one = read_position_line(text, boardai.load("chess"))
    same("position read again", read_position_line(one.start.to_string(), one.game).start, one.start)
    moves = (*operation_moves(one, "bm"), *operation_moves(one, "am"))
    same("reported moves are legal", [move for move in moves if not one.start.is_legal(move)], [])
    return f"{sorted(one.headers)[:3]} {bool(one.problems)}"


def _moves(data: bytes) -> str:
    """A line of moves as people write it, in each game."""
    text = text_of(data)
    found = []
    for spec in ("chess", "chess:chess960=true", "hex:size=5,swap=true", "reversi"):
        game = boardai.load(spec)
        try:
            found.append(len(game.parse_moves(game.initial_state(), text)))
        except ValueError:
            found.append(-1)
    if max(found) <= 0:
        game = boardai.load("chess")
        game.parse_moves(game.initial_state(), text)
    return f"{[min(count, 2) for count in found]}"


def _board(data: bytes) -> str:
    """A board file. Boards are kept as long as the process, so that few are made."""
    text = text_of(data)
    game = boardai.load("reversi", board=text if "\n" in text else text + "\n")
    again = boardai.load("reversi", board=game.params["board"])
    same("board written and read again", again.initial_state(), game.initial_state())
    return f"{game.policy_size // 40}"


def _agents(data: bytes) -> str:
    text = text_of(data)
    if _RUNS_CODE.search(text):
        return "would run code"
    game = boardai.load("reversi:board=4x4")
    name = text.partition(":")[0]
    load_agent(text, game, try_out=False)
    return name


def _games(data: bytes) -> str:
    text = text_of(data)
    if _RUNS_CODE.search(text):
        return "would run code"
    game = boardai.load(text)
    same("spec read again", boardai.load(game.spec).initial_state(), game.initial_state())
    return f"{game.name} {sorted(game.params)}"


def _clocks(data: bytes) -> str:
    control = TimeControl.from_text(text_of(data))
    same("time control made again", TimeControl(**control.to_dict()), control)
    return f"{control.increment > 0} {control.periods > 0}"


def _features(data: bytes) -> str:
    state = boardai.load("reversi:board=6x6").initial_state()
    return f"{FeatureSet(text_of(data), state).size > 100}"


def _presets(data: bytes) -> str:
    path = in_file(data, "preset.toml")
    preset = load_preset("hex", str(path))
    return f"{preset.learner}"


def _studies(data: bytes) -> str:
    study = load_study("hex", in_file(data, "study.toml"))
    return f"{min(len(study.variants), 3)}"


_JUDGED_MATCH = ["reversi:board=6x6", "random", "random", "--games", "2", "--balance", "none", "--record", "judged"]
_JUDGEMENTS = (
    b'{"format": "boardai judgements 1", "judge": "pvs:depth=2", "name": "boardai 0.1.0", "game": "reversi:board=6x6", '
    b'"unit": "points", "method": "the root", "scales": [400.0, 20.0]}\n'
    b'{"game": 0, "record": "RECORD", "moves": [{"ply": 4, "best": "b3", "value": {"score": 25, "depth": 2}, "played": '
    b'{"points": -2.5}}, {"ply": 6, "best": "c2", "value": {"win_in": 3}}], "unjudged": 1}\n',
    b'{"format": "boardai judgements 1", "judge": "dfpn", "name": "", "game": "reversi:board=6x6", '
    b'"unit": "win chance", "method": "the position after", "scales": [1, 1e12]}\n'
    b'{"game": 0, "record": "RECORD", "moves": [{"ply": 4, "best": "", "value": {"outcome": 0.5}, "played": '
    b'{"outcome": -1}}]}\n'
    b'{"game": 1, "record": "other", "moves": []}\n',
)


def _judgements(data: bytes) -> str:
    """A judge's results for a match, in lines whose checksums are right; and how well the agents played by it."""
    folder = Path("judged")
    if not folder.exists():
        with contextlib.redirect_stdout(io.StringIO()):
            play_match([*_JUDGED_MATCH])
    digest = record_digest(records_in(folder)[0][1]).encode()
    lines = []
    for line in data.replace(b"RECORD", digest).split(b"\n"):
        try:
            table = json.loads(line)
            lines.append(json.dumps(sealed(table)).encode() if isinstance(table, dict) else line)
        except (ValueError, TypeError, RecursionError):
            lines.append(line)
    file = folder / "judged" / "x.jsonl"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(b"\n".join(lines))
    same("faults", bool(judgement_faults(folder)), not _is_read(file))
    found = quality_in(folder)
    return f"{[(one.unit, one.moves > 1, one.loss is None) for one in found]}"


def _is_read(file: Path) -> bool:
    try:
        read_judgements(file)
    except ValueError:
        return False
    return True


def _openings(data: bytes) -> str:
    messages = []
    for spec in ("chess", "hex:size=5", "reversi"):
        broken: list[ValueError] = []
        try:
            found = load_openings(in_file(data, "openings.txt"), boardai.load(spec), on_error=broken.append)
            messages.append(f"{min(len(found), 2)} {bool(broken)}")
        except ValueError as error:
            messages.append("none")
            last = error
    if messages == ["none"] * 3:
        raise last
    return " ".join(messages)


def _any_text(data: bytes) -> str:
    """Text files as users have them: the same however they are asked for."""
    from boardai.basics.text_files import UserText

    whole = UserText(io.BytesIO(data)).read()
    lines = "".join(UserText(io.BytesIO(data)))
    same("a text read whole and by lines", whole, lines)
    return f"{whole.isascii()} {len(whole) == len(data)}"


def _words(text: str) -> tuple[bytes, ...]:
    return (*(word.encode() for word in text.split()), b" ", b"\n")


_FENS = (
    b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\ne4\ne7e5\nNf3",
    b"r3k2r/8/8/8/N6N/8/8/R3K2R w KQkq - 0 1\nO-O\ne8d8",
    b"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\ndxe3",
    b"4k3/8/8/8/8/8/8/1R1RK3 w D - 12 34\ne1d1",
    b"8/8/8/8/8/8/8/4K2k w - -",
)
_FEN_WORDS = _words("w b / - KQkq HAha K q 8 1 e3 e6 rnbqkbnr pppppppp P k 0 99 150 e4 e2e4 O-O x =Q + # a7a8q d5 bm;")

_POSITIONS = (
    b"3/1b1/3 w swap\nswap\na1\nb1",
    b"5/2b2/5/5/w4 b no-swap\na1\ne4",
    b"11/11/11/11/11/5b5/11/11/11/11/11 w swap\nk11",
    b"-----OX--XO----- X\na2\na1",
    b"---------------------------OX------XO--------------------------- X\nf5\nd6",
)
_POSITION_WORDS = _words("b w / swap no-swap swapped 1 3 11 3/3/3 a1 k11 X O - # -------- pass f5 99999999999")

_BOARDS = (
    b"name: 4x4\nto move: dark\n\n----\n-OX-\n-XO-\n----\n",
    b"name: cross\nto move: light\n\n##--##\n#----#\n--OX--\n--XO--\n#----#\n##--##\n",
    b"# a comment\n\n-----\n--OX-\n--XO-\n-----\n",
)
_BOARD_WORDS = _words("name: to move: dark light X O - # ---- ---------------- \r 16 \t")

_AGENTS = (
    b"pvs:depth=6",
    b"mcts:simulations=20,rave=true",
    b"greedy",
    b"random",
    b"puct:simulations=2,run=runs",
    b"minimax:depth=2",
    b"pvs:evaluator=material,table_megabytes=1,multi_pv=2",
    b"td:run=x",
    b"alphabeta:depth=3,noise=0.5",
    b"dfpn:nodes=10",
)
_AGENT_WORDS = _words(
    ": = , depth nodes simulations seconds evaluator table_megabytes multi_pv threads seed pvs mcts puct gumbel "
    "minimax "
    "alphabeta mtdf dfpn pns greedy random true false none 0 1 -1 0.5 1e999 nan material run checkpoint preset weights"
)
_GAMES = (
    b"hex:size=11,swap=true",
    b"chess:chess960=true,position=0",
    b"reversi:board=6x6",
    b"hex:rows=4,cols=5",
    b"chess:claim_draws=false",
    b"reversi:board=octagon,count=discs",
    b"chess:history=2",
)
_GAME_WORDS = _words(
    ": = , hex chess reversi size rows cols swap board chess960 position fen claim_draws true false none 0 1 11 19 20 "
    "-1 959 960 8x8 octagon view count edges history"
)
_PRESETS = (
    b'about = "x"\nlearner = "alphazero"\n[network]\nblocks = 2\nchannels = 8\n[selfplay]\nsimulations = 4\n',
    b"minutes = 1\n[learn]\nbatch_size = 64\n[learn.loss]\nq_share = 0.5\n[replay]\nminimum = 10\n",
)
_STUDIES = (
    b'about = "x"\nseeds = 2\nminutes = 0.1\n[base.game]\nsize = 3\n[variants.wide]\nabout = '
    b'"w"\n"network.channels" = 8\n',
    b'iterations = 3\npreset = ""\n[variants."no cache"]\nlearner = "td"\n',
)
_TOML_WORDS = _words(
    '= [ ] { } " . , # about learner network blocks channels selfplay simulations learn batch_size loss replay '
    "arena true "
    "false -1 0 1e999 nan inf 2026-11-27 07:32:00 [[ ]] ''' \"\"\" variants base seeds minutes "
    "iterations "
    "architecture start opponents"
)


def _grown(beginning: bytes, repeated: bytes, end: bytes = b"") -> Callable[[int], bytes]:
    return lambda n: beginning + repeated * n + end


TARGETS = (
    Target(
        "fen",
        positions("chess", "chess:chess960=true"),
        lambda: list(_FENS),
        _FEN_WORDS,
        {
            "a rank": _grown(b"", b"8/"),
            "moves": _grown(_FENS[0], b"\nNf3\nNf6\nNg1\nNg8"),
            "blanks": _grown(b"8", b" "),
        },
    ),
    Target(
        "positions",
        positions("hex:size=3,swap=true", "hex:rows=5,cols=5", "hex:size=11,swap=true", "reversi:board=4x4", "reversi"),
        lambda: list(_POSITIONS),
        _POSITION_WORDS,
        {"cells": _grown(b"", b"b"), "rows": _grown(b"", b"3/")},
    ),
    Target(
        "boards",
        _board,
        lambda: list(_BOARDS),
        _BOARD_WORDS,
        {"comments": _grown(b"", b"# x\n", _BOARDS[0]), "rows": _grown(b"", b"----\n"), "a row": _grown(b"", b"-")},
        runs=200,
    ),
    Target(
        "epd",
        _epd,
        lambda: [
            b'2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001"; hmvc 3; fmvn 30;',
            b"7k/8/8/8/8/8/8/KR6 w - - bm Rb7 Rg1; am Ka2; ce -12; acd 3; dm 2;",
            b'8/8/8/8/8/8/8/4K2k w - - 0 1 ; c0 "a;b"',
        ],
        _words('bm am id ce dm acd c0 hmvc fmvn ; " w - KQkq Qg6 Rb7, -12 8/8/8/8/8/8/8/4K2k 0 1 \\" D1 eco'),
        {
            "operations": _grown(b"8/8/8/8/8/8/8/4K2k w - - ", b"c0 1; "),
            "moves": _grown(b"8/8/8/8/8/8/8/4K2k w - - bm", b" Kh1", b";"),
            "words": _grown(b"", b"x "),
            "semicolons": _grown(b"8/8/8/8/8/8/8/4K2k w - -", b";"),
            "a text": _grown(b'8/8/8/8/8/8/8/4K2k w - - id "', b'\\"', b'";'),
            "opcodes": lambda n: b"8/8/8/8/8/8/8/4K2k w - - " + b"".join(b"o%d 1; " % i for i in range(n)),
        },
    ),
    Target(
        "moves",
        _moves,
        lambda: [b"1. e4 e5 2. Nf3", b"c3 swap a1", b"f5d6c3", b"e2e4 e7e5", b"1.e4! e5?! 2.Bc4+"],
        _words("1. 2... e4 e5 Nf3 O-O exd5 e8=Q f5 d6 swap pass a1 k11 ! ? + # -- , ; e2e4"),
        {
            "moves": _grown(b"", b"g1f3 g8f6 f3g1 f6g8 "),
            "numbers": _grown(b"", b"1. "),
            "a word": _grown(b"", b"f5"),
            "dots": _grown(b"1", b".", b" e4"),
        },
        runs=50,
    ),
    Target(
        "agents",
        _agents,
        lambda: list(_AGENTS),
        _AGENT_WORDS,
        {
            "parameters": _grown(b"pvs:depth=1", b",depth=1"),
            "a name": _grown(b"pvs:", b"x", b"=1"),
            "digits": _grown(b"pvs:depth=", b"1"),
        },
        runs=150,
        longest=400,
    ),
    Target(
        "games",
        _games,
        lambda: list(_GAMES),
        _GAME_WORDS,
        {"parameters": _grown(b"hex:size=3", b",size=3")},
        runs=150,
        longest=400,
    ),
    Target(
        "clocks",
        _clocks,
        lambda: [b"5+3", b"60", b"10+0.1", b"30+5x10", b"300+3x30"],
        _words("+ x 0 1 0.5 1e9 nan inf 60 s m :"),
        {"digits": _grown(b"1", b"0"), "parts": _grown(b"1", b"+1")},
    ),
    Target(
        "features",
        _features,
        lambda: [b"discs", b"mobility+discs", b"patterns:edge", b"tuples", b"cells"],
        _words("discs mobility patterns cells tuples + : , ( ) = 3x3 edges phases=4 lines n=8 stage"),
        {"words": _grown(b"discs", b"+discs")},
        runs=150,
        longest=300,
    ),
    Target(
        "presets",
        _presets,
        lambda: list(_PRESETS),
        _TOML_WORDS,
        {
            "tables": lambda n: b"".join(b"[a%d]\n" % i for i in range(n)),
            "deep": _grown(b"a = ", b"["),
            "text": _grown(b'about = "', b"x", b'"'),
        },
        runs=150,
    ),
    Target(
        "judgements",
        _judgements,
        lambda: list(_JUDGEMENTS),
        _words(
            '{"game": "record": "moves": "ply": "best": "value": "played": "unjudged": "score": "points": "outcome": '
            '"win_in": "scales": "unit": "RECORD" 0 1 -1 0.5 1e999 NaN null [] {} [ ] { } , : "" "centipawns" "points"'
        ),
        {
            "games": lambda n: _JUDGEMENTS[1] + _JUDGEMENTS[1].split(b"\n")[2].replace(b"RECORD", b"") * n,
            "moves": lambda n: (
                _JUDGEMENTS[0].split(b"\n")[0]
                + b'\n{"game": 1, "record": "", "moves": ['
                + b'{"ply": 4, "best": "", "value": {"score": 1}}, ' * n
                + b'{"ply": 4, "best": "", "value": {"score": 1}}]}\n'
            ),
        },
        runs=100,
    ),
    Target(
        "studies",
        _studies,
        lambda: list(_STUDIES),
        _TOML_WORDS,
        {"variants": lambda n: b"".join(b"[variants.v%d]\n" % i for i in range(n))},
        runs=150,
    ),
    Target(
        "openings",
        _openings,
        lambda: [
            b"# c\n1. e4 e5 2. Nf3\n8/8/8/4k3/8/8/4P3/4K3 w - -\n",
            b"c3 a1\nb2\n",
            b"f5 d6\nf5d6c3\n",
            b"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; e2e4\n",
            b"(;GM[11]SZ[5];B[b2])\n",
            b'[Event "x"]\n\n1. e4 *\n',
        ],
        _words(
            '# ; 1. e4 e5 c3 f5d6 8/8/8/4k3/8/8/4P3/4K3 w - - bm (;GM[11]SZ[5];B[b2]) [Event "x"] * '
            "https://hexworld.org/board/#5,a1"
        ),
        {
            "lines": _grown(b"", b"1. e4 e5\n"),
            "comments": _grown(b"", b"# x\n", b"e4\n"),
            "a line": _grown(b"", b"x "),
            "semicolons": _grown(b"e4", b";"),
        },
        runs=150,
    ),
    Target(
        "texts",
        _any_text,
        lambda: [b"caf\xe9\nnoir\n", b"\xef\xbb\xbfa\r\nb", "é\n".encode()],
        (b"\xef\xbb\xbf", b"\xe9", b"\r", b"\n", b"\r\n"),
        {"foreign lines": _grown(b"", b"\xe9\n"), "marks": _grown(b"", b"\xef\xbb\xbf\n")},
    ),
)
