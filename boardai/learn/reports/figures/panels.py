"""The style of panels, and common panels: curves with bands, points with intervals, stacked shares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boardai.basics.files import replacing
from boardai.basics.quoting import in_picture
from boardai.learn.reports.figures.runs import By, Curve, Entry, Value

# Okabe and Ito (2008), with yellow last, because it is too light on white; before it more colours, for up to a dozen.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000",
           "#8C564B", "#7F7F7F", "#9467BD", "#BCBD22", "#800000", "#F0E442")  # fmt: skip
DASHES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
GREY = "#666666"
# Replacements of colours on a dark page: paper, ink, frames, and curves that would be too dark there.
DARK = {"#ffffff": "#262421", "#000000": "#ece7df", "#cccccc": "#45413b", GREY: "#aaa195", "#0072b2": "#3f97dd",
        "#d55e00": "#f47b26", "#009e73": "#2bbf94", "#56b4e9": "#a3dcff", "#8c564b": "#c08d80", "#7f7f7f": "#a3a3a3",
        "#9467bd": "#ba98de", "#800000": "#e06666"}  # fmt: skip
ITERATION, HOURS = "iteration", "hours of training"
_PANEL, _NARROW = (4.4, 2.9), (3.7, 2.7)  # inches
_HEAD = 0.5  # above the panels


def colour(number: int) -> str:
    """The colour of the entry with this number."""
    return COLOURS[number % len(COLOURS)]


def new_figure(rows: int, columns: int, *, is_narrow: bool = False) -> Any:
    """An empty figure for this number of panels, which may be narrow for small screens."""
    from matplotlib.figure import Figure  # imported here: it takes half a second, which training does not need

    width, height = _NARROW if is_narrow else _PANEL
    return Figure(figsize=(width * columns, height * rows + _HEAD), layout="constrained")


def label_axes(axes: Any, title: str, x: str, y: str) -> None:
    """Sets the title, labels with units, a light grid, and a legend if lines have names.

    Hours are shown as minutes if there are less than two.
    """
    axes.set_title(in_picture(title), loc="left", fontsize="medium")
    axes.set_xlabel(x, fontsize="small")
    axes.set_ylabel(y, fontsize="small")
    axes.tick_params(labelsize="small")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    if x == ITERATION:
        # One tick suffices for one iteration; if asked for two, the locator would place them at fractions.
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins="auto", min_n_ticks=1))
    if x == HOURS and (most := axes.get_xlim()[1]) < 2:
        axes.xaxis.set_ticks([tick / 60 for tick in MaxNLocator(6).tick_values(0, 60 * most)[:-1]])
        axes.set_xlim(right=most)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{60 * value:g}"))
        axes.set_xlabel("minutes of training", fontsize="small")
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize="x-small", framealpha=0.8)


def name_entries(figure: Any, labels: Iterable[str]) -> None:
    """Shows the names above all panels: the run's name, or a legend of the colours of several."""
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
        # A tall legend makes the figure taller instead of the panels smaller.
        figure.set_figheight(figure.get_figheight() + max(0.0, box.height / figure.dpi - _HEAD))


def save(figure: Any, folder: Path, name: str, kinds: Iterable[str]) -> list[Path]:
    """Writes a figure in each format.

    Raises:
        OSError: a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{name}.{kind}" for kind in kinds]
    import matplotlib

    # No date and no random names inside: the same run always gives the same file.
    with matplotlib.rc_context({"svg.hashsalt": "boardai"}):
        for path in paths:
            kind = path.suffix[1:]
            with replacing(path) as file:
                figure.savefig(file, format=kind, dpi=130, metadata={"Date": None} if kind == "svg" else None)
    return paths


def following_scheme(svg: bytes) -> bytes:
    """The same figure with a style sheet that makes it light or dark, according to the viewer's settings.

    Args:
        svg: a figure as written by `save`.
    """
    # Raster images are inverted to match the paper's brightness, but keep their hues.
    rules = [f"svg {{fill: {DARK['#000000']}}}", "image {filter: invert(0.86) hue-rotate(180deg)}"]
    for name in ("fill", "stroke"):
        rules += [f'[style*="{name}: {one}"] {{{name}: {other} !important}}' for one, other in DARK.items()]
    sheet = f"@media (prefers-color-scheme: dark) {{{' '.join(rules)}}}"
    return svg.replace(b"</style>", f" {sheet}</style>".encode(), 1)


_MANY = 120  # curves with more points are drawn smoothed, over their own faint points
_X: dict[By, str] = {"iteration": ITERATION, "hours": HOURS}


@dataclass(frozen=True)
class Lines:
    """A panel of curves.

    Attributes:
        title: title of the panel.
        unit: label of the y axis.
        values: label and getter of each curve.
        limits: limits of the y axis, if they are fixed.
        log: a logarithmic y axis.
        zero: the y axis begins at 0.
        if_any: the panel is left out if everything is 0.
    """

    title: str
    unit: str
    values: Sequence[tuple[str, Value]]
    limits: tuple[float, float] | None = None
    log: bool = False
    zero: bool = False
    if_any: bool = False

    def draw(self, axes: Any, entries: Sequence[Entry], by: By) -> bool:
        """Draws the panel; returns False, with nothing drawn, if no run has any of its values."""
        found = [(label, [entry.points(value, by) for entry in entries]) for label, value in self.values]
        # A value that no run has is left out of the legend.
        found = [(label, curves) for label, curves in found if any(map(len, curves))]
        drawn = [curve for _, curves in found for curve in curves if len(curve)]
        if not drawn or (self.if_any and not any(np.any(curve.y) for curve in drawn)):
            return False
        for which, (label, curves) in enumerate(found):
            if len(entries) == 1:
                draw_curve(axes, curves[0], colour(which), DASHES[0], label if len(found) > 1 else None)
                continue
            dash = DASHES[which % len(DASHES)]
            for number, curve in enumerate(curves):
                draw_curve(axes, curve, colour(number), dash, None)
            if len(found) > 1:
                axes.plot([], [], color=GREY, linestyle=dash, label=in_picture(label))
        if self.log:
            axes.set_yscale("log")
        if self.zero and not self.log:
            highest = max(float(np.max(curve.y if curve.high is None else curve.high)) for curve in drawn)
            axes.set_ylim(0, 1.08 * highest if highest > 0 else 1)
        if self.limits is not None:
            axes.set_ylim(*self.limits)
        label_axes(axes, self.title, _X[by], self.unit)
        return True


def draw_curve(axes: Any, curve: Curve, shade: str, dash: Any, label: str | None) -> None:
    """Draws a curve, with its band, or smoothed if it has very many points."""
    if not len(curve):
        return
    if curve.low is not None and curve.high is not None:
        axes.fill_between(curve.x, curve.low, curve.high, color=shade, alpha=0.18, linewidth=0)
    label = in_picture(label) if label else None
    if len(curve) > _MANY and curve.low is None:
        axes.plot(curve.x, curve.y, color=shade, alpha=0.25, linewidth=0.8)
        axes.plot(curve.x, smoothed(curve.y), color=shade, linestyle=dash, linewidth=1.8, label=label)
        return
    few = {"marker": "o", "markersize": 3} if len(curve) < 4 else {}
    axes.plot(curve.x, curve.y, color=shade, linestyle=dash, linewidth=1.6, label=label, **few)


def smoothed(values: np.ndarray) -> np.ndarray:
    """Means over a window of a fortieth of the points, smaller at both ends."""
    half = max(1, len(values) // 80)
    sums = np.concatenate([[0.0], np.cumsum(values)])
    first = np.maximum(np.arange(len(values)) - half, 0)
    last = np.minimum(np.arange(len(values)) + half + 1, len(values))
    return np.asarray((sums[last] - sums[first]) / (last - first))


def draw_intervals(
    axes: Any,
    entries: Sequence[Entry],
    curve_of: Callable[[Entry], Curve],
    scale: float = 1.0,
) -> bool:
    """Draws points with intervals, joined; returns False if there are none."""
    any_drawn = False
    for number, entry in enumerate(entries):
        curve = curve_of(entry)
        if not len(curve):
            continue
        any_drawn = True
        shade, marker = colour(number), MARKERS[number % len(MARKERS)]
        axes.plot(curve.x, scale * curve.y, color=shade, linewidth=1.2, marker=marker, markersize=4)
        if curve.low is None or curve.high is None:
            continue
        if len(entry.runs) > 1:
            axes.fill_between(curve.x, scale * curve.low, scale * curve.high, color=shade, alpha=0.18, linewidth=0)
        else:
            axes.vlines(curve.x, scale * curve.low, scale * curve.high, color=shade, linewidth=1.4, alpha=0.7)
    return any_drawn


def draw_stack(axes: Any, entry: Entry, values: Sequence[tuple[str, Value]], by: By, unit: str, title: str) -> bool:
    """Draws parts of a whole as stacked areas; a part that no line has is left out."""
    parts = [(label, entry.points(value, by)) for label, value in values]
    parts = [(label, curve) for label, curve in parts if len(curve) and np.any(curve.y != 0)]
    if not parts:
        return False
    x = np.unique(np.concatenate([curve.x for _, curve in parts]))
    heights = [np.interp(x, curve.x, curve.y) for _, curve in parts]
    shades = [colour(number) for number in range(len(parts))]
    # Steps around each point, so that a single one is visible as well.
    edges = np.concatenate([[x[0] - 0.5], (x[1:] + x[:-1]) / 2, [x[-1] + 0.5]])
    heights = [np.append(height, height[-1]) for height in heights]
    labels = [label for label, _ in parts]
    axes.stackplot(edges, heights, labels=labels, colors=shades, alpha=0.75, step="post", linewidth=0)
    axes.set_xlim(edges[0], edges[-1])
    label_axes(axes, title, _X[by], unit)
    return True


def x_label(by: By) -> str:
    """The label of the x axis."""
    return _X[by]
