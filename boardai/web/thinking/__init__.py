"""Who thinks, and when: one scheduler through which moves of levels, hints, analyses, reviews and explanations pass.

worker_pool.py  the scheduler: short jobs before long ones, slices of time, who does not listen
shares.py    whose turn it is among visitors
memory.py    what the server may use, and what is given up where that is spent
opponent.py  a level's agent in one room
advice.py    hints, analyses, reviews, knowledge, openings
explaining.py  a position in detail: evaluations, and the tree of a search
asking.py    one thing of each kind that a visitor asks
turns.py     whose message is answered next
"""

from boardai.web.thinking.memory import Memory as Memory
from boardai.web.thinking.opponent import Opponent as Opponent
from boardai.web.thinking.worker_pool import Job as Job
from boardai.web.thinking.worker_pool import WorkerPool as WorkerPool
