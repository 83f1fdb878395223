"""What an agent in a sandbox sees of the machine: its environment variables, and the files it may read."""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

# Variables that programs and libraries need. All others are left out, because variables may contain keys and tokens.
_VARIABLES = ("PATH", "HOME", "TZ", "TERM", "TMPDIR", "VIRTUAL_ENV", "CONDA_PREFIX", "CUDA_VISIBLE_DEVICES")
_BEGINNINGS = (
    "LANG", "LC_", "LD_", "DYLD_", "PYTHON", "BOARDAI_", "JAX_", "XLA_", "CLING_", "CPPYY_", "CPLUS_", "CPATH",
)  # fmt: skip
# One thread for NumPy's products: an agent with a clock shares the processors with others, and Landlock does not
# restrict threads that existed before.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")

_SYSTEM = (
    "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/nix/store", "/gnu/store",
    "/etc/ld.so.cache", "/etc/localtime", "/etc/timezone", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf",
    "/etc/os-release", "/etc/alternatives", "/etc/fonts", "/etc/mime.types",
    "/dev/zero", "/dev/urandom", "/dev/random",
    "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/version", "/proc/filesystems",
    "/proc/sys/vm", "/proc/sys/kernel/random", "/sys/devices/system/cpu", "/sys/devices/system/node",
)  # fmt: skip
WRITABLE = (Path("/dev/null"),)


def environment(ours: Mapping[str, str]) -> dict[str, str]:
    """The environment variables for an agent in a sandbox.

    >>> from boardai.players.sandbox.surroundings import environment
    >>> sorted(environment({"PATH": "/bin", "GIT_TOKEN": "secret", "OMP_NUM_THREADS": "8"}))[:2]
    ['JAX_PLATFORMS', 'MKL_NUM_THREADS']

    Args:
        ours: variables of the process outside.
    """
    kept = {key: value for key, value in ours.items() if key in _VARIABLES or key.startswith(_BEGINNINGS)}
    return {**kept, "JAX_PLATFORMS": "cpu", **dict.fromkeys(_ONE_THREAD, "1")}


def own_files(agent: Path) -> list[Path]:
    """The files of an agent: its own, and those next to it with its name (`alice.npz`, a folder `alice`).

    Other files in the same folder belong to other agents.

    >>> from pathlib import Path
    >>> from boardai.players.sandbox.surroundings import own_files
    >>> for name in ("alice.py", "alice.npz", "alicia.py"):
    ...     _ = Path(name).write_text("")
    >>> [path.name for path in own_files(Path("alice.py"))]
    ['alice.npz', 'alice.py']

    Args:
        agent: the file with its class.
    """
    stem = agent.stem
    beside = [path for path in agent.parent.iterdir() if path.name == stem or path.name.startswith(f"{stem}.")]
    return sorted(agent.resolve() if path.name == agent.name else path.absolute() for path in beside)


def readable(agent: Path) -> list[Path]:
    """Files and folders, with everything below, that an agent in a sandbox may read.

    These are Python, the library, the system's libraries, Linux's files about this process, and the agent's own files.

    Args:
        agent: the file with its class.
    """
    return [*_library(agent), Path(f"/proc/{os.getpid()}"), *own_files(agent)]


def seen_all_the_same(agent: Path) -> str:
    """The folder in which other agents' files can be read, since everyone may read the place; or ""."""
    return next((str(folder) for folder in _library(agent) if folder in agent.resolve().parents), "")


def _library(agent: Path) -> list[Path]:
    package = Path(__file__).resolve().parents[2]
    places = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix, *_SYSTEM}
    places |= {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    if site.ENABLE_USER_SITE:
        places.add(site.getusersitepackages())
    named = [*os.environ.get("PYTHONPATH", "").split(os.pathsep), *os.environ.get("LD_LIBRARY_PATH", "").split(":")]
    # A folder for modules is meant to be read, unless it has agents or games in it.
    outer = {agent.resolve().parent, *agent.resolve().parents, Path.cwd(), *Path.cwd().parents}
    places |= {place for place in named if place and Path(place).resolve() not in outer}
    places -= {"/"}
    return [Path(place).resolve() for place in sorted(places)] + [package, package.parent / "games"]
