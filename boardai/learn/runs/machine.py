"""A run's data about its machine: the device, memory, energy, and the number of JAX compilations.

After a run's first iterations there should be no compilations.
"""

from __future__ import annotations

import importlib
import os
import resource
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jax

from boardai.basics.threads import cores

ACCELERATORS = {
    "/dev/nvidia0": 'this machine has an NVIDIA GPU; to use it: pip install -U "jax[cuda12]"',
    "/dev/kfd": "this machine has an AMD GPU; to use it install JAX for ROCm",
    "/dev/accel0": 'this machine has a TPU; to use it: pip install -U "jax[tpu]"',
}
_EVENT = "/jax/core/compile/backend_compile_duration"


def device() -> tuple[str, list[str]]:
    """JAX's device as text, and warnings about accelerators that it does not use."""
    if jax.default_backend() != "cpu":
        devices = jax.devices()
        return f"{devices[0].device_kind} ({jax.default_backend()}, {len(devices)} present)", []
    warnings = [f"warning: {text}" for path, text in ACCELERATORS.items() if Path(path).exists()]
    count = cores()
    return f"CPU, {count} {'core' if count == 1 else 'cores'}", warnings


def resident_mb() -> float:
    """Memory the process holds at present, in MB; if the system does not report it, the peak."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            for line in file:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 1024


def device_memory() -> dict[str, float]:
    """Memory of JAX's local devices in MB, for a line of metrics: the present sum, and the highest peak of one.

    {} if they do not report it, such as CPUs, whose memory is the process's.
    """
    device_stats = [stats for one in jax.local_devices() if (stats := one.memory_stats())]
    if not device_stats:
        return {}
    peak = max(stats.get("peak_bytes_in_use", stats["bytes_in_use"]) for stats in device_stats)
    return {
        "device_memory_mb": sum(stats["bytes_in_use"] for stats in device_stats) / 2**20,
        "device_memory_peak_mb": peak / 2**20,
    }


POWERCAP = Path("/sys/class/powercap")
_MOST_WATTS = 500  # maximum of one processor: at this power a counter may have wrapped around


class ProcessorEnergy:
    """The energy counters of the machine's processors (RAPL), if the system lets this process read them.

    They include the work of all processes, and wrap around after some minutes of full load.

    Args:
        root: Linux's folder of the counters.
    """

    def __init__(self, root: Path = POWERCAP) -> None:
        self._packages: list[tuple[Path, int]] = []
        for folder in sorted(root.glob("intel-rapl:*")):  # also on AMD processors
            try:
                # Cores and memory controllers have their own counters, which are included in their package's.
                if (folder / "name").read_text().startswith("package"):
                    self._packages.append((folder / "energy_uj", int((folder / "max_energy_range_uj").read_text())))
            except (OSError, ValueError):
                continue

    def read(self) -> list[int] | None:
        """Each processor's counter, in microjoules; None if one cannot be read, or there is none."""
        try:
            return [int(path.read_text()) for path, _ in self._packages] or None
        except (OSError, ValueError):
            return None

    def between(self, before: list[int], after: list[int], seconds: float) -> float | None:
        """Joules between two readings; None if a counter may have wrapped around more than once.

        Args:
            before: first result of `read`.
            after: second result of `read`.
            seconds: time between them.
        """
        ranges = [most for _, most in self._packages]
        if not ranges or seconds * _MOST_WATTS * 1e6 > min(ranges):
            return None
        return sum((new - old) % most for old, new, most in zip(before, after, ranges, strict=True)) / 1e6


class CardEnergy:
    """The energy counters of the NVIDIA cards that JAX uses, read with NVIDIA's `nvidia-ml-py` if it is installed.

    They include the work of all processes.

    Args:
        nvml: the module `pynvml`; None: the installed one.
        platform: platform of JAX's devices; None: that of this process.
        visible: value of `CUDA_VISIBLE_DEVICES`: numbers or UUIDs; "": all.
    """

    def __init__(self, nvml: Any = None, platform: str | None = None, visible: str | None = None) -> None:
        self._handles: list[Any] = []
        if (platform or jax.default_backend()) not in ("gpu", "cuda"):
            return
        visible = os.environ.get("CUDA_VISIBLE_DEVICES", "") if visible is None else visible
        try:
            nvml = importlib.import_module("pynvml") if nvml is None else nvml
            nvml.nvmlInit()
            names = [name.strip() for name in visible.split(",") if name.strip()]
            names = names or [str(number) for number in range(nvml.nvmlDeviceGetCount())]
            self._nvml = nvml
            self._handles = [
                nvml.nvmlDeviceGetHandleByIndex(int(name)) if name.isdecimal() else nvml.nvmlDeviceGetHandleByUUID(name)
                for name in names
            ]
        except Exception:  # not installed, no driver, or an unknown card; the error classes may not be importable
            self._handles = []

    def read(self) -> list[int] | None:
        """Each card's counter, in millijoules; None if one cannot be read, or there is none."""
        try:
            return [int(self._nvml.nvmlDeviceGetTotalEnergyConsumption(one)) for one in self._handles] or None
        except Exception:  # a card from before 2017, or the driver was unloaded
            return None

    def between(self, before: list[int], after: list[int], seconds: float) -> float | None:
        """Joules between two readings; None if a reloaded driver has restarted a counter.

        Args:
            before: first result of `read`.
            after: second result of `read`.
            seconds: time between them.
        """
        used = [new - old for old, new in zip(before, after, strict=True)]
        return sum(used) / 1e3 if min(used) >= 0 else None


class Energy:
    """The energy that processors and cards use.

    Args:
        meters: meters by the name of what they measure; None: this machine's.
        clock: clock, in seconds.
    """

    def __init__(self, meters: Mapping[str, Any] | None = None, clock: Callable[[], float] = time.perf_counter) -> None:
        own: dict[str, Any] = {} if meters else {"processor": ProcessorEnergy(), "device": CardEnergy()}
        self._meters = own | dict(meters or {})
        self._clock = clock
        self.begin()

    def begin(self) -> None:
        """Starts a measurement."""
        self._began, self._before = self._clock(), {name: meter.read() for name, meter in self._meters.items()}

    def metrics(self) -> dict[str, dict[str, float]]:
        """Energy in joules and mean power in watts since the start, as in a line of metrics; {} if unknown."""
        seconds, joules = self._clock() - self._began, {}
        for name, meter in self._meters.items():
            before, after = self._before[name], meter.read()
            if before is not None and after is not None and len(before) == len(after):
                used = meter.between(before, after, seconds)
                if used is not None:
                    joules[name] = used
        if not joules or seconds <= 0:
            return {}
        return {"energy_j": joules, "power_w": {name: used / seconds for name, used in joules.items()}}


class CompilationCounter:
    """Compilations of this process since the counter was made.

    Attributes:
        count: programs compiled, or read from JAX's cache on disk.
        seconds: time they took.
    """

    def __init__(self) -> None:
        self.count, self.seconds = 0, 0.0
        # JAX cannot remove a listener: make only one counter and keep it (`COMPILATIONS`).
        jax.monitoring.register_event_duration_secs_listener(self._listen)

    def _listen(self, event: str, duration_secs: float, **_: str | int) -> None:
        if event == _EVENT:
            self.count += 1
            self.seconds += duration_secs


COMPILATIONS = CompilationCounter()
