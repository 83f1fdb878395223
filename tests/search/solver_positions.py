"""What the tests of solvers share: small games, positions of them, and an independent solver."""

from __future__ import annotations

import random

from kinds_of_game import connect_four, load
from positions import after_random_moves

import boardai


def small_game(name: str) -> boardai.Game:
    """A game small enough to be solved in plain Python."""
    if name == "connect four":
        return connect_four(4, 4)
    specs = {"hex": "hex:size=3", "reversi": "reversi:board=4x4", "tic-tac-toe": None}
    spec = specs[name]
    return load(name) if spec is None else boardai.load(spec)


SMALL_GAMES = ("tic-tac-toe", "hex", "reversi", "connect four")


def random_state(game, plies, seed):
    """After up to this many random plies; not over."""
    return after_random_moves(game, random.Random(seed), plies)


def outcome(state, known=None):
    """The outcome for the player to move by plain minimax with a dictionary: no code of a search."""
    known = {} if known is None else known
    if state.is_terminal():
        return state.outcome(state.current_player())
    if state not in known:
        values = []
        for action in state.legal_actions():
            child = state.child(action)
            value = outcome(child, known)
            values.append(value if child.current_player() == state.current_player() else -value)
        known[state] = max(values)
    return known[state]
