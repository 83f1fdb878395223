"""Count the move sequences of a game to a given depth, and measure the speed.

Perft is the standard test of a rule core: the counts of many positions are published. Depth 1 is the number of
legal actions. A pass is a ply. Whether finished games count is a convention of the game (see its card).
"""

from __future__ import annotations

import time
from typing import Any

from boardai.command_line import GAME_HELP, Parser, going_on, run, user_input, whole_number
from boardai.game import Game, load
from boardai.records.position_lines import read_position_line
from boardai.search.perft import count
from boardai.search.results.wording import seconds_words

# The rate of a shorter run would depend mostly on the clock's resolution.
_SHORTEST_TIMED = 1e-4


def _timed(state: Any, depth: int) -> tuple[int, float]:
    start = time.perf_counter()
    nodes = count(state, depth)
    return nodes, time.perf_counter() - start


def _rate(nodes: int, seconds: float) -> str:
    if seconds < _SHORTEST_TIMED:
        return "too short to measure a rate"
    rate = nodes / seconds
    return f"{rate / 1e6:,.1f} M nodes/s" if rate >= 1e6 else f"{rate:,.0f} nodes/s"


def _print_table(state: Any, depth: int) -> None:
    print(f"{'depth':>5}  {'nodes':>18}  {'time':>9}  rate")
    for plies in range(1, depth + 1):
        nodes, seconds = _timed(state, plies)
        print(f"{plies:>5}  {nodes:>18,}  {seconds_words(seconds):>9}  {_rate(nodes, seconds)}", flush=True)


def _print_divide(game: Game, state: Any, depth: int) -> None:
    start = time.perf_counter()
    total = 0
    for action in state.legal_actions():
        nodes = count(state.child(action), depth - 1)
        total += nodes
        print(f"{game.format_action(state, action):>8}  {nodes:>18,}", flush=True)
    print(f"{'total':>8}  {total:>18,}  in {seconds_words(time.perf_counter() - start)}")


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.perft GAME --depth N`."""
    parser = Parser(
        "perft",
        "Count the move sequences of a game to a given depth, and measure the speed (one thread, no table).",
        [
            "python -m boardai.perft chess --depth 6",
            'python -m boardai.perft chess --depth 5 --position "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" --divide',
            "python -m boardai.perft reversi:board=octagon --depth 8 --table",
        ],
    )
    parser.add_argument("game", help=GAME_HELP)
    parser.add_argument("--depth", type=whole_number(0), default=5, help="plies to count (default: 5)")
    parser.add_argument(
        "--position", metavar="TEXT", help="start position; by default the game's start (chess: FEN or EPD)"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--divide", action="store_true", help="also print the count below each legal action")
    how.add_argument("--table", action="store_true", help="print all depths from 1")
    given = parser.parse_args(arguments)
    if given.divide and given.depth < 1:
        parser.error("--divide needs a --depth of at least 1")
    with user_input():
        game = load(given.game)
        state = game.initial_state() if given.position is None else read_position_line(given.position, game).start
    count(state, 0)  # the first call of a native function also binds it, which must not be timed

    print(f"{game.spec} from {state.to_string()}")
    with going_on(lambda: "nothing is kept but what is printed", None):
        if given.table:
            _print_table(state, given.depth)
        elif given.divide:
            _print_divide(game, state, given.depth)
        else:
            nodes, seconds = _timed(state, given.depth)
            print(f"depth {given.depth}: {nodes:,} nodes in {seconds_words(seconds)}, {_rate(nodes, seconds)}")


if __name__ == "__main__":
    run(main, "perft")
