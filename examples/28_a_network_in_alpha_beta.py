"""Example 28: a network inside alpha-beta ("NNUE"): 32 neurons learn chess and beat a material evaluation.

    python examples/28_a_network_in_alpha_beta.py [RUN] [--games N]

RUN is the folder of the run, such as runs/small; an existing run is not trained again. Without RUN a temporary folder
is used. With the 6,000 games of the first stage it takes one to three minutes on two cores; `--games 500` is a quick
try.

docs/search/networks.md follows one position through such a network, docs/training/accumulators.md explains the stages.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import boardai
from boardai.learn.runs.metrics import read_metrics
from boardai.search.evaluations.naming import load_evaluation

parser = argparse.ArgumentParser()
parser.add_argument("run", nargs="?", type=Path)
parser.add_argument("--games", type=int, default=6000)
given = parser.parse_args()
scratch = tempfile.TemporaryDirectory()
run = given.run or Path(scratch.name) / "small"

# --- 1. Two stages. First the network learns the hand-made evaluation's values, near the positions of quick games; then
# it plays games itself, and learns from the values of its own searches and from the results. ---

stages = [
    f"games={given.games},nodes=60,evaluator=positional,labels=positional,walk=4,result_share=0,iterations=14",
    f"games={given.games // 2},nodes=100,evaluator=learned,result_share=0.3,learning_rate=0.0003,iterations=2",
]
command = [
    *("chess", "--learner", "accumulator", "--run", str(run), "--stages", *stages, "--iterations", "16"),
    *("--width", "32", "--workers", "2", "--positions.scale", "170", "--positions.compared", "material", "positional"),
    *("--learn.batch-size", "2048", "--learn.learning-rate", "0.002", "--learn.shards", "2"),
    *("--arena.search", "pvs:nodes=500", "--arena.opponents", "pvs:nodes=500,evaluator=material"),
    *("--arena.final-games", "100", "--arena.no-final-initial"),
]
if not (run / "run.json").exists():
    print("$ python -m boardai.train", *command, flush=True)
    subprocess.run([sys.executable, "-m", "boardai.train", *command], check=True)

# --- 2. The error on games that it has not seen: mean squares of points, 0 to 1. ---

lines = read_metrics(run)
print("\nerror to the score, in games held out:")
for line in lines:
    error, others = line["validation_score_error"], line["compared"]
    beside = ", ".join(f"{name} {found['validation_score_error']:.4f}" for name, found in others.items())
    bar = "#" * round(1000 * error)
    print(f"  stage {line['stage']}, iteration {line['iteration']:2}: {error:.4f} ({beside}) {bar}")
first = [line["validation_score_error"] for line in lines if line["stage"] == 1]
assert first[-1] < first[0], "each stage has positions of its own, so that only its own errors are compared"

# --- 3. What has it learned? The value of a white knight on each square, with kings and pawns as at the start. ---

network = load_evaluation(run)
game = boardai.load("chess")
bare = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"
worth = {}
print("\nwhat a white knight adds, in hundredths of a pawn:")
for rank in (4, 3, 2):  # from the fifth rank to the third; on the sixth it would give check
    for file in range(8):
        place = f"{file or ''}N{7 - file or ''}"
        rows = ["8"] * 4
        rows[5 - rank] = place
        state = game.from_string(bare.replace("8/8/8/8", "/".join(rows)))
        worth["abcdefgh"[file] + str(rank + 1)] = network(state) - network(game.from_string(bare))
    print("  ", " ".join(f"{letter}{rank + 1} {worth[letter + str(rank + 1)]:4}" for letter in "abcdefgh"))

# --- 4. The match: the same search on both sides, 500 nodes per move. Only the evaluations differ. ---

report = json.loads((run / "report.json").read_text())
((name, pair),) = report["matches"].items()
low, high = pair["trained"]["interval95"]
print(f"\n{name}: {pair['trained']['score']:.1%} of {pair['trained']['games']} games (95 %: {low:.1%} to {high:.1%})")
if given.games >= 6000:
    assert low > 0.5 and worth["e4"] > worth["a4"]
if given.run:
    print(f"any search takes the folder: pvs:depth=8,evaluator={run}")
scratch.cleanup()

# Two exercises (examples/solutions/28_a_network_in_alpha_beta.py):
#   1. What does the network cost? Compare its nodes per second with those of `material` and `positional`.
#   2. What does a neuron do? Find those whose sums change most by 1. e4, and say what each adds to the value.
