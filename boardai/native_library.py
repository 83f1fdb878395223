"""Which compiled library is loaded: the fastest that this processor runs, of those that are installed.

`pip install .` builds one, for the machine at hand. The wheel of `cmake/build_wheel.py` holds two, for any machine.
Each lies in a folder named after its architecture, such as `boardai/lib/x86-64-v3`, with a `build_info.json` that says
what it needs. The environment variable `BOARDAI_ARCH` names the one to load.

Where none can be loaded, `import boardai` is an ImportError. Commands begin with that import, before anything of theirs
runs that could refuse in one line, so that what they print is decided here too.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import re
import sys
from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path

from boardai.basics.quoting import quoted

VARIABLE = "BOARDAI_ARCH"
_FILE = "libboardai.so"
X86_64_V3 = frozenset({"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"})
_FASTEST_FIRST = ("native", "x86-64-v3", "portable")


@dataclass(frozen=True)
class Library:
    """A compiled library that is installed.

    Attributes:
        folder: folder of the library.
        architecture: `portable`, `x86-64-v3` or `native`, which is the building machine's own.
        cpu_flags: flags of the building machine, if it was built only for that.
        compiler: by which it was built.
        version: of boardai.
    """

    folder: Path
    architecture: str
    cpu_flags: str
    compiler: str
    version: str

    @property
    def package(self) -> Path:
        """Where the libraries and their headers were installed."""
        return self.folder.parent.parent

    @property
    def file(self) -> Path:
        """The shared library."""
        return self.folder / _FILE

    def lacking(self, flags: Set[str]) -> list[str]:
        """The required flags that a processor lacks: the library would crash on it (SIGILL)."""
        needed = {"portable": set(), "x86-64-v3": X86_64_V3, "native": set(self.cpu_flags.split())}
        return sorted(needed[self.architecture] - flags)


def of_this_machine() -> Library:
    """The library to load in this process.

    Raises:
        ImportError: there is none, or not the one that the environment names; the message has the remedy.
        SystemExit: the same where Python was started for one of boardai's commands, with the message on stderr.
    """
    try:
        return choose(installed(package_folder()), processor_flags(), os.environ.get(VARIABLE) or "auto")
    except ImportError as error:
        command = _command_that_starts()
        if command is None:
            raise
        print(f"{command}: {error}", file=sys.stderr)
        sys.exit(2)


def _command_that_starts() -> str | None:
    """The command this process was started for, as `boardai.perft`; None: it is a user's program."""
    program = sys.argv[0] if sys.argv else ""
    if program == "-m":  # as long as Python looks for the module, which stands before the module's own arguments
        module = sys.orig_argv[-len(sys.argv)].removeprefix("-m")
        return module if module.partition(".")[0] == "boardai" else None
    return "boardai" if Path(program).name == "boardai" else None


def package_folder() -> Path:
    """Where the compiled libraries and their headers were installed.

    In a checkout the Python files stand next to the sources while the libraries were installed elsewhere, so the
    installed distribution is asked when they are not next to this file.

    Raises:
        ImportError: there are none.
    """
    here = Path(__file__).parent
    if _has_library(here):
        return here
    try:
        elsewhere = Path(str(importlib.metadata.distribution("boardai").locate_file("boardai")))
    except importlib.metadata.PackageNotFoundError:
        elsewhere = here
    if not _has_library(elsewhere):
        raise ImportError(
            "boardai's compiled library is not installed in this Python environment: run `pip install .` "
            "in the folder that holds boardai's pyproject.toml"
        )
    return elsewhere


def _has_library(package: Path) -> bool:
    return any(package.glob(f"lib/*/{_FILE}"))


def installed(package: Path) -> list[Library]:
    """The libraries in `package`/lib, the fastest first."""
    infos = [json.loads((file.parent / "build_info.json").read_text()) for file in package.glob(f"lib/*/{_FILE}")]
    libraries = [Library(package / "lib" / info["architecture"], **info) for info in infos]
    return sorted(libraries, key=lambda library: _FASTEST_FIRST.index(library.architecture))


def processor_flags() -> set[str]:
    """Features of this processor, by their names in Linux; empty where the system does not list them."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return set()
    found = re.search(r"^flags\s*:\s*(.*)$", text, re.MULTILINE)
    return set(found.group(1).split()) if found else set()


def choose(libraries: list[Library], flags: Set[str], wanted: str = "auto") -> Library:
    """The library to load.

    Args:
        libraries: at least one, the fastest first.
        flags: flags of the processor.
        wanted: an architecture's name, or `auto`: the first that the processor runs.

    Raises:
        ImportError: no such library is installed, or the processor cannot run it.
    """
    architectures = [library.architecture for library in libraries]
    if wanted not in ("auto", *architectures):
        raise ImportError(
            f"the environment variable {VARIABLE} must be auto or what is installed here "
            f"({', '.join(architectures)}), not {quoted(wanted)}"
        )
    candidates = [library for library in libraries if wanted in ("auto", library.architecture)]
    for library in candidates:
        if not library.lacking(flags):
            return library
    lacking = candidates[-1].lacking(flags)
    remedy = (
        f"set {VARIABLE}=auto"
        if wanted != "auto" and any(not library.lacking(flags) for library in libraries)
        else "reinstall it here with `pip install --force-reinstall --no-deps . -Ccmake.define.BOARDAI_ARCH=portable`"
    )
    raise ImportError(
        f"boardai was built for {candidates[-1].architecture} processors, but this one ({platform.machine()}) lacks "
        f"{', '.join(lacking[:8])}: {remedy}"
    )
