"""What is shown of training runs, matches and tournaments: curves, tables, and their games to replay."""

from boardai.web.runs.curves import Curves
from boardai.web.runs.replays import Replay
from boardai.web.runs.shown import Shown

__all__ = ["Curves", "Replay", "Shown"]
