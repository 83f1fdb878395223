"""What people type while they play, and what they are answered."""

from __future__ import annotations

import shutil
from collections.abc import Callable

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
  undo           take back to your previous turn; as often as you like
  hint           what a good player would play, and why
  moves          the legal moves
  board          draw the board again
  levels         who can be played against
  opponent NAME  somebody else plays against you: a level, an agent, or human
  save FILE      write the game to a file (.json, .pgn, ...); a file that is there only with
                 --overwrite behind its name
  load FILE      go on with a game from a file
  new            start again
  resign         give up
  quit           leave"""

# What people type besides.
_OTHER_WORDS = {"exit": "quit", "q": "quit", "?": "help", "back": "undo", "takeback": "undo", "level": "opponent"}


class Conversation:
    """Reads what people type and answers, until they leave or the input ends.

    Args:
        table: the game.
        screen: where it is shown.
        ask: reads one line after showing a prompt, "" where the seconds it is given are over; None at the end of input.
        hint: gives (action, explanation) for a state.
        seat: whoever has a name; InputError where nobody has.
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
        self._sides_told: list[str] = []
        self._passed = ""  # the move that was made by itself just now
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
        told_ending = False
        while True:
            self.table.check_flag()
            over, agent = self.table.is_over, self.table.agent_to_move
            if over and not told_ending:
                self.screen.say(self.ending(), NEWS)
            told_ending = over
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
        """Makes the move that nobody has to type, if there is one: an agent's, or a pass that is forced."""
        if agent is not None:
            self._let_play(agent)
            return True
        forced = self.table.forced_pass()
        if forced is not None:
            self._pass(forced)
        return forced is not None

    def _let_play(self, agent: Player) -> None:
        try:
            told = self.table.reply(agent)
        except InputError:
            self.screen.say(f"The game so far: {self.table.so_far() or 'no move'}")
            raise
        self._tell_move(told)

    def _pass(self, action: int) -> None:
        """Makes the only move there is, which moves nothing."""
        self._passed = self.table.game.format_action(self.table.state, action)
        told = self.table.play(action)
        self._tell_move(f"{told} (no other move is possible)" if told else "")

    def _tell_move(self, told: str) -> None:
        """A move and the board after it; nothing where the time was over before it was made."""
        if told:
            self.screen.say(told, NEWS)
            self.show()

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        passed, self._passed = self._passed, ""
        try:
            if self._is_action(line):
                self._tell_move(self.table.move(line))
            elif self._command(word) in self._with_words:
                self._with_words[self._command(word)](rest.strip())
            elif self._command(line) in self._alone:
                self._alone[self._command(line)]()
            elif passed and line.lower() == passed.lower():
                self.screen.say(f"{passed} was played already, since no other move was possible")
            else:
                self._tell_move(self.table.move(line))
        except (ValueError, OSError) as error:
            reason = file_error(error) if isinstance(error, OSError) else str(error)
            self.screen.say(f"{reason}\n(help lists the commands, moves the legal moves)", TROUBLE)

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

    # --- commands; they raise ValueError where they cannot be done ---

    def show(self) -> None:
        """The board; and who joins which sides, when it is new."""
        names = self.table.who(0), self.table.who(1)
        sides = joined_sides(self.table.game, self.table.state, names)
        if sides != self._sides_told:
            self.screen.say("\n".join(sides))
            self._sides_told = sides
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
        """What a good player would play, and why."""
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
        """Who can be played against."""
        known = levels_of(self.table.game)
        width = max(len(level.key) for level in known)
        lines = [f"  {level.key:<{width}}  {level.spec}" for level in known]
        self.screen.say("\n".join([*lines, f"  {HUMAN:<{width}}  a person", "opponent NAME lets one of them play"]))

    def opponent(self, name: str) -> None:
        """Somebody else sits down where no person plays, or between two people where nobody is to move."""
        if not name:
            raise ValueError("opponent who? Give a level, an agent, or human; levels lists the first: opponent easy")
        try:
            seat = self._seat(name)
        except InputError as error:
            raise ValueError(str(error)) from None
        agents = [player for player in (0, 1) if self.table.seats[player].agent is not None]
        player = agents[0] if agents else 1 - self.table.player
        self.table.sit_down(player, seat)
        self.screen.say(f"{self.table.who(player)} plays from now on")

    def save(self, words: str) -> None:
        """Writes the game to a file."""
        _require_path(words, "save")
        self.screen.say(save_game(words, self.table.recorded))

    def load(self, path: str) -> None:
        """Goes on with a game from a file."""
        _require_path(path, "load")
        problems: list[str] = []
        self.table.begin(saved_game(path, self.table.game, problems.append), path)
        self.show()
        for problem in problems:
            self.screen.say(problem, TROUBLE)

    def ending(self) -> str:
        """Who won, and why if the game says."""
        table = self.table
        reason = table.ending.reason if table.ending is not None else table.game.describe_ending(table.state)
        because = f" ({reason})" if reason else ""
        if table.outcome(0) == 0:
            return f"The game is drawn{because}."
        return f"{table.who(0 if table.outcome(0) > 0 else 1)} won{because}."


def _require_path(path: str, command: str) -> None:
    if not path:
        raise ValueError(f"{command} what? Give the name of a file: {command} game.json")
