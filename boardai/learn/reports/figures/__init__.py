"""Pictures of training runs, side by side.

In:  run folders, or a benchmark's file.
Out: figures, and the files they are drawn into.

`runs.py` reads folders as curves, `panels.py` draws curves, `special.py` draws other panels, including the tables of a
linear evaluation; `pages.py` combines panels and draws them into files. `effects.py` draws a study, `scaling.py` a
benchmark.
"""

from boardai.learn.reports.figures.pages import draw_pages, draw_run

__all__ = ["draw_pages", "draw_run"]
