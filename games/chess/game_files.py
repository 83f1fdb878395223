"""Chess games from files, for labelling and supervised learning: PGN."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from boardai.game import Game
from boardai.games.chess.pgn import read_games
from boardai.records.sources import SourceGame, Warn, known_result, played_out

_RESULTS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}


def read_pgn(path: Path, game: Game, warn: Warn) -> Iterator[SourceGame]:
    """The main lines of a PGN file; games of the other variant, and broken ones, are told and left out.

    Where draws by claim end the game (`claim_draws`, the default), what was played after such a position is left out.
    """
    chess960 = bool(game.initial_state().is_chess960())
    with read_games(path, on_error=lambda error: warn(f"{path}: {error}")) as games:
        for record in games:
            place = f"{path}:{record.line}"
            if record.chess960 != chess960:
                warn(f"{place}: a game of {'Chess960' if record.chess960 else 'classical chess'}")
                continue
            start = game.from_string(record.start)
            actions, last = played_out(start, (move.action for move in record.moves))
            yield SourceGame(start, actions, known_result(last, _RESULTS.get(record.result)), place)


READERS = {".pgn": read_pgn}
