"""Matches: many games at once between two agents, paired openings with colours swapped, an interval on the score.

The score counts a draw as half a win. Its interval is Wilson's (1927) with the number of games; where games may be
drawn, and in paired openings, the true spread is smaller, so the interval errs on the wide side.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from boardai.agents import Agent
from boardai.game import Game

NORMAL_95 = 1.959963984540054


def wilson_interval(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share.

    Args:
        score: the share found, 0 to 1.
        games: in how many games; at least 1.
    """
    if games < 1 or not 0.0 <= score <= 1.0:
        raise ValueError(f"an interval needs games >= 1 and a score in 0..1, got {games} and {score}")
    square = NORMAL_95**2
    centre = (score + square / (2 * games)) / (1 + square / games)
    spread = NORMAL_95 * math.sqrt(score * (1 - score) / games + square / (4 * games**2)) / (1 + square / games)
    return max(0.0, centre - spread), min(1.0, centre + spread)


@dataclass(frozen=True)
class MatchResult:
    """What came of a match, from the first agent's view; index 0: games it began, 1: games the other began.

    Attributes:
        first: name of the agent whose score this is.
        second: name of its opponent.
        wins: by colour.
        draws: by colour, unfinished games included.
        losses: by colour.
        unfinished: games stopped at the limit of plies.
        plies: over all games, openings included.
    """

    first: str
    second: str
    wins: tuple[int, int]
    draws: tuple[int, int]
    losses: tuple[int, int]
    unfinished: int
    plies: int

    @property
    def games(self) -> int:
        """Games played."""
        return sum(self.wins) + sum(self.draws) + sum(self.losses)

    @property
    def score(self) -> float:
        """Share of points, 0 to 1; a draw is half a point."""
        return (sum(self.wins) + sum(self.draws) / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the score."""
        return wilson_interval(self.score, self.games)

    def to_table(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "first": self.first,
            "second": self.second,
            "games": self.games,
            "wins": list(self.wins),
            "draws": list(self.draws),
            "losses": list(self.losses),
            "unfinished": self.unfinished,
            "plies": self.plies,
            "score": self.score,
            "interval95": list(self.interval),
        }

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.first} against {self.second}: {100 * self.score:.1f} % [{100 * low:.1f}, {100 * high:.1f}] "
            f"(+{sum(self.wins)} ={sum(self.draws)} -{sum(self.losses)})"
        )


def random_opening(game: Game, plies: int, seed: str) -> Any:
    """A state after uniformly random plies that do not end the game.

    Args:
        game: the game.
        plies: how many.
        seed: equal seeds give equal openings.

    Raises:
        ValueError: a hundred attempts all ended the game.
    """
    rng = random.Random(seed)
    for _ in range(100):
        state = game.initial_state()
        for _ in range(plies):
            if state.is_terminal():
                break
            state.apply(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            return state
    raise ValueError(f"{game.spec}: {plies} random opening plies always end the game")


def play_match(
    game: Game,
    first: Agent,
    second: Agent,
    *,
    games: int,
    opening_plies: int,
    max_plies: int,
    seed: int,
    stop: Callable[[], None] = lambda: None,
) -> MatchResult:
    """Plays a match, all games at once.

    Args:
        game: the game.
        first: the agent the result speaks of.
        second: its opponent.
        games: an even number; games 2k and 2k + 1 share an opening, with colours swapped.
        opening_plies: random plies of each opening.
        max_plies: a game this long is a draw.
        seed: of the openings; agents have their own.
        stop: called once a round; may raise.

    Raises:
        ValueError: an odd number of games, or an agent chose an illegal action.
    """
    if games < 2 or games % 2:
        raise ValueError(f"a match needs an even number of games, at least 2, got {games}")
    states: list[Any] = []
    for pair in range(games // 2):
        opening = random_opening(game, opening_plies, f"{seed}/{pair}")
        states += [opening, opening.clone()]
    agents = (first, second)
    lengths = [opening_plies] * games
    running = list(range(games))
    while running:
        stop()
        for number, agent in enumerate(agents):
            # Agent `number` is player 0 in games of its own parity.
            turn = [i for i in running if (states[i].current_player() + i) % 2 == number]
            if not turn:
                continue
            for i, action in zip(turn, agent.choose_many([states[i] for i in turn]), strict=True):
                states[i].apply(action)
                lengths[i] += 1
            running = [i for i in running if not states[i].is_terminal() and lengths[i] < max_plies]
    counts = {+1: [0, 0], 0: [0, 0], -1: [0, 0]}
    unfinished = 0
    for i, state in enumerate(states):
        unfinished += not state.is_terminal()
        outcome = state.outcome(i % 2) if state.is_terminal() else 0
        counts[outcome][i % 2] += 1
    wins, draws, losses = ((counts[o][0], counts[o][1]) for o in (+1, 0, -1))
    return MatchResult(first.name, second.name, wins, draws, losses, unfinished, sum(lengths))
