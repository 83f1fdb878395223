"""What several threads are worth to principal variation search: time to a fixed depth, each scheme against one thread.

python tools/parallel_search.py chess --depth 14
python tools/parallel_search.py reversi --depth 13
"""

from __future__ import annotations

import os
import statistics
from typing import Any, get_args

from rich.table import Table

from boardai.arena.openings import middle_game_positions
from boardai.command_line import GAME_HELP, Parser, run, user_input, whole_number
from boardai.command_line.console import Console
from boardai.game import load
from boardai.search import pvs
from boardai.search.pvs.options import PvsParallel


def time_to_depth(states: list[Any], depth: int, threads: int, repeats: int) -> dict[str, list[tuple[float, float]]]:
    """(speed-up, nodes in proportion) of each repeat by scheme, against one thread in the same repeat.

    Args:
        states: each is searched from an empty table.
        depth: of each search.
        threads: against one.
        repeats: the schemes take turns within each.
    """
    found: dict[str, list[tuple[float, float]]] = {scheme: [] for scheme in get_args(PvsParallel)}
    for _ in range(repeats):
        one = [pvs(state, depth=depth) for state in states]
        seconds, nodes = sum(result.seconds for result in one), sum(result.nodes for result in one)
        for scheme in get_args(PvsParallel):
            several = [pvs(state, depth=depth, threads=threads, parallel=scheme) for state in states]
            speed_up = seconds / sum(result.seconds for result in several)
            found[scheme].append((speed_up, sum(result.nodes for result in several) / nodes))
    return found


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python tools/parallel_search.py GAME`.

    Args:
        arguments: of the command; the process's own by default.
    """
    parser = Parser(
        "parallel_search",
        "Time to a fixed depth by several threads against one, for each way of sharing the work.",
        ["python tools/parallel_search.py chess --depth 14 --threads 2"],
    )
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    parser.add_argument("--depth", type=whole_number(1), default=12, help="of each search (default 12)")
    parser.add_argument("--threads", type=whole_number(2), default=2, help="against one (default 2)")
    parser.add_argument("--positions", type=whole_number(1), default=12, help="(default 12)")
    parser.add_argument("--repeats", type=whole_number(1), default=5, help="the median counts (default 5)")
    parser.add_argument("--seed", type=whole_number(0), default=0, help="of the positions (default 0)")
    parser.prog = "python tools/parallel_search.py"
    options = parser.parse_args(arguments)
    with user_input():
        states = middle_game_positions(load(options.game), options.positions, options.seed)
    found = time_to_depth(states, options.depth, options.threads, options.repeats)
    table = Table(title=f"{options.game}, depth {options.depth}, {options.threads} threads against 1")
    for heading in ("scheme", "speed-up", "lowest", "highest", "nodes"):
        table.add_column(heading, justify="left" if heading == "scheme" else "right")
    for scheme, measured in found.items():
        speed_ups = [speed_up for speed_up, _ in measured]
        table.add_row(
            scheme,
            f"{statistics.median(speed_ups):.2f}",
            f"{min(speed_ups):.2f}",
            f"{max(speed_ups):.2f}",
            f"{statistics.median(nodes for _, nodes in measured):.2f}",
        )
    console = Console()
    console.print(table)
    load_average = os.getloadavg()[0]
    console.print(
        f"{os.cpu_count()} processors; load average {load_average:.1f} (what else ran counts against threads)"
    )


if __name__ == "__main__":
    run(main, "parallel_search")
