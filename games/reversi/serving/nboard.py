"""NBoard's protocol, version 2: an agent as an engine for NBoard, the Reversi board by Chris Welty.

NBoard sends whole games and single moves, asks for moves (`go`) and hints, and sends `ping` to cancel everything
before it: an agent that still thinks is stopped, and its answer is not given. Every other `go` is answered before
what comes after it is done; hints end with the next line.

Description: Chris Welty, "The NBoard protocol, version 2" (http://www.orbanova.com/nboard/protocol.htm).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardai.basics.quoting import quoted
from boardai.engine.player import EnginePlayer
from boardai.engine.server import Console, Server, command
from boardai.games.reversi.formats.ggf import played, read_ggf
from boardai.players.player import Thought
from boardai.search.kind import SEARCHES
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import value_words, written_line


class NBoardServer(Server):
    """An agent behind NBoard's protocol.

    Args:
        player: the agent.
        console: the program that talks to it.
    """

    def __init__(self, player: EnginePlayer, console: Console) -> None:
        super().__init__(player, console)
        self._state: Any = player.game.initial_state()
        self._depth: int | None = None
        self._hinting = False

    def obey(self, line: str) -> None:
        """Executes a line."""
        word, _, rest = line.partition(" ")
        if not word:
            return
        method = self.method_of(word)
        if method is None:
            self.refuse(f"unknown command {quoted(line)}")
            return
        if self.is_thinking:
            self._forget()  # the request is about another position
        try:
            method(rest.strip())
        except ValueError as error:
            self.refuse(str(error))

    def refuse(self, reason: str) -> None:
        """Sends the reason in the status line."""
        self.console.say(f"status {' '.join(reason.split())}")

    def warm_up_answer(self, state: Any, thought: Thought) -> None:
        """Writes and reads a move."""
        played(state, _text(state, thought.action))

    def may_interrupt(self, line: str) -> bool:
        """Any line ends hints, but not the search for a move."""
        return self._hinting

    def heard(self, line: str) -> bool:
        """A `ping` cancels the search; a `quit` ends the conversation."""
        word = line.partition(" ")[0]
        if self.is_thinking and word == "ping":
            self._forget()
        return word == "quit"

    def _forget(self) -> None:
        self.halt()
        self.console.say("status")

    def input_ended(self) -> None:
        """The answer that is due is still given."""

    @command("nboard")
    def _nboard(self, rest: str) -> None:
        self.console.say(f"set myname {self.player.name.replace(' ', '_')}")

    @command("set")
    def _set(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name == "depth":
            if not value.isdecimal() or not 0 < int(value[:9]) < 1000:
                raise ValueError(f"set depth: expected a whole number of at least 1, got {quoted(value)}")
            self._depth = int(value)
        elif name == "game":
            start, actions = read_ggf(value, self.player.game)
            self._state = start
            for action in actions:
                self._state.apply(action)
            self.player.begin(start, actions)
        # contempt, myname and what later versions add changes nothing here

    @command("move")
    def _move(self, rest: str) -> None:
        for action in played(self._state, rest.partition("/")[0]):
            self._state.apply(action)

    @command("ping")
    def _ping(self, rest: str) -> None:
        self.console.say(f"pong {rest}")

    @command("learn")
    def _learn(self, rest: str) -> None:
        self.console.say("learned")  # the engine does not learn from a single game

    @command("analyze")
    def _analyze(self, rest: str) -> None:
        self.refuse("analyze is not known here")

    @command("quit")
    def _quit(self, rest: str) -> None:
        self.leave()

    @command("go")
    def _go(self, rest: str) -> None:
        def answered(thought: Thought) -> None:
            state = self._state
            value = None if thought.result is None else thought.result.margin
            answers = "" if value is None else f"/{value:.2f}"
            self.console.say(f"=== {_text(state, thought.action)}{answers}", "status")

        self._think(1, answered)

    @command("hint")
    def _hint(self, rest: str) -> None:
        if not rest.isdecimal() or not 0 < int(rest[:9]) < 1000:
            raise ValueError(f"hint: expected a whole number of at least 1, got {quoted(rest)}")

        def answered(thought: Thought) -> None:
            if thought.result is None:
                self.console.say(f"search {_text(self._state, thought.action)} 0 0 1")
            else:
                self.progress(thought.result)
            self.console.say("status")

        self._think(int(rest), answered)
        self._hinting = True

    def _think(self, lines: int, answered: Callable[[Thought], None]) -> None:
        state = self._state
        if any(line.partition(" ")[0] == "ping" for line in self.waiting):
            return  # a `ping` after it cancels it
        if state.is_terminal():
            raise ValueError("the game is over")
        if "multi_pv" in self.player.options:
            self.player.set("multi_pv", str(lines))
        self._hinting = False
        self.console.say(f"status {self.player.name} thinks")
        self.think_about(state, Limits(depth=self._depth), answered)

    def progress(self, result: SearchResult) -> None:
        """Sends the lines found so far, for hints."""
        if not self._hinting or result.is_unsearched:
            return
        others = [line for line in result.notes.get("lines", ()) if line and line[:1] != result.pv[:1]]
        answers = []
        for line in [list(result.pv), *others]:
            discs = result.margin_of(line[0])
            words = "" if discs is not None else _without_discs(result, line[0])
            moves = "".join(written_line(result.state, line, _text))
            answers.append(f"search {moves} {0.0 if discs is None else discs:.2f} 0 {result.depth}{words}")
        nodes = result.simulations or result.nodes
        self.console.say(*answers, f"nodestats {nodes} {result.seconds:.3f}")


def _text(state: Any, action: int) -> str:
    """A move as NBoard writes it."""
    text = str(state.action_to_string(action))
    return "PA" if text == "pass" else text.upper()


def _without_discs(result: SearchResult, action: int) -> str:
    """The facts about a move without a value in discs, in words."""
    value = result.value if action == result.action else result.action_values.get(action)
    if value is None:
        return ""
    known = SEARCHES.get(result.method)
    scoring = known is not None and known.scoring
    return " " + (value_words(value) if scoring else f"expected score {50 * (1 + value):.0f} %")
