"""Solutions to example 7's exercises: the next four visits by hand, and the benefit of a bound in a bandit problem.

    python examples/solutions/07_ucb_worked_example.py

Auer, Cesa-Bianchi and Fischer (2002) bound the regret of UCB1 in a bandit problem by a multiple of ln N.
"""

import math
import random

# --- 1. By hand: every further visit wins 5 of 10. S1 has a mean of 5 after two. ---


def ucb(mean, visits, all_visits, c=2.0):
    return mean + c * math.sqrt(math.log(all_visits) / visits)


# Visit 4 goes to S2, which has been visited before: it is expanded, and its first reply wins 7 of 10.
totals, visits = [10.0, 5.0 + 7.0], [2, 2]
print("visit   bound of S1   bound of S2   goes to")
chosen = []
for visit in range(5, 9):
    bounds = [ucb(total / n, n, sum(visits)) for total, n in zip(totals, visits, strict=True)]
    best = bounds.index(max(bounds))
    print(f"{visit:5} {bounds[0]:13.2f} {bounds[1]:13.2f}   S{best + 1}")
    chosen.append(best + 1)
    totals[best], visits[best] = totals[best] + 5, visits[best] + 1
assert chosen == [2, 2, 1, 2]
print("S2 is better so far, by 6 to 5; the root of ln N / n makes sure that S1 is tried in between.\n")

# --- 2. Two levers that pay 1 with probability 0.7 and 0.5. What does each strategy lose against the better lever? ---

CHANCES, PULLS, TRIALS = (0.7, 0.5), 1000, 200


def regret(choose, seed):
    """The expected loss: 0.2 for each pull of the worse lever."""
    rng, totals, counts = random.Random(seed), [0, 0], [0, 0]
    for pull in range(PULLS):
        lever = counts.index(0) if 0 in counts else choose(totals, counts, pull, rng)
        totals[lever] += rng.random() < CHANCES[lever]
        counts[lever] += 1
    return (CHANCES[0] - CHANCES[1]) * counts[1]


def highest_mean(totals, counts, pull, rng):
    return int(totals[1] / counts[1] > totals[0] / counts[0])


def now_and_then(totals, counts, pull, rng):
    return rng.randrange(2) if rng.random() < 0.1 else highest_mean(totals, counts, pull, rng)


def upper_bounds(c):
    def choose(totals, counts, pull, rng):
        bounds = [total / n + c * math.sqrt(math.log(pull) / n) for total, n in zip(totals, counts, strict=True)]
        return bounds.index(max(bounds))

    return choose


ways = {
    "by chance": lambda totals, counts, pull, rng: rng.randrange(2),
    "the highest mean": highest_mean,
    "that, one in ten by chance": now_and_then,
    "UCB, c = 0.3": upper_bounds(0.3),
    "UCB, c = 1.4": upper_bounds(math.sqrt(2)),
}
print(f"lost in {PULLS:,} pulls, mean of {TRIALS}, and the share of trials that lost more than 40:")
means = {}
for name, choose in ways.items():
    lost = [regret(choose, seed) for seed in range(TRIALS)]
    means[name] = sum(lost) / TRIALS
    print(f"  {name:27} {means[name]:5.1f}   {sum(one > 40 for one in lost) / TRIALS:4.0%}")
assert means["UCB, c = 0.3"] < means["UCB, c = 1.4"] < means["the highest mean"] < means["by chance"]
print("The highest mean is often right and sometimes stays with the worse lever for ever, after one unlucky pull. A")
print("bound comes back to a lever that was left alone for long: with a small c too late, with a large one more")
print("often than need be.")
