"""Scored positions for the tests of accumulator networks: random walks, scored by a static evaluation."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import numpy as np

import boardai
from boardai.learn.accumulator.measures import expected
from boardai.learn.data.scored_games import Block
from boardai.search.evaluations.accumulator import AccumulatorInputs

SCALE = 170.0


class WalkedPositions:
    """A source of blocks: positions of random games, every tenth held out.

    A result is drawn at random, as often won as the score says.

    Args:
        count: positions.
        evaluator: whose values are the scores.
        seed: of the walks.
    """

    def __init__(self, count: int, evaluator: str = "pesto", seed: int = 0) -> None:
        rng, self.evaluator = np.random.default_rng(seed), evaluator
        self.states: list[Any] = []
        while len(self.states) < count:
            state = boardai.load("chess").initial_state()
            for _ in range(100):
                if state.is_terminal():
                    break
                state.apply(int(rng.choice(state.legal_actions())))
                if not state.is_terminal() and rng.random() < 0.5:
                    self.states.append(state.clone())
        del self.states[count:]
        scores = np.array([state.evaluate(evaluator) for state in self.states])
        self.game, self.unit = boardai.load("chess"), 100
        self.results = (rng.random(count) < expected(scores, SCALE)).astype(np.float32)
        self.opened: list[tuple[str, ...]] = []
        self._blocks: dict[Any, Block] = {}

    def __call__(self, folders: tuple[str, ...]) -> WalkedPositions:
        """The same, as if read from folders."""
        self.opened.append(tuple(folders))
        return self

    def static(self, evaluator: str, walk: int = 0) -> WalkedPositions:
        """The same with an evaluation's values as scores."""
        found = copy.copy(self)
        found.evaluator = evaluator
        return found

    def whole(self, inputs: str, buckets: int) -> Block:
        """All of them, in order."""
        key = (inputs, buckets, self.evaluator)
        if key not in self._blocks:
            seen = AccumulatorInputs(inputs, self.states[0])
            columns = np.full((len(self.states), 2, seen.most_active), seen.size, np.int16)
            for row, state in enumerate(self.states):
                for place, player in enumerate((state.current_player(), 1 - state.current_player())):
                    on = seen(state, player)
                    columns[row, place, : len(on)] = on
            scores = [state.evaluate(self.evaluator) for state in self.states]
            numbers = [seen.bucket(state, buckets) for state in self.states]
            self._blocks[key] = Block(columns, np.array(numbers, np.uint8), np.array(scores, np.float32), self.results)
        return self._blocks[key]

    def blocks(
        self, inputs: str, buckets: int, positions: int, seed: int, held_out: bool, *, first: int = 0, **filters: Any
    ) -> Iterator[Block]:
        """All positions once, in an order that the seed determines."""
        whole = self.whole(inputs, buckets)
        rows = np.array([row for row in range(len(self.states)) if (row % 10 == 0) == held_out])
        rows = np.random.default_rng(seed).permutation(rows)
        for begin in range(first * positions, len(rows), positions):
            part = rows[begin : begin + positions]
            yield Block(*(getattr(whole, field.name)[part] for field in fields(Block)))
