"""The benchmark's rows of training: that each does the work it counts; never how fast."""

import pytest
from refusals import refused

from boardai.basics.threads import cores
from boardai.bench import network, pgx_mctx, training
from boardai.bench.measure import NotAvailable

SPEC = "hex:size=4"


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """A tiny network, small batches, few simulations."""
    for module in (network, training, pgx_mctx):
        for name, value in (
            ("BATCH", 4),
            ("SIMULATIONS", 4),
            ("SIZE", (1, 4)),
            ("SMALL_SIZE", (1, 4)),
            ("ROUNDS", 2),
            ("PLIES", 2),
        ):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(training, "SEARCH_SIMULATIONS", 8)
    monkeypatch.setattr(training, "SAMPLED", 8)
    training.recorded_games.cache_clear()
    yield
    training.recorded_games.cache_clear()


def test_rows_of_a_game_have_names_and_work():
    rows = {row.name: row for row in training.benchmarks("hex", SPEC)}
    batches = {f"hex/network-{batch}" for batch in training.BATCHES}
    others = {"hex/puct-search", "hex/self-play-threads", "hex/replay-sampling", "hex/replay-reading"}
    assert set(rows) == batches | others
    assert "2 symmetries" in rows["hex/replay-sampling"].work(True)
    assert all(row.work(True) and row.unit.endswith("/s") for row in rows.values())
    # Chess has no symmetries: nothing to compare with.
    (chess,) = [row for row in training.benchmarks("chess", "chess") if row.name == "chess/replay-sampling"]
    assert chess.peers == () and "symmetries" not in chess.work(True)


@pytest.mark.thorough
def test_every_row_does_what_it_counts():
    for row in training.benchmarks("hex", SPEC):
        for workload in (row.prepare(True), *(peer.prepare(True) for peer in row.peers)):
            once, seconds = workload.run(1)
            assert once > 0 and seconds > 0, row.name
            twice, _ = workload.run(2)
            assert once <= twice <= 4 * once, row.name


def test_the_amounts_are_of_the_unit():
    rows = {row.name: row for row in training.benchmarks("hex", SPEC)}
    assert rows["hex/network-8"].peers[0].prepare(True).run(3)[0] % 8 == 0
    # 4 trees with 8 simulations each.
    assert rows["hex/puct-search"].prepare(True).run(2)[0] == 2 * 4 * 8
    assert rows["hex/puct-search"].peers[0].prepare(True).run(1)[0] == 4 * 8
    assert rows["hex/replay-sampling"].prepare(True).run(5)[0] == 5 * 8
    one = rows["hex/replay-reading"].prepare(True).run(1)[0]
    assert one > 4 * 7 and rows["hex/replay-reading"].prepare(True).run(3)[0] == 3 * one
    moves, _ = network.self_play(SPEC, "moves", groups=1).run(3)
    evaluations, _ = network.self_play(SPEC, "evaluations", groups=1, cache_mb=0).run(3)
    assert moves >= 3 * 4 and evaluations >= 3 * 4 * 2


def test_the_best_number_of_callers_is_reported():
    workload = network.bare(SPEC)
    callers = int(workload.version.split()[0])
    assert 1 <= callers <= cores()
    assert workload.version in ("1 caller", f"{callers} concurrent callers")
    amount, _ = workload.run(2)
    assert amount == callers * 2 * 2 * 4


def test_without_the_peer_it_is_not_available(monkeypatch):
    monkeypatch.setattr(pgx_mctx.importlib.util, "find_spec", lambda name: None)
    with refused("pgx", error=NotAvailable):
        pgx_mctx.benchmarks("reversi/self-play-peer", "reversi", "othello")[0].peers[0].prepare(True)


@pytest.mark.slow  # compiles search and games together
def test_both_sides_of_the_comparison_play():
    """Their program plays legal moves, in games of different ages, and restarts those that are over."""
    pytest.importorskip("pgx")
    pytest.importorskip("mctx")
    import jax
    import numpy as np

    proofs = pgx_mctx.benchmarks("hex/self-play-peer", "hex:size=4", "hex", proofs=True)[-1]
    for row in [*pgx_mctx.benchmarks("reversi/self-play-peer", "reversi:board=6x6", "othello"), proofs]:
        assert row.prepare(True).run(1)[0] >= 4
    make_move, opened = pgx_mctx._program("othello", (1, 4), 4)
    state = opened(jax.random.key(3))
    discs = [int((board != 0).sum()) for board in np.asarray(state._x.board)]
    assert len(set(discs)) > 1 and max(discs) <= 4 + pgx_mctx.OPENING_PLIES
    key = jax.random.key(0)
    for _ in range(3):
        before = np.asarray(state._x.board)
        key, state = make_move(key, state)
        after = np.asarray(state._x.board)
        # One disc more in every game, unless it was a pass or the game began again.
        assert ((np.abs(after) > 0).sum(axis=-1) - (np.abs(before) > 0).sum(axis=-1) <= 1).all()
        assert not np.asarray(state.terminated).any() or np.asarray(state.legal_action_mask).any()
    assert (before != after).any()
