"""Example 9: train a network to play Hex 5x5 from scratch, and watch the curve.

    python examples/09_train_hex_5x5.py [RUN]

RUN is the folder of the run, such as runs/hex5; an existing run is not trained again. Without RUN a temporary folder
is used and deleted at the end.

The example trains for 8 iterations, about half a minute. `python -m boardai.train hex --preset demo` trains for two
minutes and then plays well. docs/training.md explains every printed line, docs/alphazero.md the steps of an iteration.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from boardai.learn.runs.metrics import read_metrics

# --- 1. The same as on the command line. A run is a folder that contains everything about it. ---

scratch = tempfile.TemporaryDirectory()
run = Path(sys.argv[1] if len(sys.argv) > 1 else f"{scratch.name}/hex5")
command = ["hex:size=5", "--preset", "demo", "--run", str(run), "--iterations", "8", "--seed", "1"]
small = [
    *("--network.blocks", "2", "--network.channels", "24"),  # a small network learns more in half a minute
    *("--selfplay.simulations", "16", "--selfplay.games-per-iteration", "128"),
    *("--arena.every", "3", "--arena.games", "20", "--arena.final-games", "20"),
]
if not (run / "run.json").exists():
    print("$ python -m boardai.train", *command, *small, flush=True)
    subprocess.run([sys.executable, "-m", "boardai.train", *command, *small], check=True)

# --- 2. Its measurements: one line of metrics.jsonl per iteration. ---

lines = read_metrics(run)


def curve(name, width=50):
    """One metric as a bar for each iteration, scaled from its minimum to its maximum."""
    known = [(line["iteration"], line[name]) for line in lines if name in line]
    low, high = min(value for _, value in known), max(value for _, value in known)
    print(f"\n{name.replace('_', ' ')}")
    for number, value in known:
        print(f"  {number:3} {value:7.3f} {'#' * (1 + round(width * (value - low) / (high - low or 1)))}")


curve("policy_loss")  # distance between the network's policy and the searches': it decreases...
curve("value_loss")  # ...and so does that between its value and the results; 1 is the loss of guessing

# --- 3. Does it play better? It played short matches during training. ---

print("\nscore of the search against random moves:")
for line in lines:
    for name, match in line.get("arena", {}).items():
        if name == "search vs random":
            low, high = match["interval95"]
            print(f"  iteration {line['iteration']:3}: {match['score']:.0%} (95 % interval {low:.0%} to {high:.0%})")
last = lines[-1]
assert last["value_loss"] < next(line for line in lines if "value_loss" in line)["value_loss"]
if len(sys.argv) > 1:
    print(f"\nthe same as a picture: {run / 'figures' / 'overview.svg'}")
scratch.cleanup()

# Where to continue: keep the run (`python examples/09_train_hex_5x5.py runs/hex5`) and play against it with
#   python -m boardai.play hex:size=5 --opponent puct:run=runs/hex5,simulations=64
# continue training with `python -m boardai.train --resume runs/hex5 --minutes 2`, and look at its outputs with
#   python examples/10_what_the_network_thinks.py runs/hex5

# Two exercises (examples/solutions/09_train_hex_5x5.py):
#   1. How much does a search add? Let the trained network play with 4 and 32 simulations against itself without search.
#   2. On 4x4 every first move can be solved. What values does the network give to winning and to losing first moves?
