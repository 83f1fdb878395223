"""Matches: paired openings with colours swapped, an interval on the score.

The score counts a draw as half a win. Where the pairs of a match are known, its interval is by pairs
(`boardai.arena.elo`), else Wilson's (1927) with the number of games, which errs on the wide side for paired openings.
"""

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from boardai.agents import Agent
from boardai.arena.elo import elo_interval, pair_counts, score_interval
from boardai.arena.games import Fixture, Opening, Played, play_games
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
        pairs: pairs of games in which it scored 0, 1/2, 1, 3/2 and 2 points; empty where they are not known.
    """

    first: str
    second: str
    wins: tuple[int, int]
    draws: tuple[int, int]
    losses: tuple[int, int]
    unfinished: int
    plies: int
    pairs: tuple[int, ...] = ()

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
        return score_interval(self.pairs) if sum(self.pairs) else wilson_interval(self.score, self.games)

    @property
    def draw_rate(self) -> float:
        """Share of drawn games."""
        return sum(self.draws) / self.games

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference and its 95 % interval.

        Raises:
            ValueError: no pair has been finished.
        """
        return elo_interval(self.pairs)

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
            "pairs": list(self.pairs),
            "score": self.score,
            "interval95": list(self.interval),
        }

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.first} against {self.second}: {100 * self.score:.1f} % [{100 * low:.1f}, {100 * high:.1f}] "
            f"(+{sum(self.wins)} ={sum(self.draws)} -{sum(self.losses)})"
        )


def match_result(first: str, second: str, games: Iterable[Played]) -> MatchResult:
    """What came of these games.

    Args:
        first: name of the agent whose result it is.
        second: name of its opponent.
        games: finished ones; a pair counts once both its games are among them.
    """
    counts = {1.0: [0, 0], 0.5: [0, 0], 0.0: [0, 0]}
    unfinished = plies = 0
    points: dict[int, float] = {}
    for one in games:
        counts[one.points][one.number & 1] += 1
        points[one.number] = one.points
        unfinished += one.outcome is None
        plies += len(one.actions)
    wins, draws, losses = ((counts[p][0], counts[p][1]) for p in (1.0, 0.5, 0.0))
    pairs = pair_counts((points[n], points[n + 1]) for n in points if n % 2 == 0 and n + 1 in points)
    return MatchResult(first, second, wins, draws, losses, unfinished, plies, pairs)


def random_opening(game: Game, plies: int, seed: str) -> tuple[str, ...]:
    """Texts of uniformly random plies that do not end the game.

    Args:
        game: the game.
        plies: how many.
        seed: equal seeds give equal openings.

    Raises:
        ValueError: a hundred attempts all ended the game.
    """
    rng = random.Random(seed)
    for _ in range(100):
        state, texts = game.initial_state(), []
        for _ in range(plies):
            if state.is_terminal():
                break
            action = rng.choice(state.legal_actions())
            texts.append(state.action_to_string(action))
            state.apply(action)
        if not state.is_terminal():
            return tuple(texts)
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
    openings = [Opening(None, random_opening(game, opening_plies, f"{seed}/{pair}")) for pair in range(games // 2)]
    fixtures = [Fixture(number, openings[number // 2]) for number in range(games)]
    played = play_games(game, (first, second), fixtures, at_once=games, max_plies=max_plies, seed=seed, stop=stop)
    return match_result(first.name, second.name, played)
