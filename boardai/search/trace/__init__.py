"""Searches step by step: what a reference implementation does, as a sequence that is looked at forward and back.

    steps = boardai.trace("alphabeta", state, depth=2)
    print(steps)                       every step in words
    steps                              in a notebook: the tree as it grows, with buttons
    steps.save("slides/")              numbered pictures: .svg, .png or .pdf
    steps.to_html()                    a page of its own, with the same buttons

In: the name of a search and a state. Out: a `Trace`. `recorders.py` listens to the searches in plain Python
(`boardai.search.reference`), `steps.py` is what they wrote down, `page.py` shows it.
"""

from boardai.search.trace.recorders import trace
from boardai.search.trace.steps import Step, Trace

__all__ = ["Step", "Trace", "trace"]
