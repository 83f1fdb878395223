"""Another user of the same computer: what they put in the way, or hold on to, neither loses nor stops anything."""

import fcntl
import os
from pathlib import Path

import pytest
from refusals import refused

from boardai.basics.files import lock_folder, write_atomically

needs_root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root makes files of another user")
NOBODY = 65534


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A folder as /tmp is."""
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o1777)
    (tmp_path / "mine").write_text("mine")
    return folder


@pytest.mark.parametrize("trap", [".report.json.tmp"])
def test_a_link_under_the_temporary_name_is_not_written_through(shared: Path, trap: str) -> None:
    mine = shared.parent / "mine"
    (shared / trap).symlink_to(mine)
    write_atomically(shared / "report.json", b"report")
    assert mine.read_text() == "mine"
    assert (shared / "report.json").read_text() == "report"
    assert not (shared / "report.json").is_symlink()


@needs_root
@pytest.mark.parametrize("target", ["mine", "not there yet"])
def test_another_user_s_link_in_a_shared_folder_is_not_followed(shared: Path, target: str) -> None:
    link = shared / "report.json"
    link.symlink_to(shared.parent / target)
    os.lchown(link, NOBODY, NOBODY)
    with refused("report.json", error=PermissionError):
        write_atomically(link, b"report")
    assert (shared.parent / "mine").read_text() == "mine"
    assert not (shared.parent / "not there yet").exists()


def test_one_s_own_link_is_followed(shared: Path) -> None:
    mine = shared.parent / "mine"
    (shared / "report.json").symlink_to(mine)
    write_atomically(shared / "report.json", b"report")
    assert mine.read_text() == "report"
    assert (shared / "report.json").is_symlink()


@pytest.mark.parametrize("before", [None, 0o644])
def test_no_other_user_can_take_the_lock(tmp_path: Path, before: int | None) -> None:
    lock = tmp_path / "lock"
    if before is not None:  # of an earlier version
        lock.touch(before)
    descriptor = lock_folder(tmp_path)
    assert lock.stat().st_mode & 0o077 == 0  # who cannot open a file cannot lock it
    with refused("in use"):
        lock_folder(tmp_path)
    os.close(descriptor)
    fcntl.flock(os.open(lock, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
