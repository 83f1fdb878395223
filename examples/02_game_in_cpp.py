"""Example 2: write a game in C++ and use it at once. Connect Four.

`02_connect_four.hpp`, next to this file, is the complete game, explained line by line. boardai compiles it when it is
loaded, with the same templates as chess, so it runs at native speed. You need no build system and no bindings.

    python examples/02_game_in_cpp.py
    python -m boardai.perft examples/02_connect_four.hpp --depth 8
    python -m boardai.train examples/02_connect_four.hpp --minutes 1
"""

import time
from pathlib import Path

import boardai

# A header is loaded by its path; in a notebook, `boardai.define_game(source)` takes the text of a cell.
game = boardai.load(str(Path(__file__).with_name("02_connect_four.hpp")))
print(boardai.check_game(game, games=5))

# States behave like Python objects: compare, copy, pickle, use as dictionary keys.
state = game.initial_state()
for text in ("d", "d", "e", "e"):
    state.apply(state.action_from_string(text))
print(f"\n{state}\n")
print("position:", state.to_string(), " legal:", [state.action_to_string(action) for action in state.legal_actions()])

# An illegal action is rejected, and the message names it.
try:
    state.apply(9)
except ValueError as error:
    print("refused: ", error)

# A third disc next to these two leaves both ends open, and only one can be blocked. The search finds this.
start = time.perf_counter()
result = boardai.search.puct(state, simulations=20000, seed=1)
rate = result.simulations / (time.perf_counter() - start)
move = state.action_to_string(result.action)
print(f"PUCT with random rollouts: {move}, value {result.value:+.2f}, {rate:,.0f} simulations/s")
assert move in ("c", "f")

# An error in the C++ is reported with the compiler's message and the line in your text.
try:
    boardai.define_game("struct Nim { int sticks = 21; };\nBOARDAI_GAME(Nim)", name="nim")
except ValueError as error:
    print("\nwhat a mistake looks like:\n" + "\n".join(str(error).splitlines()[:4]))

# Two exercises (examples/solutions/02_game_in_cpp.py):
#   1. Nim in C++: 21 sticks, a move takes one, two or three, the last one wins. From which numbers of
#      sticks does the player to move lose? Solve it with `boardai.search.dfpn`, and find the rule.
#   2. Connect Four on 4x4 and on 4x5: change two numbers in the header's text, and solve both.
