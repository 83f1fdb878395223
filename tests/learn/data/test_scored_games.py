"""Scored games: what their blocks of positions hold, in which order, and what is refused."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from refusals import refused

import boardai
from boardai.basics.trust import trusting
from boardai.learn.data.datasets import Dataset, dataset_faults
from boardai.learn.data.examples import is_number_held_out
from boardai.learn.data.scored_games import Block, ScoredGames
from boardai.learn.data.scored_play import ScoredGamesSettings, ScoredPlayOptions, make_scored_games
from boardai.search import pvs
from boardai.search.evaluations.accumulator import AccumulatorInputs, AccumulatorNetwork
from boardai.search.evaluations.naming import shipped_evaluations

NO_SCORE = -32768
HELD_OUT = 0.3
EVERYTHING = {"quiet_only": False, "score_limit": 0, "from_ply": 0}


def play(folder: Path, game: str = "chess", games: int = 24, **changes: Any) -> Path:
    options = ScoredPlayOptions(**{"nodes": 30, "evaluator": "pesto", "other_starts": 0.5, **changes})
    if game != "chess":
        options = ScoredPlayOptions(**{"nodes": 30, **changes})
    return make_scored_games(ScoredGamesSettings(game, options, games, per_shard=10, seed=5), folder).path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of chess, half of them from the starts of Chess960."""
    return play(tmp_path_factory.mktemp("scored") / "games")


@pytest.fixture(scope="module")
def games(folder: Path) -> ScoredGames:
    return ScoredGames(folder, held_out_share=HELD_OUT)


Position = tuple[tuple[tuple[int, ...], ...], int, float, float]


def rows_of(blocks: Iterator[Block]) -> Iterator[Position]:
    """Positions of blocks, as values; what is switched on is in no order."""
    for block in blocks:
        for columns, bucket, score, result in zip(block.columns, block.bucket, block.score, block.result, strict=True):
            seen = tuple(tuple(sorted(view.tolist())) for view in columns)
            yield seen, int(bucket), float(score), float(result)


def seen_by(inputs: AccumulatorInputs, state: Any) -> tuple[tuple[int, ...], ...]:
    views = (inputs(state, player).tolist() for player in (state.current_player(), 1 - state.current_player()))
    return tuple(tuple(sorted(view + [inputs.size] * (inputs.most_active - len(view)))) for view in views)


def result_for(state: Any, result: int) -> float:
    return 0.5 + 0.5 * (result if state.current_player() == 0 else -result)


def replayed(
    games: ScoredGames,
    spec: str,
    buckets: int,
    held_out: bool,
    takes: Callable[[Any, int, int, int], bool] = lambda state, action, ply, score: True,
) -> Iterator[Position]:
    """The positions of one side as Python plays them."""
    inputs = AccumulatorInputs(spec, games.game.initial_state())
    for row in games.rows(held_out).tolist():
        one = games.read(row)
        state = one.game.start.clone()
        for ply, (action, score) in enumerate(zip(one.game.actions, one.scores.tolist(), strict=True)):
            if score != NO_SCORE and takes(state, action, ply, score):
                assert one.game.result is not None
                yield seen_by(inputs, state), inputs.bucket(state, buckets), score, result_for(state, one.game.result)
            state.apply(action)


# --- What is in the blocks ---


@pytest.mark.parametrize("spec", ["pieces", "pieces:mirrored=0,buckets=32"])
@pytest.mark.parametrize("held_out", [False, True])
def test_blocks_hold_what_replayed_games_say(games: ScoredGames, spec: str, held_out: bool) -> None:
    found = Counter(rows_of(games.blocks(spec, 8, 300, 3, held_out, **EVERYTHING)))
    assert found == Counter(replayed(games, spec, 8, held_out))
    # What must not be missing: what moves by rules of its own.
    special = Counter[str]()
    for row in games.rows(held_out).tolist():
        one = games.read(row)
        state = one.game.start.clone()
        special["chess960"] += state.is_chess960()
        for action in one.game.actions:
            san = state.san(action)
            special["castling"] += san.startswith("O-O")
            special["promotion"] += "=" in san
            special["en passant"] += san[1:2] == "x" and san[0] in "abcdefgh" and state.to_string().split()[3] in san
            state.apply(action)
    if not held_out:
        assert min(special[name] for name in ("chess960", "castling", "promotion", "en passant")) > 0, special


def test_filters_leave_out_what_they_say(games: ScoredGames) -> None:
    def takes(state: Any, action: int, ply: int, score: int) -> bool:
        quiet = not state.is_check() and "x" not in state.san(action) and "=" not in state.san(action)
        return quiet and ply >= 20 and abs(score) <= 300

    found = Counter(rows_of(games.blocks("pieces", 1, 1000, 3, False, score_limit=300, from_ply=20)))
    assert found == Counter(replayed(games, "pieces", 1, False, takes))
    assert 0 < found.total() < sum(games.plies) / 2


def test_no_game_is_on_both_sides(games: ScoredGames) -> None:
    learned, held_out = (games.rows(side).tolist() for side in (False, True))
    assert learned and held_out and not set(learned) & set(held_out)
    assert {int(games.numbers[row]) for row in held_out} == {
        number for number in range(24) if is_number_held_out(number, HELD_OUT)
    }
    apart = [
        {seen for seen, *_ in rows_of(games.blocks("pieces", 1, 500, 1, side, quiet_only=False, score_limit=0))}
        for side in (False, True)
    ]
    # Beyond the opening two games do not meet by chance.
    assert apart[0] and apart[1] and not apart[0] & apart[1]


def test_the_games_are_as_the_options_say(games: ScoredGames) -> None:
    assert len(games) == 24 and games.unit == 100
    assert set(games.endings.tolist()) <= {0, 1, 3}
    for row in range(len(games)):
        one = games.read(row)
        state, scores = one.game.start.clone(), one.scores.tolist()
        opening = next(ply for ply, score in enumerate(scores) if score != NO_SCORE)
        assert opening in (8, 9) and abs(scores[opening]) <= 1000
        for action in one.game.actions:
            assert action in state.legal_actions()
            state.apply(action)
        if games.endings[row] == 0:
            assert state.is_terminal() and state.outcome(0) == one.game.result
        elif games.endings[row] == 3 and one.game.result:
            mover = [1 if ply % 2 == 0 else -1 for ply in range(len(scores))]
            assert all(
                score * side * one.game.result > 2000 for score, side in zip(scores[-4:], mover[-4:], strict=True)
            )


def test_the_first_score_is_that_of_a_search_with_a_soft_limit(folder: Path) -> None:
    one = ScoredGames(folder).read(1)
    state, ply = one.game.start.clone(), 0
    while one.scores[ply] == NO_SCORE:
        state.apply(one.game.actions[ply])
        ply += 1
    depth = 1
    while pvs(state, depth=depth, evaluator="pesto", table_megabytes=1).nodes < 30:
        depth += 1
    result = pvs(state, depth=depth, evaluator="pesto", table_megabytes=1)
    assert (result.value, result.action) == (one.scores[ply], one.game.actions[ply])


# --- Order ---


@hypothesis_settings(max_examples=15)
@given(st.integers(1, 700), st.integers(0, 2**40), st.booleans())
def test_a_pass_has_every_position_once_and_goes_on_from_any_block(
    games: ScoredGames, positions: int, seed: int, held_out: bool
) -> None:
    blocks = list(games.blocks("pieces", 4, positions, seed, held_out))
    assert all(len(block.score) == positions for block in blocks[:-1]) and 0 < len(blocks[-1].score) <= positions
    whole = Counter(rows_of(games.blocks("pieces", 4, 10**5, 0, held_out)))
    assert Counter(rows_of(iter(blocks))) == whole
    for first in {0, len(blocks) // 2, len(blocks) - 1, len(blocks)}:
        again = list(games.blocks("pieces", 4, positions, seed, held_out, first=first))
        assert len(again) == len(blocks) - first
        for one, other in zip(again, blocks[first:], strict=True):
            for name in ("columns", "bucket", "score", "result"):
                assert np.array_equal(getattr(one, name), getattr(other, name))


def test_another_seed_is_another_order(games: ScoredGames) -> None:
    one, other = (next(games.blocks("pieces", 1, 200, seed, False)) for seed in (1, 2))
    assert not np.array_equal(one.columns, other.columns)
    # Neighbours in a block are not neighbours in a game, which have much the same pieces on.
    alike = [len(set(a[0].tolist()) & set(b[0].tolist())) for a, b in zip(one.columns, one.columns[1:], strict=False)]
    assert np.mean(alike) < 20


# --- Static scores ---


def test_static_scores_are_the_evaluation_s(games: ScoredGames) -> None:
    inputs = AccumulatorInputs("pieces", games.game.initial_state())
    expected = Counter[Any]()
    for row in games.rows(False).tolist():
        one = games.read(row)
        state = one.game.start.clone()
        for ply, action in enumerate(one.game.actions):
            value = state.evaluate("material")
            if ply >= 16 and abs(value) <= 400:
                expected[seen_by(inputs, state), value] += 1
            state.apply(action)
    static = games.static("material")
    found = rows_of(static.blocks("pieces", 1, 400, 3, False, quiet_only=False, score_limit=400))
    assert Counter((seen, score) for seen, _, score, _ in found) == expected


def test_walks_lead_away_and_hang_on_the_seed(games: ScoredGames) -> None:
    own = {seen for seen, *_ in rows_of(games.blocks("pieces", 1, 10**5, 3, False, **EVERYTHING))}
    walks = games.static("pesto", walk=4)
    one, same, other = (list(rows_of(walks.blocks("pieces", 1, 10**5, seed, False))) for seed in (3, 3, 4))
    assert one == same and one != other
    away = [seen not in own for seen, *_ in one]
    assert len(one) > 500 and np.mean(away) > 0.9
    blocks = list(walks.blocks("pieces", 1, 100, 3, False))
    assert np.array_equal(next(walks.blocks("pieces", 1, 100, 3, False, first=2)).columns, blocks[2].columns)


# --- Other games, refusals, damage ---


@pytest.mark.parametrize("game", ["reversi", "hex:size=4"])
def test_games_without_inputs_are_generated_and_refused_by_name(game: str, tmp_path: Path) -> None:
    options = {"random_plies": 3, "opening_limit": 0}
    games = ScoredGames(play(tmp_path / "d", game, 11, **options))
    assert len(games) == 11 and (games.positions > 0).all()
    for row in range(len(games)):
        one = games.read(row)
        state = one.game.start.clone()
        for action in one.game.actions:
            state.apply(action)
        assert games.endings[row] == 3 or state.outcome(0) == one.game.result
    with refused("inputs"):
        games.blocks("pieces", 1, 100, 0, False)


def test_a_game_in_python_is_played(tic_tac_toe: str, tmp_path: Path) -> None:
    with trusting():
        games = ScoredGames(play(tmp_path / "d", tic_tac_toe, 3, random_plies=2, opening_limit=0))
    assert len(games) == 3 and games.unit == 0 and (games.positions > 2).all()


def test_a_network_plays_the_games_of_the_next_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    made = [
        AccumulatorNetwork(
            inputs="pieces",
            feature_weights=rng.integers(-100, 101, (768, 16)).astype(np.int16),
            feature_bias=rng.integers(-100, 101, 16).astype(np.int16),
            output_weights=rng.integers(-60, 61, (1, 32)).astype(np.int8),
            output_bias=np.zeros(1, np.int32),
        )
        for _ in range(2)
    ]
    made[0].save(Path("net.npz"))
    folder = play(tmp_path / "d", games=3, evaluator="net.npz")
    one = ScoredGames(folder).read(0)
    other = ScoredGames(play(tmp_path / "e", games=3)).read(0)
    assert one.game.actions != other.game.actions
    # The same file elsewhere continues with it, another one of its name does not.
    Path("there").mkdir()
    Path("net.npz").rename("there/net.npz")
    play(folder, games=3, evaluator="there/net.npz")
    made[1].save(Path("there/net.npz"))
    with refused("evaluator_sha256"):
        play(folder, games=3, evaluator="there/net.npz")


def test_folders_know_the_network_that_plays_also_an_included_and_a_mixed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    included = shipped_evaluations(boardai.load("chess").initial_state())["neurons-32"]
    monkeypatch.chdir(tmp_path)
    shutil.copy(included, "net.npz")
    digest = hashlib.sha256(included.read_bytes()).hexdigest()
    for evaluator, name, known in (
        ("neurons-32", "neurons-32", digest),
        ("pesto", "pesto", None),
        (str(tmp_path / "net.npz"), "net.npz", digest),
        (f"mixed:{tmp_path}/net.npz,pesto,300", "mixed:net.npz,pesto,300", digest),
        ("mixed:neurons-32,net.npz,300", "mixed:neurons-32,net.npz,300", f"{digest}+{digest}"),
    ):
        folder = tmp_path / f"games of {name}"
        header = Dataset.open(play(folder, games=1, evaluator=evaluator)).header
        assert (header["options"]["evaluator"], header["evaluator_sha256"]) == (name, known)
        play(folder, games=1, evaluator=evaluator)  # continues
    with refused("300"):
        play(tmp_path / "d", games=1, evaluator="mixed:nowhere,300")


def test_two_folders_are_read_as_one(folder: Path, games: ScoredGames) -> None:
    both = ScoredGames([folder, folder], held_out_share=HELD_OUT)
    twice = Counter(rows_of(both.blocks("pieces", 1, 999, 0, True)))
    assert twice == Counter(
        {row: 2 * times for row, times in Counter(rows_of(games.blocks("pieces", 1, 999, 0, True))).items()}
    )


def test_bad_arguments_are_refused(games: ScoredGames, folder: Path, tmp_path: Path) -> None:
    for arguments, place in (
        (("pieces", 0, 10, 0, False), "buckets"),
        (("pieces", 1, 0, 0, False), "positions"),
        (("squares", 1, 10, 0, False), "squares"),
    ):
        with refused(place):
            games.blocks(*arguments)
    with refused("from_ply"):
        games.blocks("pieces", 1, 10, 0, False, from_ply=-1)
    with refused("first"):
        games.blocks("pieces", 1, 10, 0, False, first=-1)
    with refused("function"):
        games.static(lambda state: 0)
    with refused("nowhere"):
        ScoredGames(tmp_path / "nowhere")
    with refused("held_out_share"):
        ScoredGames(folder, held_out_share=1)
    with refused("chess", "reversi"):
        ScoredGames([folder, play(tmp_path / "r", "reversi", 1)])
    with refused(folder):
        list(Dataset.open(folder).games())
    with refused("openings"):
        play(tmp_path / "d", "hex:size=2", 1, random_plies=9)


def test_every_damaged_byte_is_found(tmp_path: Path) -> None:
    folder = play(tmp_path / "d", "hex:size=3", 1, random_plies=1)
    path = folder / "000000.sgames"
    whole = path.read_bytes()
    assert not dataset_faults(folder)
    changed = [bytes([*whole[:at], whole[at] ^ 1 << at % 8, *whole[at + 1 :]]) for at in range(len(whole))]
    for content in [*changed, *(whole[:size] for size in range(len(whole))), whole + b"\0"]:
        path.write_bytes(content)
        with refused(path):
            ScoredGames(folder)
    assert [fault.name for fault in dataset_faults(folder)] == ["000000.sgames"]


def test_a_shard_of_another_place_is_refused(folder: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(folder, tmp_path / "d")
    shutil.copy(copied / "000000.sgames", copied / "000001.sgames")
    with refused("000001.sgames", 10):
        ScoredGames(copied)
    (copied / "000001.sgames").unlink()
    assert len(ScoredGames(copied)) == 14  # a shard that is still to come
    (copied / "000002.sgames").rename(copied / "000003.sgames")
    with refused("000003.sgames", 30):
        ScoredGames(copied)


@hypothesis_settings(max_examples=60)
@given(data=st.data())
def test_forged_shards_are_refused_or_read(data: st.DataObject, forged: Path) -> None:
    """With a checksum that is right, what the games say is still not believed."""
    path = forged / "000000.sgames"
    games = bytearray((forged / "whole").read_bytes()[:-32])
    for _ in range(data.draw(st.integers(1, 3))):
        games[data.draw(st.integers(0, len(games) - 1))] = data.draw(st.integers(0, 255))
    games = games[: data.draw(st.integers(len(games) - 5, len(games)))]
    path.write_bytes(bytes(games) + hashlib.sha256(games).digest())
    try:
        for block in ScoredGames(forged, held_out_share=0).blocks("pieces", 1, 1000, 0, False):
            assert np.isin(block.result, (0, 0.5, 1)).all()
    except ValueError as error:
        assert "000000.sgames" in str(error) or "no game" in str(error)


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = play(tmp_path_factory.mktemp("forged") / "games", games=2, other_starts=1.0)
    (folder / "000000.sgames").rename(folder / "whole")
    return folder
