"""Solutions to example 14's exercises: returns by hand, and which step size propagates a result through a game.

    python examples/solutions/14_td_by_hand.py

`returns` is a task of the course, which prints its description; the library's own implementation is used here.
"""

import random
from pathlib import Path

import boardai
from boardai.course import stand_in

returns = stand_in("returns")

# --- 1. The returns that TD(lambda) moves its values towards. ---

print(boardai.course.describe("returns"), "\n")

# --- 2. The value of random play, which can be computed exactly, learned by TD(0) with different step sizes. ---

game = boardai.load(str(Path(__file__).parents[1] / "01_game_in_python.py"))
exact = {}


def truth(state):
    """The mean result for the first player if both move at random."""
    text = state.to_string()
    if text not in exact:
        children = [state.child(action) for action in state.legal_actions()]
        exact[text] = sum(map(truth, children)) / len(children) if children else float(state.outcome(0))
    return exact[text]


start = game.initial_state()
openings = [start.child(action) for action in start.legal_actions()]
print(f"random play: the first player's mean result is {truth(start):+.3f}")
assert abs(truth(start) - (0.585 - 0.288)) < 0.001  # wins 58.5 %, loses 28.8 %
GAMES = 4000


def learned(step, seed):
    """Root mean square errors of the nine openings' values, after several numbers of games."""
    rng, values, errors = random.Random(seed), {}, []
    for number in range(1, GAMES + 1):
        state, line = start, []
        while not state.is_terminal():
            line.append(state.to_string())
            state = state.child(rng.choice(state.legal_actions()))
        after = float(state.outcome(0))
        # From the end, so that each value moves towards the updated value after it.
        for text in reversed(line):
            visits, value = values.get(text, (0, 0.0))
            rate = 1 / (visits + 1) if step is None else step
            after = value + rate * (after - value)
            values[text] = visits + 1, after
        if number in (200, 1000, GAMES):
            wrong = [values.get(one.to_string(), (0, 0.0))[1] - truth(one) for one in openings]
            errors.append((sum(error**2 for error in wrong) / 9) ** 0.5)
    return errors


print(f"\nerror of the values after the first move (mean of three runs), after 200, 1,000 and {GAMES:,} games:")
found = {}
for name, step in (("0.9", 0.9), ("0.5", 0.5), ("0.1", 0.1), ("1 / visits", None)):
    runs = [learned(step, seed) for seed in (1, 2, 3)]
    found[name] = [sum(column) / 3 for column in zip(*runs, strict=True)]
    print(f"  step {name:10} " + "".join(f"{error:8.3f}" for error in found[name]))
assert found["1 / visits"][2] < found["0.5"][2] < found["0.1"][2]
print("""
TD(0) carries a result back through positions most of which are seen once or twice: with a step of 0.1, a tenth of a
tenth of a tenth arrives. With 0.9 all of it does, and the noise of the last game too. A step of 1 over the visits is
whole where nothing was known and small where much is.""")
