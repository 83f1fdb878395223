"""Matches of a run, whoever plays: against opponents that can be made, under its settings, two at a time."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from boardai.agents import close, load_agent
from boardai.agents.base import Agent
from boardai.agents.registry import without_memory
from boardai.arena.match import MatchResult, play_match
from boardai.game import Game
from boardai.learn.evaluation.config import INITIAL, ArenaConfig, snapshot_age
from boardai.trust import NOTHING, Trust

_AT_ONCE = 2

Plan = TypeVar("Plan")


def check_opponents(game: Game, config: ArenaConfig, trust: Trust | bool = NOTHING) -> None:
    """Refuses opponents that cannot be made, before anything is trained.

    Raises:
        ValueError: no such agent.
    """
    for opponent in {*config.opponents, *config.final_opponents, *config.policy_opponents}:
        if opponent != INITIAL and snapshot_age(opponent) is None:
            try:
                close(load_agent(without_memory(opponent), game, trust=trust))
            except ValueError as error:
                raise ValueError(f"arena.opponents: {error}") from None


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
