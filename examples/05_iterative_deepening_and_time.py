"""Example 5: iterative deepening and time. How a search knows when to stop, and why starting again is cheap.

    python examples/05_iterative_deepening_and_time.py

docs/search/pvs.md explains the search with numbered steps.
"""

import boardai
from boardai.search import Pvs, PvsOptions, pvs

game = boardai.load("chess")
state = game.from_string("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
print(state)

# --- 1. A game has a clock, and the depth that can be reached is unknown in advance. ---
# So search to depth 1, then 2, then 3...; when the time is over, play the best move of the last completed depth.

print("\n  time      depth      nodes  value  the line it expects")
for seconds in (0.001, 0.01, 0.1, 0.5):
    result = pvs(state, seconds=seconds)
    line, position = [], state.clone()
    for action in result.pv[:6]:
        line.append(position.san(action))
        position.apply(action)
    value = str(result.value) if result.depth else "-"  # no depth was completed: the move has no value
    print(f"{seconds:6.3f} s {result.depth:9} {result.nodes:10,} {value:>6}  {' '.join(line)}")
    assert state.is_legal(result.action)

# --- 2. Why is it not wasteful to start again at each depth? The table stores each depth's best moves, and with the ---
# best move first, most others are refuted at once. Compare one search directly to depth 9 with depths 1, 2, ... 9.

print("\nto depth 9, with and without the steps before:")
for name, options in {
    "straight": PvsOptions(iterative_deepening=False),
    "deepening": PvsOptions(),
    "deepening, no table": PvsOptions(table_megabytes=0),
}.items():
    result = pvs(state, depth=9, options=options)
    print(f"  {name:20} {result.nodes:9,} nodes")

# --- 3. How much does one more ply cost? The ratio of two depths' nodes is the effective branching factor. Chess ---
# has about 35 moves per position; alpha-beta with perfect ordering needs the square root, and pruning reduces it more.

search, before = Pvs(), 0
print("\n depth      nodes   ratio")
for depth in range(1, 13):
    search.forget()
    result = search.search(state, depth=depth)
    ratio = f"{result.nodes / before:7.2f}" if before else ""
    print(f"{depth:6} {result.nodes:10,} {ratio}")
    before = result.nodes

# --- 4. One search object for a game: the results for one move help with the next. ---

kept, own_reply = Pvs(), state.clone()
first = kept.search(state, depth=10)
for action in first.pv[:2]:
    own_reply.apply(action)
warm = kept.search(own_reply, depth=10)
cold = pvs(own_reply, depth=10)
print(f"\ntwo plies later, depth 10: {warm.nodes:,} nodes with the table kept, {cold.nodes:,} with a new one")

# --- 5. Time is a limit, not a target: once the game is decided, the search stops. ---

mate = game.from_string("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
result = pvs(mate, seconds=20)
print(f"\nmate in {(result.plies_to_end + 1) // 2}, found after {result.nodes:,} nodes, long before 20 s")
assert result.plies_to_end == 5

# Two exercises (examples/solutions/05_iterative_deepening_and_time.py); the first checks itself:
#   1. Write a deepening search with a clock.  python -m boardai.course deepening FILE
#   2. Time for a depth that will not be completed is wasted. With 60,000 nodes per move, on 25 positions: do not begin
#      a depth once a share of the nodes is spent. How much is saved, and at what cost in depth and in other moves?
