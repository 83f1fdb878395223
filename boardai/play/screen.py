"""How a game is shown: plainly, or with colours, symbols and the last move lit where the terminal can."""

from __future__ import annotations

from rich.text import Text

from boardai.clocks import Time
from boardai.command_line import duration
from boardai.command_line.console import Console
from boardai.drawing import Board, Look, drawn
from boardai.drawing.board import offers
from boardai.drawing.coloured import coloured_board, swatch
from boardai.play.table import Table

NEWS, TROUBLE, ADVICE = "bold", "bright_red", "cyan"


class Screen:
    """Where a game is shown.

    Args:
        console: of rich; it knows what the terminal supports. Plain is what is no terminal, has no colours or is asked
            by `NO_COLOR` to show none, and what is not in UTF-8.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self.has_colours = (
            console.is_terminal
            and console.color_system is not None
            and not console.no_color
            and console.encoding.startswith("utf")
        )

    def say(self, text: str, style: str = "") -> None:
        """Shows lines.

        Args:
            text: the lines.
            style: `NEWS`, `TROUBLE` or `ADVICE`, for terminals with colours.
        """
        if self.has_colours:
            self._console.print(Text(text, style), soft_wrap=True)
        else:
            print(text)

    def show(self, table: Table) -> None:
        """Shows the board, the last move, and the clock."""
        coloured = _coloured(table) if self.has_colours else None
        if coloured is not None:
            self._console.print(Text.assemble("\n", coloured), soft_wrap=True)
        else:
            before, action = (table.states[-2], table.actions[-1]) if table.actions else (None, None)
            print(f"\n{drawn(table.state, before=before, action=action, game=table.game)}")
        self.say(f"{clock_words(table)}\n" if table.times() is not None else "")


def prompt(table: Table) -> str:
    """The prompt."""
    if table.is_over:
        return "game over> "
    times = table.times()
    left = "" if times is None else f" {time_words(times[table.player])}"
    return f"{table.game.player_names[table.player]}{left}> "


def clock_words(table: Table) -> str:
    """What both players have left, in one line; "" without a clock."""
    names = table.game.player_names
    return ", ".join(f"{name} {time_words(left)}" for name, left in zip(names, table.times() or (), strict=False))


def time_words(time: Time) -> str:
    """The remaining time of a player: `4:58`, in byo-yomi with the periods, `0:28 (3)`."""
    return duration(time.seconds) + (f" ({time.periods})" if time.in_byo_yomi else "")


def _coloured(table: Table) -> Text | None:
    """The board in colours with the remarks about the position; None where the game draws its own board."""
    state = table.state
    if not offers(state, "piece_colour") and not getattr(type(state), "_draws_by_default", False):
        return None  # it has its own drawing and defines no colours
    before, action = (table.states[-2], table.actions[-1]) if table.actions else (None, None)
    try:
        board = Board.of(state, before=before, action=action)
        look = Look.of(state, table.game.player_names)
    except ValueError:
        if offers(state, "board_cells"):
            raise
        return None
    lines = [coloured_board(board, look), _players(table, board, look)]
    news = []
    if before is not None and action is not None:
        news.append(f"last move {table.game.format_action(before, action)}")
    if not table.is_over:
        others = [board.names[one] for one, cells in board.actions.items() if not cells]
        choice = f", or {' or '.join(others)}" if others and len(others) < len(board.actions) else ""
        news.append(f"{table.game.player_names[board.player]} to move{choice}")
    return Text("\n").join([*lines, Text("; ".join(news))])


def _players(table: Table, board: Board, look: Look) -> Text:
    """Whose pieces are whose, and what counts in the end."""
    line = Text()
    for player, name in enumerate(table.game.player_names):
        line.append("   " if player else "")
        if board.pieces[player]:
            line.append_text(swatch(look, board.pieces[player])).append(" ")
        line.append(name if board.scores is None else f"{name} {board.scores[player]}")
    return line
