"""Installing: source distribution, wheels, refusals in one line, and the same results on every processor."""

import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import tomllib
import zipfile

import pytest

from boardai import native_library


def run(*command, **arguments):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=900, **arguments)
    return result


def build_hook(root, code, environment):
    """Runs a build hook as pip does: in the source folder, with the in-tree backend on the path."""
    return run(
        sys.executable,
        "-c",
        f"import build_backend\n{code}",
        cwd=root,
        env={**os.environ, **environment, "PYTHONPATH": str(root / "cmake")},
    )


def test_a_machine_without_a_compiler_gets_one_line(root):
    result = build_hook(root, "build_backend.get_requires_for_build_wheel()", {"CXX": "no-such-compiler"})
    assert result.returncode != 0
    assert re.fullmatch(r"[^\n]*no-such-compiler[^\n]*g\+\+", result.stderr.strip())


def test_an_old_compiler_gets_one_line(root, tmp_path):
    old = tmp_path / "g++-11"
    old.write_text('#!/bin/sh\ncase "$1" in --version) echo "g++ (Debian) 11.2.0";; *) echo 11.2.0;; esac\n')
    old.chmod(old.stat().st_mode | stat.S_IXUSR)
    result = build_hook(root, "build_backend.prepare_metadata_for_build_wheel('/nowhere')", {"CXX": str(old)})
    assert result.returncode != 0
    assert result.stderr.strip().endswith("is g++ 11.2.0, older than 12: apt install g++-12 and set CXX=g++-12")


def _environment(folder, *arguments):
    """A virtual environment that sees this one's dependencies, with boardai installed into it by pip."""
    run(sys.executable, "-m", "venv", folder)
    python = folder / "bin" / "python"
    site = next((folder / "lib").glob("python3.*")) / "site-packages"
    paths = [path for path in sys.path if path.endswith("site-packages")]
    (site / "dependencies.pth").write_text("\n".join(paths))
    result = run(python, "-m", "pip", "install", "--no-deps", "--no-build-isolation", *arguments)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    return python


@pytest.mark.slow
def test_a_wheel_from_the_source_distribution_works(root, tmp_path):
    result = run(
        sys.executable,
        "-c",
        f"import build_backend; build_backend.build_sdist({str(tmp_path)!r})",
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root / "cmake")},
    )
    assert result.returncode == 0, result.stderr[-3000:]
    archive = next(tmp_path.glob("*.tar.gz"))
    with tarfile.open(archive) as opened:
        names = opened.getnames()
    assert any(name.endswith("native/boardai/core/game_state.hpp") for name in names)
    wheels = tmp_path / "wheels"
    result = run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", wheels, archive)
    assert result.returncode == 0, result.stderr[-3000:]
    wheel = next(wheels.glob("*.whl"))
    contents = zipfile.ZipFile(wheel).namelist()
    for name in (
        "boardai/include/boardai/core/game_state.hpp",
        "boardai/games/chess/bind.hpp",
        "boardai/py.typed",
    ):
        assert name in contents
    assert not any(name.endswith(".cpp") for name in contents)
    assert sum(name.endswith("/libboardai.so") for name in contents) == 1  # for this machine; both take twice the time
    python = _environment(tmp_path / "environment", wheel)
    code = "import boardai; print([boardai.load(name).spec for name in boardai.available_games()], boardai.__file__)"
    result = run(python, "-c", code, cwd=tmp_path)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "chess" in result.stdout and str(tmp_path) in result.stdout


@pytest.mark.slow
def test_the_lowest_versions_train_a_network(root, tmp_path):
    """All lower bounds of pyproject.toml at once; cppyy, whose lowest version is the newest, stays."""
    if run(sys.executable, "-m", "pip", "index", "versions", "flax").returncode:
        pytest.skip("no package index")
    bounds = tomllib.loads((root / "pyproject.toml").read_text())["project"]["dependencies"]
    lowest = [re.sub(r">=([\d.]+).*", r"==\1", bound) for bound in bounds if not bound.startswith("cppyy")]
    assert len(lowest) == len(bounds) - 1 and all("==" in one for one in lowest)
    old = tmp_path / "lowest"
    result = run(sys.executable, "-m", "pip", "install", "--quiet", "--target", old, *lowest)
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    small = {"selfplay.games-per-iteration": 16, "replay.minimum": 32, "learn.batch-size": 32, "arena.final-games": 2}
    environment = {**os.environ, "PYTHONPATH": str(old)}
    used = run(sys.executable, "-c", "import flax, jax; print(flax.__file__, jax.__file__)", env=environment)
    assert used.stdout.count(str(old)) == 2
    result = run(
        *(sys.executable, "-m", "boardai.train", "hex:size=4", "--run", tmp_path / "run", "--iterations", "1"),
        *(f"--{name}={value}" for name, value in small.items()),
        cwd=tmp_path,
        env=environment,
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    assert (tmp_path / "run" / "figures" / "overview.svg").exists()


LEARNS = """
import hashlib, sys
import numpy as np
import boardai.learn
run = boardai.learn.train(
    "hex:size=3", preset="demo", run=sys.argv[1], iterations=2, minutes=0, verbose=False,
    **{"network.blocks": 1, "network.channels": 16, "learn.batch_size": 16, "replay.minimum": 16,
       "selfplay.games_per_iteration": 8, "selfplay.games": 8, "selfplay.simulations": 8, "arena.every": 0,
       "arena.final_games": 2, "arena.opponents": ("random",), "inference_rate_seconds": 0.0},
)
digest = hashlib.sha256()
for file in ("checkpoints/000002/network.npz", "games/000002.games"):
    path = run.path / file
    found = np.load(path) if path.suffix == ".npz" else {"games": np.fromfile(path, np.uint8)}
    for name in sorted(found):
        digest.update(name.encode() + found[name].tobytes())
print(digest.hexdigest())
"""


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_one_wheel_for_every_processor_gives_the_same_results_on_each(root, tmp_path):
    """Node counts, values and moves of every shipped game; games and weights of a training: from both libraries.

    What AVX-512 computes that AVX2 would otherwise is the same to the last bit in native/tests/core/winograd_test.cpp.
    """
    result = run(
        *(sys.executable, root / "cmake" / "build_wheel.py", tmp_path / "wheels"),
        *("--no-build-isolation", f"-Cbuild-dir={tmp_path / 'build'}"),
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    (wheel,) = (tmp_path / "wheels").glob("*.whl")
    assert "-manylinux_2_" in wheel.name  # what auditwheel found, not just linux
    python = _environment(tmp_path / "environment", wheel)

    def answer(architecture, *arguments):
        found = run(python, *arguments, cwd=tmp_path, env={**os.environ, native_library.VARIABLE: architecture})
        assert found.returncode == 0, found.stderr[-3000:]
        return found.stdout

    built_for = "from boardai import native; print(native.build_info()['architecture'])"
    fastest = answer("auto", "-c", built_for).strip()
    assert fastest == ("portable" if native_library.X86_64_V3 - native_library.processor_flags() else "x86-64-v3")
    assert answer("portable", "-c", built_for).strip() == "portable"
    signatures = [answer(name, "-m", "boardai.bench", "--signature") for name in (fastest, "portable")]
    assert signatures[0] == signatures[1]
    trained = [answer(name, "-c", LEARNS, f"run-{name}") for name in (fastest, "portable")]
    assert len(trained[0].strip()) == 64 and trained[0] == trained[1]


_SUDO = """#!/bin/sh
# In the place of the administrator: which packages there are is looked up, and nothing is installed.
case "$2" in
  install)
    shift 3
    command -v apt-cache >/dev/null || exit 0
    for package; do apt-cache show "$package" >/dev/null || exit 1; done;;
esac
"""


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("number", [0, 1], ids=["train", "test"])
def test_each_of_the_readme_s_two_commands_stands_alone(root, tmp_path, number):
    """In a clean copy of the sources, by the system's Python; of the suite one test is run."""
    text = (root / "README.md").read_text().partition("## Install and train")[2].partition("\n## ")[0]
    commands = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(commands) == 2
    python = shutil.which("python3", path="/usr/bin:/usr/local/bin")
    if not python or run(python, "-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))").returncode:
        pytest.skip("the system has no Python 3.11 with venv")
    listed = run("git", "ls-files", cwd=root)
    if listed.returncode:
        pytest.skip("no git repository to copy the sources from")
    clean = tmp_path / "boardai"
    for name in listed.stdout.splitlines():
        (clean / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, clean / name)
    (tmp_path / "bin").mkdir()
    sudo = tmp_path / "bin" / "sudo"
    sudo.write_text(_SUDO)
    sudo.chmod(0o755)
    away = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    result = subprocess.run(
        ["bash", "-c", commands[number]],
        cwd=clean,
        env={
            **away,
            "PATH": f"{tmp_path / 'bin'}:/usr/local/bin:/usr/bin:/bin",
            "PYTEST_ADDOPTS": "-k test_the_readme_names_only_commands_that_exist",
        },
        capture_output=True,
        text=True,
        timeout=3500,
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    assert ("picture:", "1 passed")[number] in result.stdout
