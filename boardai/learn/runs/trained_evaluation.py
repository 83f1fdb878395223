"""The evaluation of a run, read back as it was at one of its checkpoints."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np

from boardai.learn.runs.checkpoint import checkpoint_path, load_checkpoint
from boardai.learned import LearnedEvaluation, load_evaluation


def evaluation_at(folder: Path, checkpoint: int) -> LearnedEvaluation:
    """With the weights of that iteration; the card is the newest one's.

    Raises:
        ValueError: not a run that learns an evaluation, no such checkpoint, or a damaged one.
    """
    newest = load_evaluation(folder)
    trees = {"weights": {"weights": np.zeros_like(newest.weights)}}
    kept = load_checkpoint(checkpoint_path(folder / "checkpoints", checkpoint), trees)
    return dataclasses.replace(newest, weights=np.asarray(kept.trees["weights"]["weights"], np.float32))
