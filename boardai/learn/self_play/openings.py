"""Named opening lines from which self-play may begin.

A file has one line per opening, with three columns separated by tabs: a code (for chess the ECO code), a name, and the
moves separated by spaces, in the game's action text or the usual notation (chess: SAN, with or without move numbers).
Empty lines and lines that begin with # are skipped. A game may include `openings.tsv` in its folder
(`games/chess/openings.tsv`); the setting `selfplay.starts.openings` selects it (`own`) or another file.
"""

from dataclasses import dataclass
from pathlib import Path

from boardai.basics.text_files import read_user_text
from boardai.game import Game, game_folder


@dataclass(frozen=True)
class Opening:
    """One named line.

    Attributes:
        code: code in a classification; may be empty.
        name: name for the user.
        actions: actions from the game's start position.
        line: line number in its file, from 1.
    """

    code: str
    name: str
    actions: tuple[int, ...]
    line: int


def read_openings(game: Game, path: Path) -> list[Opening]:
    """The openings of a file; each is checked by playing it.

    Raises:
        ValueError: a line without three columns, an illegal move, a line without moves or after which the game is over,
            the same moves twice, or no line at all; the message begins with the file and the line's number.
        OSError: the file cannot be read.
    """
    openings: list[Opening] = []
    seen: dict[tuple[int, ...], int] = {}
    for number, line in enumerate(read_user_text(path).split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        place = f"{path}:{number}"
        columns = line.split("\t")
        if len(columns) != 3:
            raise ValueError(f"{place}: expected code, name and moves separated by tabs, got {len(columns)} columns")
        actions = _play(game, columns[2], place)
        if actions in seen:
            raise ValueError(f"{place}: the same moves as line {seen[actions]}")
        seen[actions] = number
        openings.append(Opening(columns[0].strip(), columns[1].strip(), actions, number))
    if not openings:
        raise ValueError(f"{path}: no openings")
    return openings


def _play(game: Game, moves: str, place: str) -> tuple[int, ...]:
    state = game.initial_state()
    try:
        actions = game.parse_moves(state, moves)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    if not actions:
        raise ValueError(f"{place}: no moves")
    for action in actions:
        state.apply(action)
    if state.is_terminal():
        raise ValueError(f"{place}: the game is over after these moves")
    return tuple(actions)


def opening_book(game: Game, setting: str) -> str:
    """The openings for native self-play: action numbers separated by spaces, one opening per line.

    Args:
        game: the game.
        setting: `own`, or the path of a file.

    Raises:
        ValueError: as in `read_openings`; or there is no such file.
    """
    path = game_folder(game.spec) / "openings.tsv" if setting == "own" else Path(setting)
    if not path.is_file():
        reason = f"{game.name} brings no openings ({path})" if setting == "own" else f"no file {path}"
        raise ValueError(f"selfplay.starts.openings: {reason}")
    return "\n".join(" ".join(map(str, opening.actions)) for opening in read_openings(game, path))
