"""The endgame solver: exact final margins. `games/reversi/endgame/search.hpp` has idea, steps and papers."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from boardai import native
from boardai.basics.quoting import quoted
from boardai.basics.setting import LARGEST_INT, Settings, setting
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.run import Progress, run_search, searched_copy

_HEADER = "games/reversi/endgame/bind"
_STATE = "boardai::reversi::State<"


@dataclass(frozen=True, kw_only=True)
class _EndgameOptions(Settings):
    """The parameters of the C++ struct of that name."""

    exact: bool = setting(True, "the margin; else only who wins")
    exact_moves: int = setting(1, "number of best moves that get an exact value", low=1, high=LARGEST_INT)
    threads: int = setting(1, "search together", low=1, high=256)
    table_megabytes: float = setting(64.0, "size of the table", above=0, high=2**20)


def solve_endgame(
    state: Any,
    *,
    exact: bool = True,
    exact_moves: int = 1,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    table_megabytes: float = 64,
    progress: Progress | None = None,
    on_interrupt: str = "raise",
) -> SearchResult:
    """The final margin that best play of both sides leads to, on any board; for the last twenty plies or so.

    >>> from boardai.games.reversi import solve_endgame
    >>> state = boardai.load("reversi", board="6x6").from_string("XXX-X-XXOOO-XXXOO-XOOO--X-O-X---O--- X")
    >>> result = solve_endgame(state)
    >>> state.action_to_string(result.action), result.value, len(result.pv)
    ('d1', 28, 17)

    Args:
        state: a position; it is not changed.
        exact: whether to find the margin; False: only the winner, which is faster.
        exact_moves: number of best moves that get an exact value.
        nodes: limit of positions to search. The number that a position needs is unknown in advance: about 20 million
            with 20 empty cells on 8x8, and two to three times as many with each more.
        seconds: wall time.
        threads: search together.
        table_megabytes: size of the table.
        progress: gets the result so far, at most ten times per second.
        on_interrupt: effect of Ctrl-C: `raise` KeyboardInterrupt, or `return` the proven bounds.

    Returns:
        The result. `value` is the margin in discs for the player to move, `outcome` who wins, `pv` best play to the
        end. Where a limit came first, or without `exact`, `value` is what is proven of it, or None: `notes["at least"]`
        and `notes["at most"]` have the bounds. In `action_values` other moves have a bound (`bounds` says which), which
        is all that is needed to know that they are no better.

    Raises:
        TypeError: not a state of Reversi.
        ValueError: the game is over, or an argument is out of range.
    """
    root = searched_copy(state)
    kind = getattr(type(root), "__cpp_name__", "")
    if not kind.startswith(_STATE):
        raise TypeError(f"solve_endgame needs a position of Reversi, not {quoted(root)}")
    chosen = _EndgameOptions(exact=exact, exact_moves=exact_moves, threads=threads, table_megabytes=table_megabytes)
    options = native.options("reversi::EndgameOptions", _HEADER, asdict(chosen))
    asked = Limits(nodes=nodes, seconds=seconds).to_native()
    search = native.own_search(kind.replace(_STATE, "boardai::reversi::EndgameSolver<"), _HEADER)(options)
    return run_search(
        search, lambda: search.run(root, asked), root, "endgame", progress=progress, on_interrupt=on_interrupt
    )
