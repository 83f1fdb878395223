"""Solutions of example 27: openings with the swap rule, and how hard each one is to solve.

python examples/solutions/27_solving_hex.py
"""

import math
import tempfile
from pathlib import Path

import boardai
from boardai.games.hex.drawing import draw_svg
from boardai.search import dfpn

# --- 1. With the swap rule. ---

game = boardai.load("hex", size=5, swap=True)
start = game.initial_state()
good = [cell for cell in start.legal_actions() if dfpn(start.child(cell)).value == -1]
print(f"5x5 with swap: {len(good)} of 25 openings win")
assert not good  # a winning stone is swapped, a losing one is not: the second player always wins

# --- 2. Hard openings. ---

game = boardai.load("hex", size=6)
start = game.initial_state()
work = {cell: dfpn(start.child(cell)).nodes for cell in start.legal_actions()}
hardest = sorted(work, key=lambda cell: -work[cell])[:4]
print("hardest of 6x6:", ", ".join(f"{game.format_action(start, cell)} {work[cell]:,}" for cell in hardest))
shares = {cell: math.log1p(nodes) / math.log1p(max(work.values())) for cell, nodes in work.items()}
with tempfile.TemporaryDirectory() as folder:
    picture = Path(folder) / "work.svg"
    picture.write_text(draw_svg(start, shares=shares))
    print(f"a picture of {picture.stat().st_size:,} bytes, shaded by the logarithm of the positions")
# Clear wins in the centre and clear losses at the edge are easy.
centre = game.parse_action(start, "c3")
assert work[centre] < work[hardest[-1]]
