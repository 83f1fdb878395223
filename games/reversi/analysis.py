"""The structure of a board for learned evaluations: classes of cells, and sides.

    python -m boardai.games.reversi.analysis octagon
    python -m boardai.games.reversi.analysis octagon --svg octagon.svg

`games/reversi/evaluation/analysis.hpp` has the rules; the classes are

    A B      corners, A the more valuable         C   central
    W X Y Z  cells that give a corner away,       E   other edge cells
             Z the most dangerous                 P   plain
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boardai.basics.files import write_atomically
from boardai.basics.quoting import in_markup
from boardai.command_line import Parser, add_overwrite, check_files, run, user_input
from boardai.game import Game, load
from boardai.games.reversi import board_of
from boardai.games.reversi.drawing import column_name

CLASSES = "ABWXYZECP"
COLOURS = {
    "A": "#d4a017", "B": "#e8c766", "W": "#f2c4b3", "X": "#e89a80", "Y": "#dd6e4f", "Z": "#c8402a",
    "E": "#7fb3d5", "C": "#7dbb8a", "P": "#d9d9d9",
}  # fmt: skip
_CELL = 40


def _analysis(game: Game) -> Any:
    return board_of(game).analysis()


def cell_classes(game: Game) -> list[str]:
    """The class of every cell, a text a row; a space where there is no cell.

    Raises:
        ValueError: it is not a game of Reversi.
    """
    found = _analysis(game)
    height, width, _ = game.observation_shape
    kinds = list(found.class_of)  # by iteration: an index would give characters
    text = "".join((CLASSES + " ")[kind] for kind in kinds[: height * width])
    return [text[row * width : (row + 1) * width] for row in range(height)]


def sides(game: Game) -> list[list[int]]:
    """The board's sides: their cells (row * width + column) from end to end.

    Raises:
        ValueError: it is not a game of Reversi.
    """
    return [[int(cell) for cell in side.actions] for side in _analysis(game).sides]


def _cell_name(cell: int, width: int) -> str:
    return f"{column_name(cell % width)}{cell // width + 1}"


def analysis_text(game: Game) -> str:
    """The board with the class of each cell, and its sides below."""
    rows = cell_classes(game)
    width = len(rows[0])
    lines = ["   " + " ".join(column_name(column) for column in range(width))]
    lines += [f"{number:>2} {' '.join(row)}".rstrip() for number, row in enumerate(rows, start=1)]
    ends = [f"{_cell_name(side[0], width)}-{_cell_name(side[-1], width)}" for side in sides(game)]
    return "\n".join([*lines, f"sides: {', '.join(ends) or 'none'}"])


def analysis_svg(game: Game, *, size: int = 400) -> str:
    """The same as an SVG picture.

    Args:
        game: a game of Reversi.
        size: length of the picture's longer side, in pixels.

    Returns:
        One `<svg>` element.
    """
    rows = cell_classes(game)
    height, width = len(rows), len(rows[0])
    scale = size / (_CELL * max(height, width))
    title = in_markup(f"classes of cells of {game.spec}")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * _CELL * scale:g}" height="{height * _CELL * scale:g}"'
        f' viewBox="0 0 {width * _CELL} {height * _CELL}" role="img" aria-label="{title}"'
        f' font-family="sans-serif" font-size="{_CELL * 0.4:g}" text-anchor="middle">'
    ]
    for row, names in enumerate(rows):
        for column, name in enumerate(names):
            if name == " ":
                continue
            x, y = column * _CELL, row * _CELL
            parts.append(
                f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{COLOURS[name]}" stroke="#ffffff"/>'
                f'<text x="{x + _CELL // 2}" y="{y + _CELL // 2}" dy="0.35em">{name}</text>'
            )
    for side in sides(game):
        ends = [(cell % width * _CELL + _CELL // 2, cell // width * _CELL + _CELL // 2) for cell in (side[0], side[-1])]
        (x1, y1), (x2, y2) = ends
        parts.append(
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#333333" stroke-width="2" stroke-opacity="0.35"/>'
        )
    return "\n".join([*parts, "</svg>"])


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.games.reversi.analysis BOARD`."""
    parser = Parser(
        "games.reversi.analysis",
        "Show the classes of a board's cells and its sides.",
        [
            "python -m boardai.games.reversi.analysis octagon",
            "python -m boardai.games.reversi.analysis mine.txt --svg mine.svg",
        ],
    )
    parser.add_argument("board", help="a shipped board's name, or a board file")
    parser.add_argument("--svg", metavar="FILE", help="also draw it into this file")
    add_overwrite(parser)
    given = parser.parse_args(arguments)
    with user_input():
        game = load(f"reversi:board={given.board}")
        check_files({"--svg": given.svg}, given.overwrite, {"--svg": (".svg",)})
        if given.svg:
            write_atomically(Path(given.svg), analysis_svg(game).encode())
    print(analysis_text(game))


if __name__ == "__main__":
    run(main, "games.reversi.analysis")
