"""Makes games/chess/golden/mates.epd: positions with a forced mate in 2 to 5, found and verified here.

    python tests/games/chess/make_mates.py --seed 1 --out games/chess/golden/mates.epd

Needs Stockfish on PATH and the `chess` package. Everything is limited by nodes or depth, not by time.

1. Candidates come from three sources: games of a player that is sometimes careless (Stockfish with few nodes, mixed
   with random moves), games that begin with many random moves, and endings with pieces put on random squares.
2. Stockfish, looking at 5,000 nodes, picks positions in which the side to move has a mate in 2 to 5, and with 12
   plies and two variations those in which one move is faster than all others (mostly).
3. Our own exhaustive search (df-pn with a limit of plies) proves that the mate exists, that there is no shorter one,
   and which first moves keep it. Positions it cannot settle are dropped.
4. Stockfish, 20 plies with two variations, confirms length and, where there is only one, the key move.
5. No two positions of a length have the same material or come from one game; single key moves are preferred.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine

import boardai

WANTED = {2: 42, 3: 38, 4: 22, 5: 8}
ENDINGS = ("KQvK", "KRvK", "KRRvK", "KBBvK", "KQvKR", "KQvKN", "KRPvK", "KQvKP", "KRvKB", "KPPvKP", "KRBvKN", "KNBPvK")
LOOK = chess.engine.Limit(nodes=5000)
NODES = 400_000  # of one question to df-pn


def candidates(
    rng: random.Random, engine: chess.engine.SimpleEngine
) -> Iterator[tuple[str, chess.Board, chess.engine.PovScore]]:
    """Positions with a first opinion on them and the name of their game; an ending is a game of one position."""
    number = 0
    while True:
        number += 1
        kind = number % 4
        if kind == 0:
            board = random_ending(rng)
            if board is not None:
                yield f"ending {number}", board, engine.analyse(board, LOOK)["score"]
            continue
        board = chess.Board()
        careless = {chess.WHITE: rng.choice((0.05, 0.2, 0.4)), chess.BLACK: rng.choice((0.05, 0.2, 0.4))}
        opening = rng.randrange(8, 16) if kind < 3 else rng.randrange(16, 50)
        while not board.is_game_over(claim_draw=True) and board.ply() < 140:
            move = rng.choice(list(board.legal_moves))
            if board.ply() >= opening:
                found = engine.analyse(board, LOOK)
                yield f"game {number}", board, found["score"]
                if rng.random() >= careless[board.turn]:
                    move = found["pv"][0]
            board.push(move)


def random_ending(rng: random.Random) -> chess.Board | None:
    strong, weak = rng.choice(ENDINGS).split("v")
    colour = rng.random() < 0.5
    board = chess.Board(None)
    for side, pieces in ((colour, strong), (not colour, weak)):
        for letter in pieces:
            piece = chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), side)
            squares = [square for square in chess.SQUARES if board.piece_at(square) is None]
            if letter == "P":
                squares = [square for square in squares if 0 < chess.square_rank(square) < 7]
            board.set_piece_at(rng.choice(squares), piece)
    board.turn = colour
    return board if board.is_valid() and not board.is_game_over() else None


def mate_of(engine: chess.engine.SimpleEngine, board: chess.Board, depth: int, lines: int) -> list[tuple[int, str]]:
    """The best lines that mate: length in own moves, first move in UCI text."""
    found = []
    for info in engine.analyse(board, chess.engine.Limit(depth=depth), multipv=lines):
        mate = info["score"].pov(board.turn).mate()
        if mate is not None and mate > 0:
            found.append((mate, info["pv"][0].uci()))
    return found


def settle(fen: str, length: int) -> list[str] | None:
    """The key moves in SAN, by our own exhaustive search; None where the mate is shorter, or it did not get through."""
    state = boardai.load("chess").from_string(fen)

    def ask(position, question: str, depth: int):
        result = boardai.search.dfpn(position, question=question, depth=depth, nodes=NODES, megabytes=256)
        return result.notes["can win" if question == "win" else "can draw"]

    if ask(state, "win", 2 * length - 1) is not True or ask(state, "win", 2 * length - 3) is not False:
        return None
    keys = []
    for action in state.legal_actions():
        child = state.child(action)
        can_draw = True if child.is_terminal() else ask(child, "draw", 2 * length - 2)
        if can_draw is None:
            return None
        if can_draw is False:
            keys.append(state.san(action))
    return keys


def material(board: chess.Board) -> str:
    return "".join(sorted(piece.symbol() for piece in board.piece_map().values()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    found: dict[int, list[str]] = {length: [] for length in WANTED}
    seen: set[tuple[int, str]] = set()
    with chess.engine.SimpleEngine.popen_uci("stockfish") as engine:
        engine.configure({"Threads": 1, "Hash": 64})
        name = engine.id["name"]
        for source, board, score in candidates(rng, engine):
            if all(len(found[length]) >= WANTED[length] for length in WANTED):
                break
            length = score.pov(board.turn).mate() or 0
            if length not in WANTED or len(found[length]) >= WANTED[length]:
                continue
            if (length, source) in seen or (length, material(board)) in seen:
                continue
            quick = mate_of(engine, board, 12, 2)
            several = len(quick) == 2 and quick[1][0] <= length
            if not quick or quick[0][0] != length or (several and rng.random() < 0.85):
                continue
            keys = settle(board.fen(), length)
            if keys is None or len(keys) > 2:
                continue
            sure = mate_of(engine, board, 20, 2)
            first = board.san(chess.Move.from_uci(sure[0][1])) if sure else ""
            if not sure or sure[0][0] != length or first not in keys:
                continue
            if len(keys) == 1 and len(sure) == 2 and sure[1][0] <= length:
                raise SystemExit(f"df-pn and Stockfish disagree about the key moves of {board.fen()}")
            seen |= {(length, source), (length, material(board))}
            found[length].append(f"{board.epd()} bm {' '.join(keys)}; dm {length};")
            print(f"mate in {length}: {len(found[length])} of {WANTED[length]}", found[length][-1], flush=True)
    lines = [line for length in WANTED for line in found[length]]
    header = f"""# Positions with a forced mate.
# dm: its length in the mating side's moves; bm: all first moves that keep it.
# Made by `python tests/games/chess/make_mates.py --seed {arguments.seed}`, which reports how.
# Length and key moves by our own exhaustive search (df-pn with a limit of plies: the mate is proved, every shorter one
# disproved), confirmed by {name}.
"""
    arguments.out.write_text(header + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
