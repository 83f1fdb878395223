"""Which compiled library is loaded: by the processor, by the environment variable, and what is refused."""

import json
import os
import subprocess
import sys

import pytest
from refusals import refused

from boardai import native_library

V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "sse2"}
INFO = {"cpu_flags": "", "compiler": "GNU 12.2.0", "version": "0.1.0"}


@pytest.fixture
def package(tmp_path):
    """A package's folder, and how libraries come into it."""

    def install(*architectures, **info):
        for architecture in architectures:
            folder = tmp_path / "lib" / architecture
            folder.mkdir(parents=True)
            (folder / "libboardai.so").touch()
            (folder / "build_info.json").write_text(json.dumps({**INFO, "architecture": architecture, **info}))
        return native_library.installed(tmp_path)

    return install


@pytest.mark.parametrize(
    ("flags", "wanted", "expected"),
    [
        (V3, "auto", "x86-64-v3"),
        (V3 - {"bmi2"}, "auto", "portable"),
        (set(), "auto", "portable"),
        (V3, "portable", "portable"),
        (V3, "x86-64-v3", "x86-64-v3"),
    ],
)
def test_the_fastest_library_that_the_processor_runs_unless_one_is_named(package, flags, wanted, expected):
    both = package("portable", "x86-64-v3")
    chosen = native_library.choose(both, flags, wanted)
    assert chosen.architecture == expected
    assert chosen.file.parent.name == expected and chosen.file.is_file()


def test_a_library_for_the_machine_it_was_built_on_comes_first(package):
    three = package("portable", "x86-64-v3") and package("native", cpu_flags="sse2 avx512f")
    assert native_library.choose(three, {*V3, "avx512f"}).architecture == "native"
    assert native_library.choose(three, V3).architecture == "x86-64-v3"
    with refused("avx512f", "BOARDAI_ARCH=auto", error=ImportError):
        native_library.choose(three, V3, "native")


def test_a_processor_that_lacks_what_the_only_library_needs_is_refused(package):
    only = package("x86-64-v3")
    with refused("avx2", "bmi2", "BOARDAI_ARCH=portable", error=ImportError):
        native_library.choose(only, V3 - {"avx2", "bmi2"})
    with refused("auto", "x86-64-v3", "portable", error=ImportError):
        native_library.choose(only, V3, "portable")


def test_an_architecture_that_is_not_installed_is_refused_and_by_commands_in_one_line(tmp_path):
    there = ", ".join(one.architecture for one in native_library.installed(native_library.package_folder()))
    refusal = f"the environment variable BOARDAI_ARCH must be auto or what is installed here ({there}), not 'sse'"
    script = tmp_path / "boardai"  # as pip writes it
    script.write_text("from boardai.__main__ import command\ncommand()\n")

    def start(*arguments):
        return subprocess.run(
            [sys.executable, *arguments],
            env={**os.environ, native_library.VARIABLE: "sse"},
            capture_output=True,
            text=True,
            timeout=120,
        )

    result = start("-c", "import boardai")
    assert result.returncode == 1
    assert result.stderr.endswith(f"\nImportError: {refusal}\n")
    for command, arguments in {
        "boardai.perft": ["-m", "boardai.perft", "hex", "--depth", "2"],
        "boardai.bench": ["-mboardai.bench"],
        "boardai": [str(script), "perft", "hex"],
    }.items():
        result = start(*arguments)
        assert (result.returncode, result.stderr) == (2, f"{command}: {refusal}\n")
