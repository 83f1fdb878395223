"""Example 16: draw a Reversi board in a text file, show its corners, edges and other regions, and play on it.

    python examples/16_your_own_board.py [FOLDER]

The board, heart.txt, and its picture are written to FOLDER. An existing heart.txt, which you may have changed, is used
as it is. Without FOLDER a temporary folder is used.

Reversi's evaluations derive corners and edges from the shape of the board (games/reversi/evaluation/analysis.hpp), so
searches play sensibly on any board; docs/td.md explains how weights are learned for all boards together.
"""

import sys
import tempfile
from pathlib import Path

import boardai
from boardai.arena.match import play_match
from boardai.games.reversi.analysis import analysis_svg, analysis_text
from boardai.players import load_agent

# --- 1. A board: `-` is an empty cell, X and O are the discs at the start, `#` is outside the board. ---

scratch = tempfile.TemporaryDirectory()
folder = Path(sys.argv[1] if len(sys.argv) > 1 else scratch.name)
folder.mkdir(parents=True, exist_ok=True)
heart = """\
name: heart
to move: dark

-##--##-
--------
--------
---OX---
---XO---
#------#
##----##
###--###
"""
if not (folder / "heart.txt").exists():
    (folder / "heart.txt").write_text(heart)
game = boardai.load("reversi", board=str(folder / "heart.txt"))
print(game.initial_state())

# --- 2. Its regions: corners, cells next to corners, edges, the centre. ---

print("\n" + analysis_text(game))
print("""
A and B are corners, whose discs cannot be flipped; A attacks much of the board, B less. Next to them are W and X on the
edge, Y and Z on the diagonal: a player who takes those gives the corner away. E is the rest of an edge, C the centre, P
the rest. A side is a straight edge whose discs can be flipped only along it.""")
(folder / "heart.svg").write_text(analysis_svg(game))

# --- 3. Two players on it: one counts discs, one also knows corners and stable discs. ---

result = play_match(
    game,
    load_agent("alphabeta:depth=3,evaluator=positional", game),
    load_agent("alphabeta:depth=3,evaluator=discs", game),
    games=20,
    opening_plies=4,
    max_plies=200,
    seed=1,
)
low, high = result.interval
print(f"\npositional against discs: {result.score:.0%} of 20 games (95 % interval {low:.0%} to {high:.0%})")
assert result.score > 0.6
scratch.cleanup()

# Where to continue: keep the board (`python examples/16_your_own_board.py .`), draw another one in heart.txt, learn
# weights that include it, and play against them:
#   python -m boardai.train reversi --learner mouse --minutes 5 --run runs/heart --play.boards board=8x8 board=heart.txt
#   python -m boardai.play reversi:board=heart.txt --opponent pvs:seconds=1,evaluator=runs/heart

# Two exercises (examples/solutions/16_your_own_board.py):
#   1. A board of two islands: how many moves and corners does it have, and does a player who knows corners win there?
#   2. Cut a hole of two cells into the middle of a side of 8x8. How many corners does the board have then, and why?
