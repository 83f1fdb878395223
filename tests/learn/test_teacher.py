"""A teacher's games: what is recorded of them, and a run that begins with them."""

import math
import random
import struct
from pathlib import Path

import numpy as np
import pytest
from made_games import record
from refusals import refused
from run_helpers import results

import boardai
from boardai import native
from boardai.game import Game
from boardai.learn.data.config import TeacherConfig
from boardai.learn.data.datasets import Label
from boardai.learn.data.game_records import game_record
from boardai.learn.data.teacher import Teacher
from boardai.learn.linear_evaluation.from_replay import ReplayEvaluation
from boardai.learn.self_play.reanalyse import ReanalyseConfig
from boardai.learn.self_play.replay import ReplayBuffer, ReplayConfig, new_replay
from boardai.learn.self_play.self_play import Played
from boardai.learn.training.batch import TrainingBatch
from boardai.players import SearchPlayer, load_agent
from boardai.records.recorded_game import RecordedGame
from boardai.search.evaluations.naming import load_evaluation


@pytest.mark.parametrize("spec", ["hex:size=3", "chess", "reversi:board=4x4"])
def test_a_record_is_what_game_files_hold(spec: str) -> None:
    game = boardai.load(spec)
    rng = random.Random(5)
    state, actions, labels, plies = game.initial_state(), [], {}, b""
    while not state.is_terminal() and len(actions) < 60:
        legal = state.legal_actions()
        actions.append(rng.choice(legal))
        if rng.random() < 0.5:
            shares = {action: rng.randint(1, 3) / 8 for action in rng.sample(legal, min(3, len(legal)))}
            label = Label(len(actions) - 1, value=rng.choice((-1.0, 0.25, 1.0)), policy=shares)
            labels[label.ply] = label
            plies += struct.pack("<iBffI", actions[-1], 2, label.value, 0.0, len(shares))  # no surprise
            total = sum(shares.values())
            plies += b"".join(struct.pack("<if", a, np.float32(part / total)) for a, part in shares.items())
        else:
            plies += struct.pack("<iB", actions[-1], 0)
        state.apply(actions[-1])
    over = state.is_terminal()
    points = state.score(0) if hasattr(state, "score") else 0
    outcome = state.outcome(0) if over else int(np.sign(points))
    start = game.initial_state()
    expected = record(9, start.pack(), True, 0 if over else 1, outcome, plies, len(actions))
    one = RecordedGame(game, start, tuple(actions))
    assert game_record(one, labels, 9) == (expected, outcome, over)
    replay = new_replay(game, 1000, 1 << 20)
    assert replay.add_games(expected) == 1 and replay.size() == len(labels)


def test_a_record_refuses_what_no_game_is(hex3: Game) -> None:
    start = hex3.initial_state()

    def writer():  # type: ignore[no-untyped-def]
        return native.template("GameWriter", start)(native.native_state(start), 0)

    def learned(action: int, value: float, policy: dict[int, float]) -> None:
        # One more than declared: an empty array has no address.
        actions, shares = np.array([*policy, 0], np.int32), np.array([*policy.values(), 1], np.float32)
        writer().play_to_learn_from(action, value, actions, shares, len(policy))

    with refused("action 9"):
        writer().play(9)
    for action, value, policy, words in [
        (0, 1.5, {0: 1.0}, "value 1.5"),
        (0, math.nan, {0: 1.0}, "value .*nan"),
        (0, 0.0, {1: 0.0}, "GameWriter: .*share"),
        (0, 0.0, {1: -1.0}, "share -1.0.* of action 1"),
        (0, 0.0, {1: math.inf}, "share inf of action 1"),
        (0, 0.0, {1: 1.0, -1: 1.0}, r"action -1\b"),
        (9, 0.0, {0: 1.0}, r"action 9\b"),
    ]:
        with pytest.raises(ValueError, match=words):
            learned(action, value, policy)
    with refused("outcome", "2"):
        writer().record(2)


def test_games_hang_on_their_numbers_alone(hex3: Game) -> None:
    config = TeacherConfig(agent="alphabeta:depth=2", games_per_iteration=6, random_plies=2, random_share=0.3)
    alone, together = (Teacher(hex3, config, groups, 100, seed=4) for groups in (1, 3))
    first, second = alone.play(1), alone.play(2)
    again, shared = together.play(2), together.play(1)
    assert sorted(_records(first.parts)) == sorted(_records(shared.parts)) != sorted(_records(second.parts))
    assert sorted(_records(again.parts)) == sorted(_records(second.parts))
    counts = first.counts
    assert counts["games"] == counts["by_rules"] == 6 == counts["wins0"] + counts["wins1"]
    assert sum(first.lengths) == counts["plies"]
    replay = new_replay(hex3, 1000, 1 << 20)
    assert sum(replay.add_games(part) for part in first.parts) == 6
    assert replay.size() == counts["moves"] > 0


def _records(parts: list[bytes]) -> list[bytes]:
    return [b"BGAM" + rest for part in parts for rest in part.split(b"BGAM")[1:]]


def test_what_the_teacher_says_is_learned_not_what_chance_does(hex3: Game) -> None:
    config = TeacherConfig(agent="pvs:depth=9", games_per_iteration=8, random_share=1.0, learned_share=1.0)
    played = Teacher(hex3, config, 1, 100, seed=1).play(1)
    replay = new_replay(hex3, 1000, 1 << 20)
    replay.add_games(played.parts[0])
    batch = TrainingBatch(hex3.observation_shape, hex3.policy_size, replay.size())
    replay.read(0, 0, len(batch), batch.to_native())
    assert len(batch) > 20
    for row in range(len(batch)):
        state = replay.state(row)
        best = int(np.argmax(batch.policy[row]))
        assert batch.policy[row, best] == 1.0
        solved = boardai.search.pvs(state)
        assert np.sign(solved.value) == batch.search_value[row]
        action = next(a for a in state.legal_actions() if state.policy_index(a) == best)
        after = state.child(action)
        if solved.value > 0:
            assert after.is_terminal() or boardai.search.pvs(after).value < 0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"agent": "random"}, r"teacher\.agent: 'random'"),
        ({"agent": "nothere"}, "teacher.agent: .*nothere"),
        ({"agent": "uci:cat"}, "teacher.agent: "),
        ({"learned_share": 0.0}, r"teacher\.learned_share"),
        ({"random_share": 1.5}, r"teacher\.random_share"),
        ({"games_per_iteration": 0}, "teacher.games_per_iteration"),
        ({"features": "tuples", "beginner": "random"}, r"teacher\.beginner: 'random'"),
        ({"features": "tuples", "agent": "pvs:depth=1,evaluator=hash"}, r"teacher\.agent: .*teacher\.features"),
        ({"features": "tuples", "agent": ""}, r"teacher\.features: .*teacher\.agent"),
        ({"features": "tuples", "scale": 100.0}, r"teacher\.scale: .*teacher\.features"),
    ],
)
def test_bad_teachers_are_named(hex3: Game, changes: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Teacher(hex3, TeacherConfig(**{"agent": "pvs:depth=1", **changes}), 1, 100, seed=0)


@pytest.fixture(scope="module")
def lessons() -> tuple[Game, ReplayBuffer, list[Played]]:
    """Games of Reversi 6x6 by a teacher that begins with nothing: a beginner's, then what was learned from those."""
    game = boardai.load("reversi:board=6x6")
    config = TeacherConfig(
        agent="pvs:depth=2", features="tuples:straight=3", beginner="pvs:depth=1,evaluator=hash", learned_share=1.0,
        games_per_iteration=60, random_plies=4,
    )  # fmt: skip
    teacher, replay = Teacher(game, config, 1, 100, seed=3), ReplayBuffer(game, ReplayConfig(minimum=1))
    grown = ReplayEvaluation(game, config.features, config.result_share)
    played = []
    for iteration in (1, 2, 3):
        played.append(teacher.play(iteration, evaluation=grown.fitted(replay)))
        replay.add_games(played[-1].parts, iteration)
    return game, replay, played


@pytest.mark.thorough
def test_of_a_beginner_results_alone_are_believed(lessons) -> None:  # type: ignore[no-untyped-def]
    _, replay, played = lessons
    reported = replay.newest(replay.size, ("search_value", "outcome"))
    first = played[0].counts["moves"]
    np.testing.assert_array_equal(reported["search_value"][:first], reported["outcome"][:first])
    later = np.abs(reported["search_value"][first:])
    assert (later < 0.999).mean() > 0.3 and (reported["search_value"][first:] != reported["outcome"][first:]).any()


def test_a_teacher_learns_from_its_games(lessons) -> None:  # type: ignore[no-untyped-def]
    game, replay, _ = lessons
    assert ReplayEvaluation(game, "tuples:straight=3", 0.2).fitted(ReplayBuffer(game, ReplayConfig(minimum=1))) is None
    grown = ReplayEvaluation(game, "tuples:straight=3", 0.2).fitted(replay)
    learned = SearchPlayer("pvs", boardai.search.pvs, {"depth": 2, "evaluator": grown})
    beginner = load_agent("pvs:depth=2,evaluator=hash", game)
    result = boardai.arena.play_match(game, learned, beginner, games=60, opening_plies=4, seed=5)
    assert result.score > 0.75
    # It says what it expects: 100 is a score of 64 %.
    state = game.initial_state()
    assert abs(grown(state)) < 100
    newer = replay.newest(replay.size - replay.size // 2, ["quiet"])["quiet"]
    assert grown.card["positions"] == newer.sum() and grown.card["loss"] < 0.65


def test_what_is_learned_hangs_on_the_buffer_alone(lessons) -> None:  # type: ignore[no-untyped-def]
    game, _, played = lessons
    config = ReplayConfig(capacity=3000, minimum=1)
    often, once = (ReplayEvaluation(game, "tuples:straight=3", 0.2) for _ in range(2))
    replay = ReplayBuffer(game, config)
    for iteration, one in enumerate(played, 1):
        replay.add_games(one.parts, iteration)
        found = often.fitted(replay)
    assert replay.positions_added > replay.size == 3000  # the oldest have left it
    np.testing.assert_array_equal(found.weights, once.fitted(replay).weights)


def test_a_teacher_that_cannot_learn_is_refused(train_here, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    with refused("teacher.features", "larion"):
        train_here(tmp_path / "run", 1, teacher=TeacherConfig(agent="pvs:depth=1", features="larion"))
    teacher, again = TeacherConfig(agent="pvs:depth=1", features="tuples"), ReanalyseConfig(positions_per_new=1.0)
    with refused("teacher.features", "reanalyse"):
        train_here(tmp_path / "other", 1, teacher=teacher, reanalyse=again)


@pytest.mark.thorough
def test_a_teacher_that_learns_resumes(train_here, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    teacher = TeacherConfig(
        agent="pvs:depth=2", features="tuples:straight=2", beginner="pvs:depth=1,evaluator=hash", share=0.8,
        games_per_iteration=12, learned_share=1.0,
    )  # fmt: skip
    train_here(tmp_path / "whole", 4, teacher=teacher)
    lines = results(tmp_path / "whole")
    assert [line["taught"] for line in lines] == [1, 1, 1, 1]
    assert lines[0]["teacher_loss"] is None and 0 < lines[-1]["teacher_loss"] < math.log(2)
    path = tmp_path / "stopped"
    train_here(path, 2, teacher=teacher)
    train_here(path, 4)
    assert results(path) == lines
    grown = load_evaluation(path / "teacher.npz")
    np.testing.assert_array_equal(grown.weights, load_evaluation(tmp_path / "whole" / "teacher.npz").weights)
    assert boardai.search.pvs(boardai.load("hex:size=3").initial_state(), depth=2, evaluator=grown).action is not None


def test_a_run_begins_with_its_teacher_and_resumes(train_here, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    teacher = TeacherConfig(agent="alphabeta:depth=2", share=0.5, games_per_iteration=12, learned_share=1.0)
    whole = train_here(tmp_path / "whole", 4, teacher=teacher)
    lines = results(tmp_path / "whole")
    assert [line["taught"] for line in lines] == [1, 1, 0, 0]
    assert [line["games"] for line in lines[:2]] == [12, 12]
    assert lines[1]["evaluations"] == 0 < lines[2]["evaluations"]
    assert lines[1]["steps"] > 0
    for stop in (1, 3):
        path = tmp_path / f"stopped after {stop}"
        train_here(path, stop, teacher=teacher)
        resumed = train_here(path, 4)
        assert results(path) == lines
        pairs = zip(whole.method.learner.parameters, resumed.method.learner.parameters, strict=True)
        assert all(np.array_equal(a, b) for a, b in pairs)
