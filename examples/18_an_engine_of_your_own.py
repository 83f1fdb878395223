"""Example 18: write your own engine. It is a class of a few lines, and any chess program can play against it.

    python examples/18_an_engine_of_your_own.py

docs/engines.md explains how to install an engine in chess programs; the command for this one is below.
"""

import random
import subprocess
import sys


# --- 1. The agent: one method that chooses. Its constructor receives the seed and the user's settings. ---
class Hasty:
    """Takes what it can get, and gives check where there is nothing to get."""

    def __init__(self, seed: int, patience: int = 1):
        self.random = random.Random(seed)
        self.patience = patience  # centipawns that a capture has to win

    def choose(self, state):
        """The capture that wins most; else a check; else anything."""
        moves = state.legal_actions()
        self.random.shuffle(moves)
        best = max(moves, key=state.exchange_value)
        if state.exchange_value(best) >= self.patience:
            return best
        return next((move for move in moves if state.gives_check(move)), moves[0])


# --- 2. The engine: this is the command line that a chess program is given. It offers `patience` among its options. ---
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
        ask("position startpos moves e2e4 e7e5\ngo movetime 100", until="bestmove")  # nothing to take
        move = ask("position startpos moves e2e4 f7f5\ngo movetime 100", until="bestmove")
        assert move.split()[1] == "e4f5"
        print("quit", file=engine.stdin, flush=True)


if __name__ == "__main__":
    main()

# Two exercises (examples/solutions/18_an_engine_of_your_own.py):
#   1. Beat Hasty by one more look: what a move wins, less what the answer to it can win.
#   2. Set `patience` to 200 as a chess program would (`setoption`), and show a position where the engine plays
#      otherwise.
