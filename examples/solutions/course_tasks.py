"""Right solutions of the tasks that `python -m boardai.course` checks, as a good student would write them.

python -m boardai.course week03 examples/solutions/course_tasks.py
"""

import math
import random

import numpy as np

from boardai.course import OutOfTime

# --- Week 1: rules. ---


class TicTacToe:
    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self):
        self.moves = []

    def current_player(self):
        return len(self.moves) % 2

    def winner(self):
        for player in (0, 1):
            own = set(self.moves[player::2])
            if any(own.issuperset(line) for line in self.LINES):
                return player
        return None

    def legal_actions(self):
        return [] if self.is_terminal() else [cell for cell in range(9) if cell not in self.moves]

    def apply(self, action):
        if action not in self.legal_actions():
            raise ValueError(f"{action} is no legal move")
        self.moves.append(action)

    def clone(self):
        copy = TicTacToe()
        copy.moves = list(self.moves)
        return copy

    def is_terminal(self):
        return self.winner() is not None or len(self.moves) == 9

    def outcome(self, player):
        winner = self.winner()
        return 0 if winner is None else 1 if winner == player else -1


# --- Searches to a fixed depth. ---


def minimax(state, depth, evaluate):
    if depth == 0 or state.is_terminal():
        return evaluate(state), None
    return max((-minimax(state.child(a), depth - 1, evaluate)[0], a) for a in state.legal_actions())


def alphabeta(state, depth, evaluate, alpha=-math.inf, beta=math.inf):
    if depth == 0 or state.is_terminal():
        return evaluate(state), None
    best, best_action = -math.inf, None
    for action in state.legal_actions():
        value = -alphabeta(state.child(action), depth - 1, evaluate, -beta, -alpha)[0]
        if value > best:
            best, best_action = value, action
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best, best_action


def deepening(search, seconds_left):
    best, depth = None, 1
    while seconds_left() > 0:
        try:
            best = search(depth)
        except OutOfTime:
            break
        depth += 1
    return best


# --- Keys and tables. ---

_rng = random.Random(2024)
_NUMBERS = {}


def zobrist(state):
    key = _number("who", state.current_player())
    for place, letter in enumerate(" ".join(state.to_string().split()[:4])):
        key ^= _number(place, letter)
    return key


def _number(*what):
    if what not in _NUMBERS:
        _NUMBERS[what] = _rng.getrandbits(64)
    return _NUMBERS[what]


def table(state, depth, evaluate):
    known = {}

    def search(state, depth, alpha, beta):
        if depth == 0 or state.is_terminal():
            key = (state.hash(), 0)
            if key not in known:
                known[key] = ("exact", evaluate(state), None)
            return known[key][1:]
        key = (state.hash(), depth)
        first = None
        if key in known:
            kind, value, first = known[key]
            if kind == "exact" or (kind == "low" and value >= beta) or (kind == "high" and value <= alpha):
                return value, first
        start, best, best_action = alpha, -math.inf, None
        actions = state.legal_actions()
        if first is not None:
            actions.sort(key=lambda a: a != first)
        for action in actions:
            value = -search(state.child(action), depth - 1, -beta, -alpha)[0]
            if value > best:
                best, best_action = value, action
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        kind = "low" if best >= beta else "high" if best <= start else "exact"
        known[key] = (kind, best, best_action)
        return best, best_action

    return search(state, depth, -math.inf, math.inf)


# --- What to look at. ---


def quiescence(state, alpha, beta, evaluate, captures):
    best = evaluate(state)
    if state.is_terminal() or best >= beta:
        return best
    alpha = max(alpha, best)
    for action in captures(state):
        best = max(best, -quiescence(state.child(action), -beta, -alpha, evaluate, captures))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def rave(statistics, visits, k):
    weight = math.sqrt(k / (3 * visits + k))
    values = {}
    for action, (n, total, m, amaf_total) in statistics.items():
        if n == 0:
            values[action] = amaf_total / m
        elif m == 0:
            values[action] = total / n
        else:
            values[action] = (1 - weight) * total / n + weight * amaf_total / m
    return values


# --- Proofs and trees. ---


def pns(state, attacker):
    class Node:
        def __init__(self, state):
            self.state, self.children = state, []
            self.proof = self.disproof = 1
            if state.is_terminal():
                won = state.outcome(attacker) > 0
                self.proof, self.disproof = (0, math.inf) if won else (math.inf, 0)

        def update(self):
            proofs, disproofs = [c.proof for c in self.children], [c.disproof for c in self.children]
            if self.state.current_player() == attacker:
                self.proof, self.disproof = min(proofs), sum(disproofs)
            else:
                self.proof, self.disproof = sum(proofs), min(disproofs)

    root = Node(state)
    while root.proof and root.disproof:
        node, path = root, [root]
        while node.children:
            mine = node.state.current_player() == attacker
            node = min(node.children, key=lambda c, mine=mine: c.proof if mine else c.disproof)
            path.append(node)
        node.children = [Node(node.state.child(action)) for action in node.state.legal_actions()]
        for node in reversed(path):
            node.update()
    return root.proof, root.disproof


def uct(state, simulations, value, c):
    class Node:
        def __init__(self, mover):
            self.mover, self.visits, self.total, self.children = mover, 0, 0.0, None

        def grow(self, position):
            self.children = {action: Node(position.current_player()) for action in position.legal_actions()}

    root = Node(None)
    root.grow(state)
    for _ in range(simulations):
        node, position, path = root, state.clone(), [root]
        while True:
            if node.children is None and node.visits and not position.is_terminal():
                node.grow(position)
            if not node.children:
                break

            def bound(item, parent=node):
                child = item[1]
                if not child.visits:
                    return math.inf
                return child.total / child.visits + c * math.sqrt(math.log(parent.visits) / child.visits)

            action, node = max(node.children.items(), key=bound)
            position.apply(action)
            path.append(node)
        player = position.current_player()
        result = position.outcome(player) if position.is_terminal() else value(position)
        for node in path:
            node.visits += 1
            node.total += result if node.mover == player else -result
    return {action: child.visits for action, child in root.children.items()}


def puct(state, network, simulations):
    class Node:
        def __init__(self, prior):
            self.prior, self.visits, self.total, self.player, self.children = prior, 0, 0.0, 0, {}

    def expand(node, position):
        node.player = position.current_player()
        if position.is_terminal():
            return position.outcome(node.player)
        logits, values = network(position.observation()[None])
        actions = position.legal_actions()
        chosen = np.array([logits[0][position.policy_index(a)] for a in actions])
        weights = np.exp(chosen - chosen.max())
        node.children = {a: Node(w) for a, w in zip(actions, weights / weights.sum(), strict=True)}
        return float(values[0])

    def back(path, value):
        player = path[-1].player
        for node in path:
            node.visits += 1
            node.total += value if node.player == player else -value

    root = Node(1)
    back([root], expand(root, state))
    for _ in range(simulations):
        node, position, path = root, state.clone(), [root]
        while node.children:

            def score(item, parent=node):
                child = item[1]
                known = child.total / child.visits if child.visits else 0
                q = (
                    (known if child.player == parent.player else -known)
                    if child.visits
                    else parent.total / parent.visits
                )
                exploration = math.log((parent.visits + 19652 + 1) / 19652) + 1.25
                return q + exploration * math.sqrt(parent.visits) * child.prior / (1 + child.visits)

            action, node = max(node.children.items(), key=score)
            position.apply(action)
            path.append(node)
        back(path, expand(node, position))
    return {action: child.visits for action, child in root.children.items()}


# --- Learning. ---


def policy(visits, temperature):
    if temperature == 0:
        best = max(visits, key=visits.get)
        return {action: float(action == best) for action in visits}
    weights = {action: count ** (1 / temperature) for action, count in visits.items()}
    return {action: weight / sum(weights.values()) for action, weight in weights.items()}


def loss(logits, value, policy, outcome, legal):
    logits = np.where(legal, logits, -np.inf)
    shifted = logits - logits.max()
    logs = shifted - math.log(np.exp(shifted).sum())
    return (value - outcome) ** 2 - float(sum(p * log for p, log in zip(policy, logs, strict=True) if p > 0))


def returns(values, outcome, trace):
    found = [float(outcome)]
    for value in reversed(values[1:]):
        found.append((1 - trace) * value + trace * found[-1])
    return found[::-1]
