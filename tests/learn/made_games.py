"""Game records written by hand, byte by byte, and what a replay buffer should make of them.

It shares nothing with the code that reads them: random games with random policies, and each position's planes, policy
and targets from the Python face of its state.
"""

from __future__ import annotations

import random
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardai.game import Game


@dataclass
class Position:
    """A position to be learned from."""

    state: Any
    policy: list[tuple[int, float]]
    root_value: float
    outcome0: int
    score0: int
    plies_ahead: int
    action: int  # that was played
    finished: bool = True

    def row(self, game: Game, symmetry: int = 0) -> dict[str, Any]:
        """The position's row of a training batch, seen through a symmetry."""
        seen = self.state if symmetry == 0 else self.state.transformed(symmetry)
        policy, legal = np.zeros(game.policy_size, np.float32), np.zeros(game.policy_size, np.uint8)
        for action, share in self.policy:
            image = action if symmetry == 0 else self.state.transform_action(action, symmetry)
            policy[seen.policy_index(image)] = share
        for action in seen.legal_actions():
            legal[seen.policy_index(action)] = 1
        sign = 1 if self.state.current_player() == 0 else -1
        return {
            "planes": seen.observation(),
            "policy": policy,
            "outcome": sign * self.outcome0,
            "search_value": np.float32(self.root_value),
            "moves_left": self.plies_ahead if self.finished else np.nan,
            "plies_ahead": self.plies_ahead,
            "score": sign * self.score0 if self.finished or not hasattr(self.state, "score") else np.nan,
            "legal": legal,
        }

    def next_row(self, game: Game, symmetry: int = 0) -> dict[str, Any]:
        """The targets of the position after the move, seen through a symmetry."""
        legal = np.zeros(game.policy_size, np.float32)
        played = self.state.child(self.action)
        if played.is_terminal():
            return {"next_planes": np.zeros(game.observation_shape, np.float32), "next_legal": legal, "next_sign": 0}
        seen = played
        if symmetry:
            seen = self.state.transformed(symmetry).child(self.state.transform_action(self.action, symmetry))
        for action in seen.legal_actions():
            legal[seen.policy_index(action)] = 1
        same = played.current_player() == self.state.current_player()
        return {"next_planes": seen.observation(), "next_legal": legal, "next_sign": 1 if same else -1}


def record(
    number: int, start: bytes, packed: bool, ending: int, outcome: int, plies: bytes, count: int, version: int = 3
) -> bytes:
    """One record: see native/boardai/search/records/game_record.hpp."""
    payload = struct.pack("<QBI", number, packed, len(start)) + start + struct.pack("<Bbi", ending, outcome, count)
    payload += plies
    checksum = 0xCBF29CE484222325
    for byte in payload:
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    return b"BGAM" + struct.pack("<HHIQ", version, 0, len(payload), checksum) + payload


def random_games(game: Game, count: int, seed: int, max_plies: int = 40) -> tuple[bytes, list[Position]]:
    """Bytes of this many games, and their positions to be learned from in order.

    Every other game starts a few plies into the game before it; one ply in four is not to be learned from.
    """
    rng = random.Random(seed)
    data, found = b"", []
    later = game.initial_state()
    for number in range(count):
        start = later.clone() if number % 2 else game.initial_state()
        state, plies, positions, length = start.clone(), b"", [], 0
        version = 2 + number % 2  # without and with the searches' surprise
        while not state.is_terminal() and length < max_plies:
            legal = state.legal_actions()
            action, value = rng.choice(legal), np.float32(rng.uniform(-1, 1))
            if rng.random() < 0.25:
                plies += struct.pack("<iBf", action, 1, value) if rng.random() < 0.5 else struct.pack("<iB", action, 0)
            else:
                chosen = rng.sample(legal, rng.randint(1, len(legal)))
                weights = [rng.random() ** 6 + 1e-9 for _ in chosen]
                policy = [(a, w / sum(weights)) for a, w in zip(chosen, weights, strict=True)]
                plies += struct.pack("<iBf", action, 2, value) + struct.pack("<f", length / 10) * (version == 3)
                plies += struct.pack("<I", len(policy))
                plies += b"".join(struct.pack("<if", a, share) for a, share in policy)
                positions.append(Position(state.clone(), policy, float(value), 0, 0, length, action))
            state.apply(action)
            length += 1
            if length == rng.randint(1, 4) and not state.is_terminal():
                later = state.clone()
        over = state.is_terminal()
        outcome = state.outcome(0) if over else rng.choice((-1, 0, 1))
        for position in positions:
            position.outcome0, position.plies_ahead = outcome, length - position.plies_ahead
            position.finished = over
            position.score0 = state.score(0) if hasattr(state, "score") else 0
        packs = type(start).__module__.startswith("boardai.games.")  # the shipped games have bytes of their own
        text = start.pack() if packs else start.to_string().encode()
        data += record(number, text, packs, 0 if over else 3, outcome, plies, length, version)
        found += positions
    return data, found
