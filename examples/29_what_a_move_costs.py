"""Example 29: who wins, and how much each move loses: a tournament, a judge, and misleading statistics.

    python examples/29_what_a_move_costs.py [FOLDER]

Four players play Reversi 6x6; then a stronger search judges every move they chose. The loss of a move is the value of
the best move minus the value of the move played, in discs. FOLDER is for the games and the judgements; without it a
temporary folder is used.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from boardai.judging import judge_folder, quality_in

# --- 1. A tournament: all pairs of players, each opening twice, with sides swapped. ---

players = ["random", "greedy", "pvs:depth=2", "pvs:depth=5"]
scratch = tempfile.TemporaryDirectory()
folder = Path(sys.argv[1] if len(sys.argv) > 1 else scratch.name) / "games"
if not folder.exists():
    options = ["--games", "8", "--anchor", "greedy", "--opening-plies", "4", "--seed", "29"]
    command = ["boardai.tournament", "reversi:board=6x6", *players, *options, "--record", str(folder)]
    subprocess.run([sys.executable, "-m", *command], check=True)

# --- 2. A weak and a strong judge. It searches each position, and again with only the played move if it would have
# played another one. Its results are stored in the folder. ---

judges = ["pvs:depth=3,points=true", "pvs:depth=8,points=true"]
for judge in judges:
    judge_folder(folder, judge)
found = {(one.judge, one.agent): one for one in quality_in(folder)}

# --- 3. Discs lost per move, with intervals over games; win chance lost in all positions, and in open ones only. ---

print(f"\n{'agent':12} {'judge':24} {'discs lost a move':>20} {'win chance lost, %':>19} {'in open positions':>18}")
for judge in judges:
    for agent in players:
        one = found[judge, agent]
        open_loss = "-" if one.open_loss is None else f"{one.open_loss.mean:.1f}"
        print(f"{agent:12} {judge:24} {one.loss!s:>20} {one.chance_loss.mean:19.1f} {open_loss:>18}")

# --- 4. What the table shows, and what it does not. ---

strict = {agent: found[judges[1], agent] for agent in players}
assert strict["pvs:depth=5"].loss.high < strict["pvs:depth=2"].loss.low < strict["random"].loss.low
print("\nDeeper searches lose less, far outside the intervals. But note three things:")
greedy, chance = (strict[agent].loss.mean for agent in ("greedy", "random"))
print(f"- greedy loses {greedy:.1f} discs a move and random {chance:.1f}, and their intervals overlap: 24 games do")
print("  not show which agent plays better moves. The table of games is more informative.")
one = strict["random"]
print(f"- Of random's {one.moves} moves {one.open_moves} were made while the game was open. Where it is lost no move")
print("  costs a win chance: the mean over all moves flatters an agent that loses early. Rank by open positions.")
weak, strong = (found[judge, "pvs:depth=5"].loss.mean for judge in judges)
print(f"- pvs:depth=5 loses {weak:.1f} discs a move by the weaker judge and {strong:.1f} by the stronger one.")
print("  A judge weaker than the player counts good moves as mistakes: use a judge stronger than all players.")

# Where to continue: `python -m boardai.judge FOLDER/games --summary page.html` makes a page of all this, and
# docs/arena.md explains how each figure is calculated.

scratch.cleanup()

# Two exercises (examples/solutions/29_what_a_move_costs.py):
#   1. Let pvs:depth=5 be judged by itself. What is the result, and why does it prove nothing?
#   2. Measure the loss of pvs:depth=2 against random moves, and against pvs:depth=5. Which is larger, and what follows
#      for comparing losses between two tournaments?
