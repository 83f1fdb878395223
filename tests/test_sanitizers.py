"""The C++ core's own tests, under AddressSanitizer, UndefinedBehaviorSanitizer and libstdc++'s assertions.

Those that have threads run under ThreadSanitizer as well, and those that have more to check than sanitizers allow run
without them, optimised.
"""

import shutil
import subprocess

import pytest


def run(command, timeout=1100):
    result = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    assert result.returncode == 0, (result.stdout + result.stderr)[-5000:]
    return result.stdout


def fixed_addresses():
    """A prefix of commands; empty if the system does not allow it.

    The kernel may spread addresses wider than ThreadSanitizer can take ("unexpected memory mapping").
    """
    prefix = ["setarch", "--addr-no-randomize"]
    allowed = shutil.which("setarch") and subprocess.run([*prefix, "true"], capture_output=True).returncode == 0
    return prefix if allowed else []


def build(root, folder, *settings, targets=()):
    """Every rule core and native/tests/*/*_test.cpp, or some of these, without Python."""
    assert shutil.which("cmake"), "the test extra installs cmake"
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    run(["cmake", "-S", str(root), "-B", str(folder), "-DBOARDAI_TESTS=ON", *settings, *generator])
    run(["cmake", "--build", str(folder), "--parallel", "2", *(["--target", *targets] if targets else [])])


def build_and_test(root, folder, *settings):
    """Builds all, warnings being errors, and runs them."""
    build(root, folder, *settings)
    run_all(folder)


def run_all(folder, *prefix):
    """Runs all programs that were built."""
    run([*prefix, "ctest", "--test-dir", str(folder), "--output-on-failure", "--no-tests=error", "-j2"])


@pytest.mark.thorough
@pytest.mark.timeout(1200)
def test_the_core_is_clean_under_sanitizers(root, tmp_path):
    build_and_test(root, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(2400)
def test_the_core_is_clean_with_every_pointer_checked(root, tmp_path):
    build_and_test(root, tmp_path, "-DBOARDAI_CHECK_POINTERS=ON")


@pytest.mark.thorough
@pytest.mark.timeout(1200)
def test_no_search_with_threads_has_a_data_race(root, tmp_path):
    names = ["chess_threads_test", "hex_threads_test", "reversi_threads_test"]
    build(root, tmp_path, "-DBOARDAI_SANITIZERS=thread", targets=names)
    for name in names:
        run([*fixed_addresses(), str(tmp_path / name)])


@pytest.mark.slow
@pytest.mark.timeout(4000)
def test_no_data_race_is_found(root, tmp_path):
    """Every native test with threads."""
    build(root, tmp_path, "-DBOARDAI_SANITIZERS=thread")
    run_all(tmp_path, *fixed_addresses())


@pytest.mark.slow
@pytest.mark.timeout(2400)
def test_accumulators_have_the_same_values_whatever_they_are_built_for(root, tmp_path):
    """`native` has AVX-512 where this processor has it."""
    printed = set()
    for architecture in ("portable", "x86-64-v3", "native"):
        folder, name = tmp_path / architecture, "accumulator_test"
        build(root, folder, f"-DBOARDAI_ARCH={architecture}", "-DBOARDAI_SANITIZERS=OFF", targets=[name])
        printed.add(run([str(folder / name)]))
    assert len(printed) == 1 and len(printed.pop()) == 17


FUZZED = ["chess_texts_fuzz", "chess_bytes_fuzz", "hex_texts_fuzz", "reversi_texts_fuzz"]


@pytest.mark.slow
@pytest.mark.timeout(6000)
def test_native_parsers_are_fuzzed(root, tmp_path):
    """Ten minutes each; led by coverage where there is a clang with libFuzzer, else by mutations alone."""
    clang = next(filter(None, (shutil.which(f"clang++-{version}") for version in range(30, 14, -1))), None)
    settings = [f"-DCMAKE_CXX_COMPILER={clang}", "-DBOARDAI_FUZZER=ON"] if clang else []
    build(root, tmp_path, *settings, targets=FUZZED)
    for name in FUZZED:
        (tmp_path / "inputs" / name).mkdir(parents=True)
        limits = ["-max_total_time=600", "-rss_limit_mb=2048"] if clang else ["-max_total_time=600", f"-runs={10**9}"]
        run([str(tmp_path / name), *limits, str(tmp_path / "inputs" / name)])


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("name", ["hex_connections_test", "hex_solver_test", "hex_tree_knowledge_test"])
def test_what_hex_claims_is_checked_thoroughly(root, tmp_path, name):
    """Connections played out, fill-in against every move: all positions of small boards, thousands of 5x5 and 6x6."""
    build(root, tmp_path, "-DBOARDAI_SANITIZERS=OFF", targets=[name])
    run([str(tmp_path / name), "thorough"], timeout=1800)
