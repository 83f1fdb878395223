"""Energy and device memory in a run's metrics: read where they can be, absent where they cannot."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import jax
import pytest

from boardai.learn.runs.machine import CardEnergy, Energy, ProcessorEnergy, device_memory

RANGE = 262_143_328_850  # microjoules, of many Intel processors


class Processors:
    """A folder like Linux's, of two packages, one with a counter of its cores."""

    def __init__(self, root: Path) -> None:
        self._root = root
        for folder, name in (("intel-rapl:0", "package-0"), ("intel-rapl:1", "package-1"), ("intel-rapl:0:0", "core")):
            (root / folder).mkdir()
            (root / folder / "name").write_text(f"{name}\n")
            (root / folder / "max_energy_range_uj").write_text(f"{RANGE}\n")
        (root / "intel-rapl-mmio").mkdir()

    def set(self, *packages: int) -> None:
        for number, energy in enumerate(packages):
            (self._root / f"intel-rapl:{number}" / "energy_uj").write_text(f"{energy}\n")
        (self._root / "intel-rapl:0:0" / "energy_uj").write_text("5\n")


def test_processors_are_their_packages_and_counters_go_round(tmp_path: Path) -> None:
    processors = Processors(tmp_path)
    processors.set(1_000_000, RANGE - 2_000_000)
    clock = itertools.chain([0.0, 10.0, 20.0], itertools.repeat(600.0))
    energy = Energy({"processor": ProcessorEnergy(tmp_path)}, lambda: next(clock))
    processors.set(31_000_000, 3_000_000)  # 30 J, and 2 + 3 J
    assert energy.metrics() == {"energy_j": {"processor": 35.0}, "power_w": {"processor": 3.5}}
    energy.begin()
    assert energy.metrics() == {}, "within ten minutes a counter may have gone round twice"


def test_what_cannot_be_read_is_absent(tmp_path: Path) -> None:
    assert ProcessorEnergy(tmp_path / "nothing").read() is None
    processors = Processors(tmp_path)
    meter = ProcessorEnergy(tmp_path)
    assert meter.read() is None, "no counter's file"
    processors.set(1, 2)
    assert meter.read() == [1, 2]
    (tmp_path / "intel-rapl:1" / "energy_uj").write_text("")
    assert Energy({"processor": meter}).metrics() == {}


class Nvml:
    """In place of NVIDIA's module: three cards."""

    def __init__(self, energies: list[int]) -> None:
        self.energies = energies

    def nvmlInit(self) -> None: ...

    def nvmlDeviceGetCount(self) -> int:
        return len(self.energies)

    def nvmlDeviceGetHandleByIndex(self, number: int) -> int:
        if number >= len(self.energies):
            raise RuntimeError("no such card")
        return number

    def nvmlDeviceGetHandleByUUID(self, name: str) -> int:
        return {"GPU-1": 1}[name]

    def nvmlDeviceGetTotalEnergyConsumption(self, handle: int) -> int:
        if self.energies[handle] < 0:
            raise RuntimeError("not supported")
        return self.energies[handle]


@pytest.mark.parametrize(("visible", "cards"), [("", [0, 1, 2]), ("2, 0", [2, 0]), ("GPU-1", [1]), ("7", [])])
def test_cards_are_those_that_jax_sees(visible: str, cards: list[int]) -> None:
    meter = CardEnergy(Nvml([1000, 2000, 3000]), "gpu", visible)
    assert meter.read() == ([1000 * (card + 1) for card in cards] or None)


def test_energy_of_cards() -> None:
    nvml, clock = Nvml([1000, 2000]), itertools.count(step=4.0)
    energy = Energy({"device": CardEnergy(nvml, "gpu", "")}, lambda: next(clock))
    nvml.energies = [3000, 8000]
    assert energy.metrics() == {"energy_j": {"device": 8.0}, "power_w": {"device": 2.0}}
    nvml.energies = [0, 9000]
    assert energy.metrics() == {}, "the driver has begun to count again"
    nvml.energies = [-1, 9000]
    assert energy.metrics() == {}
    assert CardEnergy(nvml, "cpu", "").read() is None


def test_memory_of_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    assert device_memory() == {} or jax.default_backend() != "cpu"

    class Device:
        def __init__(self, stats: Any) -> None:
            self._stats = stats

        def memory_stats(self) -> Any:
            return self._stats

    of_two = [Device({"bytes_in_use": n << 20, "peak_bytes_in_use": 3 * n << 20}) for n in (1, 2)]
    monkeypatch.setattr(jax, "local_devices", lambda: [*of_two, Device(None)])
    assert device_memory() == {"device_memory_mb": 3.0, "device_memory_peak_mb": 6.0}
