"""Supervised learning: positions from datasets and game files, the held-out split, resuming, a learning proof."""

import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from refusals import refused
from run_helpers import iterate_to, results, undocumented

import boardai
from boardai.commands.train import main
from boardai.game import Game
from boardai.learn.data.config import ExamplesConfig
from boardai.learn.data.datasets import Dataset, Label
from boardai.learn.data.examples import Examples, is_held_out, load_examples, value_to_learn
from boardai.learn.data.labelling import LabelSettings, make_dataset
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.learners.config import SupervisedConfig
from boardai.learn.learners.supervised import validate
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.run import Run
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LearnConfig
from boardai.records import RecordedGame

TINY = NetworkConfig(blocks=1, channels=8, policy_channels=2, value_channels=2, value_hidden=8)
SHORT = ArenaConfig(every=2, games=4, final_games=4, opening_plies=1)


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Positions of random games on 4x4, from the sixth on, each with its true value."""
    folder = tmp_path_factory.mktemp("solved") / "hex4"
    make_dataset(
        LabelSettings("hex:size=4", "dfpn:seconds=60,megabytes=1", play="random", games=250, per_game=0, skip_plies=5),
        folder,
    )
    return folder


def random_game(game: Game, seed: int, plies: int | None = None) -> RecordedGame:
    rng, state, actions = random.Random(seed), game.initial_state(), list[int]()
    while not state.is_terminal() and (plies is None or len(actions) < plies):
        actions.append(rng.choice(state.legal_actions()))
        state.apply(actions[-1])
    return RecordedGame(game, game.initial_state(), tuple(actions), state.outcome(0) if state.is_terminal() else None)


def whole(examples: Examples) -> TrainingBatch:
    """All of them, in order."""
    batch = TrainingBatch(examples.game.observation_shape, examples.game.policy_size, len(examples))
    examples.fill(batch, range(len(examples)))
    return batch


# --- Positions ---


@pytest.mark.parametrize("finished", [True, False])
@pytest.mark.parametrize("spec", ["hex:size=4", "reversi:board=6x6", "chess"])
def test_a_batch_holds_positions_and_targets(spec: str, finished: bool) -> None:
    game = boardai.load(spec)
    one = random_game(game, 3, None if finished else 12)
    end = one.start.clone()
    for action in one.actions:
        end.apply(action)
    assert end.is_terminal() == finished
    plies = range(min(10, len(one.actions)))
    positions = Examples(game)
    positions.add(
        one,
        [Label(ply, 0.5 - 0.1 * ply, policy={one.actions[ply]: 1.0} if ply % 2 == 0 else {}) for ply in plies],
    )
    batch = TrainingBatch(game.observation_shape, game.policy_size, len(plies))
    positions.fill(batch, list(plies))
    state = one.start.clone()
    for ply in plies:
        np.testing.assert_array_equal(batch.planes[ply], state.observation())
        np.testing.assert_array_equal(batch.legal[ply] > 0, state.legal_mask())
        assert batch.policy[ply].sum() == (ply % 2 == 0)
        if ply % 2 == 0:
            assert batch.policy[ply, state.policy_index(one.actions[ply])] == 1
        assert batch.outcome[ply] == pytest.approx(0.5 - 0.1 * ply)
        assert batch.plies_ahead[ply] == len(one.actions) - ply
        # A game that was stopped does not say how long it would have continued, nor how it would have ended.
        np.testing.assert_equal(batch.moves_left[ply], len(one.actions) - ply if finished else np.nan)
        points = (end.score(state.current_player()) if finished else np.nan) if spec == "reversi:board=6x6" else 0.0
        np.testing.assert_array_equal(batch.score[ply], points)  # 0 and -0 alike
        state.apply(one.actions[ply])


def test_what_follows_is_learned_where_the_games_have_it(hex4: Game) -> None:
    stopped = random_game(hex4, 3, 6)
    labels = [Label(ply, 0.25 * (-1) ** ply) for ply in range(4)]
    further = {"reply": (hex4.policy_size,), "values_ahead": (3,)}
    batch = TrainingBatch(hex4.observation_shape, hex4.policy_size, len(labels), further)
    for result in (1, -1, None):
        positions = Examples(hex4)
        positions.add(replace(stopped, result=result), labels)
        if result is None:
            with refused("learn.loss.values_ahead"):
                positions.fill(batch, range(len(labels)))
            continue
        positions.fill(batch, range(len(labels)))
        for ply, state in zip(range(len(labels)), stopped.states(), strict=False):
            reply = state.child(stopped.actions[ply]).policy_index(stopped.actions[ply + 1])
            assert batch.reply[ply].argmax() == reply and batch.reply[ply].sum() == 1
            # Labels say 0.25 for player 0 throughout: the further ahead, the more the result counts.
            near, middle, far = batch.values_ahead[ply] * (-1) ** ply * result
            assert (0.25 < near < middle < far < 1) if result == 1 else (-0.25 < near < middle < far < 1)


def test_symmetries_move_planes_and_policy_together() -> None:
    game = boardai.load("reversi", board="6x6")
    one = random_game(game, 5)
    positions = Examples(game)
    positions.add(one, [Label(6, 0.25, policy={one.actions[6]: 1.0})])
    state = positions.state(0)
    views = [state.transformed(symmetry) for symmetry in range(state.symmetry_count())]
    batch = TrainingBatch(game.observation_shape, game.policy_size, 64)
    positions.fill(batch, [0] * 64, seed=0)
    seen = set()
    for line in range(64):
        (symmetry,) = [k for k, view in enumerate(views) if (view.observation() == batch.planes[line]).all()][:1]
        action = state.transform_action(one.actions[6], symmetry)
        assert batch.policy[line, views[symmetry].policy_index(action)] == 1
        assert batch.outcome[line] == 0.25
        seen.add(symmetry)
    assert len(seen) > 4


def test_targets_mix_label_and_result() -> None:
    assert value_to_learn(0.5, 1.0, 0.0) == 0.5
    assert value_to_learn(0.5, -1.0, 0.5) == -0.25
    assert value_to_learn(math.nan, -1.0, 0.0) == -1
    assert value_to_learn(0.5, None, 1.0) == 0.5
    assert math.isnan(value_to_learn(math.nan, None, 0.5))


def test_whole_games_are_held_out_and_always_the_same(solved: Path, hex4: Game) -> None:
    def halves(seed: int) -> tuple[Examples, Examples]:
        return load_examples([str(solved)], hex4, ExamplesConfig(validation=0.2), seed=seed)

    learned, held_out = halves(1)
    games = [one for one in Dataset.open(solved).games() if one.labels]
    expected = [sum(is_held_out(one.game, 0.2, 1) == side for one in games) for side in (False, True)]
    assert [learned.games, held_out.games] == expected
    assert len(learned) + len(held_out) == sum(len(one.labels) for one in games)
    assert 0.1 < held_out.games / (learned.games + held_out.games) < 0.3
    assert halves(1)[1].digest() == held_out.digest() != halves(2)[1].digest()


def test_game_files_give_results_and_played_moves(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 1/2-1/2\n\n1. d4 *\n" * 6)
    chess = boardai.load("chess")
    # Two different games, so that one of them is held out under some seed.
    seeds = range(20)
    for seed in seeds:
        try:
            learned, held_out = load_examples([str(path)], chess, ExamplesConfig(validation=0.5), seed)
            break
        except ValueError as error:
            assert "position" in str(error)
    values = sorted({float(value) for side in (learned, held_out) for value in whole(side).outcome})
    assert values == [-1.0, 0.0, 1.0]  # of the third game nothing is known
    assert len(learned) + len(held_out) == 6 * (4 + 2)
    assert learned.with_policy == len(learned) and (whole(learned).policy.sum(axis=1) == 1).all()


def test_planes_are_the_run_s_not_the_data_s(tmp_path: Path) -> None:
    settings = LabelSettings("chess", "pvs:depth=1", play="random", games=12, per_game=3, max_plies=30)
    make_dataset(settings, tmp_path / "data")
    small = boardai.load("chess", history=0)
    learned, held_out = load_examples([str(tmp_path / "data")], small, ExamplesConfig(validation=0.3), seed=0)
    assert len(learned) + len(held_out) == 36
    batch = TrainingBatch(small.observation_shape, small.policy_size, 1)
    learned.fill(batch, [0])
    np.testing.assert_array_equal(batch.planes[0], learned.state(0).observation())
    assert small.observation_shape != boardai.load("chess").observation_shape
    with refused("chess"):
        load_examples([str(tmp_path / "data")], boardai.load("reversi"), ExamplesConfig(), 0)


def test_data_that_does_not_fit_is_refused(solved: Path, hex4: Game, tmp_path: Path) -> None:
    config = ExamplesConfig()
    with pytest.raises(ValueError, match="--data"):
        load_examples([], hex4, config, 0)
    with refused("hex:size=4"):
        load_examples([str(solved)], boardai.load("hex", size=5), config, 0)
    with refused("dataset.json"):
        load_examples([str(tmp_path)], hex4, config, 0)
    (tmp_path / "one.positions").write_text(hex4.initial_state().to_string() + "\n")
    with refused("position"):
        load_examples([str(tmp_path / "one.positions")], hex4, config, 0)


# --- Validation ---


def test_validation_equals_figures_by_hand(solved: Path, hex4: Game) -> None:
    _, held_out = load_examples([str(solved)], hex4, ExamplesConfig(), seed=1)
    network = Network(hex4.observation_shape, hex4.policy_size, TINY, 0)
    evaluator = Evaluator(network, network.parameters, network.statistics, 16)
    rows, all_held_out = np.arange(len(held_out))[:40], whole(held_out)
    found = validate(evaluator, held_out, rows)
    planes = evaluator.planes()
    predicted, losses, hits = [], [], []
    for row in rows:
        state = held_out.state(int(row))
        planes[0] = state.observation()
        logits, values = evaluator(planes)
        predicted.append(float(values[0]))
        legal = state.legal_actions()
        weights = np.exp([float(logits[0, state.policy_index(action)]) for action in legal])
        probabilities = dict(zip(legal, weights / weights.sum(), strict=True))
        (right,) = [action for action in legal if all_held_out.policy[row, state.policy_index(action)] == 1]
        losses.append(-math.log(probabilities[right]))
        hits.append(max(legal, key=lambda action: probabilities[action]) == right)
    reported = all_held_out.outcome[rows].astype(np.float64)
    assert found["validation_value_loss"] == pytest.approx(np.mean((np.array(predicted) - reported) ** 2), rel=1e-4)
    assert found["validation_value_correlation"] == pytest.approx(np.corrcoef(predicted, reported)[0, 1], abs=1e-4)
    assert found["validation_policy_loss"] == pytest.approx(np.mean(losses), rel=1e-4)
    assert found["validation_top1"] == pytest.approx(np.mean(hits))
    assert found["validation_value_baseline"] == pytest.approx(reported.var())
    with np.errstate(all="raise"):  # in a batch that is not full the other rows have no legal moves
        few = validate(evaluator, held_out, rows[:10])
    assert few["validation_policy_loss"] == pytest.approx(np.mean(losses[:10]), rel=1e-4)


# --- Runs ---


def small(data: Path, **changes: object) -> SupervisedConfig:
    settings: dict = {
        "data": (str(data),),
        "seed": 3,
        "iterations": 4,
        "steps": 10,
        "network": TINY,
        "learn": LearnConfig(batch_size=16, warmup_steps=5),
        "arena": SHORT,
    }
    return SupervisedConfig(**{**settings, **changes})


def weights(run: Run) -> bytes:
    return b"".join(np.asarray(leaf).tobytes() for leaf in run.method.learner.parameters)


@pytest.mark.thorough
def test_a_resumed_run_equals_one_that_was_not_stopped(solved: Path, hex4: Game, tmp_path: Path) -> None:
    whole = iterate_to(3, tmp_path / "whole", hex4, small(solved), "supervised")
    iterate_to(1, tmp_path / "parts", hex4, small(solved), "supervised")
    parts = iterate_to(3, tmp_path / "parts", hex4, small(solved), "supervised")
    assert weights(whole) == weights(parts)

    assert results(tmp_path / "whole") == results(tmp_path / "parts")
    assert "value vs random" in read_metrics(tmp_path / "whole")[1]["arena"]
    assert undocumented(tmp_path / "whole") == set()


def test_changed_data_is_noticed(solved: Path, hex4: Game, tmp_path: Path) -> None:
    import shutil

    shutil.copytree(solved, tmp_path / "data")
    iterate_to(1, tmp_path / "run", hex4, small(tmp_path / "data"), "supervised")
    (tmp_path / "data" / "000001.npz").unlink()
    with refused("changed"):
        iterate_to(2, tmp_path / "run", hex4, small(tmp_path / "data"), "supervised")


def test_changed_data_to_measure_by_is_noticed(solved: Path, hex4: Game, tmp_path: Path) -> None:
    method = iterate_to(1, tmp_path / "run", hex4, small(solved), "supervised").method
    saved = method.saved()
    method.restore(saved, 1, lambda done, total: None)
    saved.state["held_out"] = "others"
    with refused("held out"):
        method.restore(saved, 1, lambda done, total: None)


def test_one_changed_value_is_noticed(hex4: Game) -> None:
    def digest(value: float, ply: int = 0, policy: dict[int, float] | None = None, move: int = 3) -> str:
        positions = Examples(hex4)
        game = RecordedGame(hex4, hex4.initial_state(), (move, 5, 6), 1, place="here")
        positions.add(game, [Label(ply, 0.25), Label(2, value, policy=policy or {})])
        return positions.digest()

    same = digest(0.5)
    assert digest(0.5) == same
    others = [digest(0.5000001), digest(0.5, ply=1), digest(0.5, policy={8: 1.0}), digest(0.5, move=4)]
    assert len({same, *others}) == 5


def test_all_positions_are_seen_once_an_epoch(solved: Path, hex4: Game, silent) -> None:  # type: ignore[no-untyped-def]
    from boardai.learn.learners.supervised import Supervised

    method = Supervised(hex4, small(solved), silent, lambda: None)
    size = len(method.learned)
    epochs = [[method._row(epoch * size + place) for place in range(size)] for epoch in range(2)]
    assert sorted(epochs[0]) == sorted(epochs[1]) == list(range(size))
    assert epochs[0] != epochs[1]


@pytest.mark.thorough
def test_the_value_of_solved_positions_is_learned(solved: Path, hex4: Game, tmp_path: Path) -> None:
    config = small(
        solved,
        steps=100,
        network=NetworkConfig(blocks=2, channels=24),
        learn=LearnConfig(batch_size=64, warmup_steps=20),
        arena=ArenaConfig(every=0),
    )
    iterate_to(3, tmp_path / "run", hex4, config, "supervised")
    last = read_metrics(tmp_path / "run")[-1]
    # Games it has never seen: who wins with best play, and by which move, from 300 steps (0.76, 0.37, 63 % here).
    assert last["validation_value_correlation"] > 0.6
    assert last["validation_value_loss"] < 0.7 * last["validation_value_baseline"]
    assert last["validation_top1"] > 0.4


def test_the_command_trains_on_a_dataset(solved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    options = "--iterations 2 --steps 5 --learn.batch-size 8 --arena.final-games 4 --network.blocks 1"
    main(["hex:size=4", "--learner", "supervised", "--data", str(solved), "--run", str(run), *options.split()])
    predicted = capsys.readouterr().out
    for words in ("held out", "games to learn from", "correlation", "value vs greedy: trained", "policy vs random"):
        assert words in predicted
    assert (run / "figures" / "overview.svg").exists()
    main(["--resume", str(run), "--iterations", "3"])
    assert "resumed after iteration 2" in capsys.readouterr().out


# --- The reference's network ---


@pytest.mark.thorough
def test_the_reference_s_network_is_as_printed_but_for_redundant_biases() -> None:
    config = NetworkConfig(architecture="boardai.learn.network.value_network:PieceValueNetwork")
    chess = boardai.load("chess")
    network = Network(chess.observation_shape, chess.policy_size, config, 0)
    assert network.parameter_count == 757_985 - (64 + 128 + 128)
    evaluator = Evaluator(network, network.parameters, network.statistics, 2)
    planes = evaluator.planes()
    start = chess.initial_state()
    planes[0] = start.observation()
    # The same pieces, seen by the other side: the mover's view is the same, so is the value.
    planes[1] = chess.from_string(start.to_string().replace(" w ", " b ")).observation()
    logits, values = evaluator(planes)
    assert not logits.any()
    assert values[0] == pytest.approx(values[1], abs=1e-6)
    assert abs(values[0]) < 1


@pytest.mark.slow
def test_the_reference_s_network_learns_and_plays(solved: Path, hex4: Game, tmp_path: Path) -> None:
    config = small(
        solved,
        steps=40,
        network=NetworkConfig(architecture="boardai.learn.network.value_network:ValueNetwork"),
        learn=LearnConfig(batch_size=32, warmup_steps=10, learning_rate=0.02),
        arena=ArenaConfig(every=0),
    )
    iterate_to(2, tmp_path / "run", hex4, config, "supervised")
    last = read_metrics(tmp_path / "run")[-1]
    assert last["validation_value_correlation"] > 0.4
    assert "validation_top1" not in last  # there is no policy to be right or wrong
    from boardai.players import load_agent

    for spec in ("value", "hybrid"):
        agent = load_agent(f"{spec}:run={tmp_path / 'run'}", hex4)
        assert hex4.initial_state().is_legal(agent.choose(hex4.initial_state()))
