"""Computations for visitors: one scheduler for moves of levels, hints, analyses, reviews and explanations.

worker_pool.py  the scheduler: short jobs before long ones, time slices, jobs that ignore a request to stop
shares.py    fair shares of visitors and addresses
memory.py    the server's memory budget, and what is freed if it is used up
opponent.py  a level's agent in one room
advice.py    hints, analyses, reviews, knowledge, openings
explaining.py  a position in detail: evaluations, and the tree of a search
asking.py    one request of each kind per visitor
turns.py     the order in which messages are answered
"""

from boardai.web.thinking.memory import Memory as Memory
from boardai.web.thinking.opponent import Opponent as Opponent
from boardai.web.thinking.worker_pool import Job as Job
from boardai.web.thinking.worker_pool import WorkerPool as WorkerPool
