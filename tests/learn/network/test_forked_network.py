"""JAX's threads stay behind where a process is forked: the child says so, instead of waiting for them."""

from __future__ import annotations

import numpy as np
import pytest
from forked import result_in_a_child

from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network

SMALL = NetworkConfig(blocks=1, channels=8, policy_channels=2, value_channels=2, value_hidden=8)


@pytest.mark.filterwarnings("ignore:.*fork:")
def test_a_forked_child_says_that_it_cannot_use_a_network() -> None:
    network = Network((3, 3, 4), 9, SMALL, 0)
    evaluator = Evaluator(network, network.parameters, network.statistics, 8)
    evaluator(np.zeros((8, 3, 3, 4), np.float32))
    for work in (
        lambda: evaluator(np.zeros((8, 3, 3, 4), np.float32)),
        lambda: Evaluator(network, network.parameters, network.statistics, 8),
        lambda: Network((3, 3, 4), 9, SMALL, 0),
    ):
        assert result_in_a_child(work).startswith("RuntimeError: this process was forked from one that had used a")
    evaluator(np.zeros((8, 3, 3, 4), np.float32))  # it continues in the parent
