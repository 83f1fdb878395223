"""The pages: groups of panels, and the files they are drawn into.

A panel without data is left out, a page without panels is not drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from boardai.learn.reports.figures import accumulators, special
from boardai.learn.reports.figures.panels import Lines, name_entries, new_figure, save
from boardai.learn.reports.figures.runs import By, Entry, key, load_entries, share
from boardai.learn.stages import LOOPS, short_name
from boardai.search.evaluations.accumulator import AccumulatorNetwork

Draw = Callable[[Any, Sequence[Entry]], bool]
FOLDER = "figures"
MOST = 3  # maximum number of panels side by side
_BOTH: tuple[By, ...] = ("iteration", "hours")
_KNOWN_LOSSES = ("policy_loss", "q_loss", "value_loss", "validation_policy_loss", "validation_value_loss")

ACTION_VALUES = Lines("error of the actions' values", "squared value", [("q loss", key("q_loss"))], zero=True)


def _lines(panel: Lines, by: By = "iteration") -> Draw:
    return lambda axes, entries: panel.draw(axes, entries, by)


def _losses(entries: Sequence[Entry]) -> list[str]:
    """Losses of all auxiliary heads."""
    names = {name for entry in entries for run in entry.runs for line in run.lines for name in line}
    return sorted(name for name in names if name.endswith("_loss") and name not in _KNOWN_LOSSES)


class Page(NamedTuple):
    """The panels of a page, of which those without data are left out, and the number of panels side by side."""

    panels: Sequence[Draw]
    columns: int


def figure_of_page(page: Page, entries: Sequence[Entry], most: int = MOST) -> Any | None:
    """A figure of the panels that have data; None if none has.

    Args:
        page: the page to draw.
        entries: runs, side by side.
        most: maximum number of panels side by side; if it is less than `MOST`, panels are narrow, so that the same
            letters appear larger.
    """
    from matplotlib.figure import Figure

    drawn = []
    for draw in page.panels:
        # Each panel is drawn in a separate figure first, to count those that have data.
        if draw(Figure().subplots(), entries):
            drawn.append(draw)
    if not drawn:
        return None
    columns = min(page.columns, most, len(drawn))
    rows = -(-len(drawn) // columns)
    figure = new_figure(rows, columns, is_narrow=most < MOST)
    grid = figure.subplots(rows, columns, squeeze=False).ravel()
    for axes, draw in zip(grid, drawn, strict=False):
        draw(axes, entries)
    for axes in grid[len(drawn) :]:
        axes.set_visible(False)
    name_entries(figure, [entry.label for entry in entries])
    return figure


def _policy_loss(by: By) -> Draw:
    values = [("policy loss", key("policy_loss")), ("entropy of the targets (lower bound)", key("target_entropy")),
              ("held out", key("validation_policy_loss"))]  # fmt: skip
    return _lines(Lines("policy loss", "nats", values), by)


def _value_loss(by: By) -> Draw:
    values = [("value loss", key("value_loss")), ("held out", key("validation_value_loss")),
              ("of the mean, held out", key("validation_value_baseline"))]  # fmt: skip
    return _lines(Lines("value loss", "loss", values, zero=True), by)


def learning(entries: Sequence[Entry]) -> Page:
    """Losses by iteration and by hour."""
    panels = []
    further = [(name.removesuffix("_loss").replace("_", " "), key(name)) for name in _losses(entries)]
    for draw in (_policy_loss, _value_loss):
        panels += [draw(by) for by in _BOTH]
    panels += [_lines(ACTION_VALUES, by) for by in _BOTH]
    panels += [_lines(Lines("all losses together", "loss", [("loss", key("loss"))]), by) for by in _BOTH]
    panels += [_lines(Lines("losses of auxiliary heads", "loss", further), by) for by in _BOTH]
    panels += [
        _lines(Lines("norm of the gradient", "norm", [("norm", key("gradient_norm"))], zero=True)),
        _lines(Lines("learning rate", "rate", [("rate", key("learning_rate"))], zero=True)),
        special.by_board("policy_loss_by_board", "policy loss by board", "nats"),
        special.by_board("value_loss_by_board", "value loss by board", "loss"),
    ]
    return Page(panels, 2)


def policy(entries: Sequence[Entry]) -> Page:
    """The entropy of the policy, and how often it agrees with the search."""
    entropies = [("network", key("policy_entropy")), ("targets in training", key("target_entropy")),
                 ("search in self-play", key("search_entropy"))]  # fmt: skip
    agreement = [("in training", key("top1")), ("in self-play", key("search_agreement")),
                 ("held out", key("validation_top1"))]  # fmt: skip
    return Page(
        [
            _lines(Lines("entropy of the policy", "nats", entropies, zero=True)),
            _lines(Lines("network and search name the same move", "share of positions", agreement, limits=(0, 1))),
        ],
        2,
    )


def value(entries: Sequence[Entry]) -> Page:
    """How well predicted values match the results."""
    signs = [("in training", key("value_sign")), ("held out", key("validation_value_sign"))]
    return Page(
        [
            special.search_calibration,
            special.network_calibration,
            _lines(Lines("calibration error", "points of value", [("error", key("calibration_error"))], zero=True)),
            _lines(Lines("the value names the winner", "share of decided games", signs, limits=(0.4, 1))),
            _lines(Lines("value and result, held out", "correlation",
                         [("correlation", key("validation_value_correlation"))], limits=(0, 1))),
        ],
        2,
    )  # fmt: skip


def evaluation(entries: Sequence[Entry]) -> Page:
    """A linear evaluation or an accumulator network: its errors, and the weights of a linear one."""
    steps = [("error", key("error"))]
    return Page(
        [
            _lines(Lines("error against the result", "value", steps, zero=True)),
            special.by_board("error_by_board", "error by board", "value"),
            special.errors_by_stage,
            special.weights_map,
            accumulators.held_out_error("score"),
            accumulators.held_out_error("result"),
            accumulators.errors_by_bucket,
            _lines(accumulators.SHARES),
            _lines(accumulators.ROUNDING),
        ],
        2,
    )


def weights(entries: Sequence[Entry]) -> Any | None:
    """The tables of a linear evaluation or the neurons of a network, for one run; None for several runs."""
    if len(entries) != 1 or len(entries[0].runs) != 1:
        return None
    found = special.evaluation_of(entries[0].runs[0])
    return None if found is None else figure_of_weights(found, entries[0].label)


def figure_of_weights(found: Any, label: str) -> Any | None:
    """A picture of an evaluation's weights; None if its card does not describe them.

    Args:
        found: a linear evaluation, or an accumulator network.
        label: name in the picture.
    """
    draw = accumulators.neurons_figure if isinstance(found, AccumulatorNetwork) else special.weights_figure
    return draw(found, label)


def games(entries: Sequence[Entry]) -> Page:
    """Lengths, endings, results, resignation."""
    results = [("first player wins", share("first_player_wins", "games")), ("draws", share("draws", "games")),
               ("second player wins", share("second_player_wins", "games"))]  # fmt: skip
    resigned = [("resigned", share("resigned", "games")),
                ("false, of those played on", share("false_resigns", "would_resign"))]  # fmt: skip
    return Page(
        [
            special.length_distribution,
            _lines(Lines("mean length of self-play games", "plies", [("mean", key("mean_length"))], zero=True)),
            special.endings,
            _lines(Lines("results of self-play", "share of games", results, limits=(0, 1))),
            _lines(Lines("resignation", "share of games", resigned, limits=(0, 1), if_any=True)),
            special.by_board("games_by_board", "games by board", "games"),
        ],
        2,
    )


def strength(entries: Sequence[Entry]) -> Page:
    """Ratings of search and policy by iteration and by hour."""
    panels = [special.elo(player, by) for player in ("search", "policy") for by in _BOTH]
    return Page(panels, 2)


def _truth(title: str, unit: str, name: str, lowest: float = 0.0) -> Draw:
    values = [(kind, key(f"truth.{kind}.{name}")) for kind in ("search", "value", "policy")]
    return _lines(Lines(title, unit, values, limits=(lowest, 1)))


_BEST_MOVE = _truth("best move, by exact values", "share of positions", "best_move")


def truth(entries: Sequence[Entry]) -> Page:
    """Moves and values compared with exact values."""
    return Page(
        [
            _BEST_MOVE,
            _truth("result kept, by exact values", "share of positions", "result_kept"),
            _truth("value and true result", "correlation", "value_correlation", -0.2),
        ],
        3,
    )


def scores(entries: Sequence[Entry]) -> Page:
    """All matches of the arena, with their intervals."""
    names: dict[str, None] = {}
    for entry in entries:
        for run in entry.runs:
            for line in run.lines:
                names.update(dict.fromkeys(line.get("arena", {})))
            names.update(dict.fromkeys(run.report.get("matches") or {}))
    return Page([special.score(name) for name in names], 3 if len(names) > 4 else 2)


def speed(entries: Sequence[Entry]) -> Page:
    """The time spent by stage."""
    shares = [("network utilisation", key("network_utilisation")), ("batch fill", key("batch_fill")),
              ("cache hits", key("cache_hit_rate"))]  # fmt: skip
    stages = {loop: [(short_name(name), key(f"stages.{name}")) for name in names] for loop, names in LOOPS.items()}
    return Page(
        [
            _lines(Lines("network evaluations", "positions/s", [("rate", key("evaluations_per_second"))], zero=True)),
            _lines(accumulators.RATE),
            _lines(Lines("self-play", "games/s", [("rate", key("games_per_second"))], zero=True)),
            _lines(Lines("network and cache", "share", shares, limits=(0, 1.05))),
            special.phases,
            *(_lines(Lines(f"time of {loop}", "s per iteration", its, zero=True)) for loop, its in stages.items()),
            _lines(
                Lines("JAX compilations", "in an iteration", [("number", key("compilations"))], zero=True, if_any=True)
            ),
        ],
        2,
    )


def data(entries: Sequence[Entry]) -> Page:
    """The replay buffer, and memory."""
    buffer = [("positions held", key("buffer")), ("window", key("buffer_window"))]
    use = [("samples a new position", key("replay_ratio"))]
    memory = [("process", key("memory_mb")), ("replay buffer", key("buffer_mib")),
              ("devices", key("device_memory_mb"))]  # fmt: skip
    power = [("processors", key("power_w.processor")), ("devices", key("power_w.device"))]
    age = [("oldest", key("buffer_oldest")), ("mean", key("buffer_mean_age"))]
    return Page(
        [
            _lines(Lines("replay buffer", "positions", buffer, zero=True)),
            _lines(Lines("replay ratio", "times a position is used", use, zero=True)),
            _lines(Lines("age of the positions", "iterations", age, zero=True, if_any=True)),
            _lines(Lines("memory", "MB", memory, zero=True)),
            _lines(Lines("power", "W", power, zero=True)),
        ],
        2,
    )


def overview(entries: Sequence[Entry]) -> Page:
    """An overview of the run on one page."""
    return Page(
        [
            _policy_loss("iteration"),
            _value_loss("iteration"),
            _lines(Lines("error against the result", "value", [("error", key("error"))], zero=True)),
            _lines(ACTION_VALUES),
            _lines(Lines("network and search agree", "share of positions", [("in training", key("top1"))],
                         limits=(0, 1))),
            accumulators.held_out_error("score"),
            accumulators.held_out_error("result"),
            special.length_distribution,
            special.elo("search", "hours"),
            special.main_score,
            _BEST_MOVE,
        ],
        3,
    )  # fmt: skip


OVERVIEW = "overview"
PAGES: dict[str, Callable[[Sequence[Entry]], Page | Any | None]] = {  # `weights` returns a figure instead of a page
    OVERVIEW: overview,
    "learning": learning,
    "policy": policy,
    "value": value,
    "evaluation": evaluation,
    "weights": weights,
    "games": games,
    "strength": strength,
    "scores": scores,
    "truth": truth,
    "speed": speed,
    "data": data,
}


def draw_pages(
    entries: Sequence[Entry],
    folder: Path,
    kinds: Iterable[str] = ("svg",),
    names: Iterable[str] | None = None,
    most: int = MOST,
) -> list[Path]:
    """Draws all pages that have data.

    >>> from pathlib import Path
    >>> from boardai.learn.reports.figures import draw_pages
    >>> from boardai.learn.reports.figures.runs import load_entries
    >>> runs = load_entries([Path("runs/hex")])
    >>> [path.name for path in draw_pages(runs, Path("drawn"), kinds=["png"], names=["games"])]
    ['games.png']

    Args:
        entries: runs, side by side.
        folder: folder of the files; created if it does not exist.
        kinds: suffixes of the files: svg, png, pdf.
        names: only these pages.
        most: maximum number of panels side by side, for narrow screens 1 or 2; pages of weights have a column per
            table.

    Returns:
        The files, in the pages' order.

    Raises:
        OSError: a file cannot be written.
    """
    paths = []
    kinds = list(kinds)
    for name in PAGES if names is None else names:
        found = PAGES[name](entries)
        figure = figure_of_page(found, entries, most) if isinstance(found, Page) else found
        if figure is not None:
            paths += save(figure, folder, name, kinds)
    return paths


def draw_overview(entries: Sequence[Entry], folder: Path) -> list[Path]:
    """Draws the overview and redraws the other pages that exist; the overview's path comes first.

    Drawing all pages takes longer than training a short run; `python -m boardai.plot` does it.
    """
    return draw_pages(entries, folder, names=[n for n in PAGES if n == OVERVIEW or (folder / f"{n}.svg").exists()])


def draw_run(folder: Path) -> Path | None:
    """Draws a run's overview into its folder, and redraws the other pages that exist.

    >>> from pathlib import Path
    >>> from boardai.learn.reports.figures import draw_run
    >>> draw_run(Path("runs/hex")).name
    'overview.svg'

    Args:
        folder: folder of the run.

    Returns:
        The overview's path; None if there is nothing to draw yet.
    """
    paths = draw_overview(load_entries([folder]), folder / FOLDER)
    return paths[0] if paths else None
