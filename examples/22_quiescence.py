"""Example 22: the horizon. Why a search must not stop in the middle of an exchange, and how quiescence solves this.

    python examples/22_quiescence.py

docs/search/pvs.md has the option. Values are in hundredths of a pawn.
"""

import random

import boardai

game = boardai.load("chess")
nodes = 0

# --- 1. Captures: the moves that change a count of material at once. ---


def pieces(state):
    return sum(letter.isalpha() for letter in state.to_string().split()[0])


def captures(state):
    return [action for action in state.legal_actions() if pieces(state.child(action)) < pieces(state)]


# --- 2. Two searches that differ in their evaluation at depth 0. ---


def stand(state, alpha, beta):
    """Counts material and stops, even if a piece hangs."""
    global nodes
    nodes += 1
    return -32000 if state.is_terminal() and state.outcome(state.current_player()) else int(state.evaluate("material"))


def quiescence(state, alpha, beta):
    """Searches captures to their end; the player to move may stop at any point, so the count is a lower bound."""
    best = stand(state, alpha, beta)
    if state.is_terminal() or best >= beta:
        return best
    for action in captures(state):
        best = max(best, -quiescence(state.child(action), -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def alphabeta(state, depth, at_horizon, alpha=-40000, beta=40000):
    """Value and best move."""
    if depth == 0 or state.is_terminal():
        return at_horizon(state, alpha, beta), None
    best = None
    for action in state.legal_actions():
        value = -alphabeta(state.child(action), depth - 1, at_horizon, -beta, -alpha)[0]
        if best is None or value > best[0]:
            best = value, action
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best


# --- 3. White's queen can take a pawn; another pawn guards it. ---

state = game.from_string("6k1/5pp1/4p2p/3p4/8/3Q4/5PPP/6K1 w - - 0 1")
print(f"{state}\n\ndepth   stops at once           captures to their end")
found = {}
for depth in (1, 2, 3):
    columns = []
    for search in (stand, quiescence):
        nodes = 0
        value, action = alphabeta(state, depth, search)
        found[search, depth] = state.san(action), value
        columns.append(f"{state.san(action):6} {value:+5} {nodes:6,} leaves")
    print(f"{depth:5}   {'   '.join(columns)}")
print(
    "At a depth of one ply, taking on d5 wins a pawn; the loss of the queen is beyond the horizon. Every depth has one."
)
assert found[stand, 1][0] == "Qxd5" != found[quiescence, 1][0]

# --- 4. How often does it matter? In positions of random games, compare the count at depth 0 with quiescence. ---

wrong = rows = 0
rng = random.Random(5)
for _ in range(60):
    sample = game.initial_state()
    for _ in range(rng.randrange(6, 40)):
        if not sample.is_terminal():
            sample.apply(rng.choice(sample.legal_actions()))
    if not sample.is_terminal() and not sample.is_check():
        rows += 1
        wrong += quiescence(sample, -40000, 40000) != stand(sample, 0, 0)
print(f"\nrandom games: in {wrong} of {rows} positions the material count differs from the result of the captures")
assert wrong > rows // 4

# --- 5. The cost is small compared with another ply, and the library's search uses quiescence by default. ---

result = boardai.search.pvs(state, depth=1, evaluator="material")
print(f"\npvs:depth=1 plays {state.san(result.action)}")
assert result.action != state.action_from_san("Qxd5")

# Two exercises (examples/solutions/22_quiescence.py); the first checks itself:
#   1. Write your own quiescence, with cutoffs.  python -m boardai.course quiescence FILE
#   2. A quiescence with only captures overlooks mates: add checks on its first ply, where the player in check must
#      search all replies. What does depth 0 then find in 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1? What does it cost?
