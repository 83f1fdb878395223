"""Example 8: PUCT with a hand-made prior, which replaces a trained policy network.

    python examples/08_puct_with_a_hand_made_prior.py

docs/search/puct.md explains the search with numbered steps.
"""

import math

import boardai
from boardai.search import Outcome, puct

game = boardai.load("reversi:board=6x6")
CORNERS = {"a1", "f1", "a6", "f6"}
BESIDE_CORNERS = {"b2", "e2", "b5", "e5", "a2", "b1", "e1", "f2", "a5", "b6", "e6", "f5"}


# --- 1. A prior: which moves are likely to be good, before any search. Any positive weights are allowed. ---


def prior(state):
    """Corners first: a disc there cannot be flipped. Cells next to them last: they give the corner away."""
    weights = {}
    for action in state.legal_actions():
        name = state.action_to_string(action)
        weights[action] = 5.0 if name in CORNERS else 0.2 if name in BESIDE_CORNERS else 1.0
    return weights


# --- 2. A value: who is better, from -1 to 1, for the player to move. Here it is a cautious estimate by discs. ---


def value(state):
    return math.tanh(state.score(state.current_player()) / 12)


def with_prior(state):
    return prior(state), value(state)


def without_prior(state):
    return None, value(state)  # a uniform prior


# --- 3. One position, searched with both. PUCT selects moves by Q + U, and U is proportional to the prior. ---

state = game.initial_state()
for move in ["e4", "c5", "b6", "e5", "b5", "b4", "a4", "c6", "d5", "a5"]:
    state.apply(state.action_from_string(move))
print(state)
for name, evaluate in (("without prior", without_prior), ("with prior", with_prior)):
    print(f"\n{name}:\n{puct(state, simulations=40, evaluator=Outcome(evaluate)).to_text(moves=8)}")

# --- 4. The formula by hand, at the root: the move with the highest Q + U is selected next. ---

C_BASE, C_INIT = 19652, 1.25


def scores(result, visits_of_root, own_value):
    """Q + U of every move, from a search result."""
    c = math.log((visits_of_root + C_BASE + 1) / C_BASE) + C_INIT
    found = {}
    for action, n in result.visits.items():
        q = result.action_values.get(action, own_value)  # an unvisited move has the position's own value
        found[action] = q + c * math.sqrt(visits_of_root) * result.priors[action] / (1 + n)
    return found


print("\nwith the prior, simulation by simulation:")
for simulations in range(12):
    before = puct(state, simulations=simulations, evaluator=Outcome(with_prior))
    after = puct(state, simulations=simulations + 1, evaluator=Outcome(with_prior))
    table = scores(before, simulations + 1, before.value)
    chosen = max(table, key=table.get)
    print(f"  {simulations + 1:2}: {state.action_to_string(chosen)} has the highest Q + U, {table[chosen]:.3f}")
    assert after.visits[chosen] == before.visits[chosen] + 1

# --- 5. Does the prior help? Games against the search without it; both sides, many openings. ---


def play(first, second, opening):
    """The outcome for the first player: +1 is a win."""
    state, sides = game.initial_state(), (first, second)
    for number in opening:
        actions = state.legal_actions()
        state.apply(actions[number % len(actions)])
    while not state.is_terminal():
        state.apply(puct(state, simulations=30, evaluator=Outcome(sides[state.current_player()])).action)
    return state.outcome(0)


points = games = 0
for a in range(3):
    for b in range(4):
        points += play(with_prior, without_prior, (0, a, b))
        points -= play(without_prior, with_prior, (0, a, b))
        games += 2
share = (points + games) / (2 * games)
print(f"\nwith the prior: {100 * share:.0f} % of the points in {games} games against the same search without it")
assert share > 0.5

# Where to continue: examples/09 trains a network; a run's network replaces both functions, puct(state,
# evaluator=Network(...)), and evaluates many positions in a batch.

# Two exercises (examples/solutions/08_puct_with_a_hand_made_prior.py); the first checks itself:
#   1. Write your own PUCT.  python -m boardai.course puct FILE
#   2. A wrong prior: in a position of Hex where one move wins at once, give that move a prior of 0.5, 0.05, 0.005 and
#      0.0005. After how many simulations is it visited, and played? Derive the rule from the formula of part 4.
