"""The player behind a protocol: its options, and how it searches for a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from boardai.basics.seeds import seed_of
from boardai.basics.setting import Setting
from boardai.basics.trust import trusted, trusting
from boardai.basics.unknown_names import alternatives, nearest_name
from boardai.game import Game
from boardai.players import parameters
from boardai.players.hints import default_opponent
from boardai.players.kinds import KINDS, agent_parameters, agents, load_agent
from boardai.players.player import NO_LIMITS, Player, Progress, Stop, Thought, WrappingPlayer
from boardai.players.search import LIMITS
from boardai.players.searches import for_one_game, unknown_name
from boardai.players.spec import PROTOCOLS, SANDBOX, AgentSpec
from boardai.players.user import described
from boardai.protocols.process import EngineError
from boardai.search.limits import Limits

# Not for a protocol's options: limits come with each move, a preset is a set of other options, rows are for many games
# at once, and an engine is not asked to play worse.
_NO_OPTIONS = (*LIMITS, "preset", "reuse", "rows", "noise", "noisy_moves")


def default_player(game: Game, *, seed: int = 0) -> EnginePlayer:
    """The game's own good agent. Its limit applies if a move has none; otherwise the other program sets the time."""
    spec = AgentSpec.parse(default_opponent(game))
    usual = Limits(**parameters.read(spec.only(*LIMITS), Limits.table))
    return EnginePlayer(spec.without(*LIMITS), game, usual=usual, seed=seed)


class EnginePlayer(WrappingPlayer):
    """The player that an agent's text names, which another program sets by options and has play legal moves.

    Args:
        spec: as `load_agent` takes it.
        game: the game.
        usual: limits of a move that is given none; None: those of the agent.
        seed: of random choices.

    Attributes:
        game: the game.
        seed: of random choices.
        options: its options; a parameter's default is the agent's own.

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
        # The game's own agent has no bad options, so it is only tried out when it is needed.
        super().__init__(load_agent(for_one_game(self._spec), game, seed, try_out=usual is None))
        self._games = 0

    @property
    def spec(self) -> str:
        """The agent's text, with all that has been set."""
        return str(self._spec)

    def value_of(self, option: str) -> Any:
        """The value of an option; None if the agent decides."""
        known, text = self.options[option], self._spec.value(option)
        return known.default if text is None else known.read(text)

    def set(self, option: str, text: str) -> None:
        """Sets an option; discards earlier searches.

        Raises:
            ValueError: there is no such option, or it takes no such value; nothing has changed.
        """
        if option not in self.options:
            raise ValueError(f"unknown option {option}{alternatives(nearest_name(option, self.options), self.options)}")
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

    def begin(self, start: Any, actions: list[int]) -> None:
        """Starts a game at this state, after these moves; discards the data of another game."""
        self._games += 1
        self.new_game(start, actions, seed_of(self.seed, "game", self._games))
        self.prepare(start)

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """The player's move, a legal one; the call lasts as long as its limits allow.

        Args:
            state: not terminal; it is not changed.
            limits: of this move.
            progress: called with the result so far, at most ten times per second.
            stop: returns whether to stop; `stop_search` ends a search at once.

        Raises:
            EngineError: the player's move is not legal.
        """
        if not limits:
            limits = replace(self._usual, root_actions=limits.root_actions)
        thought = self._player.think(state, limits, progress, stop)
        if not state.is_legal(thought.action):
            raise EngineError(f"{self._player.name} chose {thought.action}, which is not legal in {state.to_string()}")
        if limits.root_actions and thought.action not in limits.root_actions:
            remark = f"{self._player.name} chose another move: it cannot be restricted to some moves"
            return Thought(limits.root_actions[0], None, remark)
        is_complete = thought.result is not None and thought.result.action == thought.action
        return thought if is_complete else Thought(thought.action)

    def _change(self, game: Game, spec: AgentSpec) -> None:
        with trusting(self._trust):
            player = load_agent(for_one_game(spec), game, self.seed)
        self.close()
        self.game, self._spec = game, spec
        self._wrap(player)

    def _wrap(self, player: Player) -> None:
        super()._wrap(player)
        # Of a file its name alone, because the folder is private.
        name = Path(self._spec.name).stem if self._spec.is_file else self._spec.name
        self.name = f"boardai {replace(self._spec, name=name)}"


def _options(spec: AgentSpec) -> Mapping[str, Setting]:
    """The options of an agent; {} for another program, whose options are its own, and for an invalid text."""
    if spec.name in (*PROTOCOLS, SANDBOX) or any(value is None for _, value in spec.parameters):
        return {}
    if spec.name in KINDS:
        return agent_parameters(spec.name)
    if not spec.is_file and spec.name not in agents():
        raise ValueError(unknown_name("agent", spec.name, agents()))
    there = described(spec)
    return there[0].parameters if len(there) == 1 else {}
