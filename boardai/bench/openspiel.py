"""OpenSpiel as a peer: its C++ through a small driver, and its Python.

OpenSpiel's Python package brings its C++ headers and exports its symbols, so the driver next to this file is compiled
against them when it is first needed (3 s). It runs OpenSpiel's own rollouts and tree search without Python between.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.metadata
import importlib.util
import random
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from boardai.bench.measure import NotAvailable, Workload, timed

_DRIVER = Path(__file__).with_name("openspiel_driver.cc")


def _pyspiel() -> Any:
    if importlib.util.find_spec("pyspiel") is None:
        raise NotAvailable("not installed (pip install open_spiel)")
    import pyspiel

    return pyspiel


def _version() -> str:
    return importlib.metadata.version("open_spiel")


@functools.cache
def _driver() -> ctypes.CDLL:
    """The compiled driver, loaded."""
    library = Path(_pyspiel().__file__)
    headers = library.parent / "open_spiel"
    if not (headers / "spiel.h").exists():
        raise NotAvailable(f"installed without its C++ headers ({headers / 'spiel.h'})")
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        raise NotAvailable("its C++ needs a compiler here: apt install g++")
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "driver.so"
        include = [f"-I{library.parent}", f"-I{headers / 'abseil-cpp'}", f"-I{headers / 'json' / 'include'}"]
        command = [compiler, "-std=c++20", "-O3", "-w", "-shared", "-fPIC", *include, str(_DRIVER), "-o", str(built)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise NotAvailable(f"its headers do not compile here: {done.stderr.strip().splitlines()[0]}")
        ctypes.CDLL(str(library), ctypes.RTLD_GLOBAL)  # its symbols become visible to the driver
        driver = ctypes.CDLL(str(built))
    text, whole = ctypes.c_char_p, ctypes.c_long
    for name, arguments in {
        "random_games": [text, whole, whole],
        "random_plies": [text, whole, whole],
        "tree_search": [text, whole, whole, whole],
        "uct_search": [text, whole, whole, whole],
        "perft": [text, whole],
        "alpha_beta": [whole],
    }.items():
        getattr(driver, name).argtypes, getattr(driver, name).restype = arguments, whole
    return driver


def random_games(name: str, *, plies: bool = False) -> Workload:
    """Its RandomRolloutEvaluator; games, or plies of these games (their mean length is measured beforehand)."""
    driver, game = _driver(), name.encode()
    amount = driver.random_plies(game, 200, 1) / 200 if plies else 1.0
    return Workload(lambda times: timed(lambda: amount * driver.random_games(game, 20 * times, times)), _version())


def tree_search(name: str, simulations: int, rollouts: int) -> Workload:
    """Its MCTSBot with PUCT selection and uniform priors; with no rollouts every leaf is worth 0."""
    driver, game = _driver(), name.encode()

    def work(times: int) -> float:
        return float(sum(driver.tree_search(game, simulations, rollouts, seed) for seed in range(times)))

    return Workload(lambda times: timed(lambda: work(times)), _version())


def uct_search(name: str, simulations: int, rollouts: int) -> Workload:
    """Its MCTSBot with UCT selection; with no rollouts every leaf is worth 0."""
    driver, game = _driver(), name.encode()

    def work(times: int) -> float:
        return float(sum(driver.uct_search(game, simulations, rollouts, seed) for seed in range(times)))

    return Workload(lambda times: timed(lambda: work(times)), _version())


def count_moves(name: str, depth: int, nodes: int = 0) -> Workload:
    """Perft over its LegalActions and Child, the last ply counted, not played.

    Args:
        name: its game.
        depth: plies.
        nodes: the expected count; another number is refused; 0: unknown.
    """
    driver, game = _driver(), name.encode()
    if nodes and driver.perft(game, depth) != nodes:
        raise RuntimeError(f"OpenSpiel counts different moves in {name}: {driver.perft(game, depth)}, expected {nodes}")
    return Workload(
        lambda times: timed(lambda: float(sum(driver.perft(game, depth) for _ in range(times)))), _version()
    )


def alpha_beta(depth: int, value: int) -> Workload:
    """Its AlphaBetaSearch on Reversi from the start, with the disc difference at the leaves; searches.

    Args:
        depth: plies.
        value: the expected value for dark; another one is refused.
    """
    driver = _driver()

    def search(times: int) -> float:
        found = {driver.alpha_beta(depth) for _ in range(times)}
        if found - {value}:
            raise NotAvailable(f"found {found}, not the value {value}")
        return float(times)

    return Workload(lambda times: timed(lambda: search(times)), _version())


def python_random_games(name: str) -> Workload:
    """Uniformly random games, played move by move from Python; plies."""
    game = _pyspiel().load_game(name)
    rng = random.Random(0)

    def play() -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            plies += 1
        return plies

    return Workload(lambda times: timed(lambda: float(sum(play() for _ in range(times)))), _version())
