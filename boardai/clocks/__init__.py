"""Chess clocks, and how long to think by them.

control.py     what a clock shows: sudden death, increments, byo-yomi
management.py  how much of it a move may take
"""

from boardai.clocks.control import Clock, Time, TimeControl

__all__ = ["Clock", "Time", "TimeControl"]
