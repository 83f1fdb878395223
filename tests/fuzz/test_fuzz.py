"""Every parser and server takes whatever comes: it is read, or refused by a ValueError; in time linear in its length.

By default corpora, former findings and some mutations of them; in the slow suite ten minutes of each target, led by
coverage where atheris is installed, and time and memory measured by doubling.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from fuzzing import growth
from fuzzing.corpus import FOLDER, LONGEST_INPUT, MOST_INPUTS, read
from fuzzing.driver import mutate
from fuzzing.table import TARGETS
from fuzzing.target import Finding, Target, bounded_memory, outcome

GROWING = [(name, what) for name, target in TARGETS.items() for what in target.growing]
# The exponent of the growth beyond which it is not due to chance: 1 is linear, 2 quadratic.
STEEPEST_COUNT, STEEPEST_TIME = 1.3, 1.7
SHORTEST_TIME = 0.03  # seconds that can be measured on a busy machine


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What inputs name does not exist, and what they write is temporary."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_comes_is_read_or_refused(name: str) -> None:
    campaign = mutate(TARGETS[name], runs=TARGETS[name].runs, seed=47)
    assert not campaign.findings
    assert len(campaign.behaviours) > 1 and any(what.startswith("accepted") for what in campaign.behaviours)


@pytest.mark.parametrize(("name", "what"), GROWING)
def test_work_grows_with_the_length(name: str, what: str) -> None:
    target = TARGETS[name]
    found = growth.grown(target, target.growing[what], growth.calls, first=24)
    assert found.exponent < STEEPEST_COUNT, found


def test_what_is_quadratic_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    def pairs(data: bytes) -> str:
        return str(sum(str(one) < str(other) for one in data for other in data) > 1)

    def fails(data: bytes) -> str:
        return str(data.index(b"abc") // 0)

    quadratic = Target("pairs", pairs, lambda: [b"x"], (b"y",))
    assert growth.grown(quadratic, lambda n: b"x" * n, growth.calls).exponent > 1.8
    campaign = mutate(Target("fails", fails, lambda: [b"ab", b"bc"], (b"a", b"c")), runs=200)
    assert [*campaign.findings] == ["ZeroDivisionError in test_fuzz.py:fails"]
    assert b"abc" in campaign.findings["ZeroDivisionError in test_fuzz.py:fails"]
    assert "integer division" in capsys.readouterr().err
    with pytest.raises(Finding, match="MemoryError"), bounded_memory(1 << 20):
        outcome(Target("large", lambda data: str(len(bytes(1 << 28))), lambda: [], ()), b"")


def test_corpora_are_small_and_of_targets() -> None:
    files = [path for folder in ("corpora", "regressions") for path in (FOLDER / folder).glob("*")]
    assert {path.stem for path in files} <= set(TARGETS)
    for path in files:
        inputs = read(path)
        assert 0 < len(inputs) <= MOST_INPUTS and len(set(inputs)) == len(inputs), path
        assert path.parent.name == "regressions" or max(map(len, inputs)) <= LONGEST_INPUT, path
    assert sum(path.stat().st_size for path in files) < 300_000


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", TARGETS)
def test_ten_minutes(name: str, root: Path, tmp_path: Path) -> None:
    command = [sys.executable, str(root / "tests" / "fuzz" / "run.py"), name, "--minutes", "10"]
    result = subprocess.run([*command, "--found", str(tmp_path / "found")], capture_output=True, text=True)
    assert result.returncode == 0, (result.stdout + result.stderr)[-5000:]
    print(result.stdout)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "what"), GROWING)
def test_time_and_memory_grow_with_the_length(name: str, what: str) -> None:
    target = TARGETS[name]
    grow = target.growing[what]
    held = growth.grown(target, grow, growth.memory)
    assert held.work[-1] < 1 << 20 or held.work[-1] < growth.MOST_A_BYTE * held.lengths[-1], held
    found = growth.grown(target, grow, growth.seconds, growth.long_enough(target, grow))
    for _ in range(2):  # a machine may be busy
        if found.exponent > STEEPEST_TIME and found.work[-1] > SHORTEST_TIME:
            found = growth.grown(target, grow, growth.seconds, growth.long_enough(target, grow))
    assert found.exponent < STEEPEST_TIME or found.work[-1] < SHORTEST_TIME, found
