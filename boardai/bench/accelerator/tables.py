"""The results of a folder as Markdown tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from boardai.bench.report import rate


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
        lines += ["", "| the card | |", "|---|---|"]
        lines += [
            f"| {name.replace('_', ' ')} | {value:.1f} |"
            for name, value in card.items()
            if isinstance(value, float) and name != "seconds"
        ]
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
        "beside pgx + mctx",
        ("game", "network", "games", "ours, moves/s", "theirs", "ratio"),
        [_peer_row(r) for r in _of(found, "peer-")],
    )
    for r in _of(found, "trace-"):
        lines += ["", f"Trace of {r['game']}, {r['seconds']:.1f} s:", ""]
        lines += [f"- {name}: {100 * share:.1f} %" for name, share in {**r["lanes"], **r["kernels"]}.items()]
    return "\n".join(lines)


def _of(found: dict[str, Any], prefix: str) -> list[Any]:
    return [result for name, result in found.items() if name.startswith(prefix)]


def _table(title: str, heads: tuple[str, ...], rows: list[tuple[Any, ...]]) -> list[str]:
    if not rows:
        return []
    body = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return ["", f"**{title}**", "", "| " + " | ".join(heads) + " |", "|" + "---|" * len(heads), *body]


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
