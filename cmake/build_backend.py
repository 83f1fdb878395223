"""The build backend: scikit-build-core, after a check that this machine can compile C++ for Python at all.

pip asks the backend for its requirements before anything else is downloaded or built, so a machine without a
compiler gets one line that says what to install, instead of a page of CMake or of a dependency's own failure.
"""

import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

from scikit_build_core import build as _scikit_build
from scikit_build_core.build import build_sdist, get_requires_for_build_sdist  # noqa: F401

_OLDEST = {"g++": 12, "clang": 15}


def _problem() -> str | None:
    """What this machine lacks, in one line; None if nothing."""
    named = os.environ.get("CXX")
    candidates = [named] if named else ["c++", "g++", "clang++"]
    compiler = next((found for name in candidates if (found := shutil.which(name.split()[0]))), None)
    if compiler is None:
        return f"no C++ compiler found ({', '.join(candidates)}): apt install g++"
    banner = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout
    family = "clang" if "clang" in banner else "g++"
    version = subprocess.run([compiler, "-dumpfullversion", "-dumpversion"], capture_output=True, text=True).stdout
    major = re.match(r"\d+", version.strip())
    if major and int(major.group()) < _OLDEST[family]:
        return (
            f"{compiler} is {family} {version.strip()}, older than {_OLDEST[family]}: "
            f"apt install g++-12 and set CXX=g++-12"
        )
    if not (Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
        return "the Python headers are missing (Python.h): apt install python3-dev"
    return None


def _after_the_check(hook):
    """scikit-build-core's hook, refused in one line where nothing can be compiled."""

    def checked(*arguments, **keywords):
        if problem := _problem():
            raise SystemExit(f"boardai cannot be built: {problem}")
        return hook(*arguments, **keywords)

    return checked


get_requires_for_build_wheel = _after_the_check(_scikit_build.get_requires_for_build_wheel)
get_requires_for_build_editable = _after_the_check(_scikit_build.get_requires_for_build_editable)
prepare_metadata_for_build_wheel = _after_the_check(_scikit_build.prepare_metadata_for_build_wheel)
prepare_metadata_for_build_editable = _after_the_check(_scikit_build.prepare_metadata_for_build_editable)
build_wheel = _after_the_check(_scikit_build.build_wheel)
build_editable = _after_the_check(_scikit_build.build_editable)
