"""Two nodes of Ray on this machine, and what tests ask of them: two_nodes.py FOLDER [kills|twenty]; its own process.

Ray starts first: it forks, and JAX's threads do not survive that.
"""

from __future__ import annotations

import functools
import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from boardai.cluster import Piece, Pool, Shared, WorkError, connected, on_ray, open_pool


def main(folder: Path) -> None:
    os.environ.update(on_ray.ENVIRONMENT)
    os.environ.pop("JAX_PLATFORMS", None)
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    second = cluster.add_node(num_cpus=1)
    try:
        with connected(cluster.address):
            pieces(folder, cluster.address)
            matches(cluster.address)
            train(folder, cluster, second)
    finally:
        cluster.shutdown()


def pieces(folder: Path, address: str) -> None:
    """Squares, errors, and shared bytes."""
    from simple_work import Simple

    message: list[str] = []
    with open_pool(Simple(folder), 0, cluster=address, warn=message.append, timeout=60) as pool:
        assert isinstance(pool, on_ray.RayPool)
        assert [square for _, square in pool.map([Piece(n, n) for n in range(9)], ordered=True)] == [
            n * n for n in range(9)
        ]
        assert dict(pool.map([Piece(0, "JAX")])) == {0: "cpu"} and "JAX_PLATFORMS" not in os.environ
        ages, size, before = 20, 200_000, stored()
        weights = [Shared(bytes([age]) * size) for age in range(ages)]
        reported = dict(pool.map([Piece(n, "shared", weights[n]) for n in range(ages)]))
        assert {reported[n][0] for n in range(ages)} == {one.digest for one in weights}
        assert list(pool._shared) == [one.digest for one in weights[-3:]]
        until, found = time.monotonic() + 20, 0
        while not 3 * size <= found < 4 * size:  # older ones leave the object store: Ray frees it once per second
            assert time.monotonic() < until, f"{found:,} bytes in the object store"
            time.sleep(0.1)
            found = stored() - before
        try:
            list(pool.map([Piece(1, "raise")]))
            raise AssertionError
        except ValueError as error:
            assert str(error) == "piece 1" and "simple_work.py" in str(error.__cause__)


def matches(address: str) -> None:
    """Games, also those that share batches: the cluster's are those of this process."""
    from boardai.arena.games import Opening
    from boardai.arena.workers import WorkerSettings, play_all

    settings = WorkerSettings("hex:size=3", ("random", "greedy"), 3, at_once=3)
    there = functools.partial(open_pool, workers=0, cluster=address, in_flight=1)
    wanted = [((0, 1), number) for number in range(9)]
    found = [
        {one.number: (one.actions, one.outcome) for one in play_all(settings, wanted, lambda number: Opening(), place)}
        for place in (open_pool, there)
    ]
    assert len(found[0]) == 9 and found[0] == found[1]


def refusal(folder: Path) -> None:
    """All workers have another build."""
    from simple_work import Simple

    message: list[str] = []
    ours = on_ray.build(False)
    on_ray.build = lambda _: {**ours, "version": "0.0"}  # type: ignore[assignment]
    try:
        with open_pool(Simple(folder), 2, cluster="local", warn=message.append) as pool:
            list(pool.map([Piece(n, n) for n in range(9)]))
        raise AssertionError
    except WorkError as error:
        message.append(str(error))
    on_ray.build = lambda _: ours  # type: ignore[assignment]
    assert len(message) == 1 and f"refused: version {ours['version']} there, 0.0 here" in message[0], message


def label(folder: Path) -> None:
    """The same dataset, by whichever."""
    from boardai.learn.data.labelling import LabelSettings, make_dataset

    settings = LabelSettings(game="hex:size=3", by="mcts:simulations=8", play="random", games=6, per_shard=2)
    make_dataset(settings, folder / "here")
    make_dataset(settings, folder / "there", place=functools.partial(open_pool, workers=0, cluster="local"))
    for shard in (folder / "here").glob("*.npz"):
        assert (folder / "there" / shard.name).read_bytes() == shard.read_bytes()


def train(folder: Path, cluster: Any, node: Any) -> None:
    """An ordered run, with a worker killed and a node removed, is the run of this process alone."""
    from cluster_runs import Disturbed, games_of, iterated, kill_one

    given = {"cluster": cluster.address, "ordered": True}
    disturbances = {3: kill_one, 7: lambda pool: cluster.remove_node(node, allow_graceful=False)}
    with Disturbed(on_ray.RayPool, disturbances):
        heard = iterated(folder / "cluster", 3, **given)
    assert sum(line["lost_pieces"] for line in heard.lines) >= 1, heard.lines
    assert [line["weights_lag"] for line in heard.lines] == [0] * 3
    iterated(folder / "alone", 3)
    assert games_of(folder / "cluster") == games_of(folder / "alone")


def kills(folder: Path) -> None:
    """Ordered runs of 1, 3 and 5 workers, one of which is killed each time; a dataset; another build."""
    from cluster_runs import Disturbed, games_of, iterated, kill_one

    with connected("local", 5):
        for workers in (1, 3, 5):
            with Disturbed(on_ray.RayPool, {6: kill_one}):
                iterated(folder / str(workers), 4, cluster="local", workers=workers, ordered=True)
        label(folder)
        refusal(folder)
        iterated(folder / "alone", 4)
    for workers in (1, 3, 5):
        assert games_of(folder / str(workers)) == games_of(folder / "alone")


def twenty(folder: Path) -> None:
    """Twenty kills in a run whose games count as they come."""
    from cluster_runs import TINY, Disturbed, game_numbers, iterated, kill_one

    workers, stores = 3, list[int]()
    network = replace(TINY.network, blocks=1, channels=64)  # 0.3 MB, of which each iteration has a new version

    def look_and_kill(pool: Pool) -> None:
        stores.append(stored())
        kill_one(pool)

    with connected("local", workers), Disturbed(on_ray.RayPool, dict.fromkeys(range(4, 104, 5), look_and_kill)):
        assert limit_of_store() <= on_ray.LOCAL_STORE
        heard = iterated(folder / "twenty", 30, cluster="local", workers=workers, network=network)
    found = game_numbers(folder / "twenty")
    assert sum(line["games"] for line in heard.lines) == len(found) == len(set(found))
    assert sum(line["lost_pieces"] for line in heard.lines) >= 15, heard.lines
    assert max(line["weights_lag"] for line in heard.lines) <= 2
    # Two pieces for each worker, three versions of the weights, and what Ray frees within a second. The last look is in
    # iteration 25.
    size = (folder / "twenty" / "checkpoints" / "000030" / "network.npz").stat().st_size
    assert 3 * size < max(stores) < 16 * size, (size, stores)


def stored() -> int:
    """Bytes in the cluster's object stores."""
    import ray

    return int(limit_of_store() - ray.available_resources()["object_store_memory"])


def limit_of_store() -> float:
    """Bytes that fit into the cluster's object stores."""
    import ray

    return float(ray.cluster_resources()["object_store_memory"])


if __name__ == "__main__":
    {"": main, "kills": kills, "twenty": twenty}["".join(sys.argv[2:])](Path(sys.argv[1]))
    print("all is equal")
