"""Reanalyse and surprise weighting in a run: new targets come from searches; runs continue bit for bit."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai import native
from boardai.learn.learners.config import TrainConfig, ValueConfig
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.game_files import Contents, read_game_file, write_games
from boardai.learn.self_play.reanalyse import ReanalyseConfig, Reanalysis
from boardai.learn.self_play.replay import ReplayBuffer, ReplayConfig
from boardai.search import Forest, GumbelOptions


@pytest.fixture(scope="module")
def changes(tiny: TrainConfig) -> dict[str, object]:
    return {
        "replay": dataclasses.replace(tiny.replay, surprise_share=0.5),
        "reanalyse": ReanalyseConfig(positions_per_new=0.5),
    }


@pytest.fixture(scope="module")
def whole(train_here, changes, tmp_path_factory):  # type: ignore[no-untyped-def]
    return train_here(tmp_path_factory.mktemp("runs") / "whole", 3, **changes)


@pytest.mark.thorough
def test_a_run_with_both_goes_on_bit_for_bit(whole, train_here, changes, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    train_here(tmp_path / "run", 2, **changes)
    parts = train_here(tmp_path / "run", 3, **changes)
    found, again = (run.method.replay.read_all().arrays() for run in (whole, parts))
    for name in found:
        np.testing.assert_array_equal(found[name], again[name], err_msg=name)
    for leaf, other in zip(whole.method.learner.parameters, parts.method.learner.parameters, strict=True):
        np.testing.assert_array_equal(leaf, other)
    # The targets of the last iteration are in its file, and without them the buffer is another one.
    lines = [json.loads(line) for line in (whole.folder.path / "metrics.jsonl").read_text().splitlines()]
    assert lines[0]["reanalysed"] == 0 and lines[2]["reanalysed"] == int(0.5 * lines[2]["positions"])
    assert lines[2]["seconds"]["reanalyse"] > 0
    paths = [whole.folder.games_path(number) for number in (1, 2, 3)]
    assert [bool(read_game_file(path).targets) for path in paths] == [False, True, True]
    plain = ReplayBuffer(whole.game, changes["replay"])
    for number, path in enumerate(paths, start=1):
        plain.add_games(read_game_file(path).parts, number)
    assert plain.size == whole.method.replay.size
    played = plain.read_all().arrays()
    np.testing.assert_array_equal(played["outcome"], found["outcome"])
    assert not np.array_equal(played["policy"], found["policy"])
    # Where a search surprised, its position stands there more than once, and others not at all.
    rows = {planes.tobytes() for planes in played["planes"]}
    evenly = ReplayBuffer(whole.game, dataclasses.replace(changes["replay"], surprise_share=0.0))  # type: ignore[type-var]
    for number, path in enumerate(paths, start=1):
        evenly.add_games(read_game_file(path).parts, number)
    assert evenly.size == plain.size
    assert len(rows) < len({planes.tobytes() for planes in evenly.read_all().arrays()["planes"]})


def test_places_of_one_position_leave_the_buffer_one_by_one(whole, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """What a place was given stays with the others of its position, also where the buffer is filled again."""
    parts = [read_game_file(whole.folder.games_path(number)).parts for number in (1, 2, 3)]
    differs = False
    for capacity in range(150, 300, 3):
        config = ReplayConfig(capacity=capacity, minimum=1, surprise_share=1.0)
        replay, added, contents = ReplayBuffer(whole.game, config), 0, []
        for number, played in enumerate(parts, start=1):
            contents.append(replay.add_games(played, number))
            added = contents[-1].positions
            rng = np.random.default_rng(1000 * capacity + number)
            # Some of the older places: what the last of a position's was given, the first ones show as well.
            numbers = np.flatnonzero(rng.random(max(0, replay.size - added)) < 0.5)
            policies = rng.random((len(numbers), whole.game.policy_size), np.float32)
            targets = b""
            if len(numbers):
                values = rng.uniform(-1, 1, len(numbers)).astype(np.float32)
                targets = replay.replace_targets(numbers, policies, values)
            differs = differs or bool(targets)
            write_games(tmp_path / f"{capacity}-{number}", number, played, contents[-1], targets)
        again = ReplayBuffer(whole.game, config)
        total = Contents(sum(one.games for one in contents), sum(one.positions for one in contents))
        again.restore(lambda number, capacity=capacity: tmp_path / f"{capacity}-{number}", 3, total)  # type: ignore[misc]
        found, restored = (buffer.read_all().arrays() for buffer in (replay, again))
        for name in found:
            np.testing.assert_array_equal(found[name], restored[name], err_msg=f"{capacity}: {name}")
    assert differs


def test_reanalyse_proves_endings_and_sees_symmetries_as_self_play_does() -> None:
    game = boardai.load("reversi", board="4x4")
    native_options = Reanalysis(game, ReanalyseConfig(1.0), SelfPlayConfig(), seed=1)._options
    assert native_options.solver
    assert not Reanalysis(game, ReanalyseConfig(1.0), SelfPlayConfig(endings=False), seed=1)._options.solver
    assert not Reanalysis(boardai.load("hex", size=3), ReanalyseConfig(1.0), SelfPlayConfig(), seed=1)._options.solver
    state = game.initial_state().child(game.initial_state().legal_actions()[0])
    seen = []
    for seed in (None, 1, 2, 3, 4, 5):
        forest = native.template("Puct", state)(1, native_options, 1, True)
        if seed is not None:
            forest.use_symmetries(seed)
        forest.set_root(0, native.native_state(state))
        planes = np.zeros((1, *game.observation_shape), np.float32)
        assert forest.select(planes, planes.size) == 1
        seen.append(planes)
    assert len({planes.tobytes() for planes in seen}) > 1 and len({planes.sum() for planes in seen}) == 1


def test_new_targets_are_what_a_search_finds(whole) -> None:  # type: ignore[no-untyped-def]
    replay, config = whole.method.replay, whole.config
    before = replay.read_all().arrays()
    evaluator = whole.method._evaluator(*whole.method.learner.play_weights())
    plain = dataclasses.replace(config.selfplay, symmetries=False)  # as the forest below sees them
    reanalysis = Reanalysis(whole.game, ReanalyseConfig(1.0, simulations=12), plain, seed=5)
    count, targets = reanalysis.run(replay, added=20, iteration=4, evaluator=lambda: evaluator)
    after = replay.read_all().arrays()
    changed = np.flatnonzero(after["search_value"] != before["search_value"])
    assert count == 20 and targets and 0 < len(changed) <= 20 + replay.size // 4
    assert changed.max() < replay.size - 20
    states = [replay.native_state(int(number)) for number in changed]
    options = GumbelOptions(simulations=12, scale=0.0, considered=config.selfplay.gumbel.considered)
    network = lambda planes: evaluator(planes)  # noqa: E731
    found = Forest(states, network, options, batch_size=evaluator.batch_size).run()
    np.testing.assert_allclose(after["search_value"][changed], found.values, atol=1e-5)
    # A policy keeps the likeliest of its actions, as many as the old one had.
    for row, number in enumerate(changed):
        room = np.count_nonzero(before["policy"][number])
        weights = found.action_weights[row].astype(np.float64)
        weights[np.argsort(-weights, kind="stable")[room:]] = 0
        np.testing.assert_allclose(after["policy"][number], weights / weights.sum(), atol=1e-3)
    with refused("value", "1.500000"):
        replay.replace_targets(np.zeros(1, np.int64), after["policy"][:1], np.full(1, 1.5, np.float32))


def test_what_has_no_policy_knows_no_surprise() -> None:
    with refused("replay.surprise_share"):
        ValueConfig(replay=ReplayConfig(surprise_share=0.5))


def test_targets_that_do_not_fit_their_games_are_refused(whole, changes, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    files = [read_game_file(whole.folder.games_path(number)) for number in (1, 2, 3)]
    contents = [json.loads(whole.folder.games_path(number).open("rb").readline()) for number in (1, 2, 3)]

    def restored(targets: bytes) -> ReplayBuffer:
        total = [0, 0]
        for number, (file, header) in enumerate(zip(files, contents, strict=True), start=1):
            holds = Contents(header["games"], header["positions"])
            total = [total[0] + holds.games, total[1] + holds.positions]
            write_games(tmp_path / str(number), number, file.parts, holds, targets if number == 3 else b"")
        buffer = ReplayBuffer(whole.game, changes["replay"])
        buffer.restore(lambda number: tmp_path / str(number), 3, Contents(*total))
        return buffer

    good = files[2].targets
    assert restored(good).size == whole.method.replay.size
    for bad, words in (
        (good[:-1], "3: new targets, byte .*truncated"),
        ((10**9).to_bytes(8, "little") + good[8:], "3: new targets, byte 0: no such position"),
        (good[:8] + b"\0\0\0\x41" + good[12:], "value is not in"),
    ):
        with pytest.raises(ValueError, match=words):
            restored(bad)
    text = (tmp_path / "3").read_bytes()
    (tmp_path / "3").write_bytes(text[:-1] + bytes([text[-1] ^ 1]))
    with refused("targets", "SHA-256"):
        read_game_file(tmp_path / "3")
