"""Any game with a network encoding as a PettingZoo environment, where two agents take turns (AEC).

>>> from boardai.interop import pettingzoo
>>> env = pettingzoo.env("hex", size=5)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("this environment needs the package pettingzoo: pip install 'boardai[pettingzoo]'") from error

from boardai.batch import Batch
from boardai.game import Game, load

__all__ = ["BoardGame", "env"]

AGENTS = ("player_0", "player_1")
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


def env(game: str | Game, **options: Any) -> AECEnv:
    """The environment with the wrappers of PettingZoo's board games: an illegal action loses the game.

    >>> from boardai.interop.pettingzoo import env
    >>> hex3 = env("hex", size=3)
    >>> hex3.reset(seed=1)
    >>> observation, reward, termination, truncation, info = hex3.last()
    >>> hex3.agent_selection, int(observation["action_mask"].sum())
    ('player_0', 9)
    >>> hex3.step(4)
    >>> hex3.agent_selection
    'player_1'

    Args:
        game: a game, or what `boardai.load` takes.
        **options: options of `BoardGame`; also parameters of the game (`size=5`) if `game` is a name.

    Raises:
        ValueError: no such game or parameter, a game without network encoding, or an option out of range.
    """
    wrapped = wrappers.TerminateIllegalWrapper(BoardGame(game, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class BoardGame(AECEnv):
    """The environment without wrappers: an illegal action raises a ValueError.

    >>> from boardai.interop.pettingzoo import BoardGame
    >>> game = BoardGame("reversi")
    >>> game.reset()
    >>> game.step(int(game.observe("player_0")["action_mask"].argmax()))
    >>> game.agent_selection, game.rewards, game.observe("player_1")["observation"].shape
    ('player_1', {'player_0': 0, 'player_1': 0}, (8, 8, 4))

    Agent `player_0` is the game's player 0. An action is a policy index. An observation has

    - `observation`: float32 `[H, W, C]`, the planes a network sees: always from the side to move, for both players;
    - `action_mask`: int8 `[policy_size]`, 1 where legal; all 0 for the agent who does not move, and at the end.

    Rewards come at the end, +1, 0 or -1; a game cut at `max_plies` is truncated and brings 0. `infos` hold nothing.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        max_plies: int | None = None,
        random_plies: int = 0,
        render_mode: str | None = None,
        **params: Any,
    ) -> None:
        """Makes the environment; `reset` begins a game.

        Args:
            game: a game, or what `boardai.load` takes.
            max_plies: a game is truncated after this many plies, those of its opening included; None: none is.
            random_plies: each game opens with 0 to this many uniformly random plies, drawn from the seed of `reset`.
            render_mode: `human` prints the board after each move; `render` gives it as text by `ansi`, as a picture's
                text by `svg`, as its pixels by `rgb_array`.
            **params: parameters of the game where it is named.

        Raises:
            ValueError: no such game or parameter, a game without network encoding, or an option out of range.
        """
        super().__init__()
        if isinstance(game, Game) and params:
            raise ValueError(f"{game.spec} already has its parameters: {', '.join(params)} cannot be given")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.game = game if isinstance(game, Game) else load(game, **params)
        self.metadata = {
            "name": self.game.spec,
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,  # the players move in turn
        }
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._batch = Batch(self.game, 1, random_plies=random_plies, max_plies=max_plies)
        size = self.game.policy_size
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, self.game.observation_shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space:
        """The space of `observe`; the same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """The policy indices; the same object at every call."""
        return self.action_spaces[agent]

    @property
    def game_state(self) -> Any:
        """A copy of the game's state."""
        return self._batch.state(0)

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Starts a new game.

        Args:
            seed: of the random opening; None continues with the openings of the last one.
            options: not used.
        """
        self._batch.reset(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self._batch.current_players[0]]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """The planes and the legal actions; see the class."""
        mask = np.zeros(self.game.policy_size, np.int8)
        if agent == self.agent_selection:
            mask[:] = self._batch.legal_mask()[0]
        return {"observation": self._batch.observations()[0], "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a policy index for `agent_selection`; None for an agent whose game is over.

        Raises:
            ValueError: the index is not legal.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is for agents whose game is over")
        self._cumulative_rewards[self.agent_selection] = 0
        rewards, terminated, truncated, _, _ = self._batch.step(np.array([action]))
        self.rewards = {agent: int(reward) for agent, reward in zip(AGENTS, rewards[0], strict=True)}
        self.terminations = dict.fromkeys(AGENTS, bool(terminated[0]))
        self.truncations = dict.fromkeys(AGENTS, bool(truncated[0]))
        self.agent_selection = AGENTS[self._batch.current_players[0]]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | np.ndarray | None:
        """The board, according to `render_mode` (pixels: uint8 `[height, width, 3]`); None without one.

        Raises:
            ValueError: the game's own picture cannot be drawn (`boardai.drawing.pixels`).
        """
        if self.render_mode is None:
            return None
        state = self.game_state
        if self.render_mode == "svg":
            return self.game.svg(state)
        if self.render_mode == "rgb_array":
            from boardai.drawing.pixels import svg_pixels  # imported late, because it loads matplotlib

            return svg_pixels(self.game.svg(state))
        if self.render_mode == "ansi":
            return str(state)
        print(state)
        return None

    def close(self) -> None:
        """Does nothing; there is nothing to close."""
