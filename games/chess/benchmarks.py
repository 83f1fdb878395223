"""Chess against Stockfish, OpenSpiel and python-chess: the rows of `python -m boardai.bench`."""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import io
import os
import random
import shutil
import subprocess
import time
from typing import Any

from boardai.bench import device, device_search, network, openspiel, pgx_mctx, tables, training, workloads
from boardai.bench.measure import Benchmark, NotAvailable, Peer, Workload, timed
from boardai.game import load
from boardai.games.chess.pgn import PgnGame, read_games
from boardai.games.chess.uci import Engine
from boardai.search import pvs

SIGNATURE_SPECS = ("chess", "chess:chess960=true,position=0")

# Nodes of a perft from the start position (published; every engine agrees).
_NODES = {3: 8_902, 4: 197_281, 5: 4_865_609, 6: 119_060_324}


def benchmarks() -> list[Benchmark]:
    """The rows."""
    return [
        Benchmark(
            "chess/perft",
            lambda quick: f"perft {_depth(quick)} from the start, bulk, no hash",
            "nodes/s",
            lambda quick: workloads.count_moves("chess", _depth(quick)),
            (Peer("Stockfish", lambda quick: _stockfish_perft(_depth(quick)), floor=1, aim=2),),
        ),
        Benchmark(
            "chess/perft-4",
            lambda quick: "perft 4 from the start, bulk, no hash",
            "nodes/s",
            lambda quick: workloads.count_moves("chess", 4),
            (
                Peer("OpenSpiel C++", lambda quick: openspiel.count_moves("chess", 4, _NODES[4])),
                Peer("python-chess", lambda quick: _python_chess_perft(4)),
            ),
        ),
        *workloads.random_rows(
            "chess",
            "chess",
            "chess",
            20,
            40,
            plies=True,
            others=(Peer("python-chess", lambda quick: _python_chess_random()),),
            in_python=3,
        ),
        Benchmark(
            "chess/pgn",
            lambda quick: "reading PGN: 100 random games of 40 to 120 plies, without comments",
            "plies/s",
            lambda quick: _read_pgn(),
            (Peer("python-chess", lambda quick: _python_chess_read_pgn()),),
        ),
        Benchmark(
            "chess/search",
            lambda quick: "PVS with PeSTO, half a second from each of three positions, one thread",
            "nodes/s",
            lambda quick: _search(),
            (
                Peer("Stockfish", lambda quick: _engine_search(_stockfish()), floor=2, aim=4),
                Peer("GNU Chess", lambda quick: _engine_search(f"{_program('gnuchess')} --uci")),
            ),
        ),
        *workloads.tree_rows("chess", "chess", "chess", 1000, 15, 25),
        network.benchmark("chess/self-play", "chess"),
        *pgx_mctx.benchmarks("chess/self-play-peer", "chess", "chess"),
        device.benchmark("chess/device", "chess", "chess"),
        device_search.benchmark("chess/device-search", "chess"),
        *training.benchmarks("chess", "chess"),
        tables.features("chess/features-linear", "chess", "linear"),
    ]


def _depth(quick: bool) -> int:
    return 5 if quick else 6


def _program(name: str) -> str:
    """Where Debian's package put it."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
    if found is None:
        raise NotAvailable(f"not installed (apt install {name})")
    return found


def _stockfish() -> str:
    return _program("stockfish")


def _search_positions() -> list[Any]:
    """The start, the middlegame of many moves (Kiwipete), and a rook endgame with pawns."""
    fens = (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    )
    game = load("chess")
    return [game.from_string(fen) for fen in fens]


_SEARCH_SECONDS = 0.5


def _search() -> Workload:
    states = _search_positions()

    def run(times: int) -> tuple[float, float]:
        results = [pvs(state, seconds=_SEARCH_SECONDS, evaluator="pesto") for _ in range(times) for state in states]
        return float(sum(result.nodes for result in results)), sum(result.seconds for result in results)

    return Workload(run)


def _engine_search(command: str) -> Workload:
    """The engine's own count of nodes, over the time it was given."""
    engine = Engine(command, load("chess"), seconds=_SEARCH_SECONDS)
    states = _search_positions()

    def run(times: int) -> tuple[float, float]:
        nodes, start = 0, time.perf_counter()
        for _ in range(times):
            nodes += sum(engine.analyse(state, []).nodes for state in states)
        return float(nodes), time.perf_counter() - start

    return Workload(run, engine.name.rpartition(" ")[2], engine.close)


def _stockfish_perft(depth: int) -> Workload:
    """Its `go perft`, timed from the command to the answer."""
    process = subprocess.Popen([_stockfish()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    assert process.stdin is not None and process.stdout is not None
    version = process.stdout.readline().partition(" by ")[0].removeprefix("Stockfish").strip()

    def run(times: int) -> tuple[float, float]:
        nodes, start = 0, time.perf_counter()
        for _ in range(times):
            process.stdin.write(f"go perft {depth}\n")  # type: ignore[union-attr]
            for line in process.stdout:  # type: ignore[union-attr]
                if line.startswith("Nodes searched:"):
                    nodes += int(line.split()[-1])
                    break
        if nodes != times * _NODES[depth]:
            raise NotAvailable(f"answered {nodes:,} nodes for perft {depth}")
        return float(nodes), time.perf_counter() - start

    return Workload(run, version, process.kill)


@functools.cache
def _pgn_text() -> str:
    rng = random.Random(0)
    texts = []
    for _ in range(100):
        state, actions = load("chess").initial_state(), []
        for _ in range(rng.randint(40, 120)):
            if not state.is_terminal():
                actions.append(rng.choice(state.legal_actions()))
                state.apply(actions[-1])
        texts.append(PgnGame.from_actions(actions).to_string())
    return "\n".join(texts)


def _read_pgn() -> Workload:
    text = _pgn_text()

    def read() -> float:
        return float(sum(len(game.moves) for game in read_games(io.StringIO(text))))

    return Workload(lambda times: timed(lambda: sum(read() for _ in range(times))))


def _python_chess_read_pgn() -> Workload:
    _python_chess()
    import chess.pgn

    text = _pgn_text()

    def read() -> float:
        stream, plies = io.StringIO(text), 0
        while (game := chess.pgn.read_game(stream)) is not None:
            plies += game.end().ply()
        return float(plies)

    version = importlib.metadata.version("chess")
    return Workload(lambda times: timed(lambda: sum(read() for _ in range(times))), version)


def _python_chess() -> Any:
    if importlib.util.find_spec("chess") is None:
        raise NotAvailable("not installed (pip install chess)")
    import chess

    return chess


def _python_chess_perft(depth: int) -> Workload:
    chess = _python_chess()

    def count(board: Any, plies: int) -> int:
        if plies == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, plies - 1)
            board.pop()
        return total

    if count(chess.Board(), 3) != _NODES[3]:
        raise RuntimeError(f"python-chess counts different moves: {count(chess.Board(), 3)}, expected {_NODES[3]}")

    def run(times: int) -> tuple[float, float]:
        return timed(lambda: float(sum(count(chess.Board(), depth) for _ in range(times))))

    return Workload(run, importlib.metadata.version("chess"))


def _python_chess_random() -> Workload:
    chess = _python_chess()
    rng = random.Random(0)

    def play() -> int:
        board = chess.Board()
        while not board.is_game_over(claim_draw=False) and not board.is_fifty_moves() and not board.is_repetition(3):
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return Workload(
        lambda times: timed(lambda: float(sum(play() for _ in range(times)))), importlib.metadata.version("chess")
    )
