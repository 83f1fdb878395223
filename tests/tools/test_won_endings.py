"""python tools/won_endings.py: its positions and intervals; and that it runs."""

import random
from pathlib import Path

import numpy as np
import pytest
from won_endings import interval, main, random_ending

import boardai


def test_positions_have_three_pieces_and_the_owner_of_the_third() -> None:
    game, rng = boardai.load("chess"), random.Random(0)
    for _ in range(50):
        text, strong = random_ending(game, rng)
        units = [man for man in text.split()[0] if man.isalpha()]
        pieces = [man for man in units if man not in "Kk"]
        assert len(units) == 3 and pieces[0] in ("QR", "qr")[strong]
        assert not game.from_string(text).is_terminal()


def test_intervals_hold_the_mean() -> None:
    mean, low, high = interval(np.arange(100.0), seed=1)
    assert mean == 49.5
    assert 40 < low < mean < high < 60


@pytest.mark.slow
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    small = ["--games", "20", "--steps", "2", "--positions", "4", "--simulations", "8", "--effects", "0", "0.1"]
    monkeypatch.setattr("sys.argv", ["won_endings.py", "--output", str(tmp_path), *small])
    main()
    assert "| 0.1 |" in capsys.readouterr().out
