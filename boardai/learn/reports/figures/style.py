"""How the pictures look: colours that everybody tells apart, sizes, legends."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from boardai.basics.files import replacing
from boardai.basics.quoting import in_picture

# Okabe and Ito (2008), the yellow last, which is too light on white; between them more, where a dozen are compared.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000",
           "#8C564B", "#7F7F7F", "#9467BD", "#BCBD22", "#800000", "#F0E442")  # fmt: skip
DASHES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
GREY = "#666666"
ITERATION, HOURS = "iteration", "hours of training"
_PANEL = (4.4, 2.9)  # inches
_HEAD = 0.5  # above the panels


def colour(number: int) -> str:
    """The colour of the entry of that number."""
    return COLOURS[number % len(COLOURS)]


def new_figure(rows: int, columns: int) -> Any:
    """An empty figure for so many panels."""
    from matplotlib.figure import Figure  # half a second that nothing else of training needs

    return Figure(figsize=(_PANEL[0] * columns, _PANEL[1] * rows + _HEAD), layout="constrained")


def dress(axes: Any, title: str, x: str, y: str) -> None:
    """Title, labels with units, a light grid, and a legend where lines have names.

    Hours are shown as minutes where there are less than two of them.
    """
    axes.set_title(in_picture(title), loc="left", fontsize="medium")
    axes.set_xlabel(x, fontsize="small")
    axes.set_ylabel(y, fontsize="small")
    axes.tick_params(labelsize="small")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    if x == ITERATION:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins="auto"))
    if x == HOURS and (most := axes.get_xlim()[1]) < 2:
        axes.xaxis.set_ticks([tick / 60 for tick in MaxNLocator(6).tick_values(0, 60 * most)[:-1]])
        axes.set_xlim(right=most)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{60 * value:g}"))
        axes.set_xlabel("minutes of training", fontsize="small")
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize="x-small", framealpha=0.8)


def name_entries(figure: Any, labels: Iterable[str]) -> None:
    """What is drawn, above all panels: the run's name, or a legend of the colours of several."""
    from matplotlib.lines import Line2D

    names = [in_picture(label) for label in labels]
    if len(names) == 1:
        figure.suptitle(names[0], x=0.01, ha="left", fontsize="medium")
    else:
        handles = [Line2D([], [], color=colour(number), linewidth=3) for number in range(len(names))]
        for columns in range(min(len(names), 3), 0, -1):
            legend = figure.legend(
                handles, names, loc="outside upper left", ncols=columns, fontsize="small", frameon=False
            )
            box = legend.get_window_extent()
            if columns == 1 or box.width <= figure.bbox.width:
                break
            legend.remove()
        # Many names take no room from the panels.
        figure.set_figheight(figure.get_figheight() + max(0.0, box.height / figure.dpi - _HEAD))


def save(figure: Any, folder: Path, name: str, kinds: Iterable[str]) -> list[Path]:
    """Writes a figure in each format.

    Raises:
        OSError: a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{name}.{kind}" for kind in kinds]
    import matplotlib

    # No date and no random names inside: the same run gives the same file.
    with matplotlib.rc_context({"svg.hashsalt": "boardai"}):
        for path in paths:
            kind = path.suffix[1:]
            with replacing(path) as file:
                figure.savefig(file, format=kind, dpi=130, metadata={"Date": None} if kind == "svg" else None)
    return paths
