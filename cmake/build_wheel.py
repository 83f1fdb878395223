"""One wheel for every Linux machine of this kind: a portable library and one for AVX2 and BMI2, chosen at import.

    pip install 'auditwheel>=6.8' && python cmake/build_wheel.py [folder] [arguments of `pip wheel` ...]

The folder is `dist` if not named. The wheel is for this Python's version: the library uses what Python's stable
interface does not have before 3.12. Its name also states on which systems it runs: auditwheel reads in the libraries
which versions of the C and C++ libraries they ask for, and finds the oldest `manylinux` that has them. At import
`boardai/native_library.py` chooses.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

_ROOT = Path(__file__).parent.parent


def main(folder: str = "dist", *arguments: str) -> Path:
    """Builds the wheel and returns its path.

    Args:
        folder: where it is written.
        arguments: passed to `pip wheel`, such as `--no-build-isolation`.

    Raises:
        SystemExit: auditwheel is not installed, or pip or auditwheel failed, which say why.
    """
    if importlib.util.find_spec("auditwheel") is None:
        raise SystemExit("auditwheel is not installed: pip install 'auditwheel>=6.8'")
    with tempfile.TemporaryDirectory() as scratch:
        built, named = Path(scratch) / "built", Path(scratch) / "named"
        _run("pip", "wheel", "--no-deps", "-w", built, "-Ccmake.define.BOARDAI_ARCH=both", *arguments, _ROOT)
        # Nothing is put into the wheel (no patcher), and that one of the libraries asks for AVX2 is on purpose.
        _run("auditwheel", "repair", "--patcher=none", "--disable-isa-ext-check", "-w", named, *built.glob("*.whl"))
        (wheel,) = named.glob("*.whl")
        Path(folder).mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(wheel, folder))


def _run(module: str, *arguments: str | Path) -> None:
    result = subprocess.run([sys.executable, "-m", module, *map(str, arguments)])
    if result.returncode:
        raise SystemExit(result.returncode)


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
