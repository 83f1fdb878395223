"""Rules on the device compared with pgx and with our own native games: random plies of many games at once.

A ply is a random legal move in each game and what a network then sees. Games begin again every `PLIES` moves, before
more than a few in a thousand are over; pgx's moves are drawn by our `boardai.device.sample`, which its own way of
drawing would only slow down.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
from collections.abc import Callable
from typing import Any

from boardai.basics.threads import cores
from boardai.batch import Batch
from boardai.bench.measure import Benchmark, NotAvailable, Peer, Workload, repetitions, timed
from boardai.game import load

GAMES = 1024
PLIES = 30


def benchmark(name: str, spec: str, theirs: str) -> Benchmark:
    """The row of a game.

    Args:
        name: of the row.
        spec: our game.
        theirs: pgx's name of it.
    """
    return Benchmark(
        name,
        lambda quick: f"random plies of {_games(quick):,} games with what a network sees, on JAX's device",
        "plies/s",
        lambda quick: ours(spec, _games(quick)),
        (
            Peer("pgx", lambda quick: pgx_plies(theirs, _games(quick)), floor=1, aim=2),
            Peer(f"native, {cores()} threads", lambda quick: native(spec, _games(quick))),
        ),
    )


def _games(quick: bool) -> int:
    return 64 if quick else GAMES


def ours(spec: str, games: int) -> Workload:
    """`boardai.device`."""
    import jax

    from boardai import device

    rules = device.rules(spec)
    return _workload(
        rules.init(games),
        rules.legal_mask,
        lambda state, actions: (after := rules.step(state, actions), rules.observe(after)),
        games,
        jax.__version__,
    )


def pgx_plies(game: str, games: int) -> Workload:
    """The same of pgx.

    Raises:
        NotAvailable: it is not installed.
    """
    if importlib.util.find_spec("pgx") is None:
        raise NotAvailable("pgx is not installed (pip install pgx)")
    import jax
    import pgx

    env: Any = pgx.make(game)  # type: ignore[arg-type]
    step = jax.vmap(env.step)

    def move(state: Any, actions: Any) -> tuple[Any, Any]:
        after = step(state, actions)
        return after, after.observation

    start = jax.vmap(env.init)(jax.random.split(jax.random.key(0), games))
    return _workload(start, lambda state: state.legal_action_mask, move, games, importlib.metadata.version("pgx"))


def by_games(spec: str, theirs: str, quick: bool) -> dict[str, Any]:
    """Plies a second of ours, of pgx and of native games by how many games are played side by side.

    Args:
        spec: our game.
        theirs: pgx's name of it.
        quick: fewer games.
    """
    import jax

    rows = []
    on_cpu = jax.default_backend() == "cpu"
    for games in (16, 64) if quick else (64, 1024) if on_cpu else (64, 1024, 8192, 65536):
        row: dict[str, Any] = {"games": games, "ours": _rate(ours(spec, games)), "native": _rate(native(spec, games))}
        try:
            row["pgx"] = _rate(pgx_plies(theirs, games))
        except NotAvailable as reason:
            row["missing"] = str(reason)
        rows.append(row)
    return {"game": spec, "threads": cores(), "rows": rows}


def _rate(workload: Workload) -> float:
    """The best of three samples of half a second and more."""
    times = repetitions(workload, 0.5)
    return max(amount / seconds for amount, seconds in (workload.run(times) for _ in range(3)))


def _workload(
    start: Any, legal_mask: Callable[[Any], Any], move: Callable[[Any, Any], tuple[Any, Any]], games: int, version: str
) -> Workload:
    import jax

    from boardai.device import sample

    @jax.jit
    def play(key: Any) -> Any:
        def ply(carried: Any, key: Any) -> tuple[Any, None]:
            state, _ = carried
            return move(state, sample(legal_mask(state), key)), None

        seen = jax.eval_shape(move, start, sample(legal_mask(start), key))[1]
        blank = jax.numpy.zeros(seen.shape, seen.dtype)
        return jax.lax.scan(ply, (start, blank), jax.random.split(key, PLIES))[0]

    def work(times: int) -> float:
        for number in range(times):
            jax.block_until_ready(play(jax.random.key(number)))
        return float(times * games * PLIES)

    work(1)  # compiles
    return Workload(lambda times: timed(lambda: work(times)), version)


def native(spec: str, games: int) -> Workload:
    """`boardai.Batch` by all threads."""
    game = load(spec)

    def work(times: int) -> float:
        for _ in range(times):
            batch = Batch(game, games, seed=1, threads=cores())
            for _ in range(PLIES):
                batch.step(batch.sample())
                batch.observations()
        return float(times * games * PLIES)

    return Workload(lambda times: timed(lambda: work(times)))
