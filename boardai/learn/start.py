"""Beginning a run with the weights of another: from a small board to a larger one, from people's games to self-play."""

from pathlib import Path

from boardai.learn.checkpoint import checkpoint_path, load_network
from boardai.learn.learner import Learner
from boardai.learn.run_folder import RunFolder, newest_checkpoint


def start_weights(learner: Learner, folder: RunFolder) -> None:
    """Gives the learner of a new run the weights that `network.start` names; a resumed run has its own.

    Args:
        learner: with its settings' initial weights.
        folder: of the run that begins.

    Raises:
        ValueError: no such run, or its network has other weights than this one.
    """
    start = learner.network.config.start
    if not start or not folder.is_new():
        return
    path = Path(start)
    try:
        iteration, _ = newest_checkpoint(path)
        weights = load_network(checkpoint_path(path / "checkpoints", iteration), learner.network)
    except ValueError as error:
        raise ValueError(f"network.start: {error}") from None
    learner.begin(*weights)
