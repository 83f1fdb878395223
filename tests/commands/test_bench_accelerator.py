"""`python -m boardai.bench --accelerator`: what it measures and keeps; never how fast anything is."""

import json

import numpy as np
import pytest

import boardai
from boardai.bench import __main__ as command
from boardai.bench.accelerator import evaluations, figures, networks, play, steps, study, tables
from boardai.bench.accelerator.steps import Step
from boardai.games.chess.device.mailbox import as_boards
from boardai.learn import resume
from boardai.search.evaluations.accumulator import AccumulatorInputs, AccumulatorNetwork
from boardai.search.evaluations.naming import load_evaluation, shipped_evaluations


def event(pid: int, tid: int, name: str, begin: float, duration: float) -> dict:
    return {"ph": "X", "pid": pid, "tid": tid, "name": name, "ts": begin, "dur": duration}


def named(kind: str, pid: int, tid: int, name: str) -> dict:
    return {"ph": "M", "pid": pid, "tid": tid, "name": kind, "args": {"name": name}}


def test_a_trace_is_read_by_streams_of_devices_alone():
    events = [
        named("process_name", 1, 0, "/device:GPU:0"),
        named("process_name", 2, 0, "/host:CPU"),
        named("thread_name", 1, 7, "Stream #7(Compute)"),
        named("thread_name", 1, 8, "Stream #8(MemcpyH2D)"),
        named("thread_name", 1, 9, "XLA Modules"),
        event(1, 7, "conv", 0, 10),
        event(1, 7, "conv", 5, 10),  # overlaps: 15 in all
        event(1, 8, "copy", 30, 10),
        event(1, 9, "module", 0, 1000),
        event(2, 1, "python", 0, 1000),
    ]
    read = play.read_trace(events)
    assert read["seconds"] == pytest.approx(40e-6)
    assert read["lanes"] == pytest.approx(
        {"Stream #7(Compute)": 15 / 40, "Stream #8(MemcpyH2D)": 10 / 40, "any": 25 / 40}
    )
    assert list(read["kernels"]) == ["conv", "copy"] and read["kernels"]["conv"] == pytest.approx(20 / 40)
    assert play.read_trace([]) == {"lanes": {}, "kernels": {}, "seconds": 0.0}


def test_steps_that_are_there_are_not_run_again_and_none_begins_too_late(tmp_path, monkeypatch):
    ran: list[str] = []

    class Ended:
        returncode, stderr = 0, ""

    def run(command, timeout, **_):
        ran.append(command[4])
        if command[4] == "slow":
            raise steps.subprocess.TimeoutExpired(command, timeout)
        (tmp_path / f"{command[4]}.json").write_text("{}")
        return Ended()

    monkeypatch.setattr(steps.subprocess, "run", run)
    monkeypatch.setattr(steps, "steps", lambda: [Step(name, lambda quick: {}, 9) for name in ("a", "slow", "b")])
    printed: list[str] = []
    steps.run_all(tmp_path, 1.0, True, lambda name: name != "b", printed.append)
    assert ran == ["a", "slow"] and printed[1] == "slow: not done in 9 s"
    steps.run_all(tmp_path, 1.0, True, lambda name: True, printed.append)
    assert ran == ["a", "slow", "slow", "b"]
    steps.run_all(tmp_path, 0.0, True, lambda name: True, printed.append)
    assert len(ran) == 4 and "no time left" in printed[-1]


@pytest.mark.thorough
def test_a_step_writes_its_file_and_the_tables_show_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(play, "GRID", ((1, 4, 1),))
    played = play.Played("hex", quick=True)
    row = played.measure(groups=1, games=4, threads=1)
    assert row["evaluations"] > 0 and row["moves"] >= 0 and row["resident"] > 0 and row["bare"] > 0
    assert set(row["stages"]) == {"select", "network", "backup"}
    monkeypatch.setattr(
        steps,
        "steps",
        lambda: [
            Step("card", networks.card),
            Step("self-play-hex", lambda quick: {"game": "hex", "rows": [row]}),
            Step(
                "peer-hex", lambda quick: {"game": "hex", "network": "1x4", "games": 4, "ours": [3.0], "theirs": [2.0]}
            ),
        ],
    )
    for step in steps.steps():
        steps.run_one(tmp_path, step.name, True)
    assert json.loads((tmp_path / "card.json").read_text())["copy_gb_per_second"] > 0
    text = tables.markdown(tmp_path)
    assert (
        text.count("; measured on a CPU only") == text.count("**") / 2 == 3
        and "| hex | 1 x 4 x 1 |" in text
        and "| 1.5 |" in text
    )
    command.main(["--accelerator", str(tmp_path), "--only", "none"])
    assert capsys.readouterr().out.strip() == text


@pytest.mark.slow
def test_a_learning_step_resumes_its_run(tmp_path, monkeypatch):
    (step,) = [one for one in steps.steps() if one.name == "learning-hex"]
    monkeypatch.setattr(steps, "steps", lambda: [step])
    steps.run_one(tmp_path, step.name, True)
    first = json.loads((tmp_path / "learning-hex.json").read_text())
    assert first["game"] == "hex:size=3" and len(first["rows"]) == 2
    assert first["rows"][1]["games"] > first["rows"][0]["games"] > 0
    resume(tmp_path / step.name, iterations=5, verbose=False)  # the last one has final matches
    (tmp_path / "learning-hex.json").unlink()
    steps.run_one(tmp_path, step.name, True)  # the run has ended: it is only read
    again = json.loads((tmp_path / "learning-hex.json").read_text())
    assert again["rows"][:2] == first["rows"] and len(again["rows"]) == 3
    assert f"| hex:size=3 | {again['rows'][2]['minutes']:.1f} |" in tables.markdown(tmp_path)


def test_tables_and_figures_say_where_each_was_measured(tmp_path):
    def keep(name: str, platform: str, **result: object) -> None:
        placed = {"device": f"a {platform}", "platform": platform, "jax": "1.2", **result}
        (tmp_path / f"{name}.json").write_text(json.dumps(placed))

    assert tables.markdown(tmp_path) == "nothing measured yet" and figures.write_figures(tmp_path) == []
    row = {"groups": 2, "games": 8, "device": 30.0, "native": 20.0, "alone": 40.0}
    keep("on-device-hex", "cpu", game="hex", network="1x8", rows=[row])
    lanes = [{"lanes": lanes, "positions": 9, "device": lanes / 4, "native": lanes / 9} for lanes in (1, 16)]
    keep("study-bulk", "gpu", depth=2, rows=lanes)
    text = tables.markdown(tmp_path)
    first, second = text.split("many different positions")
    assert "a cpu (cpu), JAX 1.2; measured on a CPU only" in first and "| 2 x 8 | 30.0 | 20.0 | 1.50 | 40.0 |" in first
    assert "a gpu (gpu), JAX 1.2\n" in second and "CPU only" not in second
    (path,) = figures.write_figures(tmp_path)
    assert path.name == "study-bulk.svg" and path.read_bytes() == figures.write_figures(tmp_path)[0].read_bytes()
    curves = next(one for one in figures.FIGURES if one.prefix == "study-bulk").curves({"rows": lanes, "game": ""})
    assert curves == {"on the device": [(1, 0.25), (16, 4.0)], "processor": [(1, 1 / 9), (16, 16 / 9)]}


@pytest.mark.thorough
def test_training_and_inference_count_what_they_do(monkeypatch):
    monkeypatch.setattr(networks, "GAME", "hex:size=3")
    monkeypatch.setitem(networks.SIZES, "1x8", networks.NetworkConfig(blocks=1, channels=8))
    monkeypatch.setattr(networks, "BATCHES", {"float32": (2, 4)})
    (small, large) = networks.inference_step("1x8")(True)["rows"]
    assert (small["batch"], large["batch"]) == (2, 4) and min(small["resident"], large["from_host"]) > 0
    (row,) = networks.training_step("1x8")(True)["rows"]
    assert row["batch"] == 64 and row["resident"] > 0 and row["from_host"] > 0 and row["tflops"] > 0


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(("windows", "bulk"), marks=pytest.mark.thorough),
        pytest.param(("evaluations", "search", "blocks", "kernel", "variants", "leaves"), marks=pytest.mark.slow),
    ],
)
def test_the_study_of_a_graphics_card_finds_what_the_processor_finds(tmp_path, monkeypatch, names):
    monkeypatch.setattr(study, "_SAMPLES", 1)
    titles = {
        "evaluations": "batches of evaluations", "search": "one search:", "blocks": "in many lanes",
        "windows": "by windows", "bulk": "many different positions", "kernel": "a program of its own",
        "variants": "what Kála rejected", "leaves": "leaves on the device",
    }  # fmt: skip
    for name in names:
        steps.run_one(tmp_path, f"study-{name}", True)
    text = tables.markdown(tmp_path)
    assert all(titles[name] in text for name in names)
    if "windows" not in names:
        table = json.loads((tmp_path / "study-variants.json").read_text())
        assert [row["variant"] for row in table["rows"] if row["equal"]] == list(study.VARIANTS)
        assert [row["equal"] for row in json.loads((tmp_path / "study-kernel.json").read_text())["rows"]] == [True]
        return
    table = json.loads((tmp_path / "study-windows.json").read_text())
    assert [row["found"] for row in table["rows"]] == [True] * len(study.WINDOWS)
    (row,) = json.loads((tmp_path / "study-bulk.json").read_text())["rows"]
    boards, white = study.positions(16, seed=5)
    counted = [
        study.reference.search(board, bool(side), 2).positions for board, side in zip(boards, white, strict=True)
    ]
    assert row["positions"] == sum(counted) and row["steps"] > 0 and row["equal"]


@pytest.mark.thorough
def test_leaves_are_timed_on_the_processor_by_code_that_evaluates_these_leaves():
    boards, _ = as_boards(study.fens(3, seed=2))
    natives = {kind.name: kind.native for kind in evaluations.kinds() if kind.native is not None}
    assert natives.keys() == {"material", "PeSTO"}
    for native in natives.values():
        assert native(boards[:1]).tolist() + native(boards[1:]).tolist() == native(boards).tolist()


@pytest.mark.thorough
def test_the_network_of_batches_is_the_one_of_searches():
    texts = study.fens(40, seed=2)
    boards, white = as_boards(texts)
    values = np.asarray(evaluations.nnue()(boards, white))
    network = load_evaluation(shipped_evaluations(boardai.load("chess").initial_state())["nnue"], AccumulatorNetwork)
    states = [boardai.load("chess").from_string(text) for text in texts]
    inputs = AccumulatorInputs(network.inputs, states[0])
    alone = [  # what the game knows of endings is no part of the network
        (value, network(state))
        for value, state in zip(values.tolist(), states, strict=True)
        if inputs.known(state) is None and inputs.tempered(state, 1000) == 1000
    ]
    # Whole numbers are rounded twice: to points, and before that down to a 64th of an output of 1/255.
    assert len(alone) > 30 and all(abs(value - whole) < 0.53 for value, whole in alone)
