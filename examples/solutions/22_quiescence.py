"""Solutions to example 22's exercises: captures to their end, and checks that find a mate beyond the horizon.

    python examples/solutions/22_quiescence.py

`quiescence` is a task of the course, which prints its description; the library's own implementation is used here.
"""

import random

import boardai
from boardai.course import stand_in

quiescence = stand_in("quiescence")

MATED = -32000
game = boardai.load("chess")

# --- 1. Captures to their end, with cutoffs. ---

print(boardai.course.describe("quiescence"), "\n")

# --- 2. Checks on the first ply. A player in check may not stop: all replies are searched. ---


class Leaves:
    """Quiescence that counts evaluations; `checks`: number of plies at its start in which checks are searched."""

    def __init__(self, checks):
        self.checks = checks
        self.count = 0

    def captures(self, state):
        return [action for action in state.legal_actions() if state.exchange_value(action) > 0]

    def value(self, state, alpha=-40000, beta=40000, ply=0):
        self.count += 1
        if state.is_terminal():
            return MATED + ply if state.outcome(state.current_player()) else 0
        # If a player in check could stop, a mate would be overlooked. This only applies to replies to the checks of
        # this search, otherwise it would never end.
        answers = state.is_check() and 0 < ply <= self.checks
        best = -40000 if answers else int(state.evaluate("material"))
        if best >= beta:
            return best
        actions = state.legal_actions() if answers else self.captures(state)
        if ply < self.checks and not answers:
            actions += [
                action for action in state.legal_actions() if action not in actions and state.gives_check(action)
            ]
        for action in actions:
            best = max(best, -self.value(state.child(action), -beta, -max(alpha, best), ply + 1))
            if best >= beta:
                break
        return best


state = game.from_string("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
print(state, "\n\nWhite to move, searched to depth 0:")
for checks in (0, 1):
    leaves = Leaves(checks)
    value = leaves.value(state)
    value_words = "mate" if value > 31000 else f"{value / 100:+.1f} pawns"
    print(f"  {'with checks' if checks else 'captures only':14} {value_words}, {leaves.count} positions")
    assert (value > 31000) == bool(checks)

# What does it cost? Positions of random games, and how often a mate or a win by check was overlooked.
rng, rows, differ, counts = random.Random(7), 0, 0, [0, 0]
while rows < 200:
    sample = game.initial_state()
    for _ in range(rng.randrange(8, 60)):
        if not sample.is_terminal():
            sample.apply(rng.choice(sample.legal_actions()))
    if sample.is_terminal() or sample.is_check():
        continue
    rows += 1
    values = []
    for checks in (0, 1):
        leaves = Leaves(checks)
        values.append(leaves.value(sample))
        counts[checks] += leaves.count
    assert values[1] >= values[0]  # the player to move has more choices
    differ += values[1] > values[0]
more = counts[1] / counts[0]
print(
    f"\n{rows} positions of random games: with checks {more:.1f} times as many positions are looked at, and {differ} of"
)
print(
    "the games are worth more than captures alone found. Most programs look at checks on one ply or two, and no more."
)
assert differ and more > 1
