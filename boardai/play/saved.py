"""A game that is being played, to and from files."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from boardai.basics.quoting import quoted
from boardai.command_line import OVERWRITE, InputError, check_files
from boardai.game import Game
from boardai.records import GameRecord, RecordedGame, read_games, write_games
from boardai.records.formats import formats, packed_as, record_of


def save_game(words: str, game: RecordedGame) -> str:
    """Writes a game to a file of the kind its name ends in; replaces an existing one only on request.

    Args:
        words: the file's name, and perhaps `--overwrite` after it.
        game: the game to be written.

    Returns:
        A line that reports it.

    Raises:
        ValueError: the name ends in no kind of file, the file is there or cannot be made, or cannot hold this game.
    """
    path = words.removesuffix(OVERWRITE).rstrip()
    known = sorted({ending for kind in formats(game.game) if kind.is_writable for ending in kind.endings})
    if not path.lower().removesuffix(packed_as(path)).endswith(tuple(known)):
        raise ValueError(f"save: expected a name that ends in {', '.join(known)} (or that and .gz), not {quoted(path)}")
    try:
        check_files({"save": path}, path != words, allowed_by=f"save {path} {OVERWRITE}")
    except InputError as error:
        raise ValueError(error) from None
    try:
        write_games(path, [game])
    except ValueError as error:
        write_games(path, [game.moves_alone()])  # whatever else is wrong is wrong without the names as well
        return f"saved to {path}: only the moves ({error})"
    return f"saved to {path}"


def saved_game(path: str, game: Game | None, note: Callable[[str], object]) -> GameRecord:
    """The one game of a file, of whatever kind (`boardai.read_games`).

    Args:
        path: the file.
        game: the expected game; None: as in the file.
        note: is called with each of the game's `problems`.

    Raises:
        ValueError: it cannot be read, is another game's, or the file holds several.
    """
    games = list(itertools.islice(read_games(path, game, variations=True), 2))
    if len(games) != 1:
        raise ValueError(f"{path}: {'several games' if games else 'no game'} in the file; one game can be continued")
    for problem in games[0].problems:
        note(problem)
    return record_of(games[0])
