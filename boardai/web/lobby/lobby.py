"""The handlers of messages, and the lifetime of a server.

Everything here runs on the event loop's thread; only jobs run on others, and return their results to it.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import importlib
import sys
import traceback
from collections.abc import Callable
from typing import Any

from boardai.command_line import file_error
from boardai.players.spec import AgentSpec
from boardai.web.analysis import Effort
from boardai.web.lobby.files import Files
from boardai.web.lobby.games import Games
from boardai.web.lobby.hall import Hall
from boardai.web.lobby.lessons import LessonBook, Lessons
from boardai.web.lobby.play import Play
from boardai.web.messages import FORM, LINES, VERSION, Message, error_message, read_message
from boardai.web.offers import Offers
from boardai.web.openings import OpeningNames, Openings
from boardai.web.rooms.journal import Journal
from boardai.web.runs import Shown
from boardai.web.showcase import showcase, shown_games
from boardai.web.thinking import Job, Memory, WorkerPool
from boardai.web.thinking.advice import Advice
from boardai.web.thinking.explaining import Explaining
from boardai.web.thinking.shares import Owner
from boardai.web.visitor import Visitor

_READS_NETWORKS = "boardai.learn.runs.trained_network"
_SECONDS_TO_STOP = 3.0
_BETWEEN_BEATS = 1.0  # seconds of a running clock that a killed server may lose
# Forbidden to guests: only visitors with the token start games and see runs.
_NOT_FOR_GUESTS = (
    "new", "draw_board", "board_file", "replay", "recognise", "open_games", "lessons", "lesson", "answer", "openings",
)  # fmt: skip


class Lobby:
    """The rooms of a server.

    Args:
        offers: choices for visitors.
        journal: stores the rooms; None: only in memory.
        long: number of long jobs at the same time; at most the number of processors is sensible.
        memory: memory budget of the server; None: all that the machine has.
        shown: runs, matches and tournaments that are shown, with replays of their games; None: none.
        visitor_name: name of visitors who have given none; pages show it in the field for the name.
        most: limits of an analysis; None: one thread, and a table of default size.
        lessons: lessons of the games; None: the included ones.
        openings: databases of games; None: only names of openings.

    Attributes:
        hall: rooms with their visitors.
        shown: as given.
    """

    def __init__(
        self,
        offers: Offers,
        journal: Journal | None = None,
        long: int = 2,
        memory: Memory | None = None,
        shown: Shown | None = None,
        visitor_name: str = "",
        most: Effort | None = None,
        lessons: LessonBook | None = None,
        openings: Openings | None = None,
    ) -> None:
        self._offers, self._journal, self._visitor_name = offers, journal, visitor_name
        self.shown = shown if shown is not None else Shown([])
        self._most = most if most is not None else Effort()
        self._shown_games = shown_games(offers)
        self._book = lessons if lessons is not None else LessonBook(offers)
        self._openings = openings if openings is not None else Openings()
        self._worker_pool = WorkerPool(long, memory=memory)
        self.shown.memory = self._worker_pool.memory
        self.hall = Hall(offers, journal, self._worker_pool)
        games, play = Games(self.hall, offers, visitor_name), Play(self.hall)
        files, advice = (
            Files(self.hall, offers, self._worker_pool, self.shown),
            Advice(offers, self._worker_pool, self._most, self._openings),
        )
        explaining = Explaining(offers, self._worker_pool, self.hall.turns)
        puzzles = Lessons(self._book, self._worker_pool)
        self.does: dict[str, Callable[..., None]] = {
            "new": games.new, "draw_board": games.draw_board, "board_file": games.board_file, "open": games.open,
            "seats": games.seats, "invite": games.invite, "rematch": games.rematch, "leave": self.hall.leave,
            "move": play.move, "go": play.go, "look": play.look, "resume": play.resume, "edit": play.edit,
            "annotate": play.annotate, "describe": play.describe,
            "promote": play.promote, "delete": play.delete, "line": play.line,
            "resign": play.resign, "draw": play.draw, "claim": play.claim,
            "take_back": play.take_back, "chat": play.chat, "open_games": games.open_games,
            "recognise": files.recognise, "save": files.save, "load": files.load, "replay": files.replay,
            "hint": advice.hint, "analyse": advice.analyse, "review": advice.review,
            "explain": explaining.explain, "branches": explaining.branches, "close_tree": explaining.close_tree,
            "layers": advice.layers, "openings": advice.openings,
            "lessons": puzzles.lessons, "lesson": puzzles.lesson, "answer": puzzles.answer,
            "stop": Visitor.stop,
        }  # fmt: skip
        if journal is not None:
            journal.start(self.hall.company.present())

    @functools.cached_property
    def showcase(self) -> list[dict[str, Any]]:
        """The games shown on the opening screen, computed once."""
        return showcase(self._offers)

    @functools.cached_property
    def _with_openings(self) -> list[str]:
        """The games with names of openings or databases, by their keys."""
        known = self._openings.are_known_of
        return [one["game"] for one in self._offers.games if known(self._offers.game(one["game"]))]

    def begin(self, work: Callable[[], Any], address: str, about: str) -> Job[Any]:
        """Work for a page without a visit, such as a picture of a run, within its address's share; one at a time.

        Raises:
            ValueError: the memory budget is used up.
        """
        self._worker_pool.memory.require_room()
        owner = Owner(address, -1)
        return self._worker_pool.ask(lambda stopped: work(), owner, about=about, subject="runs")

    def prepare(self) -> None:
        """Loads on other threads what takes seconds: names of openings, and the network library if a level needs it.

        Otherwise a visitor who requests something else would end an import that was started for the first request, and
        other visitors who wait for the same import would get an error.
        """
        names = {self._offers.game(key).name for key in self._with_openings}
        self._worker_pool.ask(lambda stopped: [OpeningNames.of(name) for name in names], about="names of openings")
        runs = len(self.shown) or self.shown.grows
        if runs or any(AgentSpec.parse(spec).value("run") for spec in self._offers.specs()):
            self._worker_pool.ask(lambda stopped: importlib.import_module(_READS_NETWORKS), about="networks")

    def welcome(self, visitor: Visitor) -> None:
        """Welcomes a new visitor."""
        self.hall.company.visitors.add(visitor)
        lines = {"usual": LINES.default, "most": LINES.high}
        form = {**FORM, "analysis": {"lines": lines, "threads": self._most.threads, "megabytes": self._most.megabytes}}
        message: dict[str, Any] = {"games": self._offers.games, "form": form, "guest": visitor.is_guest}
        if visitor.is_guest:  # invited to one game; the rest is not shown to guests
            message |= {"runs": 0, "name": "", "shown": [], "lessons": {}, "openings": []}
        else:
            message |= {
                "runs": len(self.shown) or int(self.shown.grows),
                "name": self._visitor_name,
                "shown": self._shown_games,
            }
            message |= {"lessons": self._book.counts, "openings": self._with_openings}
        visitor.send({"say": "welcome", "version": VERSION, **message})

    def goodbye(self, visitor: Visitor) -> None:
        """Removes a visitor; the room stays."""
        self.hall.company.visitors.discard(visitor)
        self.hall.leave(visitor)

    async def live(self) -> None:
        """Writes the clocks' time to the journal as long as the server lives."""
        while self._journal is not None:
            try:
                self._journal.beat(self.hall.company.present())
            except OSError as error:
                print(f"boardai.web: {file_error(error)}", file=sys.stderr)
            await asyncio.sleep(_BETWEEN_BEATS)

    def close(self) -> None:
        """Ends the server: stops all searches and waits for them."""
        for visitor in self.hall.company.visitors:
            visitor.stop()
        self.hall.levels.close()
        self.hall.flags.close()
        self._worker_pool.close(_SECONDS_TO_STOP)
        if self._journal is not None:
            with contextlib.suppress(OSError):
                self._journal.beat(self.hall.company.present())
            self._journal.close()

    def receive(self, visitor: Visitor, text: str) -> None:
        """Handles a message; an error is reported only to its sender."""
        message: Message | None = None
        try:
            message = read_message(text)
            if visitor.is_guest and message.do in _NOT_FOR_GUESTS:
                raise ValueError(
                    "you were invited to one game; to start others, open the address that the server printed"
                )
            if message.tree is not None and message.tree != visitor.somewhere().tree_number:
                raise ValueError("another game has been loaded since; nothing was changed")
            visitor.asked = message.number
            self.does[message.do](visitor, **message.fields)
        except ValueError as error:
            visitor.send(error_message(str(error), message))
        except Exception as error:
            # An error in a user-written game, or ours: this visit and all others continue.
            traceback.print_exc()
            visitor.send(error_message(f"this failed on the server: {type(error).__name__}: {error}", message))
