"""Advice: hints, analyses, reviews, knowledge, openings; sent to the visitor who requested it, unless stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Any

from boardai.basics.quoting import quoted
from boardai.players.hints import hints_of
from boardai.web import analysis
from boardai.web.messages import LINES
from boardai.web.offers import Offers
from boardai.web.openings import Openings
from boardai.web.review import Judged, Review
from boardai.web.thinking.asking import ask
from boardai.web.thinking.opponent import Opponent
from boardai.web.thinking.worker_pool import WorkerPool
from boardai.web.visitor import Visitor

_REVIEW, _HINT = 2, 3  # the slots after those of the two analysts
_LAYERS, _OPENINGS = 8, 9  # the slots after those of files and lessons
_LEAST_SECONDS = 5.0  # seconds after which an analysis may be ended to free memory
_ENDED = "the server's memory is full: the analysis ended early"


class Advice:
    """Handlers of requests for advice.

    Args:
        offers: the levels, analysts and advisers.
        worker_pool: runs the searches.
        most: limits of an analysis.
        openings: names of openings, and databases of games.
    """

    def __init__(self, offers: Offers, worker_pool: WorkerPool, most: analysis.Effort, openings: Openings) -> None:
        self._offers, self._worker_pool, self._most, self._openings = offers, worker_pool, most, openings

    def hint(self, visitor: Visitor, node: int) -> None:
        """Sends a move with its reasons.

        Raises:
            ValueError: there is no such position, the game is over there, or the last hint is still being computed.
        """
        room = visitor.as_advised()
        state = room.tree.node(node).state.clone()
        if state.is_terminal():
            raise ValueError("the game is over in this position")
        if _HINT in visitor.jobs:
            raise ValueError("one hint at a time: the last one is still being computed")

        def tell(found: tuple[int, str]) -> None:
            action, why = found
            move = room.game.format_action(state, action)
            visitor.send({"say": "hint", "node": node, "action": int(action), "move": move, "why": why})

        ask(
            self._worker_pool,
            visitor,
            _HINT,
            lambda stopped: hints_of(room.game, stopped=stopped)(state),
            tell,
            ("hint", room.offer),
            node,
        )

    def analyse(
        self,
        visitor: Visitor,
        node: int,
        slot: int,
        by: str,
        lines: int | None,
        threads: int | None,
        megabytes: int | None,
    ) -> None:
        """Sends the best lines, for at most a minute.

        Raises:
            ValueError: there is no such position or analyst, the game is over there, or a limit is not allowed.
        """
        room = visitor.as_advised()
        effort = analysis.Effort(threads or 1, megabytes or min(analysis.USUAL_MEGABYTES, self._most.megabytes))
        effort.check(self._most)
        asked = lines or LINES.default
        analyst = self._offers.analyst(room.game, by)
        is_adviser = analyst in self._offers.advisers(room.game)
        is_level = not is_adviser and analyst not in self._offers.analysts(room.game)
        line = room.tree.line_to(node)
        start, actions = line[0].state.clone(), [one.action for one in line if one.action is not None]
        state = line[-1].state.clone()
        if state.is_terminal():
            raise ValueError("the game is over in this position")
        loop = asyncio.get_running_loop()

        def tell(found: dict[str, Any], done: bool = True) -> None:
            about = {
                "slot": slot,
                "node": node,
                "by": by,
                "lines": asked,
            }  # so that nothing of an earlier request is used
            visitor.send({"say": "analysis", **about, "done": done, "early": job.made_room, **found})
            if done and job.made_room:
                visitor.send({"say": "error", "number": None, "message": _ENDED})

        def report(found: dict[str, Any]) -> None:
            loop.call_soon_threadsafe(lambda: tell(found, False) if visitor.jobs.get(slot) is job else None)

        def work(stopped: Callable[[], bool]) -> dict[str, Any]:
            if not is_level:
                spec = effort.of(analyst.spec)
                return analysis.analyse(spec, room.game, state, asked, stopped, report, every=is_adviser)
            opponent = Opponent(analyst.spec, room.game)  # it chooses as in a game
            try:
                action = opponent.choose(start, actions, state, stopped)
            finally:
                opponent.close()
            return analysis.chosen(action, state, room.game)

        job = ask(
            self._worker_pool,
            visitor,
            slot,
            work,
            tell,
            "analysis",
            node,
            is_long=True,
            least_seconds=_LEAST_SECONDS,
            threads=1 if is_level else effort.threads,
        )

    def review(self, visitor: Visitor) -> None:
        """Judges a game's line, each position in a separate job, so that other jobs can run between.

        Raises:
            ValueError: no analyst evaluates positions of this game.
        """
        room = visitor.as_advised()
        line = room.tree.line_through(room.at)
        analysts = self._offers.analysts(room.game)
        if not analysts:
            raise ValueError("this server has no judge for this game")
        if len(line) < 2:
            raise ValueError("no move has been played in this game yet")
        review = Review(analysts[0].spec, room.game, line, analysts[0].title)

        def go_on() -> None:
            ask(self._worker_pool, visitor, _REVIEW, review.judge_next, tell, "review", background=True)

        def tell(judged: Judged) -> None:
            review.add(judged)
            visitor.send(review.to_message())
            if not review.is_done:
                go_on()

        def cut(gone: Collection[int]) -> None:
            goes_on = not review.is_done
            if not review.cut(gone):
                return
            if goes_on:
                visitor.stop(_REVIEW)  # it might judge a deleted move
            visitor.send(review.to_message())
            if not review.is_done:
                go_on()

        visitor.cut_review = cut
        go_on()

    def layers(self, visitor: Visitor, node: int, layers: list[str]) -> None:
        """Sends the game's knowledge of a position, to be drawn on the board.

        Raises:
            ValueError: there is no such position or layer.
        """
        room = visitor.as_advised()
        state = room.tree.node(node).state.clone()
        known = {layer.key: layer for layer in room.game.layers}
        if unknown := [layer for layer in layers if layer not in known]:
            raise ValueError(f"no layer {quoted(unknown[0])}; there are {', '.join(known) or 'none'}")

        def tell(found: list[dict[str, Any]]) -> None:
            visitor.send({"say": "layers", "node": node, "layers": found})

        def work(stopped: Callable[[], bool]) -> list[dict[str, Any]]:
            wanted = [known[layer] for layer in dict.fromkeys(layers)]
            return [{"layer": one.key, **one.draw(state).to_dict()} for one in wanted if not stopped()]

        ask(self._worker_pool, visitor, _LAYERS, work, tell, ("layers", room.offer), node)

    def openings(self, visitor: Visitor, node: int, games: bool) -> None:
        """Sends the name of the opening, and the moves played here in databases of games.

        Args:
            visitor: the visitor.
            node: number of the position.
            games: whether to query the databases.

        Raises:
            ValueError: there is no such position.
        """
        room = visitor.as_advised()
        line = [one.state.clone() for one in room.tree.line_to(node)]

        def tell(found: dict[str, Any]) -> None:
            visitor.send({"say": "openings", "node": node, **found})

        def work(stopped: Callable[[], bool]) -> dict[str, Any]:
            named = self._openings.name(room.game, line)
            known = [] if stopped() or not games else self._openings.played(room.game, line[-1])
            return {
                "code": "" if named is None else named.code,
                "name": "" if named is None else named.name,
                "databases": known,
            }

        # A database is queried by one thread at a time; those of other games or boards do not wait for it.
        subject = tuple(self._openings.databases_of(room.game)) if games else ()
        ask(self._worker_pool, visitor, _OPENINGS, work, tell, ("openings", subject), node, subject=subject or None)
