"""Pictures of training runs, side by side.

In:  run folders, or a benchmark's file.
Out: figures, and the files they are drawn into.

`runs.py` reads folders as curves, `panels.py` draws curves, `special.py` what is more than a curve, the tables of a
linear evaluation among it; `pages.py` puts panels together and draws them into files. `effects.py` is the picture of a
study, `scaling.py` those of a benchmark.
"""

from boardai.learn.reports.figures.pages import draw_pages, draw_run

__all__ = ["draw_pages", "draw_run"]
