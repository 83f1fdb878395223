"""Chess clocks, how long to think by them, and how a game ends by them.

control.py     the state of a clock: sudden death, increments, byo-yomi
management.py  how much of it a move may take
flag.py        what becomes of a game when a flag falls
"""

from boardai.clocks.control import Clock, Time, TimeControl
from boardai.clocks.flag import Ending, fallen_flag

__all__ = ["Clock", "Ending", "Time", "TimeControl", "fallen_flag"]
