"""Matches of a run, whoever plays: against opponents that can be made, two at a time, within the run's time."""

import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from boardai.arena.match import MatchResult, play_match
from boardai.basics.trust import trusted, trusting
from boardai.game import Game
from boardai.learn.evaluation.config import INITIAL, ArenaConfig, snapshot_age
from boardai.players import load_agent
from boardai.players.player import Player
from boardai.players.searches import without_memory

_AT_ONCE = 2

Plan = TypeVar("Plan")


def check_opponents(game: Game, config: ArenaConfig) -> None:
    """Refuses opponents that cannot be made, before anything is trained.

    Raises:
        ValueError: no such agent.
    """
    for opponent in {*config.opponents, *config.final_opponents, *config.policy_opponents}:
        if opponent != INITIAL and snapshot_age(opponent) is None:
            try:
                load_agent(without_memory(opponent), game).close()
            except ValueError as error:
                raise ValueError(f"arena.opponents: {error}") from None


def play_run_match(
    game: Game,
    first: Player,
    second: Player,
    config: ArenaConfig,
    *,
    games: int,
    seed: int,
    stop: Callable[[], None],
    seconds: float | None = None,
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
        seconds: that the match may last; then it is of fewer games if need be, but of a quarter at least.
    """
    at_once = games if seconds is None else 2 * max(1, games // 8)
    try:
        return play_match(
            game, first, second,
            games=games, opening_plies=config.opening_plies, max_plies=config.max_plies, seed=seed, stop=stop,
            at_once=at_once, seconds=seconds,
            on_error="raise",  # a network that fails must end the run, not lose its matches
        )  # fmt: skip
    finally:
        second.close()


def play_plan(
    plan: Sequence[Plan],
    play: Callable[[Plan, float | None], MatchResult],
    done: Callable[[int, int], None] = lambda done, total: None,
    seconds: float | None = None,
) -> list[MatchResult]:
    """Plays all matches of a plan, each in a thread of its own, two at a time: two cores.

    No match depends on another. Without a time limit none depends on the clock either.

    Args:
        plan: the matches.
        play: plays one, within so many seconds.
        done: told how many of how many are over.
        seconds: for all of them; each gets its share when it begins. None: no limit.
    """
    end = None if seconds is None else time.perf_counter() + seconds
    lock = threading.Lock()
    begun = finished = 0

    def played(one: Plan) -> MatchResult:
        nonlocal begun, finished
        with lock:
            rounds = math.ceil((len(plan) - begun) / _AT_ONCE)
            begun += 1
        with trusting(trust):
            result = play(one, None if end is None else max(0.0, end - time.perf_counter()) / rounds)
        with lock:
            finished += 1
            done(finished, len(plan))
        return result

    trust = trusted()
    done(0, len(plan))
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return list(pool.map(played, plan))
