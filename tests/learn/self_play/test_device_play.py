"""Self-play on the device: it equals native self-play, continues bit for bit, and refuses the impossible."""

from __future__ import annotations

import dataclasses
import hashlib
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest
from refusals import refused
from run_helpers import ALPHAZERO, results, undocumented

import boardai
from boardai import learn
from boardai.check.saved import examine
from boardai.game import Game
from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.self_play.config import PlayoutCapConfig, SelfPlayConfig, StartsConfig
from boardai.learn.self_play.device_play import DeviceSelfPlay
from boardai.learn.self_play.device_rows import DeviceRows, PlyColumns
from boardai.learn.self_play.game_files import read_games
from boardai.learn.self_play.replay import new_replay
from boardai.learn.self_play.searched_games import searched_games
from boardai.learn.self_play.self_play import Played
from boardai.learn.settings import merged

DEVICE: dict[str, Any] = {"device": True, "endings": False}
OPENING, LONGEST, SIMULATIONS = 2, 6, 4
CONFIG = SelfPlayConfig(
    **DEVICE, games=8, groups=2, games_per_iteration=9, simulations=SIMULATIONS, max_plies=LONGEST,
    starts=StartsConfig(random_plies=OPENING),
)  # fmt: skip
FOUR = {"selfplay.groups": 4, "learn.shards": 4}


def train(path: Path, iterations: int, **changes: Any) -> None:
    settings = ALPHAZERO | {f"selfplay.{name}": value for name, value in DEVICE.items()} | changes
    settings |= {"selfplay.max_plies": LONGEST, "selfplay.starts.random_plies": OPENING}
    learn.train("hex:size=3", preset="demo", run=path, iterations=iterations, verbose=False, **settings)


def game_files(path: Path) -> list[bytes]:
    return [file.read_bytes() for file in sorted((path / "games").iterdir())]


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three iterations, older positions searched again."""
    path = tmp_path_factory.mktemp("device") / "run"
    train(path, 3, **{"reanalyse.positions_per_new": 0.5})
    return path


@pytest.mark.thorough
def test_games_are_those_of_the_native_rules(whole_run: Path, hex3: Game) -> None:
    parts = [part for number in (1, 2, 3) for part in read_games(whole_run / "games" / f"00000{number}.games")]
    games = list(searched_games(parts, hex3, "games"))
    assert len({one.number for one in games}) == len(games) >= 24
    openings = set()
    for one in games:
        state, opening = one.start.clone(), 0
        assert state == hex3.initial_state()
        for ply, move in enumerate(one.moves):
            legal = state.legal_actions()
            if move.value is None:
                assert opening == ply, "random moves come first"
                opening += 1
            else:
                assert set(move.policy) <= set(legal) and sum(move.policy.values()) == pytest.approx(1, abs=1e-6)
                assert len(move.policy) == len(legal), "an improved policy leaves out no move"
                assert -1 <= move.value <= 1
            state.apply(move.action)
        openings.add(opening)
        assert one.ending == ("by the rules" if state.is_terminal() else "at the ply limit")
        assert one.outcome == (state.outcome(0) if state.is_terminal() else 0)
        assert len(one.moves) == LONGEST or state.is_terminal()
    assert openings == {0, 1, 2}


@pytest.mark.thorough
def test_metrics_say_what_was_played(whole_run: Path, hex3: Game) -> None:
    assert undocumented(whole_run) == set()
    for line in results(whole_run):
        number = line["iteration"]
        games = list(searched_games(read_games(whole_run / "games" / f"{number:06d}.games"), hex3, "games"))
        assert line["games"] == len(games) >= 8
        assert line["plies"] == sum(len(one.moves) for one in games)
        assert line["positions"] == sum(move.value is not None for one in games for move in one.moves)
        assert [line[name] for name in ("first_player_wins", "draws", "second_player_wins")] == [
            sum(one.outcome == result for one in games) for result in (1, 0, -1)
        ]
        assert line["ended_by_rules"] + line["capped"] == len(games) and line["capped"] == line["draws"]
        assert line["simulations"] == SIMULATIONS * line["moves"]
        # The root and every simulation that did not meet an end again.
        assert line["moves"] < line["evaluations"] <= (SIMULATIONS + 1) * line["moves"]
        assert 0 < line["batch_fill"] <= 1 and 0 < line["search_agreement"] <= 1
        assert 0 < line["search_entropy"] < np.log(9)
    assert {"device", "record", "self_play_wait"} <= set(read_metrics(whole_run)[-1]["stages"])


@pytest.mark.thorough
def test_a_run_goes_on_as_if_it_had_not_been_stopped(whole_run: Path, tmp_path: Path) -> None:
    path = tmp_path / "run"
    train(path, 1, **{"reanalyse.positions_per_new": 0.5})
    learn.resume(path, iterations=3, verbose=False)
    assert game_files(path) == game_files(whole_run)
    assert results(path) == results(whole_run)
    weights = [np.load(folder / "checkpoints" / "000003" / "network.npz") for folder in (path, whole_run)]
    assert all(np.array_equal(weights[0][name], weights[1][name]) for name in weights[1].files)
    with refused("selfplay.device"):
        learn.resume(path, iterations=4, verbose=False, **{"selfplay.device": False})


@pytest.mark.thorough
def test_whatever_reads_runs_reads_it(whole_run: Path, tmp_path: Path, hex3: Game) -> None:
    path = shutil.copytree(whole_run, tmp_path / "run")
    assert examine(path).whole  # type: ignore[union-attr]
    positions = learn.run_games(path, hex3)
    assert len(positions) == sum(line["positions"] for line in results(path))
    (path / "games" / "000002.games").write_bytes(b"half")
    assert not examine(path).whole  # type: ignore[union-attr]


# --- the program ------------------------------------------------------------------------------------------------------


def evaluators(game: Game, rows: int) -> list[Evaluator]:
    """Of two networks' weights; the function is one."""
    made = [
        Network(game.observation_shape, game.policy_size, NetworkConfig(blocks=1, channels=8), seed) for seed in (0, 1)
    ]
    return [Evaluator(made[0], one.parameters, one.statistics, rows) for one in made]


@pytest.fixture(scope="module")
def groups(hex3: Game) -> DeviceSelfPlay:
    return DeviceSelfPlay(hex3, CONFIG, seed=3)


@pytest.mark.thorough
def test_games_follow_from_seed_iteration_and_weights(groups: DeviceSelfPlay, hex3: Game) -> None:
    first, second = evaluators(hex3, CONFIG.games)
    begun = groups.save()

    def played(evaluator: Evaluator, iteration: int) -> Played:
        groups.restore(begun)
        return groups.play(evaluator, iteration)

    one = played(first, 1)
    middle = groups.save()
    assert played(first, 1).parts == one.parts and groups.save() == middle
    assert played(first, 2).parts != one.parts
    assert played(second, 1).parts != one.parts
    # Another iteration's games continue from the open ones, each under its number.
    groups.restore(middle)
    after = groups.play(second, 2)
    numbers = [[game.number for game in searched_games(parts, hex3, "")] for parts in (one.parts, after.parts)]
    assert not set(numbers[0]) & set(numbers[1])
    assert [len(part) > 0 for part in one.parts] == [True, True]
    replay = new_replay(hex3, 1000, 1 << 20)
    assert sum(int(replay.add_games(part)) for part in (*one.parts, *after.parts)) == len(numbers[0]) + len(numbers[1])


@pytest.mark.thorough
def test_quick_searches_are_not_learned_from(hex3: Game) -> None:
    """Without kept trees, whose reset costs nothing here; the other tests keep them."""
    config = dataclasses.replace(
        CONFIG, groups=1, games_per_iteration=24, reuse_subtree=False,
        playout_cap=PlayoutCapConfig(full_share=0.4, quick_simulations=1),
    )  # fmt: skip
    played = DeviceSelfPlay(hex3, config, seed=1).play(evaluators(hex3, config.games)[0], 1)
    counts = played.counts
    full, quick = counts["full_searches"], counts["quick_searches"]
    assert full + quick == counts["moves"] and full > 0 and quick > 0
    assert counts["simulations"] == SIMULATIONS * full + quick
    # As long as a search takes, all rows of a batch are computed.
    assert played.rows % config.games == 0 and counts["evaluations"] <= played.rows
    games = list(searched_games(played.parts, hex3, ""))
    searched = [move for game in games for move in game.moves if move.value is not None]
    assert any(move.policy for move in searched) and not all(move.policy for move in searched)
    replay = new_replay(hex3, 1000, 1 << 20)
    for part in played.parts:
        replay.add_games(part)
    assert int(replay.size()) == sum(bool(move.policy) for move in searched)


def test_the_network_says_the_same_inside_the_program(hex3: Game) -> None:
    evaluator = evaluators(hex3, 8)[1]
    planes = np.random.default_rng(0).integers(0, 2, evaluator.planes().shape).astype(np.float32)
    weights = evaluator.weights_on(jax.devices()[0])
    for one, other in zip(jax.jit(evaluator.answers)(weights, planes), evaluator(planes), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6, atol=1e-6)


def digest(groups: int, config: SelfPlayConfig = CONFIG) -> str:
    """Of two iterations' games and of the open ones after them; `test_..._devices` runs it elsewhere as well."""
    game = boardai.load("hex:size=3")
    config = dataclasses.replace(config, groups=groups)
    played = DeviceSelfPlay(game, config, seed=5)
    found = hashlib.sha256()
    for number, evaluator in enumerate(evaluators(game, config.games), 1):
        for part in (*played.play(evaluator, number).parts, *played.save()):
            found.update(part)
    if len(jax.local_devices()) > 1:
        assert len({next(iter(one.plies.devices())) for one in played._games}) == min(groups, len(jax.local_devices()))
    return found.hexdigest()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_groups_on_four_devices_play_the_games_of_one(tmp_path: Path) -> None:
    """Their first games; and whole runs, whose batches the devices share: so these part from then on."""
    script = f"""
import jax, pathlib, test_device_play as t
assert jax.local_device_count() == 4
t.train(pathlib.Path({str(tmp_path / "four")!r}), 2, **t.FOUR)
print(t.digest(4))
"""
    tests = Path(__file__).parents[2]
    folders = os.pathsep.join(map(str, (Path(__file__).parent, tests, tests / "learn")))
    devices = {"XLA_FLAGS": "--xla_force_host_platform_device_count=4", "PYTHONPATH": folders}
    done = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | devices, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[-1] == digest(4)
    train(tmp_path / "one", 1, **FOUR)
    assert game_files(tmp_path / "one") == game_files(tmp_path / "four")[:1]
    assert examine(tmp_path / "four").whole  # type: ignore[union-attr]
    assert results(tmp_path / "four")[-1]["steps"] > 0


# --- what the host keeps ----------------------------------------------------------------------------------------------


def made_plies(game: Game, plies: int, longest: int, seed: int = 0) -> list[PlyColumns]:
    """A device's plies of four games of random moves, the first of each an opening; some others are quick."""
    rng, states, begun, plies_made = np.random.default_rng(seed), [game.initial_state() for _ in range(4)], [0] * 4, []
    for ply in range(plies):
        actions, ended, weights = np.zeros(4, np.int32), np.zeros(4, bool), np.zeros((4, game.policy_size), np.float32)
        random = np.array([begun[row] == ply for row in range(4)])
        for row, state in enumerate(states):
            legal = state.legal_actions()
            indices = [state.policy_index(action) for action in legal]
            weights[row, indices] = rng.dirichlet(np.ones(len(legal)))
            choice = int(rng.integers(len(legal)))
            actions[row] = indices[choice]
            state.apply(legal[choice])
            ended[row] = state.is_terminal() or ply + 1 - begun[row] == longest
            if ended[row]:
                states[row], begun[row] = game.initial_state(), ply + 1
        values = rng.uniform(-1, 1, 4).astype(np.float32)
        full = np.full(4, ply % 3 > 0)
        plies_made.append(PlyColumns(actions, weights, values, random, full, ended, random, np.full(4, 5, np.int32)))
    return plies_made


@pytest.mark.parametrize(("spec", "longest"), [("reversi:board=4x4", 9), ("chess", 30), ("hex:size=4,swap=true", 99)])
def test_records_hold_what_was_returned(spec: str, longest: int) -> None:
    game, plies = boardai.load(spec), 60
    rows, plies_made = (
        DeviceRows(game, 4, 1, 2, (SIMULATIONS, 2), longest),
        made_plies(boardai.load(spec), plies, longest),
    )
    for one in plies_made:
        rows.add(one)
    finished = rows.take()
    games = list(searched_games([bytes(finished.records)], game, "records"))
    assert [len(one.moves) for one in games] == finished.lengths and len(games) == finished.counts["games"]
    by_row: list[list[Any]] = [[] for _ in range(4)]
    for ply, one in enumerate(plies_made):
        for row in np.flatnonzero(one.ended):
            by_row[row].append(ply + 1)
    for one in games:
        # Numbers 1, 3, 5, 7 begin; the first to end takes 9.
        row = next(row for row in range(4) if 1 + 2 * row == one.number) if one.number <= 7 else None
        state = one.start.clone()
        for ply, move in enumerate(one.moves):
            if row is not None:
                column = plies_made[ply].action_weights[row]
                assert state.policy_index(move.action) == plies_made[ply].actions[row]
                assert (move.value is None) == (ply == 0)
                assert bool(move.policy) == (move.value is not None and plies_made[ply].full[0])
                for action, share in move.policy.items():
                    assert share == pytest.approx(column[state.policy_index(action)], rel=1e-5)
                if move.value is not None:
                    assert move.value == plies_made[ply].values[row]
            state.apply(move.action)
        if not state.is_terminal():
            points = state.score(0) if hasattr(state, "score") else 0
            assert one.outcome == (points > 0) - (points < 0) and one.ending == "at the ply limit"
    counts = finished.counts
    searched = sum(np.count_nonzero(~one.random) for one in plies_made)
    full = sum(np.count_nonzero(~one.random & one.full) for one in plies_made)
    assert counts["full_searches"] == full and counts["quick_searches"] == searched - full > 0
    assert counts["simulations"] == SIMULATIONS * full + 2 * (searched - full)
    assert counts["moves"] == searched and counts["evaluations"] == 5 * searched and counts["agreements"] == 0
    assert counts.get("by_rules", 0) + counts.get("capped", 0) == len(games) == sum(map(len, by_row))
    entropy = [-sum(share * np.log(share) for share in weights[weights > 0]) for one in plies_made
               for weights in one.action_weights[~one.random & one.full]]  # fmt: skip
    assert finished.target_entropy == pytest.approx(sum(entropy), rel=1e-5)
    assert rows.take().records == b"" and rows.take().counts == {}


@pytest.fixture
def half_played(hex3: Game) -> DeviceRows:
    rows = DeviceRows(hex3, 4, 0, 1, (SIMULATIONS, 2), 99)
    for one in made_plies(hex3, 12, 99):
        rows.add(one)
    return rows


def test_open_games_come_back(half_played: DeviceRows, hex3: Game) -> None:
    openings = np.array([1, 0, 2, 1], np.int32)
    saved, other = half_played.save(openings), DeviceRows(hex3, 4, 0, 1, (SIMULATIONS, 2), 99)
    np.testing.assert_array_equal(other.restore(saved), openings)
    assert other.save(openings) == saved
    for one, two in zip(other.played(), half_played.played(), strict=True):
        np.testing.assert_array_equal(one, two)


def changed(name: str, change: Callable[[np.ndarray], np.ndarray]) -> Callable[[bytes], bytes]:
    def damage(saved: bytes) -> bytes:
        arrays = dict(np.load(io.BytesIO(saved)))
        arrays[name] = change(arrays[name])
        file = io.BytesIO()
        np.savez(file, **arrays)
        return file.getvalue()

    return damage


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda saved: saved[:-9], "damaged"),
        (lambda saved: b"", "damaged"),
        (changed("actions", lambda a: a.astype(np.int64)), "actions"),
        (changed("actions", lambda a: np.append(a[:1], a[:-1]).astype(np.int32)), "illegal"),
        (changed("actions", lambda a: a + np.int32(99)), "illegal"),
        (changed("indices", lambda a: a + np.int32(99)), "illegal"),
        (changed("lengths", lambda a: a[:-1]), "selfplay.games"),
        (changed("lengths", lambda a: a + np.int32(1)), "lengths"),
        (changed("counts", lambda a: -a), "lengths"),
        (changed("shares", lambda a: -a), "shares"),
        (changed("values", lambda a: a * 0 + 2), "value"),
    ],
)
def test_damaged_open_games_are_refused(half_played: DeviceRows, damage: Any, words: str) -> None:
    openings = np.zeros(4, np.int32)
    before = half_played.save(openings)
    with pytest.raises(ValueError, match=f"open games on the device.*{words}"):
        half_played.restore(damage(before))
    assert half_played.save(openings) == before, "nothing has changed"


def test_rules_that_differ_are_no_game(hex3: Game) -> None:
    plies_made = made_plies(hex3, 9, 99)
    illegal = dataclasses.replace(plies_made[1], actions=plies_made[0].actions, ended=np.ones(4, bool))
    rows = DeviceRows(hex3, 4, 0, 1, (SIMULATIONS, 2), 2)
    rows.add(plies_made[0])
    with refused("rules on the device", "ply 2", error=RuntimeError):
        rows.add(illegal)
    over = DeviceRows(hex3, 4, 0, 1, (SIMULATIONS, 2), 99)
    with refused("rules on the device", "over", error=RuntimeError):
        for one in made_plies(hex3, 20, 99):
            over.add(dataclasses.replace(one, ended=one.ended & False))
        over.add(dataclasses.replace(plies_made[0], ended=np.ones(4, bool)))
    with refused("rules on the device", "1 plies", error=RuntimeError):
        DeviceRows(hex3, 4, 0, 1, (SIMULATIONS, 2), 99).add(dataclasses.replace(plies_made[0], ended=np.ones(4, bool)))


# --- settings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "places"),
    [
        ({"device": True}, ["selfplay.endings false"]),
        (DEVICE | {"simulations": 64}, ['selfplay.search gumbel']),
        (DEVICE | {"search": "puct"}, ['selfplay.search gumbel']),
        (DEVICE | {"playout_cap": {"when_lost": True}}, ["selfplay.playout_cap.when_lost false"]),
        (DEVICE | {"resignation": {"threshold": 0.9}}, ["selfplay.resignation.threshold 0"]),
        (DEVICE | {"adjudication": {"kind": "fixed"}}, ['selfplay.adjudication.kind "none"']),
        (DEVICE | {"starts": {"midway_share": 0.5}}, ["selfplay.starts.midway_share 0"]),
    ],
)  # fmt: skip
def test_what_only_native_searches_do_is_refused(settings: dict[str, Any], places: list[str]) -> None:
    with refused("selfplay.device", *places):
        merged(SelfPlayConfig(), settings, "settings", "selfplay.")


def test_settings_of_no_result_are_left_alone() -> None:
    config = SelfPlayConfig(**DEVICE, cache_mb=99, packed=True, legal_logits=True, threads=4)
    assert config.device and config.cache_mb == 99


@pytest.mark.parametrize("spec", ["hex:size=4,edges=true", "chess:attacks=true", "chess:encoding=lc0"])
def test_games_without_rules_on_the_device_are_refused(spec: str) -> None:
    with refused("selfplay.device"):
        DeviceSelfPlay(boardai.load(spec), CONFIG, 0)


def test_surprise_is_not_recorded() -> None:
    with refused("replay.surprise_share", "selfplay.device"):
        merged(TrainConfig(selfplay=CONFIG), {"replay": {"surprise_share": 0.5}}, "settings")
