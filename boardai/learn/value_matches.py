"""Matches that measure a value: the one-ply player by it, and the network's own policy where it has learned one.

The player is the same as in the reference (Kostin 2025, engine B): no search beyond one ply, so that what is measured
is the network alone. Opponents are those of the settings (`arena.opponents`), of which `initial` is the same player
with the run's first weights; snapshots, which presets for other learners may name, are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardai.agents import load_agent
from boardai.agents.base import Agent
from boardai.agents.registry import without_memory
from boardai.arena.games import seed_of
from boardai.arena.match import MatchResult
from boardai.game import Game
from boardai.learn.agents import PolicyAgent
from boardai.learn.config import ArenaConfig
from boardai.learn.config.arena import INITIAL, snapshot_age
from boardai.learn.inference import Evaluator
from boardai.learn.run_matches import play_run_match, two_at_a_time
from boardai.learn.value_agents import ValueAgent
from boardai.trust import NOTHING, Trust

PLAYERS = "value = one ply by the network's value, policy = its most likely move"


def _without_snapshots(*opponents: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one for group in opponents for one in group if snapshot_age(one) is None)


def _policy_opponents(config: ArenaConfig) -> tuple[str, ...]:
    return tuple(one for one in _without_snapshots(config.policy_opponents) if one != INITIAL)


def value_matches(
    game: Game,
    evaluator: Evaluator,
    initial: Evaluator | None,
    config: ArenaConfig,
    *,
    opponents: tuple[str, ...],
    policy: bool,
    games: int,
    seed: int,
    stop: Callable[[], None],
    done: Callable[[], None] = lambda: None,
    trust: Trust | bool = NOTHING,
) -> dict[str, MatchResult]:
    """Plays the matches, two at a time.

    Args:
        game: the game.
        evaluator: the network to measure.
        initial: the initial weights; None leaves out the match against them.
        config: openings and limits.
        opponents: whom the one-ply player meets: agents' specs, or `initial`.
        policy: whether the network has a policy that was learned.
        games: of each match.
        seed: of openings and agents.
        stop: called often; may raise.
        done: called after each match.
        trust: whether code that the runs of opponents name may run (`boardai.trust`).

    Returns:
        Results by name.
    """
    players: dict[str, Callable[[], Agent]] = {"value": lambda: ValueAgent(evaluator)}
    meet = [("value", opponent) for opponent in opponents]
    if policy:
        players["policy"] = lambda: PolicyAgent(game, evaluator)
        meet += [("policy", opponent) for opponent in _policy_opponents(config)]
    if initial is None:
        meet = [(player, opponent) for player, opponent in meet if opponent != INITIAL]
    rivals = {f"{player} vs {'initial weights' if to == INITIAL else to}": (player, to) for player, to in meet}

    def play(name: str) -> MatchResult:
        player, opponent = rivals[name]
        first = players[player]()
        if opponent == INITIAL:
            assert initial is not None
            second: Agent = ValueAgent(initial, "value, initial weights")
        else:
            second = load_agent(without_memory(opponent), game, seed_of(seed, name, "rival"), trust)
        result = play_run_match(game, first, second, config, games=games, seed=seed_of(seed, name), stop=stop)
        done()
        return result

    return dict(zip(rivals, two_at_a_time(play, rivals), strict=True))


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
    trust: Trust | bool = NOTHING,
) -> dict[str, Any]:
    """The matches as tables: by name; at the end of a run those of the initial weights beside them."""
    opponents = _without_snapshots(config.opponents, config.final_opponents if final else ())
    fixed = tuple(opponent for opponent in opponents if opponent != INITIAL)
    policies = len(_policy_opponents(config)) if policy else 0
    compared = final and config.final_initial
    total = len(opponents) + policies + (len(fixed) + policies if compared else 0)
    finished = 0

    def count() -> None:
        nonlocal finished
        finished += 1
        done(finished, total)

    def play(evaluator: Evaluator, rival: Evaluator | None) -> dict[str, MatchResult]:
        games = config.final_games if final else config.games
        return value_matches(
            game,
            evaluator,
            rival,
            config,
            opponents=opponents,
            policy=policy,
            games=games,
            seed=seed,
            stop=stop,
            done=count,
            trust=trust,
        )

    done(0, total)
    found = play(trained, initial)
    if not final:
        return {name: result.to_table() for name, result in found.items()}
    before = play(initial, None) if compared else {}
    return {
        name: {
            "trained": result.to_table(),
            "initial": before[name].to_table() if name in before else None,
        }
        for name, result in found.items()
    }
