"""Solutions to example 11's exercises: how many games distinguish two players, and two runs that differ only by chance.

    python examples/solutions/11_compare_two_runs.py

It trains two small runs of Hex 4x4, for about 15 seconds.
"""

import math
import random
import tempfile

import boardai
from boardai import learn
from boardai.arena.match import play_match

# --- 1. How many games until 55 % differs from 50 %? A game's points have variance 1/4 at most, the mean 1 / (4 n). ---


def games_needed(score):
    """Number of games for which a 95 % interval around the expected score excludes 1/2."""
    return math.ceil((1.96 * 0.5 / (score - 0.5)) ** 2)


rng = random.Random(1)
print("score   games needed   distinguished in that number of games, of 2,000 matches")
for score in (0.7, 0.6, 0.55):
    games = games_needed(score)
    significant = 0
    for _ in range(2000):
        found = sum(rng.random() < score for _ in range(games)) / games
        significant += found - 1.96 * math.sqrt(found * (1 - found) / games) > 0.5
    print(f"{score:5.0%} {games:14,} {significant / 2000:14.0%}")
    assert 0.3 < significant / 2000 < 0.75
print("Half of the matches of that length miss it: the interval has to be narrower than the difference, by chance too.")
print("To see it in nine of ten, take (1.96 + 1.28)^2 / 1.96^2 = 2.7 times as many.\n")

# --- 2. The same settings, two seeds. ---

scratch = tempfile.TemporaryDirectory()
runs = {
    seed: learn.train(
        "hex:size=4",
        run=f"{scratch.name}/seed{seed}",
        iterations=5,
        seed=seed,
        network={"blocks": 1, "channels": 16},
        selfplay={"simulations": 16, "games_per_iteration": 64},
        replay={"minimum": 400},
        arena={"every": 0, "final_games": 2},
        overlap="off",
        verbose=False,
    )
    for seed in (3, 4)
}
game = boardai.load("hex", size=4)
players = [run.agent("puct:simulations=16") for run in runs.values()]
result = play_match(game, *players, games=200, opening_plies=2, max_plies=20, seed=5)
low, high = result.interval
print(f"seed 3 against seed 4: {result.score:.0%} of 200 games (95 % interval {low:.0%} to {high:.0%})")
print(
    "Nothing differs but luck, and one is clearly the stronger. So one run of each setting says little: the interval of"
)
print("a match shows the uncertainty of the score for two networks, not for the settings that made them.")
assert low > 0.5 or high < 0.5
scratch.cleanup()
