"""Matches of a run, whoever plays: under its settings, and two at a time."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from boardai.agents import close
from boardai.agents.base import Agent
from boardai.arena.match import MatchResult, play_match
from boardai.game import Game
from boardai.learn.config import ArenaConfig

_AT_ONCE = 2

Plan = TypeVar("Plan")


def play_run_match(
    game: Game,
    first: Agent,
    second: Agent,
    config: ArenaConfig,
    *,
    games: int,
    seed: int,
    stop: Callable[[], None],
) -> MatchResult:
    """A match with the openings and limits of a run's arena; the second player is closed at its end.

    Args:
        game: the game.
        first: whose score it is.
        second: the opponent.
        config: the run's arena.
        games: how many, in pairs with colours swapped.
        seed: of the openings.
        stop: called often; may raise.
    """
    try:
        return play_match(
            game, first, second,
            games=games, opening_plies=config.opening_plies, max_plies=config.max_plies, seed=seed, stop=stop,
            at_once=games, on_error="raise",  # a network that fails must end the run, not lose its matches
        )  # fmt: skip
    finally:
        close(second)


def two_at_a_time(play: Callable[[Plan], MatchResult], plan: Iterable[Plan]) -> list[MatchResult]:
    """Plays all matches of a plan; each is a thread of its own and depends on no other: two cores, equal results."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return list(pool.map(play, plan))
