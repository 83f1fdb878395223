"""Solutions to example 8's exercises: your own PUCT, and how long a wrong prior affects a search.

    python examples/solutions/08_puct_with_a_hand_made_prior.py

`puct` is a task of the course, which prints its description; the library's own implementation is used here.
"""

import boardai
from boardai.course import stand_in
from boardai.search import Outcome

puct = stand_in("puct")

# --- 1. The search: its description. `python -m boardai.course` checks yours. ---

print(boardai.course.describe("puct"), "\n")

# --- 2. One move wins at once, but has a low prior. Hex 5x5, c5 completes black's chain. ---

game = boardai.load("hex", size=5)
state = game.initial_state()
for move in ("c1", "a1", "c2", "a2", "c3", "a3", "c4", "b5"):
    state.apply(state.action_from_string(move))
win = state.action_from_string("c5")
assert [action for action in state.legal_actions() if state.child(action).is_terminal()] == [win]


def evaluator(share):
    """A uniform prior except for the winning move, which gets this share; all values are 0."""

    def evaluate(position):
        actions = position.legal_actions()
        rest = (1 - share) / (len(actions) - 1) if len(actions) > 1 else 1
        return {action: share if action == win else rest for action in actions}, 0.0

    return Outcome(evaluate)


print(f"{state}\n\nsimulations until the winning move is visited, and until it is played, by its prior:")
needed = {}
for share in (0.5, 0.05, 0.005, 0.0005):
    first = played = None
    for simulations in (2**k for k in range(13)):
        # Without the solver, which would play a proven win at once.
        result = boardai.search.puct(state, simulations=simulations, evaluator=evaluator(share), solver=False)
        if first is None and result.visits[win]:
            first = simulations
        if played is None and result.action == win:
            played = simulations
            break
    needed[share] = first, played
    print(f"  {share:8}: at most {first:5}, {played:5}")
found = [played for _, played in needed.values()]
assert found == sorted(found) and found[-1] > 100 * found[0]
print("\nU is c P sqrt(N) / (1 + n): the more often the others are visited, the smaller theirs, until the move that")
print("was never tried has the largest. A tenth of the prior takes about ten times the simulations. Once it is")
print("seen, the win is soon played. That is why AlphaZero mixes noise into the root's priors while it trains: what")
print("the network overlooks must be seen once.")
