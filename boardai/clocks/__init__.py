"""Chess clocks, time management, and how a game ends when time runs out.

control.py     the state of a clock: sudden death, increments, byo-yomi
management.py  how much of the clock's time a move may use
flag.py        the result of a game when a flag falls
"""

from boardai.clocks.control import Clock, Time, TimeControl
from boardai.clocks.flag import Ending, fallen_flag

__all__ = ["Clock", "Ending", "Time", "TimeControl", "fallen_flag"]
