"""Training runs, matches and tournaments on the page, and training started by the server's owner.

shown.py      the folders, as data for pages
curves.py     learning curves, of a run or of several in the same panels
tables.py     matches, workers
replays.py    recorded games, to be looked at or for animated boards
opinions.py   evaluations by a run's newest network
stamps.py     whether a file has changed since it was read
training.py   runs that the owner starts, stops and resumes
"""

from boardai.web.runs.curves import Curves as Curves
from boardai.web.runs.replays import Replay as Replay
from boardai.web.runs.shown import Shown as Shown
from boardai.web.runs.training import Trainings as Trainings
