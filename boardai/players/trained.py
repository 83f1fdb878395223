"""Agents with a run's network or evaluation (`run=FOLDER`).

`boardai.learn` reads runs; it depends on agents and matches. This module is the only one in which agents use
`boardai.learn`, by `_reader` and `_latent_search`, and only when such an agent is made: JAX takes a second to load.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from boardai.game import Game
from boardai.players.combined import Adviser, ClassifierPlayer
from boardai.players.latent import LatentPlayer
from boardai.players.network import PolicyPlayer
from boardai.players.player import Player, WrappingPlayer
from boardai.players.search import SearchPlayer
from boardai.players.searches import RUN
from boardai.players.value import HybridPlayer, ValuePlayer, Values
from boardai.search import Mcts, Outcome, mcts
from boardai.search.batches import BatchEvaluator
from boardai.search.limits import Limits
from boardai.search.trees.options import GumbelSelection

BATCH = 64  # rows, if only values are evaluated
LATENT_ROWS, LATENT_SIMULATIONS = 8, 16  # of the search over latent states
MCTS_SIMULATIONS = 200  # per move, of UCT with a trained value


def _latent_search() -> Any:
    from boardai.learn.self_play.latent_search import LatentSearch

    return LatentSearch


def _reader() -> Any:
    from boardai.learn.runs import trained_network

    return trained_network


class AdoptingPlayer(WrappingPlayer):
    """A player of a game in another view, as a player of this game.

    Args:
        player: a player of the game in the other view.
        game: the game in that view.
    """

    def __init__(self, player: Player, game: Game) -> None:
        super().__init__(player)
        self._to_view = game.to_view

    def _seen(self, state: Any) -> Any:
        return self._to_view(state)


def with_view(make: Callable[[Game], Player], run: str | Path, game: Game) -> Player:
    """Makes an agent with a run's network for a game that may show its states in another view.

    Args:
        make: makes the agent for the game it gets.
        run: the run's folder.
        game: the game to be played.

    Raises:
        ValueError: as for `make`; the folder is not a run, or its game is code that only the folder names.
    """
    own = _reader().game_of_run(run, game)
    return make(game) if own is game else AdoptingPlayer(make(own), own)


def network_of_run(
    game: Game,
    rows: int | None,
    *,
    run: str | Path,
    checkpoint: int | None = None,
    precision: str | None = None,
    seldom_full: bool = True,
) -> BatchEvaluator:
    """The network of a run, for agents of a game.

    Args:
        game: the game to be played.
        rows: batch size; None: that of the run's self-play.
        run: the run's folder.
        checkpoint: iteration; None: the newest.
        precision: precision of its arithmetic; None: as in its training.
        seldom_full: whether most calls evaluate only a few rows.

    Raises:
        ValueError: not a run, no such checkpoint, or a network for other planes or policy indices.
    """
    found: BatchEvaluator = _reader().load_evaluator(
        run, game, checkpoint, rows, precision=precision, seldom_full=seldom_full
    )
    return found


def _named(values: dict[str, Any]) -> dict[str, Any]:
    """The network specified by an agent's settings."""
    return {key: values[key] for key in RUN if key in values}


# The agents of texts with `run=FOLDER`; `with_view` calls these with the run's own game and their settings, `values`.


def policy_agent(game: Game, values: dict[str, Any], seed: int) -> Player:
    """The network's most likely move."""
    return PolicyPlayer(game, network_of_run(game, None, **_named(values)))


def value_agent(game: Game, values: dict[str, Any], seed: int) -> Player:
    """One ply by the network's value."""
    return ValuePlayer(network_of_run(game, BATCH, **_named(values), seldom_full=False))


def muzero_agent(game: Game, values: dict[str, Any], seed: int) -> Player:
    """Gumbel search over the latent states of a network of the learner `muzero`."""
    network = network_of_run(game, values.get("rows", LATENT_ROWS), **_named(values), seldom_full=False)
    options = {key: value for key, value in values.items() if key in GumbelSelection.table}
    selection = GumbelSelection(**options, scale=0.0)
    return LatentPlayer(_latent_search()(network, values.get("simulations", LATENT_SIMULATIONS), selection))


def hybrid_agent(game: Game, values: dict[str, Any], seed: int) -> Player:
    """Alpha-beta with the network's value at the leaves."""
    network = network_of_run(game, BATCH, **_named(values), seldom_full=False)
    return HybridPlayer(network, values.get("depth", 2))


def classifier_agent(game: Game, values: dict[str, Any], seed: int) -> Player:
    """The move most likely to win by the network, or by network and heuristic."""
    weight = values.get("weight", 0.0)
    adviser = make_adviser(game, **_named(values), evaluator=values.get("evaluator", ""), weight=weight)
    return ClassifierPlayer(adviser, "classifier", weight > 0)


def mcts_agent(game: Game, values: dict[str, Any], seed: int) -> Player:
    """UCT by the network's value."""
    rest = {key: value for key, value in values.items() if key not in (*_named(values), "reuse")}
    network = valued_by_run(game, **_named(values))
    return SearchPlayer(
        "mcts",
        mcts,
        {**rest, "evaluator": network},
        seed,
        usual=Limits(simulations=MCTS_SIMULATIONS),
        game=game,
        session=Mcts if values.get("reuse", True) else None,
    )


def valued_by_run(game: Game, *, run: str | Path, **named: Any) -> Outcome:
    """A run's value as the evaluator of a search, in place of random games.

    Raises:
        ValueError: the network does not fit the game.
    """
    own = _reader().game_of_run(run, game)
    leaves = Values(network_of_run(own, 1, run=run, **named, seldom_full=False))
    if own is game:
        return Outcome(lambda state: float(leaves([state])[0]))
    return Outcome(lambda state: float(leaves([own.to_view(state)])[0]))


def make_adviser(
    game: Game,
    run: str | Path | None = None,
    *,
    checkpoint: int | None = None,
    precision: str | None = None,
    evaluator: str = "",
    weight: float = 0.01,
) -> Adviser:
    """An adviser on moves with a heuristic, and perhaps with the network of a run.

    Args:
        game: the game; its view may differ from the run's.
        run: folder of a training run with the network; None: no network.
        checkpoint: iteration; None: the newest.
        precision: precision of its arithmetic; None: as in its training.
        evaluator: name of the heuristic; "": the default of the game's searches.
        weight: weight of the heuristic relative to the network.

    Raises:
        ValueError: the network does not fit the game, or the game has no such evaluation.
    """
    if run is None:
        return Adviser(game, None, evaluator, weight)
    own = _reader().game_of_run(run, game)
    network = network_of_run(own, BATCH, run=run, checkpoint=checkpoint, precision=precision, seldom_full=False)
    values = Values(network)
    return Adviser(game, values, evaluator, weight, None if own is game else own.to_view)
