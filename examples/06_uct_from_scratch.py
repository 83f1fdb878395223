"""Example 6: UCT from scratch. Monte-Carlo tree search in forty lines; the library's search grows the same tree.

    python examples/06_uct_from_scratch.py

docs/search/mcts.md explains the search with numbered steps.
"""

import math
import random
import time
import zlib
from pathlib import Path

import boardai
from boardai.search.reference.trees.mcts import mcts as reference_mcts

# --- 1. The search. A node stores its visits and the sum of their results, for the player who moved into it. ---


class Node:
    def __init__(self, mover):
        self.mover = mover
        self.visits = 0
        self.total = 0.0
        self.children = None  # by action, from the second visit on

    def ucb(self, parent_visits, c):
        if self.visits == 0:
            return math.inf  # unvisited first
        return self.total / self.visits + c * math.sqrt(math.log(parent_visits) / self.visits)


def uct(state, simulations, value, c=1.0):
    root = Node(mover=1 - state.current_player())
    root.children = {action: Node(state.current_player()) for action in state.legal_actions()}
    for _ in range(simulations):
        node, position, path = root, state.clone(), [root]
        while True:
            # Expand: when a position is selected for the second time, it gets its children.
            if node.children is None and node.visits > 0 and not position.is_terminal():
                node.children = {action: Node(position.current_player()) for action in position.legal_actions()}
            if not node.children:
                break
            # Select: the highest upper confidence bound.
            action, child = max(node.children.items(), key=lambda item, n=node.visits: item[1].ucb(n, c))
            position.apply(action)
            node = child
            path.append(node)
        # Simulate: estimate the position's value for the player to move.
        player = position.current_player()
        result = position.outcome(player) if position.is_terminal() else value(position)
        # Back up: one player's gain is the other's loss.
        for node in path:
            node.visits += 1
            node.total += result if node.mover == player else -result
    return root


# --- 2. Random games as values: the search plays tic-tac-toe with only the rules. ---

rng = random.Random(1)


def random_game(position):
    player, position = position.current_player(), position.clone()
    while not position.is_terminal():
        position.apply(rng.choice(position.legal_actions()))
    return position.outcome(player)


game = boardai.load(str(Path(__file__).with_name("01_game_in_python.py")))
state = game.from_string("x........")
root = uct(state, 1000, random_game)
solved = {action: boardai.search.minimax(state.child(action)).outcome for action in state.legal_actions()}
print(f"{state}\n\no to move; visits and mean results after 1,000 simulations, and what minimax proves:")
for action, child in sorted(root.children.items(), key=lambda item: -item[1].visits):
    mean = child.total / child.visits
    proved = {-1: "won", 0: "drawn", 1: "lost"}[solved[action]]  # for the player who replies
    print(f"  {state.action_to_string(action)}  {child.visits:4} visits  {mean:+.2f}  {proved}")
best = max(root.children, key=lambda action: root.children[action].visits)
print("Only one move does not lose, the centre, and it has the most visits. The means are still far from -1: they are")
print("means over games with many poor moves, and prove nothing.\n")
assert [action for action in solved if solved[action] == 0] == [best]

# --- 3. The library's reference implementation in plain Python and its native search, with the same leaf values, build
# the same tree. ---


def opinion(position):
    """Looks random but is deterministic, so that three searches can be compared visit by visit."""
    return zlib.crc32(position.to_string().encode()) % 2001 / 1000 - 1


for name in ("hex:size=5", "reversi"):
    state = boardai.load(name).initial_state()
    mine = uct(state, 500, opinion)
    reference = reference_mcts(state, 500, opinion)
    native = boardai.search.mcts(
        state, simulations=500, evaluator=boardai.search.Outcome(opinion), shuffle=False, solver=False
    )
    visits = {action: child.visits for action, child in mine.children.items()}
    assert visits == {action: child.visits for action, child in reference.children.items()} == native.visits
    print(f"{name}: three searches, the same visits: {sorted(visits.values(), reverse=True)[:8]} ...")

# --- 4. The difference is speed. Hex 11x11, with random games: ---

state = boardai.load("hex:size=11").initial_state()
start = time.perf_counter()
uct(state, 60, random_game)
ours = 60 / (time.perf_counter() - start)
boardai.search.mcts(state, simulations=100, seed=1)  # compiles, which is not timed
result = boardai.search.mcts(state, seconds=0.5, seed=1)
print(f"\nHex 11x11: {ours:,.0f} simulations per second in Python, {result.nodes_per_second:,.0f} native")

# --- 5. What the forty lines lack: proofs. The first player wins 4x4 Hex; the search proves it and stops. ---

result = boardai.search.mcts(boardai.load("hex:size=4").initial_state(), simulations=1_000_000)
print(f"\nHex 4x4 after {result.simulations:,} simulations:\n{result}")
assert result.outcome == 1

# Two exercises (examples/solutions/06_uct_from_scratch.py); the first checks itself:
#   1. Write your own UCT.  python -m boardai.course uct FILE
#   2. Tic-tac-toe after x in the corner: one reply does not lose. Which c finds it most often in 50, 200 and 800
#      simulations, over 40 seeds? What goes wrong with c = 0, and what with c = 10?
