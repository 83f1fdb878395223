"""Solutions of example 26: lone stones and the edge, and replies to intrusions.

python examples/solutions/26_virtual_connections.py
"""

import boardai
from boardai.games.hex.connections.virtual_connections import connections

# --- 1. Lone stones in the middle of 11x11, one row after the other. ---

game = boardai.load("hex", size=11)
sizes = []
for row in range(10, 5, -1):  # on the first row the stone touches the edge
    cell = f"f{row}"
    state = game.initial_state().child(game.parse_action(game.initial_state(), cell))
    ways = [one for one in connections(state, colour=0).between(cell, "bottom") if one.full]
    sizes.append(len(ways[0].carrier) if ways else None)
    print(f"row {12 - row} from the edge: {f'joined within {sizes[-1]} cells' if ways else 'no way is found'}")
# The second row needs a bridge, the third the template of eight cells.
assert sizes[:2] == [2, 8]

# --- 2. Intrusions into c3 to bottom on 5x5. ---

game = boardai.load("hex", size=5)
start = game.initial_state().child(game.parse_action(game.initial_state(), "c3"))
carrier = connections(start, colour=0).between("c3", "bottom")[0].carrier
for cell in carrier:
    state = start.child(cell)
    ways = connections(state, colour=0).between("c3", "bottom")
    # A remaining full connection needs no reply; otherwise the key of a semi connection is the reply.
    answers = ["none needed"] if ways[0].full else sorted({game.format_action(state, one.key) for one in ways})
    print(f"white {game.format_action(start, cell)}: {' or '.join(answers)}")
    assert ways
