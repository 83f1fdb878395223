"""Labellers of positions: an engine, or any of boardai's searches with a value, named by an agent's spec."""

from __future__ import annotations

import contextlib
import math
import random
from typing import Any, Protocol

from boardai import search
from boardai.basics.quoting import LONGEST_SPEC, quoted
from boardai.basics.seeds import seed_of
from boardai.game import Game
from boardai.learn.data.datasets import Conversion, Label
from boardai.players import Player, Thought, load_agent
from boardai.players.program import ProgramPlayer
from boardai.players.search import LIMITS
from boardai.players.searches import for_one_game, without_memory
from boardai.players.spec import PROTOCOLS, AgentSpec
from boardai.records.position_lines import BEST, operation_moves, operation_number
from boardai.records.recorded_game import RecordedGame
from boardai.search.evaluated import with_evaluator
from boardai.search.kind import SEARCHES
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import plies_to_win

SCORING = tuple(name for name, one in SEARCHES.items() if one.scoring)
_NETWORK_SEARCHES, _NETWORK_SIMULATIONS = ("puct", "gumbel"), 64
CENTIPAWNS = 400.0
# The `by` setting for labels from the file of positions.
BY_FILE = "file"
_LONGEST_SCORE = 31_000  # EPD writes a mate as 32,767 minus its half-moves


class Labeller(Protocol):
    """The interface of a labeller of positions."""

    name: str
    conversion: Conversion

    def label(self, start: Any, actions: list[int], state: Any, seed: int) -> Label:
        """The label of the state that these actions lead to."""

    def close(self) -> None:
        """Closes the labeller."""


def load_labeller(
    spec: str,
    game: Game,
    kind: str = "logistic",
    scale: float | None = None,
    *,
    policy_scale: float = 0.0,
) -> Labeller:
    """The labeller that an agent's spec names.

    Args:
        spec: e.g. `uci:stockfish,depth=12`, `pvs:depth=6`, `mcts:simulations=1000`, `puct:run=FOLDER`.
        game: the game of the positions.
        kind: kind of conversion from scores.
        scale: scale of the conversion; None: 400 for centipawns, else the scale of the search's evaluation.
        policy_scale: scores of several moves (`multi_pv`) become a policy by the softmax of score / this; 0: the best
            move has probability 1.

    Raises:
        ValueError: no such agent, or one that has no value for a position.
    """
    parsed = AgentSpec.parse(spec)
    name = parsed.name
    if name in PROTOCOLS:
        conversion = Conversion(kind, CENTIPAWNS if scale is None else scale)  # type: ignore[arg-type]
        program = load_agent(parsed, game)
        assert isinstance(program, ProgramPlayer)
        return _EngineLabeller(program, conversion)
    if "run" in parsed and not any(limit in parsed for limit in LIMITS) and name in _NETWORK_SEARCHES:
        parsed = parsed.with_(simulations=_NETWORK_SIMULATIONS)
    player = load_agent(for_one_game(without_memory(parsed)), game)
    if not player.judges:
        raise ValueError(f"{quoted(spec, LONGEST_SPEC)} has no value for a position; label by an engine or a search")
    if name not in SCORING:
        scale = 1.0
    elif scale is None:
        scale = logistic_scale(game, player.arguments.get("evaluator", ""), bool(player.arguments.get("points")))
    return SearchLabeller(player, Conversion(kind, scale), name in SCORING, policy_scale)  # type: ignore[arg-type]


def logistic_scale(game: Game, evaluator: Any, points: bool = False) -> float:
    """The scale that an evaluation names, converted to the logistic's; with `points`, for scores in points.

    Searches that average outcomes convert a score to a value by tanh(score / scale), so the scale follows from UCT's
    value of one position, for any game and evaluation.

    Raises:
        ValueError: the evaluation is 0 everywhere.
    """
    rng = random.Random(0)
    state = game.initial_state()
    for _ in range(400):
        if state.is_terminal():
            state = game.initial_state()
        result = search.mcts(state, simulations=1, evaluator=evaluator or search.evaluators(state)[0], solver=False)
        child = state.child(result.action)
        value = result.action_values.get(result.action, 0.0)
        if not child.is_terminal() and 1e-6 < abs(value) < 0.999:
            # Weights and user-written evaluations have names that the state itself does not know.
            searched, spec = with_evaluator(child, evaluator)
            score = searched.evaluate(spec) if hasattr(searched, "evaluators") else searched.evaluate()
            point = searched.evaluation_point(spec) if points else 1.0
            return abs(score / math.atanh(value)) * math.log(10) / 2 / point
        state.apply(rng.choice(state.legal_actions()))
    raise ValueError(f"{game.spec}: the evaluation {evaluator or 'by default'} is the same everywhere; give a scale")


class SearchLabeller:
    """One of boardai's searches. Each search starts with an empty table: labels depend on no other position.

    Attributes:
        name: name of the search.
        conversion: conversion of its scores.
        player: the player that searches.
    """

    def __init__(self, player: Player, conversion: Conversion, scoring: bool, policy_scale: float = 0.0) -> None:
        self.name, self.conversion, self.player = player.name, conversion, player
        self._scoring, self._policy_scale = scoring, policy_scale

    def label(self, start: Any, actions: list[int], state: Any, seed: int) -> Label:
        """The search's value, policy and depth."""
        self.player.new_game(start, actions, seed)
        return self.label_of(len(actions), self.player.think(state))

    def label_of(self, ply: int, thought: Thought) -> Label:
        """The label of the position after `ply` plies, from the player's search of it."""
        result = thought.result
        assert result is not None  # every labeller's search has one
        label = Label(ply, depth=result.depth, policy=self._policy(result))
        label.value, label.score = self._value(result)
        if result.value is None:
            label.policy = {}  # nothing was proven: the move is a guess
        return label

    def _policy(self, result: SearchResult) -> dict[int, float]:
        shares, scores = result.policy, dict[int, float]()
        if self._scoring and self._policy_scale and result.value is not None and plies_to_win(result.value) is None:
            # A limit may have ended the search before it had evaluated all of them.
            firsts = [line[0] for line in result.notes.get("lines", ()) if line and line[0] not in result.bounds]
            scores = {action: result.action_values[action] for action in firsts if action in result.action_values}
        if scores:
            best = max(scores.values())
            weights = {action: math.exp((score - best) / self._policy_scale) for action, score in scores.items()}
            shares = {action: weight / sum(weights.values()) for action, weight in weights.items()}
        return {action: share for action, share in shares.items() if share > 0}

    def _value(self, result: SearchResult) -> tuple[float, float]:
        if result.outcome is not None:
            return float(result.outcome), math.nan
        if result.value is None:
            return math.nan, math.nan
        if not self._scoring:
            return max(-1.0, min(1.0, float(result.value))), math.nan
        if plies_to_win(result.value) is not None:
            return math.copysign(1.0, result.value), math.nan
        return self.conversion.value(result.value), float(result.value)

    def close(self) -> None:
        """Closes the player."""
        self.player.close()


class _EngineLabeller:
    """An external engine. UCI engines return score and move; protocols without scores return only the move."""

    def __init__(self, player: ProgramPlayer, conversion: Conversion) -> None:
        self.name, self.conversion, self._engine = player.name, conversion, player.engine

    def label(self, start: Any, actions: list[int], state: Any, seed: int) -> Label:
        """The engine's value (mates are 1 and -1), move and depth."""
        self._engine.forget()  # its table too: labels depend on no other position
        analysis = self._engine.analyse(start, actions)
        label = Label(len(actions), depth=analysis.depth, policy={int(analysis.action): 1.0})
        if analysis.mate is not None:
            # Mate in 0: the side to move has been mated.
            label.value = 1.0 if analysis.mate > 0 else -1.0
        elif analysis.score is not None:
            label.value, label.score = self.conversion.value(analysis.score), float(analysis.score)
        return label

    def close(self) -> None:
        """Quits the engine."""
        with contextlib.suppress(OSError):
            self._engine.close()


class FileLabeller:
    """The labels that the file of positions contains, as EPD operations.

    `ce` is the value in centipawns, `dm` the moves to mate, negative if the player to move is mated, `acd` the depth of
    the search, and `bm` the best moves, which share the policy equally.

    Attributes:
        name: `file`.
        conversion: conversion of centipawns.
    """

    name = BY_FILE

    def __init__(self, conversion: Conversion) -> None:
        self.conversion = conversion

    def known_label(self, one: RecordedGame) -> Label:
        """The label of a position.

        Args:
            one: a position from `boardai.records.read_position_line`.

        Raises:
            ValueError: neither value nor move is given, or an operation is not a number.
        """
        score, mate = operation_number(one, "ce"), operation_number(one, "dm")
        best = operation_moves(one, BEST)
        label = Label(0, depth=operation_number(one, "acd") or 0, policy=dict.fromkeys(best, 1 / max(1, len(best))))
        if mate or (score is not None and abs(score) > _LONGEST_SCORE):
            label.value = math.copysign(1.0, mate or score or 0)
        elif score is not None:
            label.value, label.score = self.conversion.value(score), float(score)
        elif not best:
            raise ValueError(f"{one.place}: the position has no label (ce, dm or bm)")
        return label

    def label(self, start: Any, actions: list[int], state: Any, seed: int) -> Label:
        """Unused: labels come with the positions."""
        raise NotImplementedError

    def close(self) -> None:
        """Does nothing."""


def label_seed(seed: int, number: int, ply: int) -> int:
    """The seed of one position's search."""
    return seed_of(seed, "label", number, ply)
