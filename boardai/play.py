"""Play a game in the terminal, against an agent or another person.

Type a move as people write it in that game, or a command; `help` lists the commands. It reads standard input, so a
game can also be fed from a file or a pipe; the end of input ends it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import random
import shutil
import sys
from collections.abc import Callable, Iterator
from typing import Any

from boardai.agents import Agent, SearchAgent, load_agent, new_game
from boardai.agents.hints import Hint, default_opponent, hints_of
from boardai.agents.own import failure_of_own
from boardai.command_line import (
    GAME_HELP,
    OVERWRITE,
    TRUST_HELP,
    InputError,
    Parser,
    check_files,
    file_error,
    run,
    user_input,
    whole_number,
)
from boardai.command_line.other_words import unknown_option
from boardai.drawing import drawn
from boardai.game import Game, load, read_parameter
from boardai.protocols.process import EngineError
from boardai.quoting import quoted
from boardai.records import GameRecord, RecordedGame, read_games, write_games
from boardai.records.formats import formats, record_of
from boardai.trust import NOTHING, Trust
from boardai.unknown_names import UnknownParameter

HUMAN = "human"

HELP = """\
Type a move, or one of:
  undo        take back to your previous turn; as often as you like
  hint        what a good player would play, and why
  moves       the legal moves
  board       draw the board again
  save FILE   write the game to a file (.json, .pgn, ...); a file that is there only with
              --overwrite behind its name
  load FILE   go on with a game from a file
  new         start again
  resign      give up
  quit        leave"""


class Table:
    """A game being played: its states from the first to the last, and who sits where.

    Args:
        game: the game.
        record: where to begin: a start position and the actions already played.
        agents: who plays player 0 and player 1; None is a person.
        names: what they are called in messages and files.
        hint: gives (action, explanation) for a state.
        source: where the record comes from, named in errors.
        seed: of the agents' random choices.

    Raises:
        ValueError: the record does not fit the game.
    """

    def __init__(
        self,
        game: Game,
        record: GameRecord,
        agents: tuple[Agent | None, Agent | None],
        names: tuple[str, str],
        hint: Hint,
        source: str = "game record",
        seed: int = 0,
    ) -> None:
        self.game = game
        self._seed = seed
        self.agents = agents
        self.names = names
        self._hint = hint
        self._set(record, source)

    def _set(self, record: GameRecord, source: str) -> None:
        self.states = record.states(self.game, source)
        self.start = record.start
        self.actions = [int(self.states[i].action_from_string(text)) for i, text in enumerate(record.actions)]
        self.resigned: int | None = None
        for player, agent in enumerate(self.agents):
            if agent is not None:
                with self._failing(player):
                    new_game(agent, self.states[0], self.actions, self._seed + player)
        self._seed += len(self.agents)  # another game is played otherwise

    @property
    def state(self) -> Any:
        """The position on the board."""
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        """By the rules or by resignation."""
        return self.resigned is not None or self.state.is_terminal()

    @property
    def agent_to_move(self) -> Agent | None:
        """None where a person moves."""
        return self.agents[self.state.current_player()]

    @property
    def record(self) -> GameRecord:
        """The game so far."""
        texts = tuple(state.action_to_string(action) for state, action in zip(self.states, self.actions, strict=False))
        return GameRecord(self.game.spec, texts, self.start, self.names, self.outcome(0) if self.is_over else None)

    def outcome(self, player: int) -> int:
        """+1, 0 or -1 for that player, when the game is over."""
        if self.resigned is not None:
            return -1 if self.resigned == player else 1
        return int(self.state.outcome(player))

    def play(self, action: int) -> str:
        """Plays a legal action; returns a line that tells it."""
        before = self.state
        told = f"{self._who(before.current_player())}: {self.game.format_action(before, action)}"
        self.states.append(before.child(action))
        self.actions.append(action)
        return told

    def reply(self, agent: Agent) -> str:
        """Lets an agent play.

        Raises:
            InputError: an agent of somebody's own failed or chose no legal move, or an engine did.
        """
        player = self.state.current_player()
        with self._failing(player):
            action = agent.choose(self.state)
            if not self.state.is_legal(action):
                raise EngineError(f"action {action} is not legal here")
        return self.play(action)

    @contextlib.contextmanager
    def _failing(self, player: int) -> Iterator[None]:
        """Around the work of an agent: what is the fault of somebody's own, or of an engine, becomes an InputError."""
        try:
            yield
        except Exception as error:
            reason = str(error) if isinstance(error, EngineError) else failure_of_own(error)
            if reason is None:
                raise
            raise InputError(f"{self._who(player)} failed in move {len(self.actions) + 1}: {reason}") from error

    def so_far(self) -> str:
        """The moves played, as people write them; `analyze --moves` and `play` take them."""
        played = zip(self.states, self.actions, strict=False)
        return " ".join(self.game.format_action(state, action) for state, action in played)

    # --- commands: each returns the lines to show, or raises ValueError ---

    def undo(self) -> str:
        """Back to the previous turn of a person."""
        if self.resigned is not None:
            self.resigned = None
            return self.board()
        turns = [ply for ply, state in enumerate(self.states[:-1]) if self.agents[state.current_player()] is None]
        if not turns:
            raise ValueError("there is nothing to take back")
        del self.states[turns[-1] + 1 :], self.actions[turns[-1] :]
        return self.board()

    def hint(self) -> str:
        """What a good player would play, and why."""
        self._require_running()
        action, why = self._hint(self.state)
        return f"hint: {self.game.format_action(self.state, action)} ({why})"

    def moves(self) -> str:
        """The legal moves, in columns."""
        self._require_running()
        names = sorted(self.game.format_action(self.state, action) for action in self.state.legal_actions())
        width = max(map(len, names)) + 2
        columns = max(1, (shutil.get_terminal_size().columns - 1) // width)
        rows = [names[first : first + columns] for first in range(0, len(names), columns)]
        return "\n".join("".join(f"{name:<{width}}" for name in row).rstrip() for row in rows)

    def board(self) -> str:
        """The drawn board, with the last move."""
        before, action = (self.states[-2], self.actions[-1]) if self.actions else (None, None)
        return f"\n{drawn(self.state, before=before, action=action)}\n"

    def save(self, words: str) -> str:
        """Writes the game to a file of the kind its name ends in; over one that is there only where that is asked."""
        path = words.removesuffix(OVERWRITE).rstrip()
        self._require_path(path, "save")
        known = sorted({ending for kind in formats(self.game) if kind.write is not None for ending in kind.endings})
        if not path.lower().removesuffix(".gz").endswith(tuple(known)):
            raise ValueError(f"save: a name that ends in {', '.join(known)} (or that and .gz), not {quoted(path)}")
        try:
            check_files({"save": path}, path != words, allowed_by=f"save {path} {OVERWRITE}")
        except InputError as error:
            raise ValueError(error) from None
        result = self.outcome(0) if self.is_over else None
        one = RecordedGame(self.game, self.states[0], tuple(self.actions), result, self.names)
        try:
            write_games(path, [one])
        except ValueError:
            # A transcript has moves only; whatever else is wrong is wrong without the names, too.
            write_games(path, [dataclasses.replace(one, players=("", ""))])
            return f"saved to {path}, which has no room for the players' names"
        return f"saved to {path}"

    def load(self, path: str) -> str:
        """Goes on with a game from a file."""
        self._require_path(path, "load")
        self._set(saved_game(path, self.game), path)
        return self.board()

    def new(self) -> str:
        """Starts again from where this game began."""
        self._set(GameRecord(self.game.spec, (), self.start), "start")
        return self.board()

    def resign(self) -> str:
        """The person to move gives up."""
        self._require_running()
        self.resigned = self.state.current_player()
        return ""

    def move(self, text: str) -> str:
        """Plays a person's move."""
        self._require_running()
        return self.play(self.game.parse_action(self.state, text))

    def ending(self) -> str:
        """Who won, and why if the game says."""
        reason = "resignation" if self.resigned is not None else self.game.describe_ending(self.state)
        because = f" ({reason})" if reason else ""
        if self.outcome(0) == 0:
            return f"The game is drawn{because}."
        winner = 0 if self.outcome(0) > 0 else 1
        return f"{self._who(winner)} won{because}."

    def _who(self, player: int) -> str:
        return f"{self.names[player]} ({self.game.player_names[player]})"

    def _require_running(self) -> None:
        if self.is_over:
            raise ValueError("the game is over; there are still: undo, new, save FILE, load FILE, board, quit")

    @staticmethod
    def _require_path(path: str, command: str) -> None:
        if not path:
            raise ValueError(f"{command} what? Give the name of a file: {command} game.json")


class Conversation:
    """Reads what people type and answers, until they leave or the input ends.

    Args:
        table: the game.
        ask: reads one line after showing a prompt; None at the end of input.
        tell: shows lines.
    """

    def __init__(self, table: Table, ask: Callable[[str], str | None], tell: Callable[[str], None]) -> None:
        self.table, self.ask, self.tell = table, ask, tell
        self._with_file = {"save": table.save, "load": table.load}
        self._plain = {
            "undo": table.undo,
            "hint": table.hint,
            "moves": table.moves,
            "board": table.board,
            "new": table.new,
            "resign": table.resign,
            "help": lambda: HELP,
        }

    def run(self) -> None:
        """Plays until everybody has left."""
        self.tell(self.table.board())
        told_ending = False
        while True:
            over, agent = self.table.is_over, self.table.agent_to_move
            if over and not told_ending:
                self.tell(self.table.ending())
            told_ending = over
            if over and None not in self.table.agents:
                return
            if agent is not None and not over:
                try:
                    self.tell(self.table.reply(agent))
                except InputError:
                    self.tell(f"The game so far: {self.table.so_far() or 'no move'}")
                    raise
                self.tell(self.table.board())
                continue
            turn = self.table.game.player_names[self.table.state.current_player()]
            line = self.ask("game over> " if over else f"{turn}> ")
            if line is None or line.strip().lower() in ("quit", "exit"):
                return
            if line.strip():
                self._obey(line.strip())

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        try:
            if self._is_action(line):
                self.tell(self.table.move(line))
                self.tell(self.table.board())
            elif word.lower() in self._with_file:
                self.tell(self._with_file[word.lower()](rest.strip()))
            elif line.lower() in self._plain:
                self.tell(self._plain[line.lower()]())
            else:
                self.tell(self.table.move(line))
                self.tell(self.table.board())
        except (ValueError, OSError) as error:
            reason = file_error(error) if isinstance(error, OSError) else str(error)
            self.tell(f"{reason}\n(help lists the commands, moves the legal moves)")

    def _is_action(self, line: str) -> bool:
        """Whether a move of the game has exactly this text: it then wins over a command of the same name."""
        try:
            return not self.table.is_over and self.table.state.is_legal(self.table.state.action_from_string(line))
        except ValueError:
            return False


def saved_game(path: str, game: Game | None, trust: Trust | bool = NOTHING) -> GameRecord:
    """The one game of a file, of whatever kind (`boardai.read_games`).

    Args:
        path: the file.
        game: what it must be a game of; None: what the file says.
        trust: whether a game that only the file names may run its code.

    Raises:
        ValueError: it cannot be read, is another game's, or the file holds several.
    """
    games = list(itertools.islice(read_games(path, game, trust=trust), 2))
    if len(games) != 1:
        raise ValueError(f"{path}: {'more than one game' if games else 'no game'} is in it, and one can be played on")
    return record_of(games[0])


def _read_line(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        print()
        return None


def _seats(side: str, mine: str, opponent: str, seed: int) -> tuple[str, str]:
    first = random.Random(seed).random() < 0.5 if side == "random" else side == "first"
    return (mine, opponent) if first else (opponent, mine)


def _seat(name: str, game: Game, seed: int, trust: Trust | bool) -> Agent:
    """The agent of that name; where there is none, people are reminded that they may sit there themselves."""
    try:
        agent = load_agent(name, game, seed, trust)
    except ValueError as error:
        raise ValueError(f"{error}, {HUMAN}" if str(error).startswith("unknown agent") else str(error)) from None
    if isinstance(agent, SearchAgent):
        agent.return_at_interrupt()  # who is tired of waiting gets its best so far
    return agent


def _parameters(parser: Parser, options: list[str]) -> dict[str, Any]:
    """The options that are not the command's: parameters of the game, as `--board octagon`."""
    words = [word for option in options for word in option.split("=", 1)]
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or not all(name.startswith("--") and len(name) > 2 for name, _ in pairs):
        parser.error(f"unrecognized arguments: {' '.join(options)}")
    return {name[2:]: read_parameter(value) for name, value in pairs}


def _game(parser: Parser, spec: str, parameters: dict[str, Any]) -> Game:
    """The game; an option that is neither the command's nor a parameter of it ends the command."""
    try:
        return load(spec, **parameters)
    except UnknownParameter as error:
        if error.name in parameters:
            known = [*parser.options, *(f"--{name}" for name in error.known)]
            parser.error(f"{unknown_option(f'--{error.name}', known)} ({error})")
        raise


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.play GAME`.

    Args:
        arguments: of the command; the process's own by default.
    """
    parser = Parser(
        "play",
        "Play a game in the terminal. Type moves as people write them, or `help`.",
        [
            "python -m boardai.play chess",
            "python -m boardai.play hex:size=7 --opponent puct:run=runs/hex,simulations=200 --side second",
            "python -m boardai.play reversi --board octagon",
            "python -m boardai.play reversi --opponent human",
            "python -m boardai.play chess --player greedy --opponent random --seed 1",
        ],
    )
    parser.add_argument(
        "game",
        nargs="?",
        help=GAME_HELP + ", or as options (--size 5); with --load, the file tells it",
    )
    parser.add_argument(
        "--opponent",
        metavar="AGENT",
        help="an agent (`python -m boardai.agents` lists them) or human (default: one that suits the game)",
    )
    parser.add_argument("--player", metavar="AGENT", default=HUMAN, help="who plays your side (default: you, a human)")
    parser.add_argument("--side", choices=("first", "second", "random"), default="first", help="your side")
    parser.add_argument("--position", metavar="TEXT", help="start here instead of the game's start (chess: a FEN)")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--seed", type=whole_number(0), help="makes agents' random choices repeatable")
    parser.add_argument("--trust", action="store_true", help=TRUST_HELP)
    given, others = parser.parse_known_args(arguments)
    if given.load is not None and given.position is not None:
        parser.error("--load and --position exclude each other")
    if given.game is None and given.load is None:
        parser.error("name a game, or a file with --load")
    if others and given.game is None:
        parser.error(f"unrecognized arguments: {' '.join(others)}")
    parameters = _parameters(parser, others)
    seed = given.seed if given.seed is not None else random.SystemRandom().getrandbits(32)
    with user_input():
        game = _game(parser, given.game, parameters) if given.game is not None else None
        record = saved_game(given.load, game, given.trust) if given.load is not None else None
        if game is None:
            assert record is not None
            game = load(record.game)
        names = _seats(given.side, given.player, given.opponent or default_opponent(game), seed)
        agents = tuple(
            None if name == HUMAN else _seat(name, game, seed + i, given.trust) for i, name in enumerate(names)
        )
        table = Table(
            game,
            record if record is not None else GameRecord(game.spec, (), given.position),
            (agents[0], agents[1]),
            names,
            hints_of(game),
            given.load or "--position",
            seed,
        )
    if sys.stdin.isatty():
        import readline  # noqa: F401  (line editing and history for input())

    print(f"{game.spec}: {table._who(0)} against {table._who(1)}. Type help for the commands.")
    Conversation(table, _read_line, print).run()


if __name__ == "__main__":
    run(main, "play")
