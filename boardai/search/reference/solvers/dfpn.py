"""df-pn in plain Python: depth-first proof-number search, with a table of numbers instead of a tree.

Idea: proof-number search stays below one child as long as the most-proving leaf is there. Two thresholds determine in
advance how long that is, so only the numbers of positions are stored, in a table.

    near = proof number if the attacker moves, disproof number if the defender does;  far = the other one
    near(n) = min of near(children),  far(n) = sum of far(children)
    near limit(c) = min(near limit(n), second + 1 + floor(epsilon * second)),  second being the next smallest near
    far limit(c)  = far limit(n) - far(n) + far(c)

Papers: Nagai 2002, Df-pn algorithm for searching AND/OR trees and its applications; Pawlewicz and Lew 2007, Improving
depth-first PN-search: 1 + epsilon trick. Cost: as proof-number search, with transpositions merged. Not handled: draws
by repetition on a line, limits, the bounded table (all in the native search, `boardai.search.dfpn`, which otherwise
expands the same positions).
"""

import math
from typing import Any

INFINITE = math.inf
Numbers = tuple[float, float, bool]  # proof number, disproof number, whether disproved by a draw instead of a loss


class DfPn:
    """One question: can `attacker` force a win? `nodes` counts expanded positions."""

    def __init__(self, attacker: int, epsilon: float = 0.25):
        self.attacker, self.epsilon = attacker, epsilon
        self.table: dict[Any, Numbers] = {}
        self.nodes = 0

    def judge(self, state: Any) -> Numbers:
        """The numbers of a position that are known without a search."""
        if state.is_terminal():
            outcome = state.outcome(self.attacker)
            return (0, INFINITE, False) if outcome > 0 else (INFINITE, 0, outcome == 0)
        return self.table.get(state, (1, 1, False))

    def search(self, state: Any, limits: tuple[float, float] = (INFINITE, INFINITE)) -> Numbers:
        """The position's numbers, once one of them reaches its limit."""
        # 1. Look it up.
        known = self.table.get(state)
        if known and (0 in known[:2] or known[0] >= limits[0] or known[1] >= limits[1]):
            return known
        self.nodes += 1
        # 3. Expand it: every child is judged, looked up, or starts with 1, 1.
        side = 0 if state.current_player() == self.attacker else 1
        children = [state.child(action) for action in sorted(state.legal_actions())]
        numbers = [self.judge(child) for child in children]
        while True:
            # 4. Sum up; while both numbers are below their limits, search the best child with its thresholds.
            order = sorted(range(len(children)), key=lambda i: numbers[i][side])
            best = order[0]
            near = numbers[best][side]
            far = INFINITE if near == 0 else sum(each[1 - side] for each in numbers)
            if near >= limits[side] or far >= limits[1 - side]:
                break
            second = numbers[order[1]][side] if len(order) > 1 else INFINITE
            wider = second + 1 + math.floor(self.epsilon * second) if second < INFINITE else INFINITE
            child_limits = [0.0, 0.0]
            child_limits[side] = min(limits[side], wider)
            child_limits[1 - side] = limits[1 - side] - far + numbers[best][1 - side]
            numbers[best] = self.search(children[best], (child_limits[0], child_limits[1]))
        # 5. Store the result. The attacker prefers a draw to a loss; the defender avoids draws if possible.
        draws = [each[2] for each in numbers if each[1] == 0]
        drawn = any(draws) if side == 0 else bool(draws) and all(draws)
        found = (near, far, drawn) if side == 0 else (far, near, drawn)
        self.table[state] = found
        return found


# Options with which the native search is equal to this one: without games' knowledge beyond the rules.
MATCHING = {"knowledge": False}


def dfpn(state: Any, epsilon: float = 0.25) -> tuple[int, int]:
    """The outcome for the player to move, and the number of positions expanded; asks at most two questions."""
    player = state.current_player()
    own = DfPn(player, epsilon)
    if own.search(state)[0] == 0:
        return 1, own.nodes
    if not own.table[state][2]:
        return -1, own.nodes
    other = DfPn(1 - player, epsilon)
    return (-1 if other.search(state)[0] == 0 else 0), own.nodes + other.nodes
