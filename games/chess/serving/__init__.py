"""Chess as engines speak it: UCI with Chess960, unclaimed draws, opening books and endgame tables.

Specification: Rudolf Huber, Stefan Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from boardai.basics.seeds import seed_of
from boardai.basics.setting import Setting
from boardai.engine.player import EnginePlayer
from boardai.engine.server import Console
from boardai.engine.uci import UciServer
from boardai.game import load
from boardai.games.chess.serving import strength
from boardai.games.chess.serving.book import Book, passed_square
from boardai.games.chess.serving.tablebase import BAD_TABLE, Tablebase

# An expected outcome is written as the centipawns of which Elo's formula expects it: 400 for ten to one.
_CENTIPAWNS = 400.0
_MOST_CENTIPAWNS = 9999

Answer = TypeVar("Answer")


class ChessServer(UciServer):
    """An agent behind UCI, for chess programs."""

    def __init__(self, player: EnginePlayer, console: Console) -> None:
        self._book: Book | None = None
        self._tables: Tablebase | None = None
        self._choices = 0  # from the book, in this process
        self._fen, self._passed = "", ""  # the text of the position, and the square that its last move has passed
        self._is_limited, self._elo = False, strength.STRONGEST
        super().__init__(player, console)

    def options(self) -> list[tuple[Setting, Callable[[str], None]]]:
        """Those of every engine, and what chess adds."""
        chess960 = bool(self.player.game.initial_state().is_chess960())
        return [
            *super().options(),
            *(self._strength_options() if self.player.spec == strength.PLAYER else []),
            (Setting(chess960, name="UCI_Chess960", kinds=(bool,)), self._set_chess960),
            (Setting(name="Book", kinds=(str,)), self._set_book),
            (Setting(name="SyzygyPath", kinds=(str,)), self._set_tables),
        ]

    def read_position(self, text: str) -> Any:
        """The state of the text after `fen`.

        Raises:
            ValueError: it is none.
        """
        state = super().read_position(text)
        self._fen = text
        return state

    def played(self, start: Any, moves: list[str]) -> Any:
        """The state after these moves; the game continues past a possible claim of a draw, because none was made."""
        self._passed, self._fen = passed_square(self._fen, moves), ""
        try:
            state = super().played(start, moves)
        except ValueError:
            if not start.claims_draws():
                raise
        else:
            if not state.is_terminal() or not start.claims_draws() or not _has_moves(state):
                return state
        game = self.player.game
        unclaimed = load(game.name, **{**game.params, "fen": None, "position": None, "claim_draws": False})
        return super().played(unclaimed.from_string(_fen(start)), moves)

    def at_once(self, state: Any, actions: list[int]) -> tuple[int, str] | None:
        """A move of the book, or of the tables."""
        allowed = actions or state.legal_actions()
        if self._book is not None:
            self._choices += 1
            seed = seed_of(self.player.seed, "book", self._choices)
            try:
                action = self._book.choose(state, allowed, seed, self._passed)
            except ValueError as error:
                self.remark(f"Book: {error}; the book is asked no more")
                self._set_book("")
            else:
                if action is not None:
                    return action, "the book"
        action = self._asked(lambda tables: tables.choose(state, allowed))
        return None if action is None else (action, "the tables")

    def verdicts(self, state: Any) -> Mapping[int, int]:
        """What the tables say of each move; {}: one of them is missing."""
        return self._asked(lambda tables: tables.verdicts(state)) or {}

    def _asked(self, question: Callable[[Tablebase], Answer | None]) -> Answer | None:
        """What the tables answer; None: nothing, or there are none. Damaged ones are reported, and closed."""
        if self._tables is None:
            return None
        try:
            return question(self._tables)
        except BAD_TABLE as error:
            self.remark(f"SyzygyPath: {error}; the tables are asked no more")
            self._set_tables("")
            return None

    def most_nodes(self, asked: int | None) -> int | None:
        """No more than the Elo asked for is worth."""
        if not self._is_limited:
            return asked
        most = strength.nodes_of(self._elo)
        return most if asked is None else min(asked, most)

    def expectation_score(self, value: float) -> str:
        """An expected outcome in centipawns."""
        within = max(-1 + 1e-12, min(1 - 1e-12, value))
        score = round(2 * _CENTIPAWNS * math.atanh(within) / math.log(10))
        return f"cp {max(-_MOST_CENTIPAWNS, min(_MOST_CENTIPAWNS, score))}"

    def _strength_options(self) -> list[tuple[Setting, Callable[[str], None]]]:
        elo = Setting(self._elo, low=strength.WEAKEST, high=strength.STRONGEST, name="UCI_Elo", kinds=(int,))
        return [(Setting(False, name="UCI_LimitStrength", kinds=(bool,)), self._limit_strength), (elo, self._set_elo)]

    def _limit_strength(self, text: str) -> None:
        self._is_limited = text == "true"

    def _set_elo(self, text: str) -> None:
        self._elo = int(text)

    def _set_chess960(self, text: str) -> None:
        game = self.player.game
        start = game.params.get("position")
        if text == "true":
            self.player.play(load(game.name, **{**game.params, "chess960": True}))
        elif start in (None, 518):
            self.player.play(load(game.name, **{**game.params, "chess960": False}))
        else:
            raise ValueError(f"UCI_Chess960: start position {start} needs it")

    def _set_book(self, text: str) -> None:
        book = Book(text) if text else None
        if self._book is not None:
            self._book.close()
        self._book = book

    def _set_tables(self, text: str) -> None:
        tables = Tablebase(text) if text else None
        if self._tables is not None:
            self._tables.close()
        self._tables = tables


def _has_moves(state: Any) -> bool:
    """Whether a finished game could continue: it was drawn by a claim, not by its position."""
    return not (state.is_checkmate() or state.is_stalemate() or state.is_insufficient_material())


def _fen(state: Any) -> str:
    return str(state.shredder_fen() if state.is_chess960() else state.to_string())


PROTOCOLS = {"uci": ChessServer}
