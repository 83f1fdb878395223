"""Solutions of example 32: Connect Four 4x5, and the effect of each kind of help.

python examples/solutions/32_solving_connect_four.py
"""

from pathlib import Path

import boardai
from boardai.search import dfpn

here = Path(__file__).resolve().parent.parent
rules = (here / "02_connect_four.hpp").read_text().replace("BOARDAI_GAME(ConnectFour)", "")
source = rules + (here / "32_connect_four_knowledge.hpp").read_text()

# --- 1. A smaller board. ---

source = source.replace("columns = 7, rows = 6", "columns = 4, rows = 5")
start = boardai.define_game(source, name="knowing connect four 4x5").initial_state()
helps = {"knowledge": True, "quiet_order": True, "mobility": True}
result = dfpn(start, **helps)
print(f"4x5: outcome {result.outcome}, {result.nodes:,} positions")
assert result.outcome == 0

# --- 2. Without one of them. ---

for name in helps:
    without = dfpn(start, **{**helps, name: False})
    print(f"without {name}: {without.nodes:,}")
    assert without.outcome == 0
