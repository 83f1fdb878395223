"""Matches that measure a value: the one-ply player by it, and the network's own policy where it has learned one.

The player is the same as in the reference (Kostin 2025, engine B): no search beyond one ply, so that what is measured
is the network alone. Opponents are random moves, the game's greedy player, and the run's initial weights.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from boardai.agents.base import Agent, GreedyAgent, RandomAgent
from boardai.arena.games import seed_of
from boardai.arena.match import MatchResult, play_match
from boardai.game import Game
from boardai.learn.agents import PolicyAgent
from boardai.learn.config import ArenaConfig
from boardai.learn.inference import Evaluator
from boardai.learn.value_agents import ValueAgent

VALUE_RANDOM, VALUE_GREEDY, VALUE_INITIAL = "value vs random", "value vs greedy", "value vs initial weights"
POLICY_RANDOM = "policy vs random"
PLAYERS = "value = one ply by the network's value, policy = its most likely move"


def value_matches(
    game: Game,
    evaluator: Evaluator,
    initial: Evaluator | None,
    config: ArenaConfig,
    *,
    policy: bool,
    games: int,
    seed: int,
    stop: Callable[[], None],
    done: Callable[[], None] = lambda: None,
) -> dict[str, MatchResult]:
    """Plays the matches, two at a time.

    Args:
        game: the game.
        evaluator: the network to measure.
        initial: the initial weights; None leaves out the match against them.
        config: openings and limits.
        policy: whether the network has a policy that was learned.
        games: of each match.
        seed: of openings and agents.
        stop: called often; may raise.
        done: called after each match.

    Returns:
        Results by name.
    """
    rivals: dict[str, Callable[[], tuple[Agent, Agent]]] = {
        VALUE_RANDOM: lambda: (ValueAgent(evaluator), RandomAgent(seed_of(seed, "random"))),
        VALUE_GREEDY: lambda: (ValueAgent(evaluator), GreedyAgent(seed_of(seed, "greedy"))),
    }
    if initial is not None:
        rivals[VALUE_INITIAL] = lambda: (ValueAgent(evaluator), ValueAgent(initial, "value, initial weights"))
    if policy:
        rivals[POLICY_RANDOM] = lambda: (PolicyAgent(game, evaluator), RandomAgent(seed_of(seed, "policy")))

    def play(name: str) -> MatchResult:
        first, second = rivals[name]()
        result = play_match(
            game,
            first,
            second,
            games=games,
            opening_plies=config.opening_plies,
            max_plies=config.max_plies,
            seed=seed_of(seed, name),
            stop=stop,
        )
        done()
        return result

    # Each match is a thread of its own and depends on no other: two cores, equal results.
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(rivals, pool.map(play, rivals), strict=True))


def measured(
    game: Game,
    trained: Evaluator,
    initial: Evaluator,
    config: ArenaConfig,
    *,
    policy: bool,
    seed: int,
    final: bool,
    stop: Callable[[], None],
    done: Callable[[int, int], None],
) -> dict[str, Any]:
    """The matches as tables: by name; at the end of a run those of the initial weights beside them."""
    total = (3 + policy) + (2 + policy if final else 0)
    finished = 0

    def count() -> None:
        nonlocal finished
        finished += 1
        done(finished, total)

    def play(evaluator: Evaluator, rival: Evaluator | None) -> dict[str, MatchResult]:
        games = config.final_games if final else config.games
        return value_matches(
            game, evaluator, rival, config, policy=policy, games=games, seed=seed, stop=stop, done=count
        )

    done(0, total)
    found = play(trained, initial)
    if not final:
        return {name: result.to_table() for name, result in found.items()}
    before = play(initial, None)
    return {
        name: {
            "trained": result.to_table(),
            "initial": before[name].to_table() if name in before else None,
        }
        for name, result in found.items()
    }
