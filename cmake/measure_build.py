"""What the compilation of the library costs: CPU seconds and peak memory of every unit, one after another.

    cmake -S . -B /tmp/measured -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
    python cmake/measure_build.py /tmp/measured [part of a unit's name ...]

A unit is compiled as compile_commands.json says, without a launcher such as ccache, and its object is thrown away; the
precompiled header, which the others need, stays in the folder.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def _compile(command: list[str], folder: str, scratch: str) -> tuple[float, float]:
    """CPU seconds and peak memory in MB (10^6 bytes) of one unit.

    Raises:
        RuntimeError: the compiler failed.
    """
    output = command.index("-o") + 1
    if not command[output].endswith((".gch", ".pch")):
        command = [*command[:output], f"{scratch}/unit.o", *command[output + 1 :]]
    started = subprocess.Popen(command, cwd=folder)
    _, status, used = os.wait4(started.pid, 0)
    if status:
        raise RuntimeError(f"this failed: {shlex.join(command)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6


def main(folder: str, *names: str) -> None:
    """Prints a line a unit, the dearest first, and the whole."""
    entries = json.loads((Path(folder) / "compile_commands.json").read_text(encoding="utf-8"))
    costs = []
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        for entry in entries:
            if names and not any(name in entry["file"] for name in ("cmake_pch", *names)):
                continue
            command = shlex.split(entry["command"])
            if Path(command[0]).name == "ccache":
                del command[0]
            seconds, memory = _compile(command, entry["directory"], scratch)
            costs.append((seconds, memory, "/".join(Path(entry["file"]).parts[-2:])))
    for seconds, memory, name in sorted(costs, reverse=True):
        print(f"{seconds:7.2f} s {memory:6.0f} MB  {name}")
    seconds, memory = sum(cost[0] for cost in costs), max(cost[1] for cost in costs)
    print(f"{len(costs)} units: {seconds:.0f} s of CPU in {time.monotonic() - begin:.0f} s, at most {memory:.0f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
