"""How fast the network alone is: what self-play's rate is measured against.

The bare rate is the best of one to as many concurrent callers as there are cores, each calling the network on a full
batch again and again and doing nothing else.
"""

import time

from boardai.learn.inference import Evaluator
from boardai.threads import cores, in_threads


def bare_rate(evaluator: Evaluator, seconds: float) -> float:
    """Rows per second of the network with nothing around it.

    Args:
        evaluator: the network at the batch size in question.
        seconds: of measuring, shared by all numbers of callers.
    """
    numbers = [1]
    while numbers[-1] < cores():
        numbers.append(min(2 * numbers[-1], cores()))
    evaluator(evaluator.planes())  # compiles
    return max(_rate(evaluator, callers, seconds / len(numbers)) for callers in numbers)


def _rate(evaluator: Evaluator, callers: int, seconds: float) -> float:
    end = time.perf_counter() + seconds

    def call(number: int) -> int:
        planes, rows = evaluator.planes(), 0
        while time.perf_counter() < end:
            evaluator(planes)
            rows += evaluator.batch_size
        return rows

    rows, elapsed = in_threads(call, callers)
    return rows / elapsed
