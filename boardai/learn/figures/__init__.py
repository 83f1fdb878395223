"""Pictures of training runs, one beside the other, from what their folders hold.

`runs` reads folders, `style` says how a picture looks, `panels` draws curves, `pages` puts panels together.
"""

from boardai.learn.figures.draw import draw_pages, draw_run

__all__ = ["draw_pages", "draw_run"]
