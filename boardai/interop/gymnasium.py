"""Many games at once as a Gymnasium vector environment: `boardai.Batch` behind `gymnasium.vector.VectorEnv`.

>>> from boardai.interop import gymnasium
>>> envs = gymnasium.vector_env("reversi", num_envs=64)
>>> observations, infos = envs.reset(seed=1)
>>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample_actions())
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("this environment needs the package gymnasium: pip install 'boardai[gymnasium]'") from error

from boardai.batch import Batch
from boardai.game import Game, load

__all__ = ["BoardGames", "vector_env"]

RENDER_MODES = ("ansi", "svg", "rgb_array")


class BoardGames(VectorEnv):
    """N games, each advanced by one ply per step: the agent plays both sides, as in self-play.

    >>> from boardai.interop.gymnasium import BoardGames
    >>> envs = BoardGames("hex", num_envs=8, size=3)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations["observation"].shape, observations["action_mask"].shape, infos["current_player"].tolist()
    ((8, 3, 3, 3), (8, 9), [0, 0, 0, 0, 0, 0, 0, 0])
    >>> observations, rewards, terminated, truncated, infos = envs.step(envs.sample_actions(seed=1))
    >>> rewards.tolist(), infos["player"].tolist() == infos["current_player"].tolist()
    ([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], False)

    Gymnasium knows one agent. At each step it moves for the player to move, sees the board from that side, and its
    reward is that of the player who has just moved: +1, 0 or -1 where the move ended the game, else 0.

    - Observation: `observation`, float32 `[N, H, W, C]`, and `action_mask`, int8 `[N, A]`, 1 where legal, by name.
    - Action: policy indices `[N]`. Action spaces of several games take no mask when sampled: `sample_actions()` does.
    - Games begin again in the step that ends them (`AutoresetMode.SAME_STEP`); `infos["final_obs"]` then holds the
      observation each ended with, an array of objects `[N]`, where `infos["_final_obs"]` is true.
    - `infos` also hold `current_player`, who moves next, int32 `[N]`, and after a step `player`, who has just moved,
      and `player_rewards`, both players' rewards, float32 `[N, 2]`.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        max_plies: int | None = None,
        random_plies: int = 0,
        threads: int = 1,
        illegal_reward: float | None = None,
        render_mode: str | None = None,
        **params: Any,
    ) -> None:
        """Makes the environment; `reset` begins.

        Args:
            game: a game, or what `boardai.load` takes.
            num_envs: how many games, N.
            max_plies: a game is truncated after this many plies, those of its opening included; None: none is.
            random_plies: each game opens with 0 to this many uniformly random plies.
            threads: used inside the native calls.
            illegal_reward: an illegal action ends its game with this reward; None: it is a ValueError, nothing moves.
            render_mode: what `render` gives of each game: `ansi` text, `svg` a picture's text, `rgb_array` its pixels.
            **params: parameters of the game where it is named.

        Raises:
            ValueError: no such game or parameter, a game without network encoding, or an option out of range.
        """
        if isinstance(game, Game) and params:
            raise ValueError(f"{game.spec} already has its parameters: {', '.join(params)} cannot be given")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.game = game if isinstance(game, Game) else load(game, **params)
        self.batch = Batch(
            self.game, num_envs, auto_reset=True, random_plies=random_plies, max_plies=max_plies, threads=threads
        )
        self.num_envs = len(self.batch)
        self.metadata = {
            "name": self.game.spec,
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "autoreset_mode": AutoresetMode.SAME_STEP,
        }
        self.render_mode = render_mode
        self._illegal_reward = illegal_reward
        size = self.game.policy_size
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, self.game.observation_shape, np.float32),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._mask = np.zeros((self.num_envs, size), bool)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        """Starts new games.

        Args:
            seed: of the random openings and of `sample_actions`; None continues with those of the last one.
            options: `reset_mask`, bool `[N]`: only those games.

        Returns:
            (observations, infos); see the class.

        Raises:
            ValueError: an unknown option, a mask of another shape or type, or a mask together with a seed.
        """
        super().reset(seed=seed)
        options = dict(options or {})
        rows = options.pop("reset_mask", None)
        if options:
            raise ValueError(f"unknown options {', '.join(map(repr, options))}; there is reset_mask")
        self.batch.reset(seed, rows)
        return self._observe(), {"current_player": self.batch.current_players}

    def step(self, actions: Any) -> tuple[dict, np.ndarray, np.ndarray, np.ndarray, dict]:
        """Plays one ply in every game.

        Args:
            actions: policy indices `[N]`.

        Returns:
            (observations, rewards, terminations, truncations, infos), rewards being float64 `[N]`; see the class.

        Raises:
            ValueError: an index is not legal, and there is no `illegal_reward`; the message names the row.
        """
        actions = np.asarray(actions)
        rows = np.arange(self.num_envs)
        movers = self.batch.current_players
        illegal = np.zeros(self.num_envs, bool)
        if self._illegal_reward is not None and actions.shape == rows.shape and actions.dtype.kind in "iu":
            inside = (actions >= 0) & (actions < self._mask.shape[1])
            illegal = ~(inside & self._mask[rows, np.where(inside, actions, 0)])
            if illegal.any():  # these games end, whatever is played in them
                before = self.batch.observations(), self._mask.astype(np.int8)
                actions = np.where(illegal, self.batch.sample(), actions)
        played, terminated, truncated, ended, planes = self.batch.step(actions, final_observations=True)
        rewards = played[rows, movers].astype(np.float64)
        infos: dict[str, Any] = {"player": movers, "player_rewards": played}
        finals = {row: {"observation": planes[i], "action_mask": self._no_action()} for i, row in enumerate(ended)}
        if illegal.any():
            self.batch.reset(rows=illegal)
            rewards[illegal], played[illegal] = self._illegal_reward, 0
            played[illegal, movers[illegal]] = self._illegal_reward
            terminated, truncated = terminated | illegal, truncated & ~illegal
            finals |= {
                row: {"observation": before[0][row], "action_mask": before[1][row]} for row in np.flatnonzero(illegal)
            }
        if finals:
            infos["final_obs"] = np.full(self.num_envs, None, object)
            for row, observation in finals.items():
                infos["final_obs"][row] = observation
            infos["_final_obs"] = terminated | truncated
        infos["current_player"] = self.batch.current_players
        return self._observe(), rewards, terminated, truncated, infos

    def sample_actions(self, seed: int | None = None) -> np.ndarray:
        """Uniformly random legal actions, int32 `[N]`; as `Batch.sample`."""
        return self.batch.sample(seed)

    def render(self) -> tuple[str, ...] | tuple[np.ndarray, ...] | None:
        """Each game's board, according to `render_mode` (pixels: uint8 `[height, width, 3]`); None without one.

        Raises:
            ValueError: the game's own picture cannot be drawn (`boardai.drawing.pixels`).
        """
        if self.render_mode is None:
            return None
        states = [self.batch.state(row) for row in range(self.num_envs)]
        if self.render_mode == "ansi":
            return tuple(map(str, states))
        pictures = tuple(map(self.game.svg, states))
        if self.render_mode == "svg":
            return pictures
        from boardai.drawing.pixels import svg_pixels  # imported late, because it loads matplotlib

        return tuple(map(svg_pixels, pictures))

    def _observe(self) -> dict[str, np.ndarray]:
        self._mask = self.batch.legal_mask()
        return {"observation": self.batch.observations(), "action_mask": self._mask.astype(np.int8)}

    def _no_action(self) -> np.ndarray:
        return np.zeros(self._mask.shape[1], np.int8)


def vector_env(game: str | Game, num_envs: int = 1, **options: Any) -> BoardGames:
    """N games as a vector environment.

    >>> from boardai.interop.gymnasium import vector_env
    >>> envs = vector_env("reversi", num_envs=4, board="6x6", max_plies=50)
    >>> envs.num_envs, envs.single_observation_space["observation"].shape, int(envs.single_action_space.n)
    (4, (6, 6, 4), 37)

    Args:
        game: a game, or what `boardai.load` takes.
        num_envs: number of games.
        **options: options of `BoardGames`; also parameters of the game (`size=5`) if `game` is a name.

    Raises:
        ValueError: no such game or parameter, a game without network encoding, or an option out of range.
    """
    return BoardGames(game, num_envs, **options)
