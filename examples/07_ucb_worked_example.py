"""Example 7: upper confidence bounds by hand. Two moves were tried with ten random games each: which one is next?

    python examples/07_ucb_worked_example.py

The worked example of Ószi 2021 (section 4.5.1): a position S0 with two moves, to S1 and S2, each with two replies.
A visit plays n = 10 random games, and its result is the number of games won, 0 to 10. c is 2.

    UCB_i = V_i + c * sqrt(ln N / n_i)      V_i: mean result of move i; n_i: its visits; N: all visits
"""

import math

import boardai

# --- 1. By hand. ---


def ucb(mean, visits, all_visits, c=2.0):
    return mean + c * math.sqrt(math.log(all_visits) / visits)


print("visit 1: S1 and S2 have no visits, so both bounds are infinite. The first is taken: S1 wins 6 of 10.")
print("visit 2: S2 is still infinite. It wins 5 of 10.")
s1, s2 = ucb(6, 1, 2), ucb(5, 1, 2)
print(f"visit 3: S1 = 6 + 2 sqrt(ln 2 / 1) = {s1:.2f}, S2 = 5 + 2 sqrt(ln 2 / 1) = {s2:.2f}: S1 again.")
assert (round(s1, 2), round(s2, 2)) == (7.67, 6.67)
print("         S1 has been visited before, so now it is expanded; its first reply wins 4 of 10 for us.")
s1, s2 = ucb((6 + 4) / 2, 2, 3), ucb(5, 1, 3)
print(f"visit 4: S1 = 10/2 + 2 sqrt(ln 3 / 2) = {s1:.2f}, S2 = 5 + 2 sqrt(ln 3 / 1) = {s2:.2f}: now S2.")
assert (round(s1, 2), round(s2, 2)) == (6.48, 7.10)

# --- 2. With the library. A game with two moves in each position; the numbers of won games are given, not played. ---


class TwoMoves(boardai.BaseState):
    """Four plies with two moves each. The winner does not matter here."""

    def __init__(self, moves=""):
        self.moves = moves

    def current_player(self):
        return len(self.moves) % 2

    def is_terminal(self):
        return len(self.moves) == 4

    def outcome(self, player):
        return 0

    def legal_actions(self):
        return [] if self.is_terminal() else [0, 1]

    def apply(self, action):
        self.moves += str(action)

    def clone(self):
        return TwoMoves(self.moves)

    def to_string(self):
        return self.moves

    def from_string(self, text):
        return TwoMoves(text)


WON = {"0": 6, "1": 5, "00": 4, "10": 7}  # of ten games, by the player to move at S0


def value(state):
    """A leaf's value, -1 to 1, for the player to move in it; the numbers in WON are for the player to move at S0."""
    for_first = 2 * WON[state.moves] / 10 - 1
    return for_first if state.current_player() == 0 else -for_first


search = boardai.search.Mcts(evaluator=boardai.search.Outcome(value), c=2, lowest=0, highest=10, shuffle=False)
start = TwoMoves()
print("\nthe same by boardai.search.Mcts, bounds after each visit:")
for visit in range(1, 5):
    result = search.search(start, simulations=1, tree=True)
    bounds = search.upper_bounds()
    print(f"  {visit}: S1 {bounds[0]:.2f}  S2 {bounds[1]:.2f}  visits {result.visits[0]} and {result.visits[1]}")
    if visit == 2:
        assert [round(bounds[move], 2) for move in (0, 1)] == [7.67, 6.67]
    if visit == 3:
        assert [round(bounds[move], 2) for move in (0, 1)] == [6.48, 7.10]
print(f"\nthe tree then (means of outcomes from -1 to 1 in the place of 0 to 10):\n{result.tree.to_text(breadth=None)}")

# --- 3. The effect of c: with 0 the search only trusts its results, with a large c it visits all moves equally. ---

state = boardai.load("hex:size=5").initial_state()
print("\nHex 5x5, 5,000 simulations: visits of the three most and the three least visited of the 25 first moves")
for c in (0, 0.3, 1, 5):
    counts = sorted(boardai.search.mcts(state, simulations=5000, c=c, seed=1).visits.values(), reverse=True)
    print(f"  c = {c:<4} {counts[:3]} ... {counts[-3:]}")

# Two exercises (examples/solutions/07_ucb_worked_example.py):
#   1. By hand: in part 1, visit 4 wins 7 of 10, and all later ones 5. Where do visits 5 to 8 go?
#   2. Two levers pay with probability 0.7 and 0.5. What do 1,000 pulls lose on average if they are chosen at random, by
#      the highest mean, and by UCB with c = 0.3 and 1.4? How often does a strategy stay with the worse lever for good?
