"""Converts another player's game to a record of a game file, which the replay buffer accepts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from boardai import native
from boardai.learn.data.datasets import Label
from boardai.learn.self_play.device_rows import stopped_outcome
from boardai.records.recorded_game import RecordedGame, played_out

# Placeholder for no shares: an empty array has no address.
_NO_ACTIONS, _NO_SHARES = np.zeros(1, np.int32), np.zeros(1, np.float32)


def game_record(game: RecordedGame, labels: Mapping[int, Label], number: int) -> tuple[bytes, int, bool]:
    """A game as a record (native/boardai/search/records/game_record.hpp).

    Moves after the end of the game by the rules are left out. A label after the last move of an unfinished game is kept
    by adding one more move, the label's best.

    Args:
        game: the game as it was played.
        labels: targets by ply: a value, and a policy if it is known.
        number: number of the game.

    Returns:
        The record; the outcome for player 0: by the rules, else as recorded, else by points if the game has them, else
        0; whether the rules ended the game.

    Raises:
        ValueError: a label without a value, with an illegal action, or for a ply that was not reached.
    """
    start = game.start
    writer = native.template("GameWriter", start)(native.native_state(start), number)
    actions, state = played_out(start, game.actions)
    if len(actions) in labels and not state.is_terminal():
        further = _preferred(state, labels[len(actions)])
        actions = (*actions, further)
        state.apply(further)
    for ply, action in enumerate(actions):
        if ply in labels:
            _write(writer, action, labels[ply])
        else:
            writer.play(action)
    reached = sum(0 <= ply < len(actions) for ply in labels)
    if reached < len(labels):
        raise ValueError(f"labels for {len(labels)} plies, but the game reached {reached} of them")
    outcome = outcome_of(game, state)
    return bytes(writer.record(outcome)), outcome, bool(state.is_terminal())


def outcome_of(game: RecordedGame, last: Any) -> int:
    """The outcome for player 0: by the rules, else as recorded, else by points if the game has them, else 0.

    Args:
        game: the game as it was played.
        last: its last state.
    """
    if last.is_terminal():
        return int(last.outcome(0))
    if game.result is not None:
        return game.result
    return stopped_outcome(last)


def _preferred(state: Any, label: Label) -> int:
    return max(label.policy, key=lambda action: label.policy[action]) if label.policy else int(state.legal_actions()[0])


def _write(writer: Any, action: int, label: Label) -> None:
    if not label.policy:
        writer.play_to_learn_from(action, label.value, _NO_ACTIONS, _NO_SHARES, 0)
        return
    actions = np.fromiter(label.policy.keys(), np.int32, len(label.policy))
    shares = np.fromiter(label.policy.values(), np.float32, len(label.policy))
    writer.play_to_learn_from(action, label.value, actions, shares, len(actions))
