"""A position in detail: evaluations, and the tree of a search, which is opened level by level."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from boardai.basics.quoting import quoted
from boardai.search.results.tree import SearchTree
from boardai.search.trace import Trace
from boardai.web.explanation import explain
from boardai.web.offers import Offers
from boardai.web.thinking.asking import ask
from boardai.web.thinking.turns import Turns
from boardai.web.thinking.worker_pool import WorkerPool
from boardai.web.trees import GONE, HeldTree, grow
from boardai.web.units import Unit
from boardai.web.visitor import BRANCHES, TREE, Visitor

_LEAST_SECONDS = 3.0  # seconds after which a search may be ended to free memory


class Explaining:
    """Handlers of these messages; each is the method of the message's name.

    Args:
        offers: the searches whose trees can be shown.
        worker_pool: runs the searches.
        turns: the order in which trees are sent, because they are large.
    """

    def __init__(self, offers: Offers, worker_pool: WorkerPool, turns: Turns) -> None:
        self._offers, self._worker_pool, self._turns = offers, worker_pool, turns

    def explain(self, visitor: Visitor, node: int, by: str | None, size: int | None) -> None:
        """Sends the evaluations, and then the tree of a search while it grows.

        Args:
            visitor: the visitor.
            node: number of the position.
            by: key of the tree; None: the first one.
            size: depth or simulations of a reference search; None: the default.

        Raises:
            ValueError: there is no such position or tree, the game is over there, or the limit is not allowed.
        """
        room = visitor.as_advised()
        state = room.tree.node(node).state.clone()
        if state.is_terminal():
            raise ValueError("this position has no move to search")
        kinds = self._offers.trees(room.game)
        kind = next((one for one in kinds if by in (None, one.key)), None)
        if kind is None:
            raise ValueError(f"no tree {quoted(by)}; available: {', '.join(one.key for one in kinds)}")
        chosen = kind.checked_size(size)
        loop, held = asyncio.get_running_loop(), HeldTree(kind, node, self._worker_pool.memory)

        def tell(found: dict[str, Any]) -> None:
            visitor.send({**found, "early": job.made_room} if found["say"] == "tree" else found)

        def tell_now(found: dict[str, Any]) -> None:
            if visitor.jobs.get(TREE) is job:
                tell(found)

        def report(found: dict[str, Any]) -> None:
            loop.call_soon_threadsafe(self._turns.begin, visitor.owner, lambda: tell_now(found))

        def work(stopped: Callable[[], bool]) -> dict[str, Any]:
            report({"say": "explanation", "node": node, "evaluations": explain(room.game, state)})
            grown: dict[str, Any] = {}

            def larger(tree: SearchTree | Trace, unit: Unit, is_last: bool) -> None:
                nonlocal grown
                grown = {"say": "tree", **held.grown(tree, unit, is_last)}
                if not is_last:
                    report(grown)

            grow(kind, chosen, room.game, state, stopped, larger)
            return grown

        job = ask(
            self._worker_pool, visitor, TREE, work, tell, ("tree", room.offer, kind.key), node,
            self._turns, visitor.asked, is_long=True, least_seconds=_LEAST_SECONDS,
        )  # fmt: skip
        visitor.held = held

    def branches(self, visitor: Visitor, node: int, paths: list[list[int]], step: int | None) -> None:
        """Sends the opened parts of the tree, now and whenever it has grown.

        Args:
            visitor: the visitor.
            node: number of the position.
            paths: opened positions, each as the actions from the root.
            step: step of a reference search, counted from 0; None: the first one.

        Raises:
            ValueError: the visitor has no tree of that position.
        """
        room, held = visitor.as_advised(), visitor.held
        if held is None or held.node != node:
            raise ValueError(GONE)
        held.paths = paths

        def tell(found: dict[str, Any]) -> None:
            visitor.send({"say": "tree", "early": False, **found})

        ask(
            self._worker_pool, visitor, BRANCHES, lambda stopped: held.view(step), tell, ("branches", room.offer), node,
            self._turns,
        )  # fmt: skip

    def close_tree(self, visitor: Visitor) -> None:
        """Stops the tree, because the page has closed it."""
        visitor.stop(TREE)
