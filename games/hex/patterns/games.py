"""Plays games of Hex against itself and writes what the search thought of every move: what fit.py learns from.

    python games/hex/patterns/games.py games.jsonl --games 400 --seed 1

A line is a position: the text of the position, the action before it, and the visits of each action that had any.
Games begin with random moves, and end where the search has proven who wins: what is played then teaches nothing.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import boardai
from boardai.players import load_agent
from boardai.search import Limits


def play(game: boardai.Game, options: str, simulations: int, random_plies: int, seed: int) -> list[dict]:
    """One game's positions."""
    rng = random.Random(seed)
    state, last, rows = game.initial_state(), -1, []
    player = load_agent(f"mcts:{options}", game, seed, try_out=False)
    while not state.is_terminal():
        if state.stones_played() < random_plies:
            action = rng.choice(state.legal_actions())
        else:
            result = player.think(state, Limits(simulations=simulations)).result
            if result.outcome is not None:
                break
            visits = {action: count for action, count in result.visits.items() if count > 0}
            rows.append({"position": state.to_string(), "last": last, "visits": visits})
            action = result.action
        state.apply(action)
        last = action
    return rows


def main() -> None:
    """Plays as many games as asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--game", default="hex:size=11")
    parser.add_argument("--simulations", type=int, default=8000)
    parser.add_argument("--random-plies", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", default="rave=true,playouts=saving,knowledge=500", help="of mcts")
    arguments = parser.parse_args()
    game = boardai.load(arguments.game)
    with arguments.out.open("w") as file:
        for number in range(arguments.games):
            plies = number % (arguments.random_plies + 1)
            seed = arguments.seed * 1_000_003 + number
            for row in play(game, arguments.options, arguments.simulations, plies, seed):
                file.write(json.dumps(row) + "\n")
            file.flush()


if __name__ == "__main__":
    main()
