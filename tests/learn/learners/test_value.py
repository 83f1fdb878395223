"""Value learning by self-play, and the players that need nothing but a value."""

import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused
from run_helpers import iterate_to, results, undocumented
from sampled import sampled

import boardai
from boardai.game import Game
from boardai.learn.data.datasets import Label
from boardai.learn.data.game_records import game_record
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.learners.config import SupervisedConfig, ValueConfig, ValuePlayConfig
from boardai.learn.linear_evaluation.config import ReturnsConfig
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.self_play.replay import ReplayConfig
from boardai.learn.settings import merged
from boardai.learn.training.config import LearnConfig
from boardai.players import Turn, load_agent
from boardai.players.network import PolicyPlayer
from boardai.players.value import WIN, HybridPlayer, ValuePlayer, Values
from boardai.records import RecordedGame
from boardai.search import dfpn

TINY = NetworkConfig(blocks=1, channels=8, policy_channels=2, value_channels=2, value_hidden=8)


def evaluator_for(game: Game, seed: int = 0, batch_size: int = 16) -> Evaluator:
    """A network whose values differ enough to tell moves apart, though nothing was learned."""
    network = Network(game.observation_shape, game.policy_size, TINY, seed)
    parameters = tuple(
        leaf * 20 if name == "value/out/kernel" else leaf
        for name, leaf in zip(network.parameter_names, network.parameters, strict=True)
    )
    return Evaluator(network, parameters, network.statistics, batch_size)


def positions(game: Game, count: int, plies: int, seed: int = 1) -> Iterator[Any]:
    rng = random.Random(seed)
    while count:
        state = game.initial_state()
        for _ in range(rng.randint(0, plies)):
            if not state.is_terminal():
                state.apply(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            count -= 1
            yield state


def value_of(evaluator: Evaluator, state: Any) -> float:
    planes = evaluator.planes()
    planes[0] = state.observation()
    return float(evaluator(planes)[1][0])


def minimax(evaluator: Evaluator, state: Any, depth: int, ply: int = 0) -> float:
    """For the player to move: no cut-offs, no batches, no ordering."""
    if state.is_terminal():
        return (WIN - ply) * state.outcome(state.current_player())
    if depth == 0:
        return value_of(evaluator, state)
    best = -math.inf
    for action in state.legal_actions():
        child = state.child(action)
        same = child.current_player() == state.current_player()
        value = minimax(evaluator, child, depth - 1, ply + 1)
        best = max(best, value if same else -value)
    return best


# --- Players ---


@pytest.mark.parametrize("spec", ["hex:size=3", "reversi:board=6x6"])
def test_one_ply_takes_the_best_child(spec: str) -> None:
    game = boardai.load(spec)
    evaluator = evaluator_for(game)
    states = list(positions(game, 12, 20))
    # More children than rows of a batch, so that several batches are needed.
    chosen = ValuePlayer(evaluator).choose_many(states)
    for state, action in zip(states, chosen, strict=True):
        values = {}
        for option in state.legal_actions():
            child = state.child(option)
            if child.is_terminal():
                values[option] = WIN * child.outcome(state.current_player())
            else:
                sign = 1 if child.current_player() == state.current_player() else -1
                values[option] = sign * value_of(evaluator, child)
        assert values[action] == pytest.approx(max(values.values()), abs=1e-5)


def test_each_of_several_moves_reports_its_own_evaluations(hex3: Game) -> None:
    states = [hex3.initial_state(), hex3.initial_state().child(0)]
    thoughts = ValuePlayer(evaluator_for(hex3)).think_many([Turn(state) for state in states])
    assert [thought.nodes for thought in thoughts] == [len(state.legal_actions()) for state in states]


def test_a_policy_returns_its_shares_and_value(hex3: Game) -> None:
    evaluator = evaluator_for(hex3)
    for state in positions(hex3, 6, 5):
        result = PolicyPlayer(hex3, evaluator).think(state).result
        assert result is not None and result.value == pytest.approx(value_of(evaluator, state), abs=1e-5)
        assert set(result.policy) == set(state.legal_actions()) and sum(result.policy.values()) == pytest.approx(1)
        assert result.policy[result.action] == max(result.policy.values())
        assert (result.pv, result.nodes) == ([result.action], 1)


def test_a_player_may_move_twice() -> None:
    """A child's value changes its sign only where the player does."""
    found = 0
    game = boardai.load("reversi", board="6x6")
    evaluator = evaluator_for(game)
    for state in positions(game, 300, 34, seed=2):
        ((actions, children, values),) = Values(evaluator).of_children([state])
        for child, value in zip(children, values, strict=True):
            if not child.is_terminal() and child.legal_actions() and len(actions) == 1:
                sign = 1 if child.current_player() == state.current_player() else -1
                assert value == pytest.approx(sign * value_of(evaluator, child), abs=1e-5)
                found += 1
    assert found


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_hybrid_is_minimax_of_its_depth(depth: int) -> None:
    game = boardai.load("hex", size=3)
    evaluator = evaluator_for(game)
    hybrid = HybridPlayer(evaluator, depth)
    for state in positions(game, 6, 5):
        thought = hybrid.think(state)
        action = thought.action
        assert thought.value == pytest.approx(max(-1, min(1, hybrid.value)))
        assert hybrid.value == pytest.approx(minimax(evaluator, state, depth), abs=1e-5)
        child = state.child(action)
        reached = minimax(evaluator, child, depth - 1, 1)
        assert -reached == pytest.approx(hybrid.value, abs=1e-5)
        # The line leads to the position whose value was found.
        end = state.clone()
        for action in thought.line:
            end.apply(action)
        assert len(thought.line) == depth or end.is_terminal()
        sign = 1 if end.current_player() == state.current_player() else -1
        worth = end.outcome(state.current_player()) if end.is_terminal() else sign * value_of(evaluator, end)
        assert thought.result is not None and thought.result.leaf_value == pytest.approx(worth, abs=1e-5)


def test_cut_offs_save_evaluations(hex4: Game) -> None:
    hybrid = HybridPlayer(evaluator_for(hex4), 3)
    hybrid.choose(hex4.initial_state())
    assert hybrid.values.evaluations < 0.4 * (16 + 16 * 15 + 16 * 15 * 14)
    chess = boardai.load("chess")
    for seed in range(3):  # minimax evaluates 420
        two = HybridPlayer(evaluator_for(chess, seed), 2)
        two.choose(chess.initial_state())
        assert two.values.evaluations < 210
    with pytest.raises(ValueError, match="depth"):
        HybridPlayer(evaluator_for(hex4), 0)


def test_wins_are_taken_and_the_quickest_first(hex4: Game) -> None:
    evaluator = evaluator_for(hex4)
    wins = 0
    for state in positions(hex4, 200, 14, seed=4):
        winning = [action for action in state.legal_actions() if state.child(action).is_terminal()]
        if winning:
            wins += 1
            assert ValuePlayer(evaluator).choose(state) in winning
            assert HybridPlayer(evaluator, 3).choose(state) in winning
    assert wins > 10


# --- Learning ---


def config(**changes: Any) -> ValueConfig:
    settings: dict[str, Any] = {
        "seed": 5,
        "iterations": 4,
        "network": TINY,
        "play": ValuePlayConfig(games_per_iteration=12, batch_size=16, random_plies=2),
        "replay": ReplayConfig(capacity=150, minimum=40),
        "learn": LearnConfig(batch_size=16, warmup_steps=5),
        "arena": ArenaConfig(every=2, games=4, final_games=4, opening_plies=1),
    }
    return ValueConfig(**{**settings, **changes})


@pytest.mark.parametrize(("depth", "trace"), sampled([(1, 1.0), (2, 1.0), (1, 0.6)], [(1, 0.6)]))
def test_a_resumed_run_equals_one_that_was_not_stopped(depth: int, trace: float, hex3: Game, tmp_path: Path) -> None:
    play = ValuePlayConfig(games_per_iteration=12, batch_size=16, random_plies=2, depth=depth)
    replay = ReplayConfig(capacity=100, minimum=40)
    settings = config(play=play, returns=ReturnsConfig(trace=trace), replay=replay)
    whole = iterate_to(4, tmp_path / "whole", hex3, settings, "value")
    iterate_to(3, tmp_path / "parts", hex3, settings, "value")
    (tmp_path / "parts" / "games" / "000001.games").unlink()  # what the buffer does not hold is not asked for
    parts = iterate_to(4, tmp_path / "parts", hex3, settings, "value")
    for a, b in zip(whole.method.learner.parameters, parts.method.learner.parameters, strict=True):
        assert np.asarray(a).tobytes() == np.asarray(b).tobytes()

    assert results(tmp_path / "whole") == results(tmp_path / "parts")
    assert undocumented(tmp_path / "whole") == set()
    last = results(tmp_path / "whole")[-1]
    assert 0 < last["buffer"] == 100
    assert last.keys().isdisjoint({"policy_loss", "top1", "target_entropy"})  # there is no policy to be trained


def test_targets_are_the_games_results_for_the_player_to_move(hex3: Game, tmp_path: Path) -> None:
    run = iterate_to(1, tmp_path / "run", hex3, config(), "value")
    batch = run.method.replay.read_all()
    assert len(batch) > 30
    np.testing.assert_array_equal(batch.search_value, batch.outcome)
    assert set(batch.outcome.tolist()) == {-1.0, 1.0} and not batch.policy.any()


@pytest.mark.parametrize(("trace", "cut"), [(0.0, False), (0.7, False), (0.7, True)])
def test_targets_are_lambda_returns(
    trace: float, cut: bool, hex3: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    returns = ReturnsConfig(trace=trace, random_moves="cut" if cut else "keep")
    play = ValuePlayConfig(games_per_iteration=12, batch_size=16, random_plies=2, epsilon=0.3)
    run = iterate_to(0, tmp_path / "run", hex3, config(returns=returns, play=play), "value")
    judge = Values(
        Evaluator(run.method.network, *run.method.learner.play_weights(), 16)
    )  # the weights that the games are played with
    played: list[tuple[RecordedGame, dict[int, np.float32]]] = []

    def kept(game: RecordedGame, labels: dict[int, Label], number: int) -> tuple[bytes, int, bool]:
        played.append((game, {ply: np.float32(label.value) for ply, label in labels.items()}))
        return game_record(game, labels, number)

    monkeypatch.setattr("boardai.learn.learners.own_games.game_record", kept)
    run = iterate_to(1, tmp_path / "run", hex3, config(returns=returns, play=play), "value")
    batch = run.method.replay.read_all()
    np.testing.assert_array_equal(
        batch.search_value, [predicted for _, labels in played for predicted in labels.values()]
    )
    targets = {
        (number, ply): predicted * (1 if ply % 2 == 0 else -1)
        for number, (_, labels) in enumerate(played)
        for ply, predicted in labels.items()
    }
    missing = 0
    for number, (one, _) in enumerate(played):
        states = [one.start.clone()]
        for action in one.actions:
            states.append(states[-1].child(action))
        result = states[-1].outcome(0)
        signs = np.array([1 if state.current_player() == 0 else -1 for state in states[:-1]])
        known = [*(judge(states[:-1]) * signs).tolist(), result]
        behind = 0.0
        for ply in range(len(one.actions) - 1, -1, -1):
            wanted = (number, ply) in targets
            # Where the next move was random (nothing is learned there), no trace runs through it.
            blind = cut and ply + 1 < len(one.actions) and (number, ply + 1) not in targets
            last = ply == len(one.actions) - 1
            behind = known[ply + 1] if last or blind else (1 - trace) * known[ply + 1] + trace * behind
            if wanted:
                assert targets[number, ply] == pytest.approx(behind, abs=1e-5)
            missing += not wanted
    assert missing > 12 if cut else missing <= 24


@pytest.mark.thorough
def test_the_value_of_solved_positions_is_learned(hex3: Game, tmp_path: Path) -> None:
    settings = config(
        play=ValuePlayConfig(games_per_iteration=48, random_plies=3, epsilon=0.2),
        replay=ReplayConfig(capacity=5_000, minimum=100, samples_per_new_position=8),
        network=NetworkConfig(blocks=1, channels=16),
        learn=LearnConfig(batch_size=64, warmup_steps=20),
        arena=ArenaConfig(every=0),
    )
    run = iterate_to(8, tmp_path / "run", hex3, settings, "value")
    judge = Values(Evaluator(run.method.network, *run.method.learner.play_weights(), 64))
    states = list({state.to_string(): state for state in positions(hex3, 150, 6, seed=9)}.values())
    predicted = judge(states)
    solved = np.array([dfpn(state, seconds=10).value for state in states], np.float64)
    untrained = Values(Evaluator(run.method.network, run.method.network.parameters, run.method.network.statistics, 64))
    # Who wins with best play: it was not given, the run has only seen its own games.
    before, after = (float(np.corrcoef(values, solved)[0, 1]) for values in (untrained(states), predicted))
    assert after > 0.45 and after > before + 0.3  # 0.54 to 0.65 in a dozen runs


def test_a_preset_for_another_learner_gives_network_and_matches_alone() -> None:
    from boardai.commands.train import prepare
    from boardai.learn.learners.config import TrainConfig

    general, _, _ = prepare(["hex"])
    command, game, preset = prepare(["hex", "--learner", "value", "--play.epsilon", "0.3"])
    assert isinstance(general.settings, TrainConfig) and isinstance(command.settings, ValueConfig)
    assert command.settings.network == general.settings.network
    assert command.settings.arena == general.settings.arena
    assert command.settings.play.epsilon == 0.3
    # Its promise and its amount of work were stated for another learner.
    assert preset.about == "" and command.settings.iterations == ValueConfig().iterations
    assert game.spec == "hex:size=5"


# --- Agents by their specs ---


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from boardai.commands.train import main

    folder = tmp_path_factory.mktemp("value") / "run"
    options = "--iterations 2 --learn.batch-size 16 --replay.minimum 40 --arena.final-games 4 --network.blocks 1"
    options += " --play.games-per-iteration 8 --network.channels 8"
    main(["hex:size=3", "--learner", "value", "--run", str(folder), *options.split()])
    return folder


@pytest.mark.parametrize("spec", ["value", "hybrid", "hybrid:depth=3", "mcts:simulations=20,c=1.41", "puct", "policy"])
def test_agents_play_with_the_run(spec: str, run_folder: Path, hex3: Game) -> None:
    name, _, rest = spec.partition(":")
    agent = load_agent(f"{name}:run={run_folder}{',' + rest if rest else ''}", hex3, seed=3)
    state = hex3.initial_state()
    while not state.is_terminal():
        action = agent.choose(state)
        assert state.is_legal(action)
        state.apply(action)


def test_uct_by_the_value_evaluates_the_network(run_folder: Path, hex3: Game) -> None:
    trained, untrained = (
        load_agent(f"mcts:run={run_folder},simulations=50,solver=false{more}", hex3).think(hex3.initial_state())
        for more in ("", ",checkpoint=0")
    )
    assert trained.result is not None and trained.result.simulations == 50
    assert trained.value != untrained.value


@pytest.mark.parametrize("name", ["puct", "gumbel"])
def test_a_network_s_search_labels_positions(name: str, run_folder: Path, hex3: Game) -> None:
    from boardai.learn.data.labellers import load_labeller

    labeller = load_labeller(f"{name}:run={run_folder},simulations=20", hex3)
    start = hex3.initial_state()
    label = labeller.label(start, [], start, 1)
    assert -1 < label.value < 1 and math.isnan(label.score)
    assert sum(label.policy.values()) == pytest.approx(1)
    again = labeller.label(start, [], start, 1)
    assert (again.value, again.policy) == (label.value, label.policy)


def test_bad_specs_say_what_is_wrong(run_folder: Path, hex3: Game) -> None:
    for spec, words in (
        ("value", "'value': .*run="),
        (f"hybrid:run={run_folder},depth=0", "'hybrid:.*depth=0': depth"),
        (f"value:run={run_folder},depth=2", "'depth'.*run"),
        (f"mcts:run={run_folder},simulations=0", "simulations=0': simulations"),
        ("value:run=nowhere", r"nowhere.*run\.json"),
    ):
        with pytest.raises(ValueError, match=words):
            load_agent(spec, hex3)
    with refused("hex:size=3"):
        load_agent(f"value:run={run_folder}", boardai.load("hex", size=4))


@pytest.mark.parametrize(
    ("config", "settings", "words"),
    [
        (
            ValueConfig,
            {"returns": {"trace": 0.7}, "learn": {"loss": {"discount": 0.99}}},
            "loss.discount.*returns.trace",
        ),
        (ValueConfig, {"learn": {"loss": {"q_share": 0.5}}}, r"learn\.loss\.q_share"),
        (SupervisedConfig, {"learn": {"loss": {"discount": 0.99}}}, r"learn\.loss\.discount.*examples\.result_share"),
        (SupervisedConfig, {"learn": {"loss": {"q_share": 0.5}}}, r"learn\.loss\.q_share"),
    ],
)
def test_losses_that_would_discount_what_is_no_outcome(config: type, settings: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        merged(config(), settings, "my.toml")


def test_outcomes_alone_may_be_discounted() -> None:
    discounted = {"learn": {"loss": {"discount": 0.99}}}
    assert merged(ValueConfig(), discounted, "my.toml").learn.loss.discount == 0.99
    results = discounted | {"examples": {"result_share": 1.0}}
    assert merged(SupervisedConfig(), results, "my.toml").learn.loss.discount == 0.99
