"""What networks cost on this machine's CPU, and how far they are from the first of them.

    python tools/small_networks.py hex:size=11,edges=true shipped shipped,precision=int16 shipped,precision=int8

A network is a run's folder or an exported file, perhaps with `precision=` and `checkpoint=`, as in an agent's text.

- Size: bytes of the file, or of the run's weights, and numbers in it.
- Speed: positions a second of one caller, at each number of `--rows`. Networks take turns, a sample each, so that what
  else the machine does meets all of them; the middle of the samples counts, and their range stands behind it. Where the
  processor counts its energy (RAPL, which often only root may read), joules a thousand positions.
- Distance: positions come from games that the first network plays by its policy, every tenth move being random. Best
  moves that are the same, the Kullback-Leibler divergence of policies, and the root of the mean squared difference of
  values, which lie in -1..1.

Elo is another question, and the one that counts: `python -m boardai.match GAME puct:run=A puct:run=B`.
"""

from __future__ import annotations

import argparse
import functools
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import boardai
from boardai.learn.runs.trained_network import load_evaluator, load_trained, weights_path
from boardai.players.spec import AgentSpec

_ENERGY = Path("/sys/class/powercap/intel-rapl:0/energy_uj")
_SAMPLE = 0.5  # seconds
_GAMES = 64


class Distance(NamedTuple):
    """How far a network is from another.

    Attributes:
        same: share of positions with the same best move.
        divergence: mean Kullback-Leibler divergence of its policy from the other's, in nats.
        value: root of the mean squared difference of values.
    """

    same: float
    divergence: float
    value: float


def policies(logits: np.ndarray, legal: np.ndarray) -> np.ndarray:
    """Probabilities `[n, A]` of legal moves."""
    masked = np.where(legal, logits, -np.inf)
    powers = np.exp(masked - masked.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def distance(one: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray], legal: np.ndarray) -> Distance:
    """Of what `one` says from what `other` says: logits `[n, A]` and values `[n]`."""
    p, q = (policies(logits, legal) for logits, _ in (other, one))
    logs = np.log(p, out=np.zeros_like(p), where=p > 0) - np.log(q, out=np.zeros_like(q), where=q > 0)
    return Distance(
        float(np.mean(p.argmax(axis=1) == q.argmax(axis=1))),
        float((p * logs).sum(axis=1).mean()),
        float(np.sqrt(np.mean((one[1] - other[1]) ** 2))),
    )


def sample_positions(game: Any, evaluator: Any, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Planes `[n, H, W, C]` and legal moves `[n, A]` of positions of games that a network's policy plays."""
    rng = np.random.default_rng(seed)
    batch = boardai.Batch(game, n=_GAMES, seed=seed, auto_reset=True)
    planes, legal = [], []
    step = 0
    while len(planes) * _GAMES < count:
        mask, seen = batch.legal_mask(), batch.observations()
        if step % 5 == 4:
            planes.append(seen.copy())
            legal.append(mask.copy())
        chances = 0.9 * policies(evaluator(seen)[0], mask) + 0.1 * mask / mask.sum(axis=1, keepdims=True)
        batch.step(np.array([rng.choice(len(row), p=row / row.sum()) for row in chances.astype(np.float64)]))
        step += 1
    return np.concatenate(planes), np.concatenate(legal)


def rates(callers: Sequence[Callable[[], int]], samples: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Positions a second, and joules a thousand positions (NaN: unknown), of each: samples taken in turn."""
    found: list[list[tuple[float, float]]] = [[] for _ in callers]
    for call in callers:
        call()  # compiles
    for _ in range(samples):
        for call, taken in zip(callers, found, strict=True):
            energy, begin, positions = _energy(), time.perf_counter(), 0
            while (elapsed := time.perf_counter() - begin) < _SAMPLE:
                positions += call()
            taken.append((positions / elapsed, (_energy() - energy) / positions * 1000))
    return [(np.array([one[0] for one in taken]), np.array([one[1] for one in taken])) for taken in found]


def _energy() -> float:
    try:
        return int(_ENERGY.read_text()) / 1e6
    except OSError:
        return float("nan")


def _call(evaluator: Any, planes: np.ndarray) -> int:
    return len(evaluator(planes)[1])


def _named(text: str) -> tuple[str, dict[str, Any]]:
    """The run and what else `load_evaluator` takes."""
    spec = AgentSpec.parse(f"policy:run={text}")
    rest = {key: spec.value(key) for key in ("precision", "checkpoint") if key in spec}
    if "checkpoint" in rest:
        rest["checkpoint"] = int(rest["checkpoint"])
    return str(spec.value("run")), rest


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("networks", nargs="+", metavar="NETWORK", help="a run, a file or shipped, and precision=...")
    parser.add_argument("--rows", type=int, nargs="+", default=[8, 64], help="positions of a call (8 64)")
    parser.add_argument("--samples", type=int, default=9, help="of half a second, each network and number (9)")
    parser.add_argument("--positions", type=int, default=1024, help="that networks are compared by (1024)")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)

    game = boardai.load(given.game)
    loaded = [_named(text) for text in given.networks]
    compared = [load_evaluator(run, game, rows=_GAMES, seldom_full=False, **rest) for run, rest in loaded]
    planes, legal = sample_positions(game, compared[0], given.positions, given.seed)
    said = [
        tuple(np.concatenate(parts) for parts in zip(*map(net, np.split(planes, len(planes) // _GAMES)), strict=True))
        for net in compared
    ]
    columns = []
    for rows in given.rows:
        nets = [load_evaluator(run, game, rows=rows, seldom_full=rows < _GAMES, **rest) for run, rest in loaded]
        some = np.ascontiguousarray(np.resize(planes, (rows, *planes.shape[1:])))
        columns.append(rates([functools.partial(_call, net, some) for net in nets], given.samples))
    print(
        f"{game.spec}: {len(planes):,} positions, seed {given.seed}; {given.samples} samples of {_SAMPLE} s, one caller"
    )
    heads = ["network", "weights", "bytes", *(f"positions/s, {rows} rows [range]" for rows in given.rows)]
    heads += ["joules a thousand", "same best move", "divergence", "value"]
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    for number, (text, (run, rest)) in enumerate(zip(given.networks, loaded, strict=True)):
        path = weights_path(run, game, rest.get("checkpoint"))
        size = sum(file.stat().st_size for file in ([path] if path.is_file() else path.rglob("*")) if file.is_file())
        cells = [f"`{text}`", f"{load_trained(path if path.is_file() else run).network.parameter_count:,}", f"{size:,}"]
        for column in columns:
            speeds = column[number][0]
            middle, first = np.median(speeds), np.median(column[0][0])
            cells.append(f"{middle:,.0f} [{speeds.min():,.0f}, {speeds.max():,.0f}], {middle / first:.2f}")
        joules = np.median(columns[-1][number][1])
        far = distance(said[number], said[0], legal)  # type: ignore[arg-type]
        cells += [
            "" if np.isnan(joules) else f"{joules:.3f}",
            f"{far.same:.1%}",
            f"{far.divergence:.6f}",
            f"{far.value:.4f}",
        ]
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
