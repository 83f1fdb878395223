"""Several hosts that train one network (`--hosts`)."""

import json
import re
import socket
import subprocess
import sys

import numpy as np
import pytest

from boardai.learn import hosts
from boardai.learn.network.devices import SharedRows

SETTINGS = [
    *("--selfplay.games", "4", "--selfplay.groups", "3", "--selfplay.games-per-iteration", "12"),
    *("--selfplay.simulations", "4", "--replay.minimum", "24", "--learn.batch-size", "16", "--learn.shards", "2"),
    *("--network.blocks", "0", "--network.channels", "8", "--arena.every", "0", "--arena.final-games", "2"),
    *("--inference-rate-seconds", "0"),
]


@pytest.mark.parametrize(
    "text",
    ["", "here", "here:1,2", ":1,2,0", "here:port,2,0", "here:1,2,-1", "here:1,2,2", "here:1,2,0,0", "here:1,0,0"],
)
def test_a_text_that_names_no_host_is_refused(text):
    with pytest.raises(ValueError, match="hosts"):
        hosts.join(text)


def test_shares_are_dealt_in_turn():
    numbers = list(range(7))
    shares = [numbers[host::3] for host in range(3)]
    assert hosts.dealt(shares) == numbers


def test_one_host_has_all_devices():
    here, all_hosts = SharedRows(6), SharedRows(6, hosts=True)
    assert here.mesh == all_hosts.mesh
    assert np.array_equal(all_hosts.put(np.arange(6), all_hosts.split), np.arange(6))


@pytest.mark.thorough
def test_a_run_of_several_hosts_needs_a_name(tmp_path):
    command = [sys.executable, "-m", "boardai.train", "hex:size=3", "--hosts", "127.0.0.1:1,2,0"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert ended.returncode == 2
    assert "--hosts" in ended.stderr and "--run" in ended.stderr


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def trained(folder, *words, of_host=([], [])):
    """Runs `boardai.train` on two hosts at once; each one's exit status and what it printed."""
    port = free_port()
    command = [sys.executable, "-m", "boardai.train", *words, "--hosts"]
    running = [
        subprocess.Popen(
            [*command, f"127.0.0.1:{port},2,{host}", *own],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder,
        )
        for host, own in enumerate(of_host)
    ]  # fmt: skip
    message = [process.communicate(timeout=600)[0] for process in running]
    return [process.returncode for process in running], message


def weights(run, iteration):
    return (run / "checkpoints" / f"{iteration:06d}" / "network.npz").read_bytes()


@pytest.mark.slow
def test_two_hosts_train_one_network(tmp_path):
    """Their folders agree; a stopped run continues as if it had not been; the first games are those of one host."""
    statuses, message = trained(tmp_path, "hex:size=3", *SETTINGS, "--iterations", "3", "--run", "whole")
    assert statuses == [0, 0], message
    first, second = tmp_path / "whole", tmp_path / "whole.host-1"
    for iteration in (1, 2, 3):
        name = f"games/{iteration:06d}.games"
        assert (first / name).read_bytes() == (second / name).read_bytes()
        assert weights(first, iteration) == weights(second, iteration)
    assert weights(first, 1) != weights(first, 3)
    metrics = [json.loads(line) for line in (first / "metrics.jsonl").read_text().splitlines()]
    assert all(line["games"] >= 12 for line in metrics)

    statuses, message = trained(tmp_path, "hex:size=3", *SETTINGS, "--iterations", "1", "--run", "stopped")
    assert statuses == [0, 0], message
    statuses, message = trained(tmp_path, "--resume", "stopped", "--iterations", "3")
    assert statuses == [0, 0], message
    assert weights(tmp_path / "stopped", 3) == weights(first, 3)

    alone = [sys.executable, "-m", "boardai.train", "hex:size=3", *SETTINGS, "--iterations", "1", "--run", "alone"]
    subprocess.run(alone, check=True, capture_output=True, cwd=tmp_path)
    assert (tmp_path / "alone/games/000001.games").read_bytes() == (first / "games/000001.games").read_bytes()


@pytest.mark.slow
def test_hosts_that_would_not_do_the_same_are_refused(tmp_path):
    words = ("hex:size=3", *SETTINGS, "--iterations", "1", "--run", "run")
    statuses, message = trained(tmp_path, *words, of_host=(["--seed", "0"], ["--seed", "1"]))
    assert statuses == [2, 2]
    assert all(re.search("settings of host 1 .* host 0", text) for text in message)
    assert not list(tmp_path.glob("run*/run.json"))
