"""What is shown of training runs, matches and tournaments: curves, tables, and their games to replay."""

from boardai.web.runs.curves import Curves as Curves
from boardai.web.runs.replays import Replay as Replay
from boardai.web.runs.shown import Shown as Shown
