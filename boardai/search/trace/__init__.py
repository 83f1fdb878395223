"""Searches step by step: a reference implementation's work as a sequence to step through.

    steps = boardai.trace("alphabeta", state, depth=2)
    print(steps)                       every step as text
    steps                              in a notebook: the tree as it grows, with buttons
    steps.save("slides/")              numbered pictures: .svg, .png or .pdf
    steps.to_html()                    a separate page, with the same buttons

In: the name of a search and a state. Out: a `Trace`. `recorders.py` observes the searches in plain Python
(`boardai.search.reference`), `steps.py` has the recorded steps.
"""

from boardai.search.trace.recorders import trace
from boardai.search.trace.steps import Step, Trace

__all__ = ["Step", "Trace", "trace"]
