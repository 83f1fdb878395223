"""How fast the network alone is: what self-play's rate is measured against.

The bare rate is the best of one to as many concurrent callers as there are cores, each calling the network on a full
batch again and again and doing nothing else.
"""

import os
import threading
import time

from boardai.learn.inference import Evaluator


def bare_rate(evaluator: Evaluator, seconds: float) -> float:
    """Rows per second of the network with nothing around it.

    Args:
        evaluator: the network at the batch size in question.
        seconds: of measuring, shared by all numbers of callers.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    numbers = [1]
    while numbers[-1] < cores:
        numbers.append(min(2 * numbers[-1], cores))
    evaluator(evaluator.planes())  # compiles
    return max(_rate(evaluator, callers, seconds / len(numbers)) for callers in numbers)


def _rate(evaluator: Evaluator, callers: int, seconds: float) -> float:
    calls = [0] * callers
    began = time.perf_counter()

    def call(number: int) -> None:
        planes = evaluator.planes()
        while time.perf_counter() - began < seconds:
            evaluator(planes)
            calls[number] += 1

    threads = [threading.Thread(target=call, args=(number,)) for number in range(callers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(calls) * evaluator.batch_size / (time.perf_counter() - began)
