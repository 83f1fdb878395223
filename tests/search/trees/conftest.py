"""What tests of user-written rules share."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def rule_file(tmp_path: Path) -> Callable[[str], str]:
    """Writes a text of rules in C++ to rule.hpp, and returns its path."""
    file = tmp_path / "rule.hpp"

    def write(text: str) -> str:
        file.write_text(text)
        return str(file)

    return write
