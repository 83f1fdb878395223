"""Makes the tree of a growing search: searched again and again with a higher limit, each time with a larger tree.

Idea: with more simulations, nodes or depth, a deterministic search finds the same tree, further grown. So every step
  starts again with twice the simulations (four times the nodes, a ply more) and takes about as long as all steps before
  it; nothing is kept between steps, and each step's tree is complete.
Limits: all steps after the first, small one have `SECONDS` together; a tree has at most `ROWS` rows. For tree
  searches these are the most visited ones. A depth-first search would lack its last moves, so it ends with the last
  depth that fits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import boardai
from boardai.game import Game
from boardai.players import load_agent
from boardai.players.searches import without_memory
from boardai.players.spec import AgentSpec
from boardai.search.kind import SEARCHES
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.trace import Trace
from boardai.web.trees.kinds import TreeKind
from boardai.web.units import Unit

SECONDS = 10.0  # of all steps together
ROWS = 10_000  # of a tree, at most
STEPS = 200  # of a reference search, at most

Report = Callable[[SearchTree | Trace, Unit, bool], None]


def grow(kind: TreeKind, size: int | None, game: Game, state: Any, stopped: Callable[[], bool], report: Report) -> None:
    """Searches a position and reports its tree while it grows.

    Args:
        kind: kind of the tree.
        size: depth or simulations of a reference search; None for others.
        game: the game.
        state: the position; not terminal.
        stopped: returns whether to stop.
        report: gets a tree, the unit of its values, and whether it is the last one; on this thread.

    Raises:
        ValueError: the search cannot search this game.
        KeyboardInterrupt: it was stopped before there was a tree.
    """
    if kind.is_stepwise:
        _write_steps(kind, size, game, state, stopped, report)
        return
    spec = without_memory(kind.spec)
    player = load_agent(spec, game, try_out=False)
    until, took = 0.0, 0.0
    last: tuple[SearchTree, Unit] | None = None
    for limits in _steps(spec):
        began = time.monotonic()
        left = SECONDS if last is None else max(until - began, 0.1)
        try:
            found = player.search(state, replace(limits, seconds=left), stop=stopped, tree=ROWS)
        except KeyboardInterrupt:  # stopped before this step found anything; the last step's tree is complete
            if last is None:
                raise
            break
        if last is None:  # the first step may have loaded a network or compiled something, which does not count
            until = time.monotonic() + SECONDS
        else:
            took = time.monotonic() - began
        if found.tree is None or (last is not None and not found.tree.complete and limits.depth is not None):
            break
        last = found.tree, Unit(game, state, found.is_score, found.point)
        if not _may_find_more(found, limits) or time.monotonic() + 2 * took > until or stopped():
            break
        report(*last, False)
    if last is None:
        raise ValueError(f"{kind.title}: no depth was finished in {SECONDS:.0f} seconds")
    report(*last, True)


def _write_steps(
    kind: TreeKind, size: int | None, game: Game, state: Any, stopped: Callable[[], bool], report: Report
) -> None:
    point = state.evaluation_point() if hasattr(state, "evaluation_point") else 0
    unit = Unit(game, state, SEARCHES[kind.spec].scoring, point)
    chosen = {} if kind.size is None else {kind.size.name: size}
    steps = boardai.trace(
        kind.spec,
        state,
        most=STEPS,
        stop=stopped,
        moves=game.format_action,
        values=unit.words,
        players=game.player_names,
        **chosen,
    )
    report(steps, unit, True)


def _steps(spec: AgentSpec) -> Iterator[Limits]:
    """The limits of the steps, in order."""
    search, amount = SEARCHES[spec.name], 1
    while True:
        if search.scoring:
            yield Limits(depth=amount)
            amount += 1
        elif search.solver:
            yield Limits(nodes=256 * amount)
            amount *= 4
        else:
            yield Limits(simulations=32 * amount)
            amount *= 2


def _may_find_more(found: SearchResult, limits: Limits) -> bool:
    """Whether the step's limit ended the search, and not its completion or the time."""
    if found.outcome is not None:
        return False
    done = {"depth": found.depth, "nodes": found.nodes, "simulations": found.simulations}
    return all(done[name] >= amount for name, amount in limits.given.items())
