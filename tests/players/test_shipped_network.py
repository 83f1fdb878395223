"""`run=shipped`: the network that comes with a game for its board."""

from __future__ import annotations

import random
from importlib import resources

import jax
import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.games.hex.swap_network import weights_with_swap
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.network.weights_file import read_weights
from boardai.learn.runs.trained_network import game_of_run
from boardai.players import load_agent
from boardai.players.levels import levels_of
from boardai.players.spec import for_any_folder


def test_it_plays_the_board_it_is_for():
    """The game need not show what the network wants to see."""
    game, rng = boardai.load("hex"), random.Random(1)
    agent = load_agent("policy:run=shipped", game)
    for player in (0, 1):
        state = game.initial_state()
        while not state.is_terminal():
            mine = state.current_player() == player
            state.apply(agent.choose(state) if mine else rng.choice(state.legal_actions()))
        assert state.outcome(player) == 1
    searcher = load_agent("gumbel:run=shipped,simulations=16,solver=true,knowledge=4", game)
    result = searcher.search(game.initial_state(), tree=100)
    assert result.method == "gumbel" and result.simulations == 16 and len(result.tree or ()) > 16
    assert result.state == game.initial_state()
    assert abs(result.value) < 1 and result.action in game.initial_state().legal_actions()


@pytest.mark.parametrize(
    ("limit", "rows"),
    [("simulations=4", 64), ("seconds=0.2", 1), ("seconds=0.2,leaves_per_tree=3", 3), ("seconds=0.2,rows=5", 5)],
)
def test_by_the_clock_only_requested_rows_are_computed(limit, rows, monkeypatch):
    """One position in a batch of 64 takes the time of eight."""
    game, asked = boardai.load("hex"), []
    agent = load_agent(f"gumbel:run=shipped,{limit}", game)
    call = Evaluator.__call__
    monkeypatch.setattr(Evaluator, "__call__", lambda self, *args: asked.append(self.batch_size) or call(self, *args))
    agent.choose(game.initial_state())
    assert set(asked) == {rows}


def test_it_is_the_strongest_level_of_its_board():
    game = boardai.load("hex:swap=true")
    strongest = levels_of(game)[-1]
    assert strongest.key == "strongest" and "run=shipped,seconds=3," in strongest.spec
    agent = load_agent(strongest.spec.replace("seconds=3", "seconds=0.2"), game, 1)
    assert agent.choose(game.initial_state()) in game.initial_state().legal_actions()
    for other in ("hex:size=10", "hex:rows=11,cols=10"):
        assert levels_of(boardai.load(other))[-1].spec.startswith("mcts:seconds=3")


def test_it_swaps_what_wins_and_nothing_else():
    game = boardai.load("hex:size=11,swap=true")
    agent = load_agent("gumbel:run=shipped,simulations=32,scale=0", game)
    start = game.initial_state()
    for first, answer in (("f6", "swap"), ("e7", "swap"), ("a1", None), ("k11", None)):
        state = start.child(start.action_from_string(first))
        chosen = state.action_to_string(agent.choose(state))
        assert (chosen == "swap") == (answer == "swap"), first


@pytest.mark.thorough
@pytest.mark.parametrize("head", ["dense", "conv"])
def test_a_network_without_the_swap_rule_says_the_same_with_it(head):
    games = [boardai.load("hex", size=4, edges=True, swap=swap) for swap in (False, True)]
    config = NetworkConfig(blocks=1, channels=16, policy_head=head, reply=True, moves_left=True)
    plain, swapping = (Network(game.observation_shape, game.policy_size, config, seed=3) for game in games)
    weights = plain.parameters, plain.statistics
    with_swap = weights_with_swap(games[0], plain, swapping, weights)
    shares = []
    for first in range(16):
        for moves in ([first], [first, (first + 5) % 16], []):
            states = [game.initial_state() for game in games]
            for state in states:
                for move in moves:
                    state.apply(move)
            (logits, values), (more, same) = (
                network.jitted_apply(*its, state.observation()[None])
                for network, its, state in zip((plain, swapping), (weights, with_swap), states, strict=True)
            )
            np.testing.assert_allclose(more[:, :16], logits, atol=1e-5)
            np.testing.assert_allclose(same, values, atol=1e-5)
            if len(moves) == 1:
                legal = [states[1].policy_index(action) for action in states[1].legal_actions()]
                shares.append(float(jax.nn.softmax(more[0, np.array(legal)])[legal.index(16)]))
    assert np.mean(shares) == pytest.approx(0.5, abs=0.05)
    own = Network((4, 4, 7), 16, NetworkConfig(architecture="boardai.learn.network.dense:DenseNetwork"), seed=0)
    with refused("DenseNetwork", "swap"):
        weights_with_swap(games[0], own, swapping, (own.parameters, own.statistics))


def test_it_is_shown_what_it_wants_to_see():
    assert game_of_run("shipped", boardai.load("hex")).params["edges"] is True
    assert game_of_run("shipped", boardai.load("chess")).params["attacks"] is True


def test_the_chess_network_takes_what_hangs_and_mates():
    game = boardai.load("chess")
    agent = load_agent("gumbel:run=shipped,simulations=64,scale=0", game)
    for fen, move in (
        ("4k3/8/8/3q4/4B3/8/P7/4K3 w - - 0 1", "e4d5"),
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8"),
    ):
        state = game.from_string(fen)
        assert game.format_action(state, agent.choose(state)) in (move, state.san(state.action_from_string(move)))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("hex:size=7", "no trained network is included for hex:size=7: those that do are for hex:size=11,edges=true"),
        ("hex:size=7,swap=true", "those that do are for hex:size=11,edges=true"),
        ("reversi", "no trained network is included for reversi: none does with reversi"),
    ],
)
def test_other_boards_are_refused(game, message):
    with pytest.raises(ValueError, match=message):
        load_agent("policy:run=shipped", boardai.load(game))


def test_a_folder_of_that_name_comes_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shipped").mkdir()
    with refused("shipped"):
        load_agent("policy:run=shipped", boardai.load("hex"))


def test_what_ships_is_whole():
    for name in ("chess", "hex"):
        files = [
            file for file in (resources.files(f"boardai.games.{name}") / "networks").iterdir() if ".npz" in file.name
        ]
        assert files
        for file in files:
            arrays, about = read_weights(str(file))
            assert boardai.load(about["game"]).name == name and len(arrays) > 20


def test_it_is_what_is_meant_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert for_any_folder("gumbel:run=shipped,simulations=4") == "gumbel:run=shipped,simulations=4"
    (tmp_path / "shipped").mkdir()
    assert for_any_folder("policy:run=shipped") == f"policy:run={tmp_path}/shipped"
