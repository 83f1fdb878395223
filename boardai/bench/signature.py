"""Node counts that must not change by accident: a fingerprint of rules, encodings and search for every game.

A change that means to be neutral (a faster move generator, another data layout) leaves the signature as it is. One
that is meant to change it says so by new golden values in tests/commands/signature.json.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from boardai import native
from boardai.game import Game, available_games, game_class, load
from boardai.search import Network, mcts, perft, puct, pvs

# Perft stops at the first depth with at least this many nodes.
_ENOUGH_NODES = 200_000
_SIMULATIONS = 500
_PVS_DEPTH = 4
_PVS_NODES = 10_000


@dataclass(frozen=True)
class Signature:
    """One variant of a game.

    Attributes:
        perft: counts from the start, depth 1, 2, ...
        random_plies: plies of 200 random games with seed 1.
        puct_nodes: positions in the tree of a search with a fixed stand-in for a network, summed over three roots.
        puct_visits: hash of these searches' root visits.
        rollout_visits: hash of the root visits of searches by random rollouts.
        mcts_visits: hash of the root visits of UCT: random games, RAVE, and a fixed stand-in for an evaluator.
        pvs_nodes: nodes of principal variation search to a fixed depth, summed over the roots.
        pvs_values: hash of the results within a fixed number of nodes: moves, values and depths.
    """

    perft: tuple[int, ...]
    random_plies: int
    puct_nodes: int
    puct_visits: str
    rollout_visits: str
    mcts_visits: str
    pvs_nodes: int
    pvs_values: str

    def to_table(self) -> dict[str, Any]:
        """For JSON."""
        return {**asdict(self), "perft": list(self.perft)}


def specs() -> list[str]:
    """Every shipped game's variants, by name."""
    found = []
    for module in benchmark_modules().values():
        found += list(module.SIGNATURE_SPECS)
    return found


def benchmark_modules() -> dict[str, Any]:
    """The plug-ins `benchmarks` of the games that have one."""
    found = {game: game_class(game).plug_in("benchmarks") for game in available_games()}
    return {game: module for game, module in found.items() if module is not None}


def signature(spec: str) -> Signature:
    """The fingerprint of one variant."""
    game = load(spec)
    start = game.initial_state()
    counts: list[int] = []
    while not counts or counts[-1] < _ENOUGH_NODES:
        counts.append(perft.count(start, len(counts) + 1))
    games = native.template("RandomGames", start).play(native.native_state(start), 200, 1)
    nodes, by_network, by_rollouts, by_mcts = 0, hashlib.sha256(), hashlib.sha256(), hashlib.sha256()
    for state in _roots(game):
        found = puct(state, simulations=_SIMULATIONS, evaluator=Network(_StandIn(game)), leaves_per_tree=4)
        nodes += found.nodes
        by_network.update(repr(sorted(found.visits.items())).encode())
        found = puct(state, simulations=_SIMULATIONS, seed=7)
        by_rollouts.update(repr(sorted(found.visits.items())).encode())
        for options in ({}, {"rave": True}, {"evaluator": "hash"}):
            found = mcts(state, simulations=_SIMULATIONS, seed=7, **options)
            by_mcts.update(repr(sorted(found.visits.items())).encode())
    visits = [hashed.hexdigest()[:16] for hashed in (by_network, by_rollouts, by_mcts)]
    pvs_nodes, pvs_values = _pvs_signature(game)
    return Signature(
        perft=tuple(counts),
        random_plies=int(games.plies),
        puct_nodes=nodes,
        puct_visits=visits[0],
        rollout_visits=visits[1],
        mcts_visits=visits[2],
        pvs_nodes=pvs_nodes,
        pvs_values=pvs_values,
    )


def _pvs_signature(game: Game) -> tuple[int, str]:
    """Nodes to a fixed depth, and a hash of the results within a fixed number of nodes."""
    nodes, values = 0, hashlib.sha256()
    for state in _roots(game):
        nodes += pvs(state, depth=_PVS_DEPTH).nodes
        found = pvs(state, nodes=_PVS_NODES)
        values.update(repr((found.action, found.value, found.depth, sorted(found.action_values.items()))).encode())
    return nodes, values.hexdigest()[:16]


def _roots(game: Game) -> list[Any]:
    """The start and two positions of a fixed game."""
    state = game.initial_state()
    roots = [state]
    for ply in range(12):
        actions = state.legal_actions()
        state = state.child(actions[(7 * ply + 3) % len(actions)])
        if state.is_terminal():
            break
        if ply in (5, 11):
            roots.append(state)
    return roots


class _StandIn:
    """A network's stand-in: values and logits are hashes of the planes, equal on every machine."""

    def __init__(self, game: Game) -> None:
        self._offsets = np.arange(1, game.policy_size + 1, dtype=np.uint64)

    def __call__(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        keys = [int.from_bytes(hashlib.blake2b(row.tobytes(), digest_size=8).digest(), "little") for row in planes]
        words = _mix(np.array(keys, np.uint64)[:, None] + self._offsets * np.uint64(0x9E3779B97F4A7C15))
        # 24 random bits, exact in float32: two actions hardly ever have the same prior, so that the order in which a
        # search looks at equals does not show. Values are multiples of 1/16: their sums are exact.
        logits = (words >> np.uint64(40)).astype(np.float32) / np.float32(2**22)
        values = np.array([(key % 33 - 16) / 16 for key in keys], np.float32)
        return logits, values


def _mix(words: np.ndarray) -> np.ndarray:
    """The finaliser of splitmix64, word by word."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
