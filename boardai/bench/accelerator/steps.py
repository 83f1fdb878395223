"""The list of measurements, each in a process of its own, and its results as Markdown tables."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.basics.files import write_json
from boardai.bench.accelerator import evaluations, networks, play, study
from boardai.bench.report import rate
from boardai.drawing import page


def markdown(folder: Path) -> str:
    """All tables of what has been measured so far.

    Args:
        folder: of `python -m boardai.bench --accelerator`.
    """
    found = {path.stem: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}
    if not found:
        return "nothing measured yet"
    some = next(iter(found.values()))
    lines = [f"{some['device']} ({some['platform']}), JAX {some['jax']}"]
    if some["platform"] == "cpu":
        lines.append("Measured on a CPU only.")
    card = found.get("card")
    if card:
        numbers = {name: value for name, value in card.items() if isinstance(value, float) and name != "seconds"}
        rows = [(name.replace("_", " "), f"{value:.1f}") for name, value in numbers.items()]
        lines += ["", *page.markdown(("the card", ""), rows)]
    peak = card["product_bfloat16_tflops"] if card else None
    lines += _table(
        "inference",
        ("network", "precision", "batch", "on the device, positions/s", "from the host", "TFLOP/s", "of the peak"),
        [
            (
                *(r["size"], row["precision"], row["batch"], rate(row["resident"]), rate(row["from_host"])),
                *(f"{row['tflops']:.1f}", _share(row["tflops"], peak if row["precision"] == "bfloat16" else None)),
            )
            for r in _of(found, "inference-")
            for row in r["rows"]
        ],
    )
    lines += _table(
        "training",
        ("network", "batch", "steps/s on the device", "from the host", "TFLOP/s", "of the peak"),
        [
            (
                *(r["size"], row["batch"], f"{row['resident']:.1f}", f"{row['from_host']:.1f}"),
                *(f"{row['tflops']:.1f}", _share(row["tflops"], peak)),
            )
            for r in _of(found, "training-")
            for row in r["rows"]
        ],
    )
    lines += _table(
        "self-play",
        (
            *("game", "groups x games x threads", "network on the device", "from the host", "evaluations/s"),
            *("of the device's", "moves/s"),
            *("simulations/s", "cache hits", "select / network / backup"),
        ),
        [_self_play_row(r["game"], row) for r in _of(found, "self-play-") for row in r["rows"]],
    )
    lines += _table(
        "rules: random plies with what a network sees, plies/s",
        ("game", "games", "on the device", "pgx", "ratio", "native threads"),
        [_rules_row(r, row) for r in _of(found, "rules-") for row in r["rows"]],
    )
    lines += _table(
        "beside pgx + mctx",
        ("game", "network", "games", "ours, moves/s", "theirs", "ratio"),
        [_peer_row(r) for r in _of(found, "peer-")],
    )
    lines += _study(found)
    for r in _of(found, "trace-"):
        lines += ["", f"Trace of {r['game']}, {r['seconds']:.1f} s:", ""]
        lines += [f"- {name}: {100 * share:.1f} %" for name, share in {**r["lanes"], **r["kernels"]}.items()]
    return "\n".join(lines)


def _study(found: dict[str, Any]) -> list[str]:
    """The tables of study.py and evaluations.py."""

    def milliseconds(seconds: float) -> str:
        return f"{1000 * seconds:,.2f}"

    lines = _table(
        "batches of evaluations, ms",
        ("positions", "evaluation", "processor", "its threads", "on the device", "with transfers", "gain"),
        [
            (
                *(f"{row['positions']:,}", row["evaluation"]),
                *(
                    milliseconds(row[name]) if name in row else ""
                    for name in ("native", "native_threads", "device", "with_transfers")
                ),
                f"{row['native'] / row['with_transfers']:.2f}" if "native" in row else "",
            )
            for r in _of(found, "study-evaluations")
            for row in r["rows"]
        ],
    )
    lines += _table(
        "one search: the processor (C6), one lane (G1), four windows (G2), s",
        ("positions", "C6", "G1", "G2", "G1 / C6", "G1 / G2"),
        [
            (
                *(f"{row['positions']:,}", *(f"{row[name]:.3f}" for name in ("native", "one_lane", "windows"))),
                *(f"{row['one_lane'] / row['native']:.1f}", f"{row['one_lane'] / row['windows']:.2f}"),
            )
            for r in _of(found, "study-search")
            for row in r["rows"]
        ],
    )
    lines += _table(
        "the same search in many lanes",
        ("lanes", "steps", "s", "positions/s of all lanes"),
        [
            (
                f"{row['lanes']:,}",
                f"{row['steps']:,}",
                f"{row['seconds']:.3f}",
                rate(r["positions"] * row["lanes"] / row["seconds"]),
            )
            for r in _of(found, "study-blocks")
            for row in r["rows"]
        ],
    )
    lines += _table(
        "one search by windows",
        ("bounds", "positions of all lanes", "steps", "s", "value found"),
        [
            (
                ", ".join(f"{bound:g}" for bound in row["bounds"]),
                f"{row['positions']:,}",
                f"{row['steps']:,}",
                f"{row['seconds']:.3f}",
                row["found"],
            )
            for r in _of(found, "study-windows")
            for row in r["rows"]
        ],
    )
    lines += _table(
        "what Kála rejected: one position after the other",
        ("variant", "positions", "steps", "calls", "s", "equal values"),
        [
            row
            for r in _of(found, "study-variants")
            for row in (
                ("C6", f"{r['native_positions']:,}", "", "", f"{r['native']:.3f}", ""),
                *(
                    (
                        *(row["variant"], *(f"{row[name]:,}" for name in ("positions", "steps", "calls"))),
                        *(f"{row['seconds']:.3f}", row["equal"]),
                    )
                    for row in r["rows"]
                ),
            )
        ],
    )
    lines += _table(
        "trees on the processor, leaves on the device",
        ("evaluation", "searches", "leaves", "leaves in a batch", "trees, s", "on the device, s", "processor, s"),
        [
            (
                *(row["evaluation"], f"{row['searches']:,}", f"{row['leaves']:,}"),
                f"{row['leaves'] / row['batches']:,.0f}",
                *(f"{row[name]:.2f}" if row[name] else "" for name in ("tree", "device", "native")),
            )
            for r in _of(found, "study-leaves")
            for row in r["rows"]
        ],
    )
    lines += _table(
        "many different positions at once",
        ("searches", "positions", "on the device, s", "processor, s", "on the device, positions/s", "gain"),
        [
            (
                *(f"{row['lanes']:,}", f"{row['positions']:,}", f"{row['device']:.2f}", f"{row['native']:.2f}"),
                *(rate(row["positions"] / row["device"]), f"{row['native'] / row['device']:.2f}"),
            )
            for r in _of(found, "study-bulk")
            for row in r["rows"]
        ],
    )
    return lines


def _of(found: dict[str, Any], prefix: str) -> list[Any]:
    return [result for name, result in found.items() if name.startswith(prefix)]


def _table(title: str, heads: tuple[str, ...], rows: list[tuple[Any, ...]]) -> list[str]:
    return ["", f"**{title}**", "", *page.markdown(heads, rows)] if rows else []


def _share(value: float, of: float | None) -> str:
    return "" if not of else f"{100 * value / of:.0f} %"


def _self_play_row(game: str, row: dict[str, Any]) -> tuple[str, ...]:
    stages = row["stages"]
    whole = sum(stages.values()) or 1.0
    changed = "".join(f", {name} {row[name]}" for name in ("cache_mb", "packed") if name in row)
    return (
        game + changed,
        f"{row['groups']} x {row['games']} x {row['threads']}",
        rate(row["resident"]),
        rate(row["bare"]),
        rate(row["evaluations"]),
        _share(row["evaluations"], row["resident"]),
        rate(row["moves"]),
        rate(row["simulations"]),
        f"{100 * row['hits']:.0f} %",
        " / ".join(f"{100 * stages.get(name, 0.0) / whole:.0f} %" for name in ("select", "network", "backup")),
    )


def _peer_row(result: dict[str, Any]) -> tuple[Any, ...]:
    ours = max(result["ours"])
    theirs = max(result["theirs"]) if "theirs" in result else None
    return (
        *(result["game"], result["network"], result["games"], rate(ours)),
        rate(theirs) if theirs else result["missing"],
        f"{ours / theirs:.1f}" if theirs else "",
    )


def _rules_row(result: dict[str, Any], row: dict[str, Any]) -> tuple[Any, ...]:
    theirs = row.get("pgx")
    return (
        *(result["game"], f"{row['games']:,}", rate(row["ours"])),
        *((rate(theirs), f"{row['ours'] / theirs:.1f}") if theirs else (row["missing"], "")),
        f"{rate(row['native'])} ({result['threads']})",
    )


Result = dict[str, Any]


@dataclass(frozen=True)
class Step:
    """One measurement.

    Attributes:
        name: also of its file, `NAME.json`.
        measure: does the work, quick or full; a table for JSON.
        seconds: after so long it is ended.
    """

    name: str
    measure: Callable[[bool], Result]
    seconds: float = 240.0


def steps() -> list[Step]:
    """All of them, the most telling first."""
    games = ("hex", "reversi", "chess")
    return [
        Step("card", networks.card, 60),
        *(Step(f"inference-{name}", networks.inference_step(name)) for name in networks.SIZES),
        *(Step(f"training-{name}", networks.training_step(name)) for name in networks.SIZES),
        *(Step(f"self-play-{game}", play.self_play_step(game), 240) for game in games),
        *(Step(f"rules-{game}", play.rules_step(game), 480) for game in games),
        *(Step(f"peer-{game}", play.peer_step(game), 240) for game in games),
        Step("study-evaluations", evaluations.measure),
        Step("study-search", study.one_search),
        Step("study-blocks", study.blocks),
        Step("study-windows", study.windows),
        Step("study-bulk", study.bulk),
        Step("study-variants", study.variants, 480),
        Step("study-leaves", evaluations.leaves),
        *(Step(f"trace-{game}", play.trace_step(game), 90) for game in ("hex", "chess")),
    ]


def run_all(
    folder: Path, minutes: float, quick: bool, only: Callable[[str], bool], tell: Callable[[str], None]
) -> None:
    """Runs what is not in the folder yet, one step after the other, until the time is over.

    Args:
        folder: of the results; made where it is missing.
        minutes: no step begins after them, and none runs on.
        quick: smaller networks and shorter samples.
        only: whether a step of this name is wanted.
        tell: called with a line about each step.
    """
    folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60 * minutes
    for step in steps():
        path = folder / f"{step.name}.json"
        if path.exists() or not only(step.name):
            continue
        limit = min(step.seconds, end - time.monotonic())
        if limit <= 0:
            tell(f"{step.name}: no time left; the same command continues it")
            continue
        began = time.monotonic()
        child = [sys.executable, "-m", "boardai.bench.accelerator.steps", str(folder), step.name]
        try:
            ended = subprocess.run(
                [*child, *(["quick"] if quick else [])], timeout=limit, capture_output=True, text=True
            )
            problem = "" if ended.returncode == 0 else (ended.stderr.strip().splitlines() or ["it failed"])[-1]
        except subprocess.TimeoutExpired:
            problem = f"not done in {limit:.0f} s"
        tell(f"{step.name}: {problem or f'{time.monotonic() - began:.0f} s'}")


def run_one(folder: Path, name: str, quick: bool) -> None:
    """Runs one step in this process and writes its file."""
    (step,) = [step for step in steps() if step.name == name]
    began = time.perf_counter()
    result = {"step": name, **networks.where(), **step.measure(quick), "seconds": time.perf_counter() - began}
    write_json(folder / f"{name}.json", result)


if __name__ == "__main__":
    run_one(Path(sys.argv[1]), sys.argv[2], "quick" in sys.argv[3:])
