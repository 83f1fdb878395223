"""Solutions to example 29's exercises: a judge that judges itself, and a loss that depends on the opponent.

    python examples/solutions/29_what_a_move_costs.py

It plays two short matches on Reversi 6x6, in about 15 seconds.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from boardai.judging import judge_folder, quality_in

scratch = tempfile.TemporaryDirectory()


def losses(first, second, judge):
    """Discs lost per move by both agents of a match of 24 games, according to a judge."""
    folder = Path(scratch.name) / f"{first}-{second}".replace(":", "-")
    if not folder.exists():
        command = ["boardai.match", "reversi:board=6x6", first, second, "--games", "24", "--opening-plies", "4"]
        silent = {"stdout": subprocess.DEVNULL}
        subprocess.run([sys.executable, "-m", *command, "--record", str(folder)], check=True, **silent)
    judge_folder(folder, judge)
    return {one.agent: one.loss for one in quality_in(folder) if one.judge == judge}


# --- 1. A judge that judges itself. ---

itself, deeper = "pvs:depth=5,points=true", "pvs:depth=9,points=true"
by_itself = losses("pvs:depth=5", "pvs:depth=2", itself)["pvs:depth=5"]
by_deeper = losses("pvs:depth=5", "pvs:depth=2", deeper)["pvs:depth=5"]
print(f"pvs:depth=5 loses {by_itself} discs a move by its own judgement, {by_deeper} by that of pvs:depth=9")
print("It chose what it thought best, and thinks so still: a judge says where a player differs from it, and no more.")
print("(A little is left: the player kept its table from move to move, the judge begins again with every position.)\n")
assert by_itself.mean < by_deeper.mean

# --- 2. The same player against a weak and a strong opponent. ---

print("loss of pvs:depth=2, discs a move, by pvs:depth=9:")
found = {opponent: losses("pvs:depth=2", opponent, deeper)["pvs:depth=2"] for opponent in ("random", "pvs:depth=5")}
for opponent, loss in found.items():
    print(f"  against {opponent:12} {loss}")
print("The player is the same; the positions are not. A loss belongs to a tournament: compare only within one.")
scratch.cleanup()
