"""How soon a network's search wins won endings, with what it knows of the plies left and without.

    python tools/won_endings.py --output endings

King and queen, or king and rook, against the king, in chess. A network that knows wins from draws finds nearly every
move there equally won, so that its search has no reason to come nearer to the mate.

1. `pvs` plays both sides from random positions, to the end.
2. A small network learns the moves, the results and the plies left from these games (supervised learning).
3. From other positions PUCT with this network plays the stronger side against the same `pvs`, with each of the effects,
   0 being none. All play the same positions, so that differences are by position; intervals are bootstrapped over them.
   A position counts where `pvs` itself has won it.

What is there is not made again: the same command goes on, and other effects are played with the same network.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import boardai
from boardai import learn
from boardai.arena.games import Opening, ScheduledGame, play_games
from boardai.players.kinds import as_player
from boardai.records.game_record import GameRecord

_RESAMPLES = 10_000
_NETWORK = {
    "network.blocks": 3,
    "network.channels": 32,
    "network.squeeze_excitation": 8,
    "network.policy_head": "conv",
    "network.value_head": "wdl",
    "network.moves_left": True,
    "learn.loss.moves_left": 0.5,
    "learn.batch_size": 256,
    "learn.optimizer": "adamw",
    "learn.learning_rate": 0.002,
    "examples.result_share": 1.0,
    "arena.every": 0,
    "arena.final_games": 2,
    "arena.final_opponents": ("random",),
}


def random_ending(game: Any, rng: random.Random) -> tuple[str, int]:
    """A position of king and queen or rook against king, and whose the piece is."""
    while True:
        strong = rng.randrange(2)
        men = dict(zip(rng.sample(range(64), 3), ("K", rng.choice("QR"), "k"), strict=True))
        if strong:
            men = {square: man.swapcase() for square, man in men.items()}
        rows = ("".join(men.get(8 * rank + file, "1") for file in range(8)) for rank in reversed(range(8)))
        board = re.sub("1+", lambda empty: str(len(empty[0])), "/".join(rows))
        text = f"{board} {rng.choice('wb')} - - 0 1"
        try:
            state = game.from_string(text)
        except ValueError:  # the kings touch, or who is not to move is in check
            continue
        if not state.is_terminal():
            return state.to_string(), strong


def played(game: Any, positions: Sequence[tuple[str, int]], attacker: Any, defender: Any, at_once: int) -> list[Any]:
    """The games from these positions, in their order; the attacker has the piece."""
    schedule = [ScheduledGame(2 * number + strong, Opening(text)) for number, (text, strong) in enumerate(positions)]
    games = play_games(game, (attacker, defender), schedule, at_once=at_once)
    return sorted(games, key=lambda one: one.number)


def interval(numbers: np.ndarray, seed: int) -> tuple[float, float, float]:
    """The mean, and its 95 % interval by bootstrap over the positions."""
    rng = np.random.default_rng(seed)
    means = numbers[rng.integers(0, len(numbers), (_RESAMPLES, len(numbers)))].mean(axis=1)
    return float(numbers.mean()), *(float(edge) for edge in np.quantile(means, (0.025, 0.975)))


def make_games(file: Path, game: Any, teacher: Any, count: int, seed: int) -> None:
    """The teacher's games, one after the other in a file of lines."""
    rng = random.Random(f"games {seed}")
    positions = [random_ending(game, rng) for _ in range(count)]
    records = [
        GameRecord("chess", tuple(one.actions), start=one.start, result=one.outcome)
        for one in played(game, positions, teacher, teacher, at_once=1)
    ]
    file.write_text("".join(f"{record.to_line()}\n" for record in records), encoding="utf-8")


def main() -> None:
    """Makes what is missing and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True, help="folder of games and network")
    parser.add_argument(
        "--teacher", default="pvs:depth=6,evaluator=positional", help="who plays the games, and defends"
    )
    parser.add_argument("--games", type=int, default=3000, help="to learn from (default 3000)")
    parser.add_argument("--steps", type=int, default=1000, help="of training (default 1000)")
    parser.add_argument("--positions", type=int, default=200, help="to be won (default 200)")
    parser.add_argument("--simulations", type=int, default=100, help="of PUCT (default 100)")
    parser.add_argument("--effects", type=float, nargs="+", default=[0.0, 0.0345, 0.1, 0.3], help="moves_left_effect")
    parser.add_argument("--options", default="", help="further options of the search, as `moves_left_threshold=0.5`")
    parser.add_argument("--encoding", default="alphazero", help="of chess for the network")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    asked.output.mkdir(parents=True, exist_ok=True)
    game = boardai.load("chess")
    teacher = as_player(asked.teacher, game, asked.seed)
    # 1. Games.
    games = asked.output / "games.jsonl"
    if not games.exists():
        make_games(games, game, teacher, asked.games, asked.seed)
    # 2. The network.
    run = asked.output / f"run-{asked.encoding}"
    if not run.exists():
        spec = "chess" if asked.encoding == "alphazero" else f"chess:encoding={asked.encoding}"
        settings = {**_NETWORK, "data": (str(games),), "iterations": 1, "steps": asked.steps, "seed": asked.seed}
        learn.train(spec, learner="supervised", run=run, **settings)
    # 3. Won positions, played with each effect.
    rng = random.Random(f"positions {asked.seed}")
    positions, best = [], []
    while len(positions) < asked.positions:
        some = [random_ending(game, rng) for _ in range(asked.positions - len(positions))]
        for position, one in zip(some, played(game, some, teacher, teacher, at_once=1), strict=True):
            if one.outcome:
                positions.append(position)
                best.append(len(one.actions))
    print(f"{len(positions)} positions, which {asked.teacher} wins in {np.mean(best):.1f} plies on average")
    lengths, won = {}, {}
    for effect in asked.effects:
        options = f",moves_left_effect={effect}" if effect else ""
        options += f",{asked.options}" if asked.options else ""
        attacker = as_player(f"puct:run={run},simulations={asked.simulations},rows=64{options}", game, asked.seed)
        found = played(game, positions, attacker, teacher, at_once=64)
        won[effect] = np.array([one.outcome != 0 for one in found], float)
        lengths[effect] = np.array([len(one.actions) for one in found], float)
    everywhere = np.all([won[effect] > 0 for effect in asked.effects], axis=0)
    first = asked.effects[0]
    print(f"plies over the {int(everywhere.sum())} positions that all of them won; differences to the first row")
    print("| effect | won | plies to mate | shorter by | won more often by |")
    print("|---|---|---|---|---|")
    for effect in asked.effects:
        share, plies = (interval(numbers, asked.seed) for numbers in (100 * won[effect], lengths[effect][everywhere]))
        row = f"| {effect:g} | {_text(share, ' %')} | {_text(plies, '')} |"
        if effect != first:
            shorter = interval((lengths[first] - lengths[effect])[everywhere], asked.seed)
            row += f" {_text(shorter, '')} | {_text(interval(100 * (won[effect] - won[first]), asked.seed), ' %')} |"
        print(row if effect != first else f"{row} | |", flush=True)


def _text(found: tuple[float, float, float], unit: str) -> str:
    mean, low, high = found
    return f"{mean:.1f}{unit} [{low:.1f}, {high:.1f}]"


if __name__ == "__main__":
    main()
