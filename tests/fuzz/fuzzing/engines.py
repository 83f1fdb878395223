"""Targets: servers that speak UCI, GTP, HTP and NBoard's protocol, each input a conversation with one of them.

Every `go` is answered by one move, every command of GTP by one answer, and the server ends with its input.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import boardai
from boardai.command_line import InputError
from boardai.engine.player import EnginePlayer
from boardai.engine.server import LONGEST_LINE, Console
from boardai.engine.serving import server_of
from boardai.games.chess.uci import _read_info
from boardai.protocols.uci_options import read_option, read_value, type_of
from fuzzing.target import Finding, Target

_Answers = Callable[[list[str], list[str]], str]


class _Script(Console):
    """The other program: it says its lines at once, and remembers what it hears."""

    def __init__(self, data: bytes) -> None:
        self.data, self.heard = data, list[str]()
        super().__init__(-1, self)  # type: ignore[arg-type]

    def write(self, text: str) -> None:
        """What the server says."""
        text.encode()  # as a console's stream would
        self.heard += text.splitlines()

    def flush(self) -> None:
        """Nothing is kept back."""

    def read_all(self, take: Callable[[str | None], None]) -> None:
        """Gives its lines."""
        for line in self.data.split(b"\n"):
            if len(line) > LONGEST_LINE:
                take(None)
            else:
                self._take(line, take)


def conversation(game: str, protocol: str, agent: str, check: _Answers) -> Callable[[bytes], str]:
    """A whole conversation with a server of its own."""
    loaded: list[Any] = []

    def attempt(data: bytes) -> str:
        if not loaded:
            loaded.append(boardai.load(game))
        data = _short(data)
        console = _Script(data)
        server = server_of(protocol, EnginePlayer(agent, loaded[0]), console)
        try:
            server.run()
        except InputError as error:
            raise ValueError(str(error)) from None
        lines = [line.decode("utf-8", "backslashreplace").strip() for line in data.split(b"\n")]
        for line in console.heard:
            if "Traceback" in line or "Error:" in line:
                raise Finding(f"{protocol} reports an error of ours", line[:300])
        return check(lines, console.heard)

    return attempt


# A request for hours of thinking is granted; here a thought is short.
_LONG = re.compile(
    rb"((?:[wb]time|[wb]inc|movetime|movestogo|nodes|depth|mate|perft|hint|time_settings|"
    rb"time_left)\s+(?:[a-z]+\s+)?)(?:\d{2,}|[3-9])"
)


def _short(data: bytes) -> bytes:
    return _LONG.sub(rb"\g<1>2", data)


def _uci(lines: list[str], heard: list[str]) -> str:
    """Every `go` has its `bestmove`, but for `go perft`, which counts; of those before a `quit` the stopped ones."""
    asked, followed = 0, list[str]()
    for line in lines:
        words = line.split()
        known = next((word for word in words if word in _UCI_COMMANDS), "")
        if known == "quit":
            break
        asked += known == "go"
        followed += [known] * (known in ("go", "stop"))
    else:
        known = ""
    # A stop after two of them is for the second one, so that the first would continue.
    stopped = known == "quit" and followed == ["go", "stop"] * asked
    answered = sum(line.startswith(("bestmove", "Nodes searched")) for line in heard)
    if answered > asked or (answered < asked and (stopped or known != "quit")):
        raise Finding("a go without its bestmove", f"{asked} go, {answered} answers")
    kinds = {" ".join(line.split()[:2]) if line.startswith("info") else line.split(" ")[0] for line in heard if line}
    strings = {re.sub(r"'.*|\d+", "", line)[12:50] for line in heard if line.startswith("info string")}
    return f"{sorted(kinds)[:6]} {sorted(strings)[:2]}"


def _gtp(lines: list[str], heard: list[str]) -> str:
    """Every command has one answer, which an empty line ends."""
    asked = 0
    for line in lines:
        words = re.sub(r"[\x00-\x1f\x7f]", " ", line.partition("#")[0]).split()
        asked += bool(words)
        if words[:1] == ["quit"] or (
            words[:1] and words[0].isdecimal() and words[0].isascii() and words[1:2] == ["quit"]
        ):
            break
    answered = sum(re.match(r"[=?]\d*( |$)", line) is not None for line in heard)
    if answered != asked or sum(line == "" for line in heard) != asked:
        raise Finding("a command without its answer", f"{asked} commands, {answered} answers: {heard[-3:]}")
    reasons = {re.sub(r"'.*|\d+|\S*[\[(].*", "", line)[1:40] for line in heard if line.startswith("?")}
    return f"{min(asked, 4)} {sorted(reasons)[:3]}"


def _nboard(lines: list[str], heard: list[str]) -> str:
    """It pongs every ping before `quit`."""
    pings = 0
    for line in lines:
        word = line.partition(" ")[0]
        if word == "quit":
            break
        pings += word == "ping"
    pongs = sum(line.startswith("pong") for line in heard)
    if pings != pongs:
        raise Finding("a ping without its pong", f"{pings} pings, {pongs} pongs")
    kinds = {line.split(" ")[0] for line in heard}
    message = {re.sub(r"'.*|\d+|[^a-z ]", "", line)[:30] for line in heard if line.startswith("status")}
    return f"{sorted(kinds)} {sorted(message)[:3]}"


def _engine_output(data: bytes) -> str:
    """Options and thoughts of a foreign engine, line by line."""
    reported = []
    for line in data.decode("utf-8", "replace").splitlines()[:50]:
        words = line.split()
        if words[:1] == ["info"]:
            from boardai.games.chess.uci import Analysis

            answer = Analysis(0)
            _read_info(words[1:], answer)
            reported.append(f"{answer.score is not None} {bool(answer.pv)}")
        elif words[:1] == ["option"]:
            option = read_option(words[2:])
            reported.append(type_of(option))
            try:
                read_value(option, "1")
            except ValueError:
                reported.append("refused")
    return " ".join(sorted(set(reported)))


_UCI_COMMANDS = (
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
)

_UCI_SEEDS = (
    b"uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 2\nquit",
    b"position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo nodes 20 searchmoves a1a8 g1h1\nstop\n",
    b"setoption name MultiPV value 2\nposition startpos\ngo movetime 5\ngo infinite\nstop\ngo ponder wtime 10 "
    b"btime 10\nponderhit\n",
    b"setoption name UCI_Chess960 value true\nposition startpos\ngo perft 1\ngo mate 1\nsetoption name Hash value 1\n",
)
_UCI_WORDS = tuple(
    b"uci|isready|ucinewgame|position|startpos|fen|moves|e2e4|e7e5|go|depth 1|nodes 10|movetime 2|infinite|"
    b"ponder|ponderhit|stop|quit|"
    b"setoption name|value|MultiPV|Hash|UCI_Chess960|Book|SyzygyPath|UCI_LimitStrength|true|false|searchmoves|"
    b"perft 1|mate 1|wtime 20|"
    b"btime 20|winc 1|movestogo 1|debug on|register|8/8/8/8/8/8/8/4K2k w - - 0 1|\n|go\n|stop\n|quit\n|Clear "
    b"Hash".split(b"|")
)
_GTP_SEEDS = (
    b"protocol_version\nname\nlist_commands\n1 boardsize 8\nclear_board\nplay black f5\ngenmove "
    b"white\nshowboard\nundo\nquit\n",
    b"time_settings 1 0 0\ntime_left b 1 0\nreg_genmove "
    b"b\nfinal_score\nboardai-value\nboardai-line\nboardai-shares\nknown_command play\n",
)
_GTP_WORDS = tuple(
    b"protocol_version|name|version|list_commands|known_command|boardsize|clear_board|komi|play|genmove|"
    b"reg_genmove|undo|showboard|"
    b"final_score|time_settings|time_left|boardai-value|boardai-line|boardai-shares|gogui-analyze_commands|quit|"
    b"black|white|b|w|f5|d6|"
    b"pass|8|11|1|0|#|\n|play b d3\n|genmove w\n|resign|swap|\x01|\t".split(b"|")
)
_HTP_SEEDS = (
    b"boardsize 5 5\nparam_game allow_swap 1\nplay black c3\nplay white swap-pieces\ngenmove "
    b"black\nall_legal_moves\nshowboard\nquit\n",
    b"boardsize 4\nplay b a1\nhex-shortest_connection white\nboard_id\nloadsgf "
    b"game.sgf\nhex-expected_line\nundo\nfinal_score\n",
)
_HTP_WORDS = (
    *_GTP_WORDS,
    *b"param_game allow_swap|swap-pieces|swap-sides|all_legal_moves|board_id|loadsgf|hex-shortest_connection|"
    b"hex-expected_line|a1|c3|e5".split(b"|"),
)
_NBOARD_SEEDS = (
    b"nboard 2\nset depth 1\nset game (;GM[Othello]PC[NBoard]PB[a]PW[b]TY[8]BO[8 "
    b"---------------------------O*------*O--------------------------- *]B[F5];)\n"
    b"ping 1\ngo\nmove D6/1.0/0.5\nhint 2\nping 2\nquit\n",
    b"nboard 2\nset contempt 0\nmove F5\nlearn\nanalyze\ngo\nmove PA\nping 7\n",
)
_NBOARD_WORDS = tuple(
    b"nboard 2|set depth 1|set game (;|;)|set contempt 0|move F5|move PA|hint 1|go|ping 1|learn|analyze|quit|\n|"
    b"B[F5]|BO[8 |TY[8]".split(b"|")
)
_ENGINE_LINES = (
    b"option name Hash type spin default 16 min 1 max 1024\noption name Style type combo default Solid var Solid "
    b"var Risky\n",
    b"info depth 3 seldepth 4 score cp 20 nodes 100 nps 1 pv e2e4 e7e5\ninfo multipv 2 score mate -3 upperbound "
    b"pv e2e4\n",
)
_ENGINE_WORDS = tuple(
    b"option name|type|default|min|max|var|spin|check|combo|button|string|info|depth|score|cp|mate|pv|nodes|"
    b"multipv|lowerbound|\xc2\xb2|9".split(b"|")
)

TARGETS = (
    Target(
        "uci",
        conversation("chess", "uci", "pvs:nodes=20,table_megabytes=1", _uci),
        lambda: list(_UCI_SEEDS),
        _UCI_WORDS,
        {
            "orders": lambda n: b"isready\n" * n,
            "goes": lambda n: b"position startpos\n" + b"go depth 1\n" * n,
            "moves": lambda n: b"position startpos moves" + b" g1f3 g8f6 f3g1 f6g8" * n + b"\n",
            "positions": lambda n: b"position startpos moves e2e4\n" * n,
            "words": lambda n: b"go" + b" x" * n + b"\n",
            "options": lambda n: b"setoption name MultiPV value 1\n" * n,
            "an option's name": lambda n: b"setoption name" + b" x" * n + b" value 1\n",
        },
        runs=40,
    ),
    Target(
        "gtp",
        conversation("reversi", "gtp", "pvs:nodes=20,table_megabytes=1", _gtp),
        lambda: list(_GTP_SEEDS),
        _GTP_WORDS,
        {
            "orders": lambda n: b"name\n" * n,
            "moves": lambda n: b"genmove b\ngenmove w\n" * n,
            "words": lambda n: b"play" + b" x" * n + b"\n",
            "plays": lambda n: b"play b f5\nundo\n" * n,
        },
        runs=40,
    ),
    Target(
        "htp",
        conversation("hex:size=5", "htp", "mcts:simulations=10,megabytes=1", _gtp),
        lambda: list(_HTP_SEEDS),
        _HTP_WORDS,
        {"orders": lambda n: b"board_id\n" * n, "plays": lambda n: b"play b a1\nundo\n" * n},
        runs=40,
    ),
    Target(
        "nboard",
        conversation("reversi", "nboard", "pvs:nodes=20,table_megabytes=1", _nboard),
        lambda: list(_NBOARD_SEEDS),
        _NBOARD_WORDS,
        {
            "pings": lambda n: b"ping 1\n" * n,
            "games": lambda n: _NBOARD_SEEDS[0].split(b"\n")[2] * n,
            "hints": lambda n: b"hint 1\n" * n,
        },
        runs=40,
    ),
    Target(
        "engine-lines",
        _engine_output,
        lambda: list(_ENGINE_LINES),
        _ENGINE_WORDS,
        {
            "words": lambda n: b"info" + b" depth 1" * n,
            "choices": lambda n: b"option name x type combo" + b" var a" * n,
        },
    ),
)
