"""Solutions to example 9's exercises: what a search adds to a network, and its values for solved openings.

    python examples/solutions/09_train_hex_5x5.py

A small run of Hex 4x4, where every position can be solved.
"""

import tempfile

import boardai
from boardai import learn
from boardai.arena.match import play_match

scratch = tempfile.TemporaryDirectory()
run = learn.train(
    "hex:size=4",
    run=f"{scratch.name}/hex4",
    iterations=7,
    seed=1,
    network={"blocks": 2, "channels": 16},
    selfplay={"simulations": 16, "games_per_iteration": 96},
    replay={"minimum": 400},
    arena={"every": 0, "final_games": 2},
    verbose=False,
    overlap="off",  # the same weights on every machine
)
game = run.game

# --- 1. The network alone against the same network with a search, from openings of two moves. ---

print("with a search against the network alone, 100 games of Hex 4x4:")
scores = {}
for simulations in (4, 32):
    players = [run.agent(f"puct:simulations={simulations}"), run.agent("policy")]
    result = play_match(game, *players, games=100, opening_plies=2, max_plies=20, seed=2)
    low, high = result.interval
    scores[simulations] = low
    print(f"  {simulations:2} simulations: {result.score:.0%} (95 % interval {low:.0%} to {high:.0%})")
assert scores[32] > 0.5
print(
    "Not a weight has changed: looking ahead is worth that much. Self-play teaches the network what its searches found,"
)
print("and then the next searches start from there.\n")

# --- 2. All first moves: the network's output for each, and the proven values. ---

start = game.initial_state()
children = [start.child(action) for action in start.legal_actions()]
_, values = run.evaluate(children)
by_result = {True: [], False: []}
print("first moves of Hex 4x4: the network's value for black, and whether black wins")
for action, child, value in zip(start.legal_actions(), children, values, strict=True):
    wins = boardai.search.dfpn(child).value == -1  # the opponent, who is to move, loses
    by_result[wins].append((-value, action))
    print(
        f"  {start.action_to_string(action)} {-value:+.2f} {'wins' if wins else 'loses':5}",
        end="\n" * (action % 4 == 3),
    )
means = {wins: sum(value for value, _ in rows) / len(rows) for wins, rows in by_result.items()}
print(f"on average {means[True]:+.2f} where black wins, {means[False]:+.2f} where it loses")
print("It is not sure of anything yet, but it tells them apart: the values are on the way, the order comes first.")
assert means[True] > means[False] + 0.05
scratch.cleanup()
