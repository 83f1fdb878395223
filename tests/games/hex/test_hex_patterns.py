"""Hex's patterns: the C++ priors against those of the script that learns them, and the script itself."""

from __future__ import annotations

import importlib.util
import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

import boardai
from boardai.search import mcts

PATTERNS = Path(__file__).parents[3] / "games" / "hex" / "patterns"


def script(name):
    """One of the folder's scripts, which are no modules of the package."""
    spec = importlib.util.spec_from_file_location(f"hex_patterns_{name}", PATTERNS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


fit = script("fit")


def shipped_weights():
    """The numbers of weights.hpp, in the script's order."""
    text = (PATTERNS / "weights.hpp").read_text()
    blocks = re.findall(r"_weights\{(.*?)\};", text, re.DOTALL)
    return np.array([float(number) for block in blocks for number in re.findall(r"(-?[\d.]+)f", block)], np.float32)


@pytest.mark.parametrize("spec", ["hex:size=6", "hex:rows=5,cols=9", "hex:size=11"])
def test_the_search_weighs_moves_as_the_script_does(spec):
    """With a heavy prior and nothing else known the first simulation takes the move with the largest share."""
    game, rng, weights = boardai.load(spec), random.Random(3), shipped_weights()
    for plies in range(1, 16):
        state = game.initial_state()
        while state.stones_played() < plies:
            state.apply(rng.choice(state.legal_actions()))
        board, mover = fit.read_board(state.to_string())
        seen, cells, _ = fit.as_black(board, np.arange(board.size).reshape(board.shape), None, mover)
        logits = weights[fit.features(seen, None, mover)].sum(-1)
        order = sorted(
            (float(logit), int(cell))
            for logit, cell, digit in zip(logits, cells.ravel(), seen.ravel(), strict=True)
            if digit == 0
        )
        if order[-1][0] - order[-2][0] < 1e-4:
            continue  # as good as each other
        found = mcts(state, simulations=1, rave=True, prior=10.0, seed=plies)
        assert max(found.visits, key=found.visits.get) == order[-1][1]


def test_the_script_learns_what_is_to_be_learned(tmp_path):
    """The fit recovers a player who always plays next to the opponent's last stone."""
    game, rng, rows = boardai.load("hex:size=5"), random.Random(1), []
    for _ in range(60):
        state, last = game.initial_state(), -1
        for _ in range(6):
            near = [a for a in state.legal_actions() if last >= 0 and a in (last + 1, last - 1) and a // 5 == last // 5]
            action = rng.choice(near or state.legal_actions())
            rows.append({"position": state.to_string(), "last": last, "visits": {action: 10}})
            state.apply(action)
            last = action
    path = tmp_path / "positions.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    found, shares = fit.read(path)
    weights = fit.fit(found, shares, 60, 0.1, 1e-5)
    relations = weights[fit.STARTS[2] : fit.STARTS[3]]
    # Next to it along the row for black; white's board is reflected, so along the column.
    assert min(relations[11], relations[13], relations[7], relations[17]) > relations[25] + 1
    fit.write(tmp_path / "weights.hpp", weights, ["a card"])
    assert "edge_weights" in (tmp_path / "weights.hpp").read_text()
