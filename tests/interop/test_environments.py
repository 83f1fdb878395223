"""PettingZoo's and Gymnasium's own tests on our environments, and games stepped one by one against games in a batch."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from pettingzoo.test import api_test, render_test, seed_test
from refusals import refused

import boardai
from boardai.interop.gymnasium import vector_env
from boardai.interop.pettingzoo import BoardGame, env

SPECS = ["chess", "hex:size=4,swap=true", "reversi", "tic_tac_toe"]


@pytest.fixture(params=SPECS)
def game(request) -> boardai.Game:
    return boardai.load(request.getfixturevalue(request.param) if request.param == "tic_tac_toe" else request.param)


# --- PettingZoo ------------------------------------------------------------------------------------------------


def test_pettingzoos_own_tests(game):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It keeps a list of environments whose observations may be dictionaries; ours are of that kind.
        zeros = "(Observation|Action mask) numpy array is all zeros"  # an empty board; no player to move
        for allowed in ("Observation is not", "Observation space for each", zeros):
            warnings.filterwarnings("ignore", allowed)
        api_test(env(game, max_plies=60), num_cycles=200)
    seed_test(lambda: env(game, random_plies=3, max_plies=60), num_cycles=200)


def test_pettingzoos_render_test(capsys):
    render_test(lambda render_mode: env("hex", size=4, render_mode=render_mode), {"svg": lambda text: "<svg" in text})
    assert "a b c d" in capsys.readouterr().out


def test_boards_as_pixels(game):
    played = env(game, render_mode="rgb_array")
    envs = vector_env(game, 2, render_mode="rgb_array")
    played.reset()
    envs.reset()
    empty = played.render()
    assert empty.dtype == np.uint8 and empty.ndim == 3 and empty.shape[2] == 3 and min(empty.shape[:2]) > 100
    played.step(int(envs.batch.legal_mask()[0].argmax()))
    moved = played.render()
    assert moved.shape == empty.shape and (moved != empty).any()
    frames = envs.render()
    assert len(frames) == 2 and all(np.array_equal(frame, empty) for frame in frames)


def test_an_aec_game_is_the_game():
    rng = np.random.default_rng(3)
    played = BoardGame("reversi")
    for seed in range(3):
        played.reset(seed)
        state = played.game.initial_state()
        for agent in played.agent_iter():
            observation, reward, termination, truncation, _ = played.last()
            assert termination == state.is_terminal() and not truncation
            assert (observation["observation"] == state.observation()).all()
            if termination:
                assert reward == state.outcome(int(agent[-1]))
                assert not observation["action_mask"].any()
                played.step(None)
                continue
            assert agent == f"player_{state.current_player()}" and reward == 0
            assert (observation["action_mask"] == state.legal_mask()).all()
            other = next(name for name in played.agents if name != agent)
            assert not played.observe(other)["action_mask"].any()
            index = int(rng.choice(np.flatnonzero(observation["action_mask"])))
            played.step(index)
            state.apply(state.action_from_policy(index))
        assert played.agents == []


def test_an_aec_game_is_truncated_at_max_plies():
    played = env("chess", max_plies=5)
    played.reset(seed=1)
    plies = 0
    for agent in played.agent_iter():
        observation, reward, termination, truncation, _ = played.last()
        assert not termination and reward == 0 and truncation == (plies == 5)
        played.step(None if truncation else played.action_space(agent).sample(observation["action_mask"]))
        plies += not truncation
    assert plies == 5


def test_an_illegal_action_loses_with_the_wrappers_and_is_refused_without():
    bare = BoardGame("hex", size=3)
    bare.reset()
    bare.step(4)
    with refused("index 4"):
        bare.step(4)
    with refused("over"):
        bare.step(None)
    wrapped = env("hex", size=3)
    wrapped.reset()
    wrapped.step(4)
    wrapped.step(4)
    assert wrapped.terminations == {"player_0": True, "player_1": True}
    assert wrapped.rewards == {"player_0": 0, "player_1": -1}


@pytest.mark.parametrize("make", [env, vector_env])
def test_bad_options_of_environments(make):
    with refused("hex", "colour"):
        make("hex", colour=1)
    with refused("render_mode"):
        make("hex", render_mode="png")
    with refused("size"):
        make(boardai.load("hex"), size=3)
    with refused("max_plies"):
        make("hex", max_plies=0)


# --- Gymnasium -------------------------------------------------------------------------------------------------


class OneGame(gymnasium.Env):
    """One game after another, move by move: what the vector environment must be like."""

    def __init__(self, game: boardai.Game, max_plies: int) -> None:
        self.game, self.max_plies = game, max_plies
        single = vector_env(game)
        self.observation_space, self.action_space = single.single_observation_space, single.single_action_space

    def _observation(self):
        return {"observation": self.state.observation(), "action_mask": self.state.legal_mask().astype(np.int8)}

    def reset(self, *, seed=None, options=None):
        self.state, self.plies = self.game.initial_state(), 0
        return self._observation(), {}

    def step(self, action):
        mover = self.state.current_player()
        self.state.apply(self.state.action_from_policy(int(action)))
        self.plies += 1
        over = self.state.is_terminal()
        cut = not over and self.plies == self.max_plies
        observation = self._observation()
        if cut:
            observation["action_mask"][:] = 0
        return observation, float(self.state.outcome(mover)) if over else 0.0, over, cut, {}


def test_the_vector_environment_is_as_gymnasiums_own_around_single_games(game):
    rows, max_plies = 5, 40 if game.name == "chess" else 13 if game.name == "hex" else 55
    ours = vector_env(game, rows, max_plies=max_plies, threads=2)
    theirs = SyncVectorEnv([lambda: OneGame(game, max_plies)] * rows, autoreset_mode=AutoresetMode.SAME_STEP)
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    first, _ = ours.reset(seed=7)
    assert data_equivalence(first, theirs.reset(seed=7)[0], exact=True) and first in ours.observation_space
    ends = 0
    for _ in range(120):
        actions = ours.sample_actions()
        assert actions in ours.action_space or actions.astype(np.int64) in ours.action_space
        *mine, infos = ours.step(actions)
        *other, their_infos = theirs.step(actions)
        assert data_equivalence(mine, other, exact=True)
        assert ("final_obs" in infos) == ("final_obs" in their_infos)
        if "final_obs" in infos:
            ends += infos["_final_obs"].sum()
            assert data_equivalence(infos["_final_obs"], their_infos["_final_obs"])
            for row in np.flatnonzero(infos["_final_obs"]):
                assert data_equivalence(infos["final_obs"][row], their_infos["final_obs"][row], exact=True)
        assert (infos["player_rewards"].sum(1) == 0).all()
    assert ends


def test_equal_seeds_give_equal_vector_environments(game):
    def play(seed, threads):
        envs = vector_env(game, 6, random_plies=4, threads=threads, max_plies=30)
        seen = [envs.reset(seed=seed)]
        for _ in range(40):
            seen.append(envs.step(envs.sample_actions()))
        return seen

    first = play(3, 1)
    assert data_equivalence(first, play(3, 3), exact=True)
    assert not data_equivalence(first, play(4, 1), exact=True)


def test_data_that_a_vector_environment_gave_is_not_used_again():
    envs = vector_env("hex", 3, size=3)
    observations, _ = envs.reset(seed=1)
    kept = {key: column.copy() for key, column in observations.items()}
    later = envs.step(envs.sample_actions())
    assert data_equivalence(observations, kept, exact=True)
    later[0]["observation"][:] = 7
    later[0]["action_mask"][:] = 0
    assert envs.step(envs.sample_actions())[0]["observation"].max() == 1


def test_illegal_actions_are_refused_or_lose():
    strict = vector_env("hex", 3, size=3)
    strict.reset(seed=1)
    strict.step([4, 4, 4])
    with refused("row 1", "4"):
        strict.step([0, 4, 0])
    lenient = vector_env("hex", 3, size=3, illegal_reward=-5)
    lenient.reset(seed=1)
    first = lenient.step([4, 4, 4])[0]
    observations, rewards, terminated, truncated, infos = lenient.step(np.array([0, 4, 99]))
    assert rewards.tolist() == [0, -5, -5] and terminated.tolist() == [False, True, True] and not truncated.any()
    assert infos["player_rewards"].tolist() == [[0, 0], [0, -5], [0, -5]]
    assert infos["_final_obs"].tolist() == [False, True, True] and infos["final_obs"][0] is None
    for row in (1, 2):
        assert lenient.batch.state(row) == lenient.game.initial_state()
        assert data_equivalence(infos["final_obs"][row], {key: column[row] for key, column in first.items()})
    assert observations["action_mask"].sum(1).tolist() == [7, 9, 9]


def test_gymnasiums_benchmark_wrappers_and_registration():
    gymnasium.register(
        "boardai/Hex-v0", vector_entry_point="boardai.interop.gymnasium:vector_env", kwargs={"game": "hex"}
    )
    try:
        envs = gymnasium.make_vec("boardai/Hex-v0", 4, size=3, illegal_reward=-1)
        assert benchmark_vector_step(envs, target_duration=0, seed=1) > 0
        recorded = RecordEpisodeStatistics(envs)
        recorded.reset(seed=1)
        for _ in range(12):
            infos = recorded.step(recorded.unwrapped.sample_actions())[-1]
            if "episode" in infos:
                assert set(infos["episode"]["r"][infos["_episode"]]) == {1}  # in Hex the mover wins
                break
        else:
            pytest.fail("no game of 3x3 Hex is so long")
    finally:
        gymnasium.registry.pop("boardai/Hex-v0")


def test_resets_of_a_vector_environment():
    envs = vector_env("hex", 3, size=3, render_mode="ansi")
    envs.reset(seed=1)
    envs.step([0, 1, 2])
    again, infos = envs.reset(options={"reset_mask": np.array([False, True, False])})
    assert again["action_mask"].sum(1).tolist() == [8, 9, 8] and infos["current_player"].tolist() == [1, 0, 1]
    assert len(envs.render()) == 3 and "a b c" in envs.render()[0]
    with refused("rows"):
        envs.reset(options={"rows": 1})
    with refused("rows"):
        envs.reset(seed=1, options={"reset_mask": np.ones(3, bool)})
