"""UCT in plain Python: Monte-Carlo tree search as in the lecture.

Idea: repeat from the root: select, expand, simulate, back up. Visits concentrate where the results are good.

    UCB_i = V_i + c * sqrt(ln N / n_i)          for an action that was never taken: infinite

V_i is the mean utility of action i for the player who takes it, n_i its visits, N those of the position in which it is
taken. Utilities are between `lowest` (a loss) and `highest` (a win): [-1, 1], [0, 1], or [0, n] to count n random
games. One player's gain is the other's loss: for the other player, a utility u is lowest + highest - u.

Paper: Kocsis & Szepesvari 2006, Bandit based Monte-Carlo planning. Cost: a simulation plays its moves again from the
root. Not handled: proven outcomes, RAVE, threads, time limits (all in the native search, `boardai.search.mcts`).
"""

import math
import random
from collections.abc import Callable
from typing import Any


class Node:
    """A position in the tree.

    Attributes:
        mover: the player who moved into it; all its values are for that player.
        visits: n, simulations that ended at or below this position.
        utility_sum: sum of their utilities, for the mover.
        square_sum: sum of the squares of these utilities, for UCB1-tuned (mcts_rules.py).
        children: children by action; None until the position is selected for the second time.
    """

    def __init__(self, mover: int):
        self.mover = mover
        self.visits = 0
        self.utility_sum = self.square_sum = 0.0
        self.children: dict[int, Node] | None = None

    def mean(self) -> float:
        """V, the mean utility for the mover."""
        return self.utility_sum / self.visits

    def ucb(self, parent_visits: int, c: float) -> float:
        """The upper confidence bound, by which selection chooses."""
        if self.visits == 0:
            return math.inf
        return self.mean() + c * math.sqrt(math.log(parent_visits) / self.visits)


def mcts(
    state: Any,
    simulations: int,
    leaf_utility: Callable[[Any], float] | None = None,
    c: float = 1,
    lowest: float = -1,
    highest: float = 1,
    rollouts: int = 1,
    bound: Callable[[Node, int, float], float] = Node.ucb,
    seed: int = 0,
    watch: Callable[[list[Node], float], None] | None = None,
) -> Node:
    """Searches a state that is not terminal.

    Args:
        state: start state; it is not changed.
        simulations: number of simulations.
        leaf_utility: returns the utility of a position for the player to move in it. None: the mean of random games.
        c: exploration constant, in the unit of the utilities.
        lowest: utility of a loss.
        highest: utility of a win; a draw is halfway.
        rollouts: number of random games from a leaf.
        bound: bound that selection compares, from a child, the visits of its parent, and c.
        seed: seed of the random games.
        watch: called with each simulation: its path from the root, and the utility for the player to move at its end.

    Returns:
        The root; the visits and means of its children are the result.
    """
    rng = random.Random(seed)

    def utility(outcome: float) -> float:
        return lowest + (highest - lowest) * (outcome + 1) / 2

    def simulate(position: Any) -> float:
        """3. The utility of a position for the player to move in it."""
        player = position.current_player()
        if position.is_terminal():
            return utility(position.outcome(player))
        if leaf_utility is not None:
            return leaf_utility(position)
        return utility(sum(random_game(position.clone(), player, rng) for _ in range(rollouts)) / rollouts)

    root = Node(mover=1 - state.current_player())
    root.children = expand(state)
    for _ in range(simulations):
        # 1. Select: walk down by the highest bound, the first of equals.
        node, position, path = root, state.clone(), [root]
        while True:
            if node.children is None:
                # 2. Expand: a position that has been simulated before and is selected again.
                if node.visits == 0 or position.is_terminal():
                    break
                node.children = expand(position)
            children, visits = node.children, node.visits
            action = max(children, key=lambda a, children=children, n=visits: bound(children[a], n, c))  # type: ignore
            node = children[action]
            position.apply(action)
            path.append(node)
        # 3. Simulate. 4. Back up: every position on the path counts the visit, each for its own mover.
        value, player = simulate(position), position.current_player()
        for node in path:
            node.visits += 1
            own = value if node.mover == player else lowest + highest - value
            node.utility_sum += own
            node.square_sum += own * own
        if watch is not None:
            watch(path, value)
    return root


def expand(position: Any) -> dict[int, Node]:
    """A node for each legal action."""
    return {action: Node(position.current_player()) for action in position.legal_actions()}


def random_game(position: Any, player: int, rng: random.Random) -> int:
    """Plays random moves to the end and returns the outcome for `player`."""
    while not position.is_terminal():
        position.apply(rng.choice(position.legal_actions()))
    return position.outcome(player)
