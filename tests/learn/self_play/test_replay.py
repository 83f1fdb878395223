"""The replay buffer: what it hands out is what was recorded, in stated memory, restored from the newest files.

And its settings: the window's growth, the steps that are due, what is refused.
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_games import Position, random_games
from refusals import refused

import boardai
from boardai import native
from boardai.game import Game
from boardai.learn.learners.config import TrainConfig
from boardai.learn.self_play.game_files import Contents, read_contents, read_games, write_games
from boardai.learn.self_play.replay import (
    ReplayBuffer,
    ReplayConfig,
    Samples,
    memory_for_games,
    replay_bytes_per_position,
)
from boardai.learn.settings import merged
from boardai.learn.training.batch import TrainingBatch

GROWING = ReplayConfig(capacity=2_000_000, minimum=1, window_start=250_000, window_exponent=0.75, window_slope=0.4)
EXAMPLES = Path(__file__).parents[3] / "examples"
SPECS = [
    "chess",
    "chess:chess960=true,claim_draws=false",
    "hex:size=5,swap=true",
    "hex:rows=9,cols=13",
    "hex:size=19",
    "reversi",
    "reversi:board=octagon",
    "reversi:board=14x14",
    str(EXAMPLES / "02_connect_four.hpp"),
    str(EXAMPLES / "01_game_in_python.py"),
]


def read(buffer: ReplayBuffer, game: Game, first: int, rows: int, symmetry: int = 0) -> TrainingBatch:
    """Positions by age instead of by chance."""
    batch = TrainingBatch(game.observation_shape, game.policy_size, rows)
    for array in batch.arrays().values():
        array.fill(77)
    buffer._native.read(first, symmetry, rows, batch.to_native())
    return batch


def check_row(batch: TrainingBatch, row: int, expected: dict) -> None:
    for name, array in batch.arrays().items():
        if name == "policy":
            assert np.abs(array[row] - expected[name]).max() < 1.001 / 65535
            assert array[row].sum() == pytest.approx(1, abs=1e-5)
        else:
            np.testing.assert_array_equal(array[row], expected[name], name)


def drawn(buffer: ReplayBuffer, game: Game, rows: int, seed: int) -> dict[str, np.ndarray]:
    batch = TrainingBatch(game.observation_shape, game.policy_size, rows)
    buffer.sample_into(batch, seed)
    return batch.arrays()


def same(first: dict[str, np.ndarray], second: dict[str, np.ndarray]) -> bool:
    return all(np.array_equal(first[name], second[name], equal_nan=True) for name in first)


@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=3)
@given(seed=st.integers(0, 10**6))
def test_every_position_comes_back_as_it_was(spec: str, seed: int) -> None:
    """Planes, policy, targets and legal actions, through every symmetry; and the state with its history."""
    game = boardai.load(spec)
    data, positions = random_games(game, 3, seed)
    buffer = ReplayBuffer(game, ReplayConfig(capacity=1000, minimum=1, memory_mb=1))
    assert buffer.add_games([data], 1) == Contents(3, len(positions))
    state = game.initial_state()
    symmetries = state.symmetry_count() if hasattr(state, "symmetry_count") else 1
    for symmetry in range(symmetries):
        batch = read(buffer, game, 0, len(positions), symmetry)
        for row, position in enumerate(positions):
            check_row(batch, row, position.row(game, symmetry))
    if native.is_native(state):
        for number, position in enumerate(positions):
            assert buffer._native.state(number) == position.state


@pytest.mark.parametrize(
    ("spec", "extents"), [("reversi:board=6x6", (6, 6, 1)), ("chess", (8, 8, 6)), ("hex:size=5", (5, 5, 1))]
)
def test_further_columns(spec: str, extents: tuple[int, ...]) -> None:
    """What the native tests check in full arrives under its name and in its shape."""
    game = boardai.load(spec)
    data, positions = random_games(game, 4, 5, max_plies=300)
    buffer = ReplayBuffer(game, ReplayConfig(capacity=2000, minimum=1))
    buffer.add_games([data], 1)
    further = {"ownership": extents, "reply": (game.policy_size,), "values_ahead": (3,)}
    batch = TrainingBatch(game.observation_shape, game.policy_size, len(positions), further)
    buffer._native.read(0, 0, len(positions), batch.to_native())
    known = batch.ownership[~np.isnan(batch.ownership)]
    assert {-1, 1} <= set(known) <= {-1, 0, 1}
    assert set(batch.reply.sum(axis=1)) <= {0, 1} and batch.reply.sum() > len(positions) / 2
    assert np.abs(batch.values_ahead).max() <= 1
    reported = buffer.newest(len(positions), ["quiet"])["quiet"]
    for row, position in enumerate(positions):
        assert reported[row] in quiet_by_its_text(game, position)
    assert set(reported) == ({1} if spec.startswith("hex") else {0, 1})
    last = [row for row, position in enumerate(positions) if position.plies_ahead == 1]
    for row in last:  # a quarter, a sixteenth... of this search's value, and the outcome
        weights = 1 / np.array([4, 16, 64])
        expected = weights * batch.search_value[row] + (1 - weights) * batch.outcome[row]
        assert batch.values_ahead[row] == pytest.approx(expected, abs=1e-4) and batch.reply[row].sum() == 0
    assert last
    if spec.startswith("reversi"):
        np.testing.assert_array_equal(batch.ownership.sum(axis=(1, 2, 3)), batch.score)
    with refused("owner", "planes", "policy", error=AttributeError):
        batch.owner  # noqa: B018


@pytest.mark.parametrize("spec", SPECS)
def test_what_stands_behind_the_move(spec: str) -> None:
    """Planes, legal actions and who moves next, through every symmetry; nothing where the move ended the game."""
    game = boardai.load(spec)
    data, positions = random_games(game, 3, 8, max_plies=400)
    buffer = ReplayBuffer(game, ReplayConfig(capacity=2000, minimum=1))
    buffer.add_games([data], 1)
    columns = {"next_planes": game.observation_shape, "next_legal": (game.policy_size,), "next_sign": ()}
    state = game.initial_state()
    found = set()
    for symmetry in range(state.symmetry_count() if hasattr(state, "symmetry_count") else 1):
        batch = TrainingBatch(game.observation_shape, game.policy_size, len(positions), columns)
        for name in columns:
            getattr(batch, name).fill(np.nan)
        buffer._native.read(0, symmetry, len(positions), batch.to_native())
        for row, position in enumerate(positions):
            for name, expected in position.next_row(game, symmetry).items():
                np.testing.assert_array_equal(getattr(batch, name)[row], expected, name)
        found |= set(batch.next_sign)
    assert found >= {-1.0}
    assert 0.0 in found or not any(position.state.child(position.action).is_terminal() for position in positions)


def quiet_by_its_text(game: Game, position: Position) -> set[bool]:
    """Whether neither a check nor the best move is loud, decided by notation alone; of equally good moves, any."""
    state, found = position.state, set()
    if game.name == "chess" and state.is_check():
        return {False}
    best = max(share for _, share in position.policy)
    for action, share in position.policy:
        if share > best - 1e-4:
            text = state.san(action) if game.name == "chess" else state.action_to_string(action)
            loud = {"chess": bool(set("x=") & set(text)), "reversi": text in ("a1", "a6", "f1", "f6")}
            found.add(not loud.get(game.name, False))
    return found


def test_a_column_that_is_not_there_or_of_another_size() -> None:
    game = boardai.load(str(EXAMPLES / "01_game_in_python.py"))
    data, _ = random_games(game, 1, 3)
    buffer = ReplayBuffer(game, ReplayConfig(capacity=10, minimum=1))
    buffer.add_games([data], 1)
    with refused("Replay.sample", "ownership"):
        buffer.sample_into(TrainingBatch(game.observation_shape, game.policy_size, 2, {"ownership": (3, 3, 1)}), 1)
    with refused("values_ahead", "6"):
        buffer.sample_into(TrainingBatch(game.observation_shape, game.policy_size, 2, {"values_ahead": (2,)}), 1)


def test_drawn_rows_are_positions_seen_through_symmetries() -> None:
    game = boardai.load("reversi:board=6x6")
    data, positions = random_games(game, 1, 3)
    buffer = ReplayBuffer(game, ReplayConfig(capacity=1000, minimum=1))
    buffer.add_games([data], 1)
    batch = TrainingBatch(game.observation_shape, game.policy_size, 200)
    buffer.sample_into(batch, 5)
    by_value = {np.float32(position.root_value): position for position in positions}
    used = set()
    for row in range(200):
        position = by_value[batch.search_value[row]]
        candidates = [position.row(game, symmetry) for symmetry in range(8)]
        (symmetry,) = [k for k, c in enumerate(candidates) if np.array_equal(c["planes"], batch.planes[row])][:1]
        check_row(batch, row, candidates[symmetry])
        used.add(symmetry)
    assert len(used) > 5
    plain = ReplayBuffer(game, ReplayConfig(capacity=1000, minimum=1, symmetries=False))
    plain.add_games([data], 1)
    plain.sample_into(batch, 5)
    for row in range(200):
        check_row(batch, row, by_value[batch.search_value[row]].row(game))


def test_equal_seeds_draw_alike_and_the_window_is_kept() -> None:
    game = boardai.load("hex", size=5)
    config = ReplayConfig(capacity=300, minimum=1, symmetries=False, window_start=20)
    buffer = ReplayBuffer(game, config)
    everything: list[Position] = []
    for iteration in range(1, 6):
        data, positions = random_games(game, 4, iteration)
        buffer.add_games([data], iteration)
        everything += positions
        newest = everything[-buffer.window :]
        assert 20 <= buffer.window == config.window(len(everything)) < buffer.size == len(everything)
        rows = drawn(buffer, game, 2000, iteration)
        assert set(rows["search_value"].tolist()) == {float(np.float32(p.root_value)) for p in newest}
        assert same(rows, drawn(buffer, game, 2000, iteration))
        assert not same(rows, drawn(buffer, game, 2000, iteration + 100))


# --- memory ----------------------------------------------------------------------------------------------------------


def test_memory_is_set_aside_as_stated() -> None:
    game = boardai.load("chess")
    given = ReplayConfig(capacity=50_000, minimum=1, memory_mb=20)
    assert memory_for_games(game, given) == 20 << 20
    assert ReplayBuffer(game, given).memory_bytes == (20 << 20) + 16 * 50_000
    computed = ReplayConfig(capacity=80_000, minimum=1)
    assert memory_for_games(game, computed) == int(2 * 80_000 * replay_bytes_per_position(game))
    assert "80,000 positions in" in ReplayBuffer(game, computed).describe()


@pytest.mark.parametrize(("spec", "limit"), [("chess", 250), ("hex:size=11", 450), ("reversi", 100)])
def test_a_position_takes_little(spec: str, limit: int) -> None:
    """With every legal action in its policy, and a chess position with all of its history."""
    game = boardai.load(spec)
    assert replay_bytes_per_position(game) < limit
    data, positions = random_games(game, 30, 1, max_plies=200)
    buffer = ReplayBuffer(game, ReplayConfig(capacity=10_000, minimum=1))
    buffer.add_games([data], 1)
    statistics = buffer.statistics(1)
    assert statistics["buffer"] == len(positions)
    assert statistics["buffer_mib"] * 2**20 / len(positions) < limit


@pytest.mark.thorough
def test_millions_of_positions_within_what_is_stated() -> None:
    """The room of a full ring of three million chess positions is stated before it is taken, and is never exceeded."""
    game = boardai.load("chess")
    config = ReplayConfig(capacity=3_000_000, minimum=1, memory_mb=64)
    buffer = ReplayBuffer(game, config)
    data, positions = random_games(game, 60, 2, max_plies=120)
    added = 0
    while buffer.crowded_out == 0:
        added += buffer.add_games([data] * 20, 1).positions
    held = buffer.size
    assert added == buffer.positions_added and buffer.crowded_out == added - held
    for _ in range(3):
        buffer.add_games([data] * 20, 1)
        assert buffer.memory_bytes == (64 << 20) + 16 * 3_000_000
        assert buffer.statistics(1)["buffer_mib"] < 64 + 16 * 3_000_000 / 2**20
        assert abs(buffer.size - held) < 200  # the memory holds this many, however long the run lasts
    rows = read(buffer, game, buffer.size - len(positions), len(positions))
    for row, position in enumerate(positions):
        check_row(rows, row, position.row(game))


# --- resuming --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hex5() -> Game:
    return boardai.load("hex", size=5)


@pytest.fixture(scope="module")
def iterations(hex5: Game) -> list[list[bytes]]:
    """The game files' parts of 25 iterations."""
    return [[random_games(hex5, 3, 100 * i + part)[0] for part in range(2)] for i in range(25)]


def file_of(folder: Path):  # type: ignore[no-untyped-def]
    return lambda iteration: folder / f"{iteration:06d}.games"


@pytest.mark.parametrize(
    "config",
    [
        ReplayConfig(capacity=100, minimum=1),
        ReplayConfig(capacity=200, minimum=1, window_start=50),
        ReplayConfig(capacity=100_000, minimum=1),
    ],
    ids=["ring", "window", "never full"],
)
def test_restored_it_equals_the_uninterrupted(config, hex5: Game, iterations, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = file_of(tmp_path)
    whole = ReplayBuffer(hex5, config)
    for number, parts in enumerate(iterations, start=1):
        write_games(path(number), number, parts, whole.add_games(parts, number))
        if number not in (1, 7, 20):
            continue
        stopped = ReplayBuffer(hex5, config)
        seen: list[tuple[int, int]] = []
        total = Contents(whole.games_added, whole.positions_added)
        stopped.restore(path, number, total, lambda *files, seen=seen: seen.append(files))
        assert [done for done, _ in seen] == list(range(seen[0][1]))
        if config.capacity == 100 and number == 20:
            assert len(seen) < 5
        # Both continue.
        for later, more in enumerate(iterations[number:], start=number + 1):
            assert same(drawn(whole, hex5, 300, later), drawn(stopped, hex5, 300, later))
            assert whole.statistics(later) == stopped.statistics(later)
            assert (whole.games_added, whole.positions_added) == (stopped.games_added, stopped.positions_added)
            assert stopped.add_games(more, later) == Contents(6, stopped.positions_added - whole.positions_added)
            if later == number + 3:
                break
            whole.add_games(more, later)
        whole = ReplayBuffer(hex5, config)
        for before in range(number):
            whole.add_games(iterations[before], before + 1)


def test_files_that_are_not_needed_may_be_gone(hex5: Game, iterations, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path, config = file_of(tmp_path), ReplayConfig(capacity=100, minimum=1)
    whole = ReplayBuffer(hex5, config)
    for number, parts in enumerate(iterations, start=1):
        write_games(path(number), number, parts, whole.add_games(parts, number))
    total = Contents(whole.games_added, whole.positions_added)
    oldest = len(iterations) - whole.statistics(len(iterations))["buffer_oldest"]
    for number in range(1, oldest):
        path(number).unlink()
    again = ReplayBuffer(hex5, config)
    again.restore(path, len(iterations), total)
    assert same(drawn(whole, hex5, 500, 1), drawn(again, hex5, 500, 1))
    assert again.statistics(25) == whole.statistics(25)
    path(oldest).unlink()
    with refused(f"{oldest:06d}.games"):
        ReplayBuffer(hex5, config).restore(path, len(iterations), total)


def test_a_buffer_short_of_memory_is_restored_too(iterations, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Games left because of the memory, not because of the capacity."""
    game = boardai.load("chess")
    config = ReplayConfig(capacity=20_000, minimum=1, memory_mb=1)
    path, whole = file_of(tmp_path), ReplayBuffer(game, config)
    data = [random_games(game, 20, seed, max_plies=100)[0] for seed in range(3)]
    for number in range(1, 13):
        parts = [data[number % 3]]
        write_games(path(number), number, parts, whole.add_games(parts, number))
    assert whole.crowded_out > 0
    again = ReplayBuffer(game, config)
    again.restore(path, 12, Contents(whole.games_added, whole.positions_added))
    assert again.statistics(12) == whole.statistics(12)
    assert same(drawn(whole, game, 100, 1), drawn(again, game, 100, 1))


def test_capacity_may_change_on_the_way(hex5: Game, iterations, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Restored with another capacity it is as if that had been the capacity from the start."""
    path, whole = file_of(tmp_path), ReplayBuffer(hex5, ReplayConfig(capacity=150, minimum=1))
    for number, parts in enumerate(iterations, start=1):
        write_games(path(number), number, parts, whole.add_games(parts, number))
    for capacity in (80, 400):
        config = ReplayConfig(capacity=capacity, minimum=1)
        restored, other = ReplayBuffer(hex5, config), ReplayBuffer(hex5, config)
        restored.restore(path, len(iterations), Contents(whole.games_added, whole.positions_added))
        for number, parts in enumerate(iterations, start=1):
            other.add_games(parts, number)
        assert restored.size == capacity and restored.statistics(25) == other.statistics(25)
        assert same(drawn(restored, hex5, 300, 1), drawn(other, hex5, 300, 1))


def test_ages_and_draws_are_reported() -> None:
    game = boardai.load("reversi:board=4x4")
    buffer = ReplayBuffer(game, ReplayConfig(capacity=60, minimum=1))
    assert buffer.statistics(1)["buffer"] == 0
    ages: list[int] = []
    draws: list[bool] = []
    for iteration in range(1, 9):
        data, positions = random_games(game, 4, iteration, max_plies=6)
        buffer.add_games([data], iteration)
        ages = (ages + [iteration] * len(positions))[-60:]
        draws = (draws + [position.outcome0 == 0 for position in positions])[-60:]
        reported = buffer.statistics(iteration)
        assert reported["buffer"] == len(ages)
        assert reported["buffer_oldest"] == iteration - min(ages)
        assert reported["buffer_mean_age"] == pytest.approx(np.mean([iteration - age for age in ages]))
        assert reported["buffer_draws"] == pytest.approx(np.mean(draws))
        assert reported["buffer_crowded_out"] == 0
    assert 0 < reported["buffer_draws"] < 1


@pytest.mark.parametrize("spec", ["reversi:board=4x4", "chess", str(EXAMPLES / "01_game_in_python.py")])
def test_variety_is_measured(spec: str) -> None:
    """Different positions by their hashes, over the newest ones; games played twice are equal."""
    game = boardai.load(spec)
    data, positions = random_games(game, 6, 1, max_plies=12)
    buffer = ReplayBuffer(game, ReplayConfig(capacity=1000, minimum=1))
    assert (buffer.statistics(1)["different_positions"], buffer.statistics(1)["equal_games"]) == (1, 0)
    buffer.add_games([data], 1)
    different = len({position.state.hash() for position in positions})
    reported = buffer.statistics(1)
    assert reported["different_positions"] == different / len(positions) and reported["equal_games"] == 0
    buffer.add_games([data], 2)
    reported = buffer.statistics(2)
    assert reported["different_positions"] == different / (2 * len(positions)) and reported["equal_games"] == 0.5


# --- what is refused -------------------------------------------------------------------------------------------------


def test_damaged_records_are_refused_and_change_nothing(hex5: Game) -> None:
    data, positions = random_games(hex5, 4, 1)
    buffer = ReplayBuffer(hex5, ReplayConfig(capacity=100, minimum=1))
    with refused("empty"):
        drawn(buffer, hex5, 4, 1)
    buffer.add_games([data], 1)
    before = drawn(buffer, hex5, 50, 1)
    rng = np.random.default_rng(1)
    for _ in range(200):
        damaged = bytearray(data)
        damaged[rng.integers(len(data))] ^= 1 << rng.integers(8)
        with refused("record"):
            buffer.add_games([bytes(damaged)], 2)
    with refused("state"):
        buffer.add_games([random_games(boardai.load("hex", size=7), 1, 1)[0]], 2)
    assert same(before, drawn(buffer, hex5, 50, 1)) and buffer.size == len(positions)


def test_a_batch_of_another_shape_is_refused(hex5: Game) -> None:
    buffer = ReplayBuffer(hex5, ReplayConfig(capacity=100, minimum=1))
    buffer.add_games([random_games(hex5, 2, 1)[0]], 1)
    wrong = TrainingBatch((6, 6, 3), hex5.policy_size, 4)
    with refused("planes"):
        buffer.sample_into(wrong, 1)


def test_files_that_lie_are_refused(hex5: Game, iterations, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path, config = file_of(tmp_path), ReplayConfig(capacity=1000, minimum=1)
    counted = ReplayBuffer(hex5, config)
    contents = [counted.add_games(iterations[i], i + 1) for i in range(2)]
    for number in (1, 2):
        write_games(path(number), number, iterations[number - 1], contents[number - 1])
    total = Contents(counted.games_added, counted.positions_added)

    def refused(words: str, total: Contents = total) -> None:
        with pytest.raises(ValueError, match=words):
            ReplayBuffer(hex5, config).restore(path, 2, total)

    refused(f" {total.positions + 1} .*{total.games}", dataclasses.replace(total, positions=total.positions + 1))
    refused(f" {total.positions} .*{total.games - 1}", dataclasses.replace(total, games=total.games - 1))
    write_games(path(2), 2, iterations[1], dataclasses.replace(contents[1], games=5))
    refused(r"000002\.games: line 1 .*5.*6")
    write_games(path(2), 2, [b"BGAM nonsense"], contents[1])
    refused("000002.games: games file, record 0")
    write_games(path(2), 2, iterations[1])
    refused(r"000002\.games: line 1 .*games and positions")


def test_fuzzed_game_files_are_refused(hex5: Game, iterations, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Whatever happens to a file, it is a ValueError that names the file, or the games are whole."""
    path = tmp_path / "000001.games"
    write_games(path, 1, iterations[0], Contents(6, 50))
    whole = path.read_bytes()
    assert read_contents(path) == Contents(6, 50)
    rng = np.random.default_rng(3)
    for number in range(400):
        data = bytearray(whole)
        if number % 2:
            data = data[: rng.integers(len(data))]
        else:
            for _ in range(rng.integers(1, 4)):
                data[rng.integers(len(data) if number % 4 else 300)] = rng.integers(256)
        path.write_bytes(bytes(data))
        try:
            parts = read_games(path)
        except ValueError as error:
            assert "000001.games" in str(error)
        else:
            assert parts == iterations[0]
        try:
            read_contents(path)
        except ValueError as error:
            assert "000001.games" in str(error)
    header = json.loads(whole.split(b"\n", 1)[0])
    for change in ({"bytes": [-1, 3]}, {"bytes": 7}, {"sha256": ["x"]}, {"bytes": ["1", "2"]}, {"games": -1}):
        path.write_bytes((json.dumps(header | change) + "\n").encode() + whole.split(b"\n", 1)[1])
        with refused("000001.games", "line 1"):
            read_games(path)
            read_contents(path)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"capacity": 0}, ["replay.capacity", "not 0"]),
        ({"memory_mb": -1}, ["replay.memory_mb", "-1"]),
        ({"samples_per_new_position": 0}, ["replay.samples_per_new_position", "not 0"]),
        ({"window_exponent": 1.5}, ["replay.window_exponent", "1.5"]),
        ({"window_slope": 0.0}, ["replay.window_slope", "0.0"]),
        ({"capacity": 5000, "window_start": 6000}, ["replay.window_start", "replay.capacity (5000)"]),
        ({"capacity": 500}, ["replay.minimum"]),
    ],
)
def test_what_is_out_of_range_is_named(table: dict, words: list[str]) -> None:
    with refused("my.toml", *words):
        merged(TrainConfig(), {"replay": table}, "my.toml")


def test_without_a_start_the_window_is_all_that_is_kept() -> None:
    config = ReplayConfig(capacity=2000)
    assert [config.window(n) for n in (0, 7, 2000, 10**9)] == [0, 7, 2000, 2000]


def test_the_window_grows_as_published() -> None:
    """Wu 2019, with the settings it names: 250,000 at first, then ever more slowly; it never shrinks."""
    windows = [GROWING.window(n) for n in range(0, 20_000_000, 10_000)]
    assert windows == sorted(windows)
    assert GROWING.window(100_000) == 100_000 and GROWING.window(250_000) == 250_000
    # By the slope where it begins: 0.4 for each new position.
    assert GROWING.window(251_000) - 250_000 == pytest.approx(400, abs=2)
    by_hand = 250_000 * (1 + 0.4 * (4.0**0.75 - 1) / 0.75)
    assert GROWING.window(1_000_000) == int(by_hand)
    assert GROWING.window(10**9) == 2_000_000


def test_steps_follow_positions_or_games() -> None:
    config = ReplayConfig(minimum=100, samples_per_new_position=4)

    def steps(config: ReplayConfig, positions: int, games: int) -> int:
        return Samples().credited(config, positions, games).steps(16)

    assert [steps(config, n, 1) for n in (99, 100, 1000)] == [0, 25, 250]
    by_games = dataclasses.replace(config, samples_per_new_game=32)
    assert [steps(by_games, 1000, games) for games in (0, 1, 100)] == [0, 2, 200]
