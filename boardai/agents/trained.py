"""Agents that play with what a run has learned, named by `run=FOLDER`.

Reading a run is the business of `boardai.learn`, which stands above agents and matches and uses both. This is the one
place where agents ask it, by `_reader`, and only when such an agent is made: JAX takes a second to load.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any

from boardai.agents.base import Agent
from boardai.agents.combined import Adviser, ClassifierAgent
from boardai.agents.network import PolicyAgent
from boardai.agents.searching import SearchAgent
from boardai.agents.value import Hybrid, ValueAgent, Values
from boardai.game import Game
from boardai.search import Mcts, Network, Outcome, mcts
from boardai.search.batches import BatchEvaluator, padded

BATCH = 64  # rows, where a value alone is asked for


def _reader() -> Any:
    from boardai.learn.runs import trained_network

    return trained_network


class AdoptingAgent:
    """An agent of a game whose states show something else, as one of this game.

    Args:
        agent: of the other game.
        game: that one.
    """

    def __init__(self, agent: Any, game: Game) -> None:
        self._agent, self._adopt = agent, game.adopt
        self.name, self.batched = agent.name, getattr(agent, "batched", False)
        if hasattr(agent, "choose_in_games"):  # whoever plays asks whether it is there
            self.choose_in_games = self._choose_in_games

    def choose(self, state: Any) -> int:
        """What the agent chooses there."""
        return int(self._agent.choose(self._adopt(state)))

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        """What the agent chooses in each state."""
        found: list[int] = self._agent.choose_many([self._adopt(state) for state in states])
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._agent, name)  # new_game, end_game, close: as far as the agent has them

    def _choose_in_games(self, games: Sequence[tuple[Hashable, Any, list[int]]]) -> list[int]:
        """What the agent chooses in each game."""
        found: list[int] = self._agent.choose_in_games([(key, self._adopt(state), line) for key, state, line in games])
        return found


def fitted(make: Callable[[Game], Any], run: str | Path, game: Game) -> Any:
    """An agent with a run's network for a game that may show its states otherwise.

    Args:
        make: makes the agent for the game that it is given.
        run: the run's folder.
        game: what will be played.

    Raises:
        ValueError: as `make`; not a run, or its game is code that nobody but the folder has named.
    """
    own = _reader().game_of_run(run, game)
    return make(game) if own is game else AdoptingAgent(make(own), own)


def network_of_run(run: str | Path, game: Game, checkpoint: int | None, rows: int | None) -> BatchEvaluator:
    """The network of a run, for agents of a game that it may play.

    Args:
        run: the run's folder.
        game: what it will play.
        checkpoint: iteration; None: the newest.
        rows: of its batch; None: those of the run's self-play.

    Raises:
        ValueError: not a run, no such checkpoint, or a network for other planes or policy.
    """
    found: BatchEvaluator = _reader().load_evaluator(run, game, checkpoint, rows)
    return found


def policy_agent(run: str | Path, game: Game, checkpoint: int | None) -> Any:
    """The agent of the spec `policy:run=FOLDER`.

    Raises:
        ValueError: the run does not fit.
    """
    return fitted(lambda own: PolicyAgent(own, network_of_run(run, own, checkpoint, None)), run, game)


def searched_by_run(run: str | Path, game: Game, checkpoint: int | None, rows: int) -> Network:
    """A run's network as the evaluator of a search.

    Raises:
        ValueError: the run does not fit.
    """
    own = _reader().game_of_run(run, game)
    return Network(padded(network_of_run(run, own, checkpoint, rows)), None if own is game else own.adopt)


def valued_by_run(run: str | Path, game: Game, checkpoint: int | None) -> Outcome:
    """A run's value as the evaluator of a search, in the place of random games.

    Raises:
        ValueError: the run does not fit.
    """
    own = _reader().game_of_run(run, game)
    leaves = Values(_reader().run_evaluator(run, own, checkpoint, 1))
    if own is game:
        return Outcome(lambda state: float(leaves([state])[0]))
    return Outcome(lambda state: float(leaves([own.adopt(state)])[0]))


def with_simulations(values: dict[str, Any]) -> dict[str, Any]:
    """The keywords of UCT by a trained value, with its usual limit where none is given."""
    if values.get("simulations") is None and values.get("seconds") is None:
        return {**values, "simulations": 200}
    return values


def make_adviser(
    game: Game,
    run: str | Path | None = None,
    *,
    checkpoint: int | None = None,
    evaluator: str = "",
    weight: float = 0.01,
) -> Adviser:
    """Who is asked about the moves: a heuristic, and the network of a run.

    Args:
        game: what is asked about; its states may show something else than the run's.
        run: folder of a training run, whose network is asked; None: no network is.
        checkpoint: an iteration of it; None: the newest.
        evaluator: the heuristic, by name; "": the one that the game's searches use.
        weight: of the heuristic beside the network.

    Raises:
        ValueError: the run does not fit, or the game has no such evaluation.
    """
    if run is None:
        return Adviser(game, None, evaluator, weight)
    own = _reader().game_of_run(run, game)
    values = Values(_reader().run_evaluator(run, own, checkpoint, BATCH))
    return Adviser(game, values, evaluator, weight, None if own is game else own.adopt)


def value_agent(name: str, values: dict[str, Any], game: Game, seed: int, place: str) -> Agent:
    """The agent of a spec with `run=` whose network is asked for its value alone.

    Args:
        name: `classifier`, `value`, `hybrid` or `mcts`.
        values: the spec's parameters.
        game: what it plays.
        seed: of random choices.
        place: named in errors.

    Raises:
        ValueError: a parameter or the run does not fit.
    """
    values = dict(values)
    run, checkpoint = values.pop("run"), values.pop("checkpoint", None)
    if name == "classifier":
        weight, evaluator = values.get("weight", 0.0), values.get("evaluator", "")
        try:
            adviser = make_adviser(game, run, checkpoint=checkpoint, evaluator=evaluator, weight=weight)
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None
        return ClassifierAgent(adviser, name, weight > 0)
    if name == "value":
        return ValueAgent(_reader().run_evaluator(run, game, checkpoint, BATCH))
    if name == "hybrid":
        try:
            return Hybrid(_reader().run_evaluator(run, game, checkpoint, BATCH), values.get("depth", 2))
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None
    reuse = values.pop("reuse", True)
    arguments = {**with_simulations(values), "evaluator": valued_by_run(run, game, checkpoint)}
    agent = SearchAgent("mcts", mcts, arguments, seed, session=Mcts if reuse else None)
    try:
        agent.rehearse(game.initial_state())
    except (ValueError, TypeError) as error:
        raise ValueError(f"{place}: {error}") from None
    return agent
