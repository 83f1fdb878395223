"""Example 4: alpha-beta and move ordering. It finds minimax's value with a small part of the positions.

    python examples/04_alphabeta_move_ordering.py               # the picture goes to a temporary file
    python examples/04_alphabeta_move_ordering.py nodes.png     # or to this one

docs/search/alphabeta.md explains the search with numbered steps.
"""

import sys
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")  # draws into files, needs no window
import matplotlib.pyplot as plt

import boardai
from boardai.search import alphabeta, minimax, scout

# --- 1. What is pruned, on a tree small enough to read: tic-tac-toe, two plies. ---

tic_tac_toe = boardai.load(str(Path(__file__).with_name("01_game_in_python.py")))
state = tic_tac_toe.from_string("xo.xo....")
print(f"{state}\n\nx to move: a3 wins at once, and b3 must be stopped\n")
result = alphabeta(state, depth=2, tree=True)
print(result.tree.to_text(depth=None, breadth=None))
# The first move's value is exact. For each other move, one good reply proves that it is not better: the bound "at most"
# is enough, and the remaining replies are pruned.
assert result.value == minimax(state, depth=2).value and result.nodes < minimax(state, depth=2).nodes

# --- 2. How much is pruned depends on the order of the moves. Reversi, disc difference, in four ways: ---

state = boardai.load("reversi").initial_state()
searches = {
    "minimax": lambda depth: minimax(state, depth=depth, evaluator="discs"),
    "alpha-beta, moves as listed": lambda depth: alphabeta(state, depth=depth, evaluator="discs", ordering="game"),
    "alpha-beta, best-looking first": lambda depth: alphabeta(
        state, depth=depth, evaluator="discs", ordering="evaluation"
    ),
    "Scout, best-looking first": lambda depth: scout(state, depth=depth, evaluator="discs", ordering="evaluation"),
}
depths = range(1, 10)
nodes: dict[str, list[int]] = {name: [] for name in searches}
values: dict[int, float] = {}
for name, search in searches.items():
    for depth in depths:
        if name == "minimax" and depth > 7:
            break
        result = search(depth)
        nodes[name].append(result.nodes)
        # Pruning never changes the value.
        assert values.setdefault(depth, result.value) == result.value

print(f"\n{'depth':31}" + "".join(f"{depth:>10}" for depth in depths))
for name, counts in nodes.items():
    print(f"{name:31}" + "".join(f"{count:10,}" for count in counts))
assert (
    nodes["minimax"][6] > 10 * nodes["alpha-beta, moves as listed"][6] > 10 * nodes["alpha-beta, best-looking first"][6]
)

# --- 3. Chess has its own ordering: captures first, the most valuable victim by the least valuable attacker. ---

middle = boardai.load("chess").from_string("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
print("\na chess middlegame, depth 4, material:")
for ordering in ("game", "evaluation", "captures"):
    result = alphabeta(middle, depth=4, evaluator="material", ordering=ordering)
    move = middle.action_to_string(result.action)
    print(
        f"  {ordering:10} {result.nodes:9,} nodes, {1000 * result.seconds:6.1f} ms, plays {move}, value {result.value}"
    )

# --- 4. The picture. A straight line on this scale is exponential growth; the slope is the branching factor. ---

figure, axes = plt.subplots(figsize=(7, 4.5))
for name, counts in nodes.items():
    axes.semilogy(list(depths)[: len(counts)], counts, marker="o", label=name)
axes.set(title="Reversi from the start: positions visited", xlabel="depth, plies", ylabel="positions")
axes.grid(alpha=0.3)
axes.legend()
picture = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp()) / "nodes.png"
figure.savefig(picture, dpi=120, bbox_inches="tight")
print(f"\nthe picture is in {picture}")

# Two exercises (examples/solutions/04_alphabeta_move_ordering.py):
#   1. A random tree with four moves in every position, six plies deep: how many leaves are evaluated with the best
#      move first, with the worst first, and in random order? Knuth and Moore: b^ceil(d/2) + b^floor(d/2) - 1 at best.
#   2. Write an alpha-beta for Reversi that orders moves by a search some plies shallower. Count the positions of
#      those searches too: is it better than an order by evaluation?
