"""Native self-play and replay as Python drives them, on every kind of game."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from fake_network import FakeNetwork
from kinds_of_game import SPECS, load
from refusals import refused

from boardai import native
from boardai.learn.training.batch import TrainingBatch


def new_self_play(game, **options):
    state = game.initial_state()
    struct = native.namespace("boardai/search/self_play/self_play").SelfPlayOptions()
    struct.starts.random_plies = 2
    struct.temperature.plies = 6
    chosen = {"games": 4, "max_plies": 30, "seed": 5} | options
    for name, value in chosen.items():
        setattr(struct, name, value)
    struct.puct.simulations = 6
    struct.puct.dirichlet_fraction = 0.25
    return native.template("SelfPlay", state)(native.native_state(state), struct)


def advance(self_play, game, rounds, rows=4):
    network = FakeNetwork(game.policy_size)
    planes = np.zeros((rows, *game.observation_shape), np.float32)
    for _ in range(rounds):
        count = self_play.select(planes, planes.size)
        logits, values = network(planes[:count])
        self_play.backup(logits, logits.size, values, values.size)


def new_replay(game, capacity=500):
    state = game.initial_state()
    return native.template("Replay", state)(native.native_state(state), capacity, 1 << 20)


def sample(replay, game, rows, seed, symmetries=False):
    batch = TrainingBatch(game.observation_shape, game.policy_size, rows)
    for array in batch.arrays().values():
        array.fill(77)
    replay.sample(seed, replay.capacity(), symmetries, rows, batch.to_native())
    return batch.planes, batch.policy, batch.outcome


@pytest.mark.parametrize("name", SPECS)
def test_games_reach_the_replay_buffer(name):
    game = load(name)
    self_play = new_self_play(game)
    advance(self_play, game, 300)
    assert self_play.games_finished() == self_play.games_waiting() > 0
    counters = self_play.counters()
    assert counters.wins0 + counters.draws + counters.wins1 == counters.games
    if name.startswith("reversi"):  # what is proven near the end is not searched further
        assert 5 * counters.moves < counters.simulations < 6 * counters.moves
    else:
        assert counters.simulations == 6 * counters.moves
    games = bytes(self_play.take_games())
    assert self_play.games_waiting() == 0
    replay = new_replay(game)
    assert replay.add_games(games) == counters.games
    assert 0 < replay.size() <= counters.moves
    planes, policy, values = sample(replay, game, 64, seed=1)
    assert np.isfinite(planes).all() and planes.max() < 77
    assert policy.sum(axis=1) == pytest.approx(np.ones(64), abs=1e-5)
    assert (policy >= 0).all() and set(values.tolist()) <= {-1.0, 0.0, 1.0}
    again = sample(replay, game, 64, seed=1)
    assert all((a == b).all() for a, b in zip((planes, policy, values), again, strict=True))
    seen = sample(replay, game, 64, seed=1, symmetries=True)
    assert seen[1].sum(axis=1) == pytest.approx(np.ones(64), abs=1e-5)


@pytest.mark.parametrize("name", SPECS)
def test_a_restored_run_goes_on_bit_for_bit(name):
    game = load(name)
    uninterrupted, stopped, resumed = (new_self_play(game) for _ in range(3))
    advance(uninterrupted, game, 61)
    advance(stopped, game, 61)
    saved = bytes(stopped.save_open_games())
    uninterrupted.restart_searches()
    resumed.restore_open_games(saved)
    advance(uninterrupted, game, 90)
    advance(resumed, game, 90)
    assert bytes(resumed.save_open_games()) == bytes(uninterrupted.save_open_games())
    assert bytes(resumed.take_games()) == bytes(uninterrupted.take_games())


@pytest.mark.parametrize("search", ["puct", "gumbel"])
@pytest.mark.parametrize("name", SPECS)
def test_every_option_on_every_kind_of_game(name, search):
    game = load(name)
    initial = game.initial_state()
    first = initial.legal_actions()[0]
    puct = {"simulations": 8, "cache_mb": 1}
    if search == "puct":
        puct |= {"dirichlet_fraction": 0.25, "forced_playouts": 2.0}
    else:
        puct |= {"gumbel": {"considered": 4}}
    if name == "hex":
        puct |= {"knowledge": 2, "solver": True}
    starts = {"book_share": 0.3, "book": f"{first}\n", "random_plies": 2, "balance": 0.5, "balance_tries": 3}
    starts["midway_share"] = 0.4
    values = {
        "games": 6,
        "threads": 2,  # Python games stay on one
        "puct": puct,
        "reuse_subtree": True,
        "symmetries": True,
        "max_plies": 30,
        "starts": starts | ({"mirrored_share": 0.5} if name == "chess" else {}),
        "temperature": {"start": 1.0, "end": 0.2, "plies": 3, "halving_plies": 2.0},
        "playout_cap": {"full_share": 0.5, "quick_simulations": 3, "when_lost": True},
        "resignation": {"threshold": 0.5, "moves": 1, "never_share": 0.5},
        "adjudication": {"threshold": 0.2, "plies": 3, "ply": 6, "cap_margin": 50, "proven": True},
        "seed": 11,
    }
    options = native.options("SelfPlayOptions", "boardai/search/self_play/self_play", values)
    make = native.template("SelfPlay", initial)
    uninterrupted, stopped, resumed = (make(native.native_state(initial), options) for _ in range(3))
    for group in (uninterrupted, stopped):
        advance(group, game, 40, rows=6)
    resumed.restore_open_games(bytes(stopped.save_open_games()))
    uninterrupted.restart_searches()
    for group in (uninterrupted, resumed):
        group.begin_iteration(2)
        advance(group, game, 120, rows=6)
    counters = uninterrupted.counters()
    assert counters.games > 0 and counters.quick_searches > 0 and counters.full_searches > 0
    assert counters.by_rules + counters.capped + counters.resigned + counters.adjudicated == counters.games
    assert bytes(resumed.save_open_games()) == bytes(uninterrupted.save_open_games())
    replay = new_replay(game)
    assert replay.add_games(bytes(uninterrupted.take_games())) == counters.games
    assert 0 < replay.size() < counters.moves


@pytest.mark.parametrize("name", SPECS)
def test_damaged_files_are_refused(name):
    game = load(name)
    self_play = new_self_play(game)
    advance(self_play, game, 300)
    saved, games = bytes(self_play.save_open_games()), bytes(self_play.take_games())
    replay = new_replay(game)
    rng = np.random.default_rng(2)
    for _ in range(20):
        place = int(rng.integers(len(games)))
        with refused("record"):
            replay.add_games(games[:place] + bytes([games[place] ^ 0x10]) + games[place + 1 :])
        with refused("open games"):
            self_play.restore_open_games(saved[:place])
    with refused("truncated"):
        replay.add_games(games[:-1])
    assert replay.size() == 0


def test_a_file_of_another_game_is_refused():
    small, large = load("hex"), load("connect four")
    self_play = new_self_play(small)
    advance(self_play, small, 300)
    with refused("record 0"):
        new_replay(large).add_games(bytes(self_play.take_games()))


def test_groups_run_on_two_threads_as_on_one():
    game = load("hex")

    def played(parallel):
        groups = [new_self_play(game, first_game=group, game_step=2) for group in range(2)]
        threads = [threading.Thread(target=advance, args=(group, game, 200)) for group in groups]
        for thread in threads:
            thread.start()
            if not parallel:
                thread.join()
        for thread in threads:
            thread.join()
        return [bytes(group.save_open_games()) for group in groups]

    assert played(parallel=True) == played(parallel=False)


def test_bad_arrays_are_refused():
    game = load("hex")
    self_play = new_self_play(game)
    planes = np.zeros((3, *game.observation_shape), np.float32)
    with refused("4"):
        self_play.select(planes, planes.size)
    with refused("buffer"):
        sample(new_replay(game), game, 4, seed=0)
