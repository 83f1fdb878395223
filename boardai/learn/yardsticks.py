"""How strong a run's network is: against random, greedy and its own initial weights, with and without search."""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from boardai.agents import Agent, GreedyAgent, RandomAgent
from boardai.arena.match import MatchResult, play_match
from boardai.game import Game
from boardai.learn.agents import PolicyAgent, PuctAgent
from boardai.learn.config import ArenaConfig
from boardai.learn.inference import Evaluator

SEARCH_RANDOM = "search vs random"
SEARCH_GREEDY = "search vs greedy"
POLICY_RANDOM = "policy vs random"
SEARCH_INITIAL = "search vs initial weights"
YARDSTICKS = (SEARCH_RANDOM, SEARCH_GREEDY, POLICY_RANDOM, SEARCH_INITIAL)


def measure(
    game: Game,
    evaluator: Evaluator,
    initial: Evaluator | None,
    config: ArenaConfig,
    *,
    games: int,
    seed: int,
    stop: Callable[[], None] = lambda: None,
    done: Callable[[str], None] = lambda name: None,
) -> dict[str, MatchResult]:
    """Plays the matches, two at a time.

    Args:
        game: the game.
        evaluator: the network to measure.
        initial: the run's initial weights; None leaves out the match against them.
        config: simulations, openings and limits.
        games: of each match.
        seed: of openings and agents.
        stop: called often; may raise.
        done: told the name of each finished match.

    Returns:
        Results by yardstick.
    """

    def search(network: Evaluator, role: str) -> Agent:
        name = f"puct {config.simulations}{' initial' if role == 'initial' else ''}"
        return PuctAgent(game, network, simulations=config.simulations, seed=_seed(seed, role), name=name)

    def play(name: str) -> MatchResult:
        first = PolicyAgent(game, evaluator) if name == POLICY_RANDOM else search(evaluator, "trained")
        second: Agent = RandomAgent(_seed(seed, name))
        if name == SEARCH_GREEDY:
            second = GreedyAgent(_seed(seed, name))
        elif name == SEARCH_INITIAL:
            assert initial is not None
            second = search(initial, "initial")
        result = play_match(
            game,
            first,
            second,
            games=games,
            opening_plies=config.opening_plies,
            max_plies=config.max_plies,
            seed=seed,
            stop=stop,
        )
        done(name)
        return result

    names = [name for name in YARDSTICKS if name != SEARCH_INITIAL or initial is not None]
    # Each match is a thread of its own and depends on no other: two cores, equal results.
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(names, pool.map(play, names), strict=True))


def report_table(trained: dict[str, MatchResult], initial: dict[str, MatchResult]) -> dict[str, Any]:
    """The final report as a value for JSON."""
    return {
        name: {
            "trained": trained[name].to_table(),
            "initial": initial[name].to_table() if name in initial else None,
        }
        for name in trained
    }


def _seed(seed: int, role: str) -> int:
    return int.from_bytes(hashlib.blake2b(f"{seed}/{role}".encode(), digest_size=8).digest(), "little")
