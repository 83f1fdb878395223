"""Evaluations of positions by the newest network of a run, also while it is training."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax

from boardai.drawing import Look
from boardai.game import Game
from boardai.learn.runs.checkpoint import checkpoint_path
from boardai.learn.runs.trained_run import TrainedRun, open_run
from boardai.web.positions import shown_position
from boardai.web.runs.stamps import Stamp

LONGEST_POSITION = 10_000  # characters
_TRIES = 5


class Opinions:
    """A run's newest network, loaded at the first request, and again after a newer checkpoint.

    Args:
        folder: folder of the run.
        game: game of the run.
    """

    def __init__(self, folder: Path, game: Game) -> None:
        self._folder, self._game = folder, game
        self._opened: tuple[tuple[int, Stamp], TrainedRun] | None = None
        self._lock = threading.Lock()

    def of(self, position: str | None, action: int | None) -> dict[str, Any]:
        """The network's evaluation of a position.

        Args:
            position: in the game's text form; None: the start.
            action: played from there first; None: none.

        Returns:
            `text` of the position; `look` and `position` of its board; `checkpoint`, the iteration of the network;
            `chance` of player 0, from -1 to 1, and `shares`, the policy by action ({} for a run without a policy; for a
            finished game the outcome and {}); `moves`, the best ones by that policy.

        Raises:
            ValueError: the position or the move is illegal, or the run has no checkpoint yet.
        """
        if position is not None and len(position) > LONGEST_POSITION:
            raise ValueError(f"position: more than {LONGEST_POSITION:,} characters")
        state = self._game.initial_state() if position is None else self._game.from_string(position)
        before = None
        if action is not None:
            if state.is_terminal() or not state.is_legal(action):
                raise ValueError(f"action {action} is not legal there")
            before, state = state, state.child(action)
        checkpoint, chance, shares = self._asked(state)
        best = sorted(shares, key=lambda one: -shares[one])[:3]
        return {
            "text": state.to_string(),
            "look": {
                **Look.of(state, self._game.player_names).to_dict(),
                "players": list(self._game.player_names),
                "title": self._game.spec,
            },
            "position": shown_position(self._game, state, before, action),
            "checkpoint": checkpoint,
            "chance": round(chance, 4),
            "shares": {str(one): round(share, 4) for one, share in shares.items() if share >= 0.005},
            "moves": [[self._game.format_action(state, one), round(shares[one], 4)] for one in best],
            "over": state.is_terminal(),
        }

    def give_up(self) -> bool:
        """Frees the network, unless it is in use; returns whether there was one."""
        if not self._lock.acquire(blocking=False):
            return False
        try:
            had, self._opened = self._opened is not None, None
        finally:
            self._lock.release()
        return had

    def _asked(self, state: Any) -> tuple[int, float, dict[int, float]]:
        for _ in range(_TRIES):
            with contextlib.suppress(FileNotFoundError):  # a run in progress removes older checkpoints
                return self._newest(state)
        raise ValueError(f"{self._folder.name} replaces its checkpoints faster than they can be read; try again")

    def _newest(self, state: Any) -> tuple[int, float, dict[int, float]]:
        with self._lock, _on_processor():  # two threads would load the same weights
            run = open_run(self._folder, game=self._game) if self._opened is None else self._opened[1]
            known = run.checkpoints
            if not known:
                raise ValueError(f"{self._folder.name} has no network yet")
            checkpoint = known[-1]
            # A run that was made again, or resumed from an earlier iteration, writes the same number again.
            place = checkpoint, Stamp.of(checkpoint_path(self._folder / "checkpoints", checkpoint))
            if self._opened is None or self._opened[0] != place:  # a newer one replaces the last one's weights
                self._opened = None
                self._opened = place, open_run(self._folder, game=self._game)
            run = self._opened[1]
            if state.is_terminal():
                return checkpoint, float(state.outcome(0)), {}
            policies, values = run.evaluate([state], checkpoint, rows=1)
        chance = float(values[0]) if state.current_player() == 0 else -float(values[0])
        if policies is None:
            return checkpoint, chance, {}
        return (
            checkpoint,
            chance,
            {int(one): float(policies[0][state.policy_index(one)]) for one in state.legal_actions()},
        )


@contextlib.contextmanager
def _on_processor() -> Iterator[None]:
    """Networks are evaluated on the CPU: a GPU's memory is for training."""
    if jax.default_backend() == "cpu":
        yield
    else:
        with jax.default_device(jax.local_devices(backend="cpu")[0]):
            yield
