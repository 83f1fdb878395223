"""A game that is a table: positions of a random tree with logits, values and outcomes, for comparing searches."""

from __future__ import annotations

import numpy as np

import boardai


class Tables:
    """Random trees, all of one shape, in which every position has `actions` moves until the game is over.

    Position 0 is the root; action a leads from position p to position `actions` * p + a + 1.

    Attributes:
        logits: float32 `[trees, positions, actions]`.
        values: of the network, for the player to move; float32 `[trees, positions]`.
        over: whether the game has ended; bool `[trees, positions]`.
        outcomes: for the player who would move, where it has; int `[trees, positions]`.
        legal: which actions the root has; bool `[trees, actions]`.
    """

    def __init__(self, trees: int, actions: int, depth: int, seed: int, legal_at_root: int | None = None):
        rng = np.random.default_rng(seed)
        positions = sum(actions**level for level in range(depth + 1))
        last = sum(actions**level for level in range(depth))
        self.trees, self.actions = trees, actions
        self.logits = rng.normal(0, 1.5, (trees, positions, actions)).astype(np.float32)
        self.values = rng.uniform(-0.9, 0.9, (trees, positions)).astype(np.float32)
        self.over = rng.uniform(size=(trees, positions)) < 0.12
        self.over[:, 0] = False
        self.over[:, last:] = True
        self.outcomes = rng.integers(-1, 2, (trees, positions))
        self.legal = np.zeros((trees, actions), bool)
        for tree in range(trees):
            self.legal[tree, rng.permutation(actions)[:legal_at_root]] = True

    def network(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Looks the positions up."""
        trees, positions = planes[:, 0, 0, 0].astype(int), planes[:, 0, 0, 1].astype(int)
        return self.logits[trees, positions], self.values[trees, positions]


class TableState(boardai.BaseState):
    """A position of one tree of a table."""

    observation_shape = (1, 1, 2)

    def __init__(self, tables: Tables, tree: int, position: int = 0, player: int = 0):
        self.tables, self.tree, self.position, self.player = tables, tree, position, player
        self.policy_size = tables.actions

    def current_player(self):
        return self.player

    def is_terminal(self):
        return bool(self.tables.over[self.tree, self.position])

    def outcome(self, player):
        outcome = int(self.tables.outcomes[self.tree, self.position])
        return outcome if player == self.player else -outcome

    def legal_actions(self):
        if self.is_terminal():
            return []
        if self.position == 0:
            return np.flatnonzero(self.tables.legal[self.tree]).tolist()
        return list(range(self.tables.actions))

    def apply(self, action):
        self.position = self.tables.actions * self.position + action + 1
        self.player = 1 - self.player

    def clone(self):
        return TableState(self.tables, self.tree, self.position, self.player)

    def to_string(self):
        return f"{self.tree} {self.position} {self.player}"

    def from_string(self, text):
        return TableState(self.tables, *map(int, text.split()))

    def action_to_string(self, action):
        return str(action)

    def observation(self):
        return np.array([[[self.tree, self.position]]], np.float32)

    def policy_index(self, action):
        return action

    def action_from_policy(self, index):
        return index
