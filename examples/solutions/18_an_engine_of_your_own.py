"""Solutions to example 18's exercises: an engine that considers the best reply, and its option set by a program.

    python examples/solutions/18_an_engine_of_your_own.py

This file starts the engine, as a chess program would.
"""

import random
import subprocess
import sys

import boardai
from boardai.arena.match import play_match


class Hasty:
    """Example 18's agent, the opponent."""

    def __init__(self, seed: int, patience: int = 1):
        self.random = random.Random(seed)
        self.patience = patience

    def choose(self, state):
        """The capture with the highest gain; else a check; else any move."""
        moves = state.legal_actions()
        self.random.shuffle(moves)
        best = max(moves, key=state.exchange_value)
        if state.exchange_value(best) >= self.patience:
            return best
        return next((move for move in moves if state.gives_check(move)), moves[0])


# --- 1. The same, minus the highest gain of the opponent's replies. ---


class Careful(Hasty):
    """Plays the move with the highest gain minus the highest gain of the reply; mate comes first."""

    def choose(self, state):
        """The best balance of one capture and its answer."""
        moves = state.legal_actions()
        self.random.shuffle(moves)
        return max(moves, key=lambda move: self.balance(state, move))

    def balance(self, state, move):
        """The balance in hundredths of a pawn."""
        after = state.child(move)
        if after.is_terminal():
            return 30000 * after.outcome(state.current_player())
        answer = max(after.exchange_value(reply) for reply in after.legal_actions())
        return max(state.exchange_value(move), 0) - max(answer, 0)


def match() -> None:
    """Forty games."""
    game = boardai.load("chess")
    result = play_match(game, Careful(1), Hasty(2), games=40, opening_plies=4, max_plies=160, seed=3)
    low, high = result.interval
    print(f"careful against hasty: {result.score:.0%} of 40 games (95 % interval {low:.0%} to {high:.0%})")
    print("Both see one capture. One of them asks what comes after it.\n")
    assert low > 0.5


# --- 2. A program sets `patience`: a pawn is no longer captured. ---


def moves_by_patience() -> None:
    """The engine's move in a position where it can win a pawn, with the default option and with 200."""
    found = []
    for option in ("", "setoption name patience value 200\n"):
        command = [sys.executable, "-m", "boardai.engine", "chess", "--agent", f"{__file__}:Hasty"]
        talk = f"uci\n{option}isready\nposition startpos moves e2e4 f7f5\ngo movetime 100\n"
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
            assert engine.stdin is not None and engine.stdout is not None
            engine.stdin.write(talk)
            engine.stdin.flush()
            found.append(next(line.split()[1] for line in engine.stdout if line.startswith("bestmove")))
            engine.stdin.write("quit\n")
            engine.stdin.flush()
        print(f"{'patience 200' if option else 'as it is':12} after e4 f5: {found[-1]}")
    assert found[0] == "e4f5" and found[1] == "d1h5"  # the only check
    print("A user of the engine in a chess program finds the option in its dialogue.")


if __name__ == "__main__":
    match()
    moves_by_patience()
