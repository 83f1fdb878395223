"""python tools/small_networks.py: distances by hand; and that it runs."""

import numpy as np
import pytest
from small_networks import distance, main, policies

LEGAL = np.array([[True, True, False], [True, True, True]])


def test_policies_are_of_legal_moves() -> None:
    found = policies(np.array([[0.0, np.log(3.0), 50.0], [1.0, 1.0, 1.0]]), LEGAL)
    assert np.allclose(found, [[0.25, 0.75, 0.0], [1 / 3, 1 / 3, 1 / 3]])


def test_distances_by_hand() -> None:
    logits = np.log(np.array([[0.25, 0.75, 1.0], [0.2, 0.3, 0.5]]))
    one, other = (logits, np.array([0.5, -0.5])), (logits[:, ::-1].copy(), np.array([0.2, -0.1]))
    other[0][0] = np.log([0.5, 0.5, 1.0])
    assert distance(one, one, LEGAL) == (1.0, 0.0, 0.0)
    same, divergence, value = distance(other, one, LEGAL)
    expected = [0.25 * np.log(0.5) + 0.75 * np.log(1.5), 0.2 * np.log(0.4) + 0.5 * np.log(2.5)]
    assert same == 0.0 and np.isclose(divergence, np.mean(expected)) and np.isclose(value, np.sqrt((0.09 + 0.16) / 2))


@pytest.mark.thorough
def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    networks = ["shipped", "shipped,precision=int16", "shipped,precision=int8"]
    main(["hex:size=11,edges=true", *networks, "--rows", "4", "--samples", "1", "--positions", "128"])
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in capsys.readouterr().out.splitlines()[1:]]
    first, int16, int8 = (dict(zip(rows[0], row, strict=True)) for row in rows[2:])
    assert first["same best move"] == "100.0%" and float(first["value"]) == 0
    assert 0 < float(int16["divergence"]) < float(int8["divergence"]) < 0.01
    assert 0 < float(int16["value"]) < float(int8["value"]) < 0.1
    assert int(first["bytes"].replace(",", "")) > 4 * 399_762
