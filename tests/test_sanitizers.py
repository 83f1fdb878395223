"""The C++ core under AddressSanitizer, UndefinedBehaviorSanitizer and libstdc++'s assertions."""

import shutil
import subprocess

import pytest


def build_and_test(root, folder, *settings):
    """Builds every rule core and native/tests/*_test.cpp without Python, warnings as errors, and runs them."""
    assert shutil.which("cmake"), "the test extra installs cmake"
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    configure = ["cmake", "-S", str(root), "-B", str(folder), "-DBOARDAI_TESTS=ON", *settings, *generator]
    build = ["cmake", "--build", str(folder), "--parallel", "2"]
    check = ["ctest", "--test-dir", str(folder), "--output-on-failure", "--no-tests=error", "-j2"]
    for command in (configure, build, check):
        result = subprocess.run(command, capture_output=True, text=True, timeout=1100)
        assert result.returncode == 0, (result.stdout + result.stderr)[-5000:]


@pytest.mark.timeout(1200)
def test_the_core_is_clean_under_sanitizers(root, tmp_path):
    build_and_test(root, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(2400)
def test_the_core_is_clean_with_every_pointer_checked(root, tmp_path):
    build_and_test(root, tmp_path, "-DBOARDAI_CHECK_POINTERS=ON")
