"""What is shown of training runs, matches and tournaments, and how the server's owner trains from the page.

shown.py      the folders: what pages get of them
curves.py     learning curves, of a run or of several in the same panels
tables.py     matches, workers
replays.py    games that were played, to be looked at or for boards that move
opinions.py   what a run's newest network says of a position
stamps.py     whether a file is still the one that was read
training.py   runs that the owner starts, stops and resumes
"""

from boardai.web.runs.curves import Curves as Curves
from boardai.web.runs.replays import Replay as Replay
from boardai.web.runs.shown import Shown as Shown
from boardai.web.runs.training import Trainings as Trainings
