"""Kept checkpoints are thinned out with age: few stay of many, and none is wanted that has been removed."""

from __future__ import annotations

from pathlib import Path

from boardai.basics.checksums import read_sealed, write_sealed
from boardai.learn.learners.config import TrainConfig
from boardai.learn.runs.checkpoint import checkpoint_path, checkpoints, is_kept
from boardai.learn.runs.folder import RunFolder, read_run


def test_few_are_kept_and_the_same_as_before() -> None:
    before: set[int] = set()
    for newest in range(2000):
        kept = {number for number in range(newest + 1) if is_kept(number, newest)}
        assert kept - {newest} <= before and {0, newest} <= kept
        assert {*range(max(newest - 31, 0), newest + 1)} <= kept
        before = kept
    assert len(before) < 130
    assert sum(is_kept(number, 4000) for number in range(4001)) == 144


def test_a_run_keeps_them_so(tmp_path: Path) -> None:
    for thin in (True, False):
        config = TrainConfig(keep_checkpoints=2, keep_every=3, thin_checkpoints=thin)
        with RunFolder.create(tmp_path / str(thin), "hex:size=3", config, "test", "alphazero") as folder:
            for iteration in range(185):
                checkpoint_path(folder.checkpoint_folder, iteration).mkdir(parents=True)
                folder.prune_checkpoints({5})
            multiples = [one // 3 for one in checkpoints(folder.checkpoint_folder) if one % 3 == 0]
            assert {5, 183, 184} <= {*checkpoints(folder.checkpoint_folder)}
            assert multiples == [number for number in range(62) if not thin or is_kept(number, 61)]
            assert thin == (len(multiples) < 50)


def test_what_an_earlier_version_began_keeps_all(tmp_path: Path) -> None:
    with RunFolder.create(tmp_path, "hex:size=3", TrainConfig(), "test", "alphazero") as folder:
        folder.begin()
    assert read_run(tmp_path)[1].thin_checkpoints
    table, _ = read_sealed(tmp_path / "run.json")
    del table["config"]["thin_checkpoints"]
    write_sealed(tmp_path / "run.json", table)
    assert not read_run(tmp_path)[1].thin_checkpoints
