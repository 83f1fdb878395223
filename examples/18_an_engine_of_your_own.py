"""Example 18: write your own engine. It is a class of a few lines, and any chess program can play against it.

    python examples/18_an_engine_of_your_own.py

docs/engines.md explains how to install an engine in chess programs; the command for this one is below.
"""

import random
import subprocess
import sys


# --- 1. The agent: one method chooses a move. The constructor receives the seed and the user's settings. ---
class Hasty:
    """Captures what it can, and gives check if there is nothing to capture."""

    def __init__(self, seed: int, patience: int = 1):
        self.random = random.Random(seed)
        self.patience = patience  # minimum gain of a capture in centipawns

    def choose(self, state):
        """The capture with the highest gain; else a check; else any move."""
        moves = state.legal_actions()
        self.random.shuffle(moves)
        best = max(moves, key=state.exchange_value)
        if state.exchange_value(best) >= self.patience:
            return best
        return next((move for move in moves if state.gives_check(move)), moves[0])


# --- 2. The engine: this is the command line for a chess program. It lists `patience` among its options. ---
def main() -> None:
    """Talks to the engine as a chess program would, and shows the conversation."""
    command = [sys.executable, "-m", "boardai.engine", "chess", "--agent", __file__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin is not None and engine.stdout is not None

        def ask(line: str, until: str) -> str:
            print(line, file=engine.stdin, flush=True)
            print(*(f"> {one}" for one in line.splitlines()), sep="\n")
            for answer in engine.stdout:
                if answer.startswith(("id", "option name patience", until)):
                    print("<", answer, end="")
                if answer.startswith(until):
                    return answer
            raise SystemExit("the engine has ended")

        ask("uci", until="uciok")
        ask("isready", until="readyok")
        ask("position startpos moves e2e4 e7e5\ngo movetime 100", until="bestmove")  # nothing to capture
        move = ask("position startpos moves e2e4 f7f5\ngo movetime 100", until="bestmove")
        assert move.split()[1] == "e4f5"
        print("quit", file=engine.stdin, flush=True)


if __name__ == "__main__":
    main()

# Two exercises (examples/solutions/18_an_engine_of_your_own.py):
#   1. Beat Hasty by searching one ply more: the gain of a move minus the highest gain of a reply.
#   2. Set `patience` to 200 as a chess program would (`setoption`), and show a position where the engine plays
#      differently.
