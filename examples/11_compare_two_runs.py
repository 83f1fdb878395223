"""Example 11: compare two runs, by their curves and by a match between them.

    python examples/11_compare_two_runs.py [FOLDER]

The question: does self-play with 24 simulations per move learn more from the same number of games than with 4?
FOLDER is for both runs; existing ones are not trained again. Without FOLDER a temporary folder is used.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import boardai
from boardai.arena.match import play_match
from boardai.learn.runs.folder import read_run
from boardai.learn.runs.metrics import read_metrics
from boardai.players import load_agent

# --- 1. Two runs that differ in one setting. ---

scratch = tempfile.TemporaryDirectory()
folder = Path(sys.argv[1] if len(sys.argv) > 1 else scratch.name)
simulations = {folder / "few-simulations": 4, folder / "many-simulations": 24}
shared = "--iterations 5 --seed 3 --network.blocks 1 --network.channels 16 --selfplay.games-per-iteration 64"
shared += " --replay.minimum 400 --arena.every 0 --arena.final-games 2"
for run, number in simulations.items():
    options = [*shared.split(), "--selfplay.simulations", str(number)]
    command = [sys.executable, "-m", "boardai.train", "hex:size=4", "--run", str(run), *options]
    if not (run / "run.json").exists():
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

# --- 2. Common and different settings: every setting is in run.json. ---

few, many = simulations
(_, first), (_, second) = read_run(few), read_run(many)
for name in ("network", "learn", "replay"):
    assert getattr(first, name) == getattr(second, name)
print("self-play with", first.selfplay.simulations, "and", second.selfplay.simulations, "simulations per move\n")

# --- 3. The curves side by side, and the cost. Most of the time of such short runs is spent compiling the network. ---

print(f"{'run':22} {'games':>8} {'seconds':>8} {'policy loss':>12} {'value loss':>11}")
for run in simulations:
    lines = read_metrics(run)
    learned = [line for line in lines if "policy_loss" in line]
    games, last = sum(line["games"] for line in lines), learned[-1]
    seconds = last["seconds"]["total"]
    print(f"{run.name:22} {games:8} {seconds:8.1f} {last['policy_loss']:12.3f} {last['value_loss']:11.3f}")
print("\nLosses cannot decide it, because each run measures them on its own games. So the networks play each other.")

# --- 4. A match between the networks, with the same search. Pairs of games share an opening, with sides swapped. ---

game = boardai.load("hex", size=4)
players = [load_agent(f"puct:run={run},simulations=16", game, seed=1) for run in (many, few)]
result = play_match(game, *players, games=40, opening_plies=2, max_plies=20, seed=5)
low, high = result.interval
print(f"\n{many.name} against {few.name}: {result.score:.0%} of 40 games (95 % interval {low:.0%} to {high:.0%})")
verdict = (
    "is stronger" if low > 0.5 else "is weaker" if high < 0.5 else "cannot be distinguished from the other by 40 games"
)
print(f"in this setting the run with more simulations {verdict}")
scratch.cleanup()

# Where to continue: `python -m boardai.plot RUN RUN` draws the curves of several runs side by side, `python -m
# boardai.tournament` fits ratings for checkpoints and other players. One seed is not enough for a conclusion: repeat
# with --seed 4, 5, 6.

# Two exercises (examples/solutions/11_compare_two_runs.py):
#   1. How many games does it take to distinguish a player with 55 % from one with 50 %? Find a formula, and simulate
#      2,000 matches.
#   2. Train twice with the same settings, seeds 3 and 4, and let the networks play. What does that mean for part 4?
