"""The player behind a protocol: what can be set of it, and how it is asked for a move."""

from __future__ import annotations

import queue
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from boardai.basics.seeds import seed_of
from boardai.basics.setting import Setting
from boardai.basics.trust import trusted, trusting
from boardai.basics.unknown_names import nearest_name
from boardai.clocks.management import DEFAULT_OVERHEAD, Budget, Reading
from boardai.game import Game
from boardai.players.hints import default_opponent
from boardai.players.kinds import KINDS, agent_parameters, agents, load_agent
from boardai.players.player import NO_LIMITS, Progress, Stop, Thought
from boardai.players.search import LIMITS, REHEARSALS
from boardai.players.searches import for_one_game, unknown_name
from boardai.players.spec import BOXED, PROTOCOLS, AgentSpec
from boardai.players.thinking import Thinking, bounded, clock_budget
from boardai.players.user import described
from boardai.protocols.process import EngineError
from boardai.search.limits import UNTIL_STOPPED, Limits

# Not for a protocol's options: limits come with each move, a preset is a set of other options, rows are for many games
# at once, and nobody asks an engine to err.
_NO_OPTIONS = (*LIMITS, "preset", "reuse", "rows", "noise", "noisy_moves")
_LONGEST_START = 3600.0  # seconds that the first moment of a search may take, with all that is compiled for it


def default_mind(game: Game, *, seed: int = 0) -> Mind:
    """The game's own good agent. Its limit holds where a move is given none; else the other program says how long."""
    spec = AgentSpec.parse(default_opponent(game))
    limits = {key: float(value) for key, value in spec.only(*LIMITS).parameters if value is not None}
    usual = Limits(**{key: value if key == "seconds" else int(value) for key, value in limits.items()})  # type: ignore[arg-type]
    return Mind(spec.without(*LIMITS), game, usual=usual, seed=seed)


class Mind:
    """An agent, its options by name, and the player it is.

    Args:
        spec: as `load_agent` takes it.
        game: what it plays.
        usual: limits of a move that is given none; None: those of the agent.
        seed: of random choices.

    Attributes:
        game: what it plays.
        seed: of random choices.
        options: what can be set; a parameter's default is the agent's own.

    Raises:
        ValueError: no such agent, or a parameter that it does not take.
    """

    def __init__(
        self,
        spec: str | AgentSpec,
        game: Game,
        *,
        usual: Limits | None = None,
        seed: int = 0,
    ) -> None:
        self.game, self.seed = game, seed
        self._usual, self._trust = usual or NO_LIMITS, trusted()  # it thinks in other threads
        self._spec = AgentSpec.parse(spec)
        known = _options(self._spec)
        self.options = {name: one for name, one in known.items() if name not in _NO_OPTIONS}
        # The game's own agent has no bad options, and need not be tried out before anybody asks for it.
        self._player = load_agent(for_one_game(self._spec), game, seed, try_out=usual is None)
        self._games = 0

    @property
    def spec(self) -> str:
        """The agent's text, with all that has been set."""
        return str(self._spec)

    @property
    def name(self) -> str:
        """For other programs: of a file its name alone, for the folder is nobody's business."""
        name = Path(self._spec.name).stem if self._spec.is_file else self._spec.name
        return f"boardai {replace(self._spec, name=name)}"

    def bounded(self, budget: Budget) -> Budget:
        """A budget as this player takes it."""
        return bounded(budget, self._player)

    def budget(self, state: Any, reading: Reading, overhead: float = DEFAULT_OVERHEAD) -> Budget:
        """What a clock allows for a move.

        Args:
            state: not terminal.
            reading: of the player to move.
            overhead: seconds lost with each move on the way between the programs.
        """
        return clock_budget(self._player, self.game, state, reading, overhead)

    def value_of(self, option: str) -> Any:
        """What an option is set to; None where the agent decides."""
        known, text = self.options[option], self._spec.value(option)
        return known.default if text is None else known.read(text)

    def set(self, option: str, text: str) -> None:
        """Sets an option; what was searched is forgotten.

        Raises:
            ValueError: there is no such option, or it takes no such value; nothing has changed.
        """
        if option not in self.options:
            near = nearest_name(option, self.options)
            raise ValueError(f"no option {option}" + (f"; did you mean {near}?" if near else ""))
        self.options[option].read(text)
        if self._spec.value(option) != text:
            self._change(self.game, self._spec.with_(**{option: text}))

    def play(self, game: Game) -> None:
        """From now on it plays this game.

        Raises:
            ValueError: it does not play it; nothing has changed.
        """
        if game != self.game:
            self._change(game, self._spec)

    def new_game(self, start: Any, actions: list[int]) -> None:
        """A game begins at this state, and so much of it has been played: what was known of another is forgotten."""
        self._games += 1
        self._player.new_game(start, actions, seed_of(self.seed, "game", self._games))
        self._player.prepare(start)

    def prepare(self) -> None:
        """Asks for the memory of a table or tree now, while no clock runs."""
        self._player.prepare(self.game.initial_state())

    def rehearse(self) -> Thought | None:
        """Thinks for a moment about the game's start and is stopped, so that a clock pays for no compilation.

        What is found is forgotten.

        Returns:
            What it found; None where there is nothing to rehearse: the game is over, or the player answers in its own
            time.

        Raises:
            Exception: what the player ended with.
        """
        start = self.game.initial_state()
        if start.is_terminal() or not self._player.heeds_limits:
            return None
        answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        for _ in range(REHEARSALS):
            thinking = Thinking(
                lambda tell, halted: self.think(start, UNTIL_STOPPED, tell, halted), lambda result: None, answers.put
            )
            thinking.join(_LONGEST_START)
            answer = answers.get()
            if isinstance(answer, BaseException):
                raise answer
        self.new_game(start, [])
        assert isinstance(answer, Thought)
        return answer

    def think(self, state: Any, limits: Limits, progress: Progress | None, stop: Stop | None) -> Thought:
        """The player's move, a legal one; the call lasts as long as its limits allow.

        Args:
            state: not terminal; it is not changed.
            limits: of this move.
            progress: gets what a search has found so far, at most ten times a second.
            stop: whether it shall come to an end; `stop_search` ends a search at once.

        Raises:
            EngineError: the player's move is not legal.
        """
        if not limits:
            limits = replace(self._usual, root_actions=limits.root_actions)
        thought = self._player.think(state, limits, progress, stop)
        if not state.is_legal(thought.action):
            raise EngineError(f"{self._player.name} chose {thought.action}, which is not legal in {state.to_string()}")
        if limits.root_actions and thought.action not in limits.root_actions:
            remark = f"{self._player.name} chose another move: it cannot be told to look at some moves only"
            return Thought(limits.root_actions[0], None, remark)
        told = thought.result is not None and thought.result.action == thought.action
        return thought if told else Thought(thought.action)

    def close(self) -> None:
        """The player is needed no more."""
        self._player.close()

    def _change(self, game: Game, spec: AgentSpec) -> None:
        with trusting(self._trust):
            player = load_agent(for_one_game(spec), game, self.seed)
        self._player.close()
        self.game, self._spec, self._player = game, spec, player


def _options(spec: AgentSpec) -> Mapping[str, Setting]:
    """What can be set of an agent; {} of another program, whose options are its own, and of a text with mistakes."""
    if spec.name in (*PROTOCOLS, BOXED) or any(value is None for _, value in spec.parameters):
        return {}
    if spec.name in KINDS:
        return agent_parameters(spec.name)
    if not spec.is_file and spec.name not in agents():
        raise ValueError(unknown_name("agent", spec.name, agents()))
    there = described(spec)
    return there[0].parameters if len(there) == 1 else {}
