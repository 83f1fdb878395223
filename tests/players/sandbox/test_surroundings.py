"""What an agent in a sandbox sees: variables without secrets, and no others' files."""

import sys
from pathlib import Path

import pytest

from boardai.players.sandbox import surroundings


def test_keys_and_tokens_stay_outside() -> None:
    ours = {"PATH": "/bin", "LC_ALL": "C", "HF_TOKEN": "a", "AWS_SECRET_ACCESS_KEY": "b", "SSH_AUTH_SOCK": "c"}
    assert not {"a", "b", "c"} & set(surroundings.environment(ours).values())
    assert surroundings.environment(ours)["PATH"] == "/bin"


def test_own_files_bear_the_agent_s_name(tmp_path: Path) -> None:
    for name in ("al.py", "al.npz", "alice.py", "alice.npz", "_common.py"):
        (tmp_path / name).touch()
    (tmp_path / "al").mkdir()
    assert [path.name for path in surroundings.own_files(tmp_path / "al.py")] == ["al", "al.npz", "al.py"]


@pytest.mark.parametrize("named", ["", "students", "students/.."])
def test_the_class_s_folder_is_not_read_because_modules_lie_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    (tmp_path / "students").mkdir()
    agent = tmp_path / "students" / "al.py"
    agent.touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / named))
    assert surroundings.seen_all_the_same(agent) == ""
    assert tmp_path / "students" not in surroundings.readable(agent)


def test_a_class_inside_python_itself_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert surroundings.seen_all_the_same(tmp_path / "students" / "al.py") == str(tmp_path)
