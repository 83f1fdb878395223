"""What people type while they play, and the answers."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from boardai.basics.unknown_names import nearest_name
from boardai.command_line import InputError, file_error
from boardai.play.saved import save_game, saved_game
from boardai.play.screen import ADVICE, NEWS, TROUBLE, Screen, prompt
from boardai.play.seats import HUMAN, joined_sides
from boardai.play.table import Seat, Table
from boardai.players import Player
from boardai.players.hints import Hint
from boardai.players.levels import levels_of

HELP = """\
Type a move, or one of:
  undo           take back your last move; as often as you like
  hint           show a good move, with its value and the expected line
  moves          list the legal moves
  board          draw the board again
  levels         list the opponents
  opponent NAME  change your opponent to a level, an agent, or human
  save FILE      write the game to a file (.json, .pgn, ...); add --overwrite to replace an
                 existing file
  load FILE      continue a game from a file
  new            start a new game
  resign         resign the game
  quit           leave"""

# What people type besides.
_OTHER_WORDS = {"exit": "quit", "q": "quit", "?": "help", "back": "undo", "takeback": "undo", "level": "opponent"}


class Conversation:
    """Reads what people type and answers, until they leave or the input ends.

    Args:
        table: the game.
        screen: for the output.
        ask: reads one line after showing a prompt; "" when the given time is over; None at the end of input.
        hint: returns (action, explanation) for a state.
        seat: makes the player of a name; raises InputError for an unknown one.
    """

    def __init__(
        self,
        table: Table,
        screen: Screen,
        ask: Callable[[str, float | None], str | None],
        hint: Hint,
        seat: Callable[[str], Seat],
    ) -> None:
        self.table, self.screen, self.ask = table, screen, ask
        self._hint, self._seat = hint, seat
        self._sides_shown: list[str] = []
        self._passed = ""  # a move that was made automatically just now
        self._with_words = {"save": self.save, "load": self.load, "opponent": self.opponent}
        self._alone = {
            "undo": self.undo,
            "hint": self.hint,
            "moves": self.moves,
            "board": self.show,
            "levels": self.levels,
            "new": self.new,
            "resign": table.resign,
            "help": lambda: screen.say(HELP),
        }

    def run(self) -> None:
        """Plays until everybody has left."""
        self.show()
        ending_shown = False
        while True:
            self.table.check_flag()
            over, agent = self.table.is_over, self.table.agent_to_move
            if over and not ending_shown:
                self.screen.say(self.ending(), NEWS)
            ending_shown = over
            if over and not self.table.has_people:
                return
            if not over and self._goes_by_itself(agent):
                continue
            line = self.ask(prompt(self.table), self.table.until_flag())
            if line is None or self._command(line.strip()) == "quit":
                return
            if line.strip():
                self._obey(line.strip())

    def _goes_by_itself(self, agent: Player | None) -> bool:
        """Makes a move that need not be typed, if there is one: an agent's, or a pass that is forced."""
        if agent is not None:
            self._let_play(agent)
            return True
        forced = self.table.forced_pass()
        if forced is not None:
            self._pass(forced)
        return forced is not None

    def _let_play(self, agent: Player) -> None:
        try:
            line = self.table.reply(agent)
        except InputError:
            self.screen.say(f"The game so far: {self.table.so_far() or 'no move'}")
            raise
        self._report_move(line, by_person=False)

    def _pass(self, action: int) -> None:
        """Makes the only move there is, which moves nothing."""
        self._passed = self.table.game.format_action(self.table.state, action)
        line = self.table.play(action)
        self._report_move(f"{line} (no other move is possible)" if line else "")

    def _report_move(self, line: str, by_person: bool = True) -> None:
        """A move and the board; where an agent answers a person at once, the board is shown after the answer alone.

        Args:
            line: names the move; "" where the time was over before it was made: nothing is shown then.
            by_person: whether a person made it.
        """
        if line:
            self.screen.say(line, NEWS)
            if self.table.is_over or not by_person or self.table.agent_to_move is None:
                self.show()

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        passed, self._passed = self._passed, ""
        try:
            if self._is_action(line):
                self._report_move(self.table.move(line))
            elif self._command(word) in self._with_words:
                self._with_words[self._command(word)](rest.strip())
            elif self._command(line) in self._alone:
                self._alone[self._command(line)]()
            elif passed and line.lower() == passed.lower():
                self.screen.say(f"{passed} has already been played, because no other move was possible")
            else:
                self._report_move(self.table.move(line))
        except (ValueError, OSError) as error:
            reason = file_error(error) if isinstance(error, OSError) else str(error)
            # The board is in sight: its text would only hide the reason.
            reason = reason.replace(f" in position {self.table.state.to_string()}", " here")
            meant = nearest_name(line, self._alone) or nearest_name(word, self._with_words)
            known = self._command(word) in self._with_words or self._command(line) in self._alone
            advice = f"did you mean {meant}? " if meant and not known else ""
            self.screen.say(f"{advice}{reason}\n(help lists the commands, moves the legal moves)", TROUBLE)

    @staticmethod
    def _command(text: str) -> str:
        """The command that a text means, if it is one."""
        return _OTHER_WORDS.get(text.lower(), text.lower())

    def _is_action(self, line: str) -> bool:
        """Whether a move of the game has exactly this text: it then wins over a command of the same name."""
        try:
            return not self.table.is_over and self.table.state.is_legal(self.table.state.action_from_string(line))
        except ValueError:
            return False

    # --- commands; they raise ValueError if they are impossible ---

    def show(self) -> None:
        """Shows the board, and above it the sides that each player joins, if these are new."""
        sides = joined_sides(self.table)
        if sides != self._sides_shown:
            self.screen.say("\n".join(sides))
            self._sides_shown = sides
        self.screen.show(self.table)

    def undo(self) -> None:
        """Back to the previous turn of a person."""
        self.table.undo()
        self.show()

    def new(self) -> None:
        """Starts again."""
        self.table.new()
        self.show()

    def hint(self) -> None:
        """Shows the move of a good player, with its reasons."""
        self.table.require_running()
        action, why = self._hint(self.table.state)
        self.screen.say(f"hint: {self.table.game.format_action(self.table.state, action)} ({why})", ADVICE)

    def moves(self) -> None:
        """The legal moves, in columns."""
        self.table.require_running()
        state = self.table.state
        names = sorted(self.table.game.format_action(state, action) for action in state.legal_actions())
        width = max(map(len, names)) + 2
        columns = max(1, (shutil.get_terminal_size().columns - 1) // width)
        rows = [names[first : first + columns] for first in range(0, len(names), columns)]
        self.screen.say("\n".join("".join(f"{name:<{width}}" for name in row).rstrip() for row in rows))

    def levels(self) -> None:
        """Lists the opponents."""
        known = levels_of(self.table.game)
        width = max(len(level.key) for level in known)
        lines = [f"  {level.key:<{width}}  {level.spec}" for level in known]
        self.screen.say("\n".join([*lines, f"  {HUMAN:<{width}}  a person", "opponent NAME selects one of them"]))

    def opponent(self, name: str) -> None:
        """Gives a seat without a person to another player; if both are people, the seat that is not to move."""
        if not name:
            raise ValueError(
                "opponent: the name is missing. Give a level, an agent, or human, such as opponent easy; "
                "`levels` lists the levels"
            )
        try:
            seat = self._seat(name)
        except InputError as error:
            raise ValueError(str(error)) from None
        agents = [player for player in (0, 1) if self.table.seats[player].agent is not None]
        player = agents[0] if agents else 1 - self.table.player
        self.table.sit_down(player, seat)
        self.screen.say(f"{self.table.described(player)} plays from now on")

    def save(self, words: str) -> None:
        """Writes the game to a file."""
        _require_path(words, "save")
        self.screen.say(save_game(words, self.table.recorded))

    def load(self, path: str) -> None:
        """Continues a game from a file."""
        _require_path(path, "load")
        problems: list[str] = []
        self.table.begin(saved_game(path, self.table.game, problems.append), path)
        self.show()
        for problem in problems:
            self.screen.say(problem, TROUBLE)

    def ending(self) -> str:
        """Shows the winner, and the reason if the game has one."""
        table = self.table
        reason = table.ending.reason if table.ending is not None else table.game.describe_ending(table.state)
        because = f" ({reason})" if reason else ""
        if table.outcome(0) == 0:
            return f"The game is drawn{because}."
        return f"{table.who(0 if table.outcome(0) > 0 else 1)} won{because}."


def _require_path(path: str, command: str) -> None:
    if not path:
        raise ValueError(f"{command}: the file is missing. Give its name: {command} game.json")
