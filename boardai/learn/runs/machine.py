"""What a run says of its machine: the device, the memory, and how often JAX compiled.

After a run's first iterations there should be no compilations.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path

import jax

from boardai.basics.threads import cores

ACCELERATORS = {
    "/dev/nvidia0": 'this machine has an NVIDIA GPU; to use it: pip install -U "jax[cuda12]"',
    "/dev/kfd": "this machine has an AMD GPU; to use it install JAX for ROCm",
    "/dev/accel0": 'this machine has a TPU; to use it: pip install -U "jax[tpu]"',
}
_EVENT = "/jax/core/compile/backend_compile_duration"


def device() -> tuple[str, list[str]]:
    """JAX's device in words, and warnings about accelerators it leaves unused."""
    if jax.default_backend() != "cpu":
        devices = jax.devices()
        return f"{devices[0].device_kind} ({jax.default_backend()}, {len(devices)} present)", []
    warnings = [f"warning: {text}" for path, text in ACCELERATORS.items() if Path(path).exists()]
    count = cores()
    return f"CPU, {count} {'core' if count == 1 else 'cores'}", warnings


def resident_mb() -> float:
    """Memory the process holds at present, in MB; where the system does not say, the most it ever held."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            for line in file:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 1024


class CompilationCounter:
    """Compilations of this process since the counter was made.

    Attributes:
        count: programs compiled, or read from JAX's cache on disk.
        seconds: time they took.
    """

    def __init__(self) -> None:
        self.count, self.seconds = 0, 0.0
        # JAX offers no way to take a listener back: make one counter and keep it (`COMPILATIONS`).
        jax.monitoring.register_event_duration_secs_listener(self._listen)

    def _listen(self, event: str, duration_secs: float, **_: str | int) -> None:
        if event == _EVENT:
            self.count += 1
            self.seconds += duration_secs


COMPILATIONS = CompilationCounter()
