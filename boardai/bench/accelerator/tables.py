"""The results as Markdown tables, each with the machine on which it was measured."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from boardai.bench.report import rate
from boardai.drawing import page

Result = dict[str, Any]
Row = tuple[Any, ...]


def markdown(folder: Path) -> str:
    """All tables of the results so far.

    Args:
        folder: of `python -m boardai.bench --accelerator`.
    """
    found = results(folder)
    if not found:
        return "nothing measured yet"
    lines: list[str] = []

    def add(title: str, prefix: str, heads: tuple[str, ...], rows_of: Callable[[Result], Iterable[Row]]) -> None:
        these = [result for name, result in found.items() if name.startswith(prefix)]
        rows = [row for result in these for row in rows_of(result)]
        if rows:
            lines.extend(["", f"**{title}**", "", where(these), "", *page.markdown(heads, rows)])

    peak = found["card"]["product_bfloat16_tflops"] if "card" in found else None
    add(
        "the card", "card", ("", ""),
        lambda r: [
            (name.replace("_", " "), f"{value:.1f}")
            for name, value in r.items()
            if isinstance(value, float) and name != "seconds"
        ],
    )  # fmt: skip
    add(
        "inference", "inference-",
        ("network", "precision", "batch", "on the device, positions/s", "from the host", "TFLOP/s", "of the peak"),
        lambda r: [
            (
                *(r["size"], row["precision"], row["batch"], rate(row["resident"]), rate(row["from_host"])),
                *(f"{row['tflops']:.1f}", _share(row["tflops"], peak if row["precision"] == "bfloat16" else None)),
            )
            for row in r["rows"]
        ],
    )  # fmt: skip
    add(
        "training", "training-",
        ("network", "batch", "steps/s on the device", "from the host", "TFLOP/s", "of the peak"),
        lambda r: [
            (
                *(r["size"], row["batch"], f"{row['resident']:.1f}", f"{row['from_host']:.1f}"),
                *(f"{row['tflops']:.1f}", _share(row["tflops"], peak)),
            )
            for row in r["rows"]
        ],
    )  # fmt: skip
    add(
        "self-play", "self-play-",
        (
            *("game", "groups x games x threads", "network on the device", "from the host", "evaluations/s"),
            *("of the device's", "moves/s"),
            *("simulations/s", "cache hits", "select / network / backup"),
        ),
        lambda r: [_self_play_row(r["game"], row) for row in r["rows"]],
    )  # fmt: skip
    add(
        "self-play on the device compared with native self-play, moves/s", "on-device-",
        ("game", "network", "groups x games", "on the device", "native", "ratio", "without kept trees"),
        lambda r: [
            (
                *(r["game"], r["network"], f"{row['groups']} x {row['games']}", rate(row["device"])),
                *(rate(row["native"]), f"{row['device'] / row['native']:.2f}", rate(row["alone"])),
            )
            for row in r["rows"]
        ],
    )  # fmt: skip
    add(
        "rules: random plies with what a network sees, plies/s", "rules-",
        ("game", "games", "on the device", "pgx", "ratio", "native threads"),
        lambda r: [_rules_row(r, row) for row in r["rows"]],
    )  # fmt: skip
    add(
        "compared with pgx + mctx", "peer-",
        ("game", "network", "games", "ours, moves/s", "theirs", "ratio"),
        lambda r: [_peer_row(r)],
    )  # fmt: skip
    _add_study(add)
    add(
        "learning: the search's Elo above random play by minutes, self-play and matches included", "learning-",
        ("game", "minutes", "games", "positions", "Elo", "95 %"),
        lambda r: [
            (
                *(r["game"], f"{row['minutes']:.1f}", f"{row['games']:,}", f"{row['positions']:,}"),
                *(f"{row['elo']:+.0f}", f"{row['elo_low']:+.0f} .. {row['elo_high']:+.0f}"),
            )
            for row in r["rows"]
        ],
    )  # fmt: skip
    for name, r in found.items():
        if name.startswith("trace-"):
            lines += ["", f"Trace of {r['game']}, {r['seconds']:.1f} s; {where([r])}:", ""]
            lines += [f"- {name}: {100 * share:.1f} %" for name, share in {**r["lanes"], **r["kernels"]}.items()]
    return "\n".join(lines).strip()


def results(folder: Path) -> dict[str, Result]:
    """The results so far, by the names of the steps."""
    return {path.stem: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}


def where(measured: Iterable[Result]) -> str:
    """On which devices these were measured."""
    places = {f"{r['device']} ({r['platform']}), JAX {r['jax']}": r["platform"] for r in measured}
    only = "; measured on a CPU only" if set(places.values()) == {"cpu"} else ""
    return "; ".join(sorted(places)) + only


def _add_study(add: Callable[..., None]) -> None:
    """The tables of study.py and evaluations.py."""

    def milliseconds(seconds: float) -> str:
        return f"{1000 * seconds:,.2f}"

    add(
        "batches of evaluations, ms", "study-evaluations",
        ("positions", "evaluation", "processor", "its threads", "on the device", "with transfers", "gain"),
        lambda r: [
            (
                *(f"{row['positions']:,}", row["evaluation"]),
                *(
                    milliseconds(row[name]) if name in row else ""
                    for name in ("native", "native_threads", "device", "with_transfers")
                ),
                f"{row['native'] / row['with_transfers']:.2f}" if "native" in row else "",
            )
            for row in r["rows"]
        ],
    )  # fmt: skip
    add(
        "one search: the processor (C6), one lane (G1), four windows (G2), s", "study-search",
        ("positions", "C6", "G1", "G2", "G1 / C6", "G1 / G2"),
        lambda r: [
            (
                *(f"{row['positions']:,}", *(f"{row[name]:.3f}" for name in ("native", "one_lane", "windows"))),
                *(f"{row['one_lane'] / row['native']:.1f}", f"{row['one_lane'] / row['windows']:.2f}"),
            )
            for row in r["rows"]
        ],
    )  # fmt: skip
    add(
        "the same search in many lanes", "study-blocks",
        ("lanes", "steps", "s", "positions/s of all lanes"),
        lambda r: [
            (
                *(f"{row['lanes']:,}", f"{row['steps']:,}", f"{row['seconds']:.3f}"),
                rate(r["positions"] * row["lanes"] / row["seconds"]),
            )
            for row in r["rows"]
        ],
    )  # fmt: skip
    add(
        "one search by windows", "study-windows",
        ("bounds", "positions of all lanes", "steps", "s", "value found"),
        lambda r: [
            (
                ", ".join(f"{bound:g}" for bound in row["bounds"]),
                *(f"{row['positions']:,}", f"{row['steps']:,}", f"{row['seconds']:.3f}", row["found"]),
            )
            for row in r["rows"]
        ],
    )  # fmt: skip
    add(
        "what Kála rejected: one position after the other", "study-variants",
        ("variant", "positions", "steps", "calls", "s", "equal values"),
        lambda r: [
            ("C6", f"{r['native_positions']:,}", "", "", f"{r['native']:.3f}", ""),
            *(
                (
                    *(row["variant"], *(f"{row[name]:,}" for name in ("positions", "steps", "calls"))),
                    *(f"{row['seconds']:.3f}", row["equal"]),
                )
                for row in r["rows"]
            ),
        ],
    )  # fmt: skip
    add(
        "trees on the processor, leaves on the device", "study-leaves",
        (
            *("evaluation", "searches", "positions visited", "leaves", "batches", "leaves in a batch", "trees, s"),
            *("on the device, s", "processor, s"),
        ),
        lambda r: [
            (
                *(row["evaluation"], *(f"{row[name]:,}" for name in ("searches", "positions", "leaves", "batches"))),
                f"{row['leaves'] / row['batches']:,.0f}",
                *(f"{row[name]:.2f}" if row[name] else "" for name in ("tree", "device", "native")),
            )
            for row in r["rows"]
        ],
    )  # fmt: skip
    for title, prefix in (
        ("many different positions at once", "study-bulk"),
        ("many different positions, each by a program of its own", "study-kernel"),
    ):
        add(
            title, prefix,
            (
                *("searches", "positions", "on the device, s", "processor, s", "on the device, positions/s"),
                *("gain", "equal values"),
            ),
            lambda r: [
                (
                    *(f"{row['lanes']:,}", f"{row['positions']:,}", f"{row['device']:.2f}", f"{row['native']:.2f}"),
                    *(rate(row["positions"] / row["device"]), f"{row['native'] / row['device']:.2f}"),
                    row.get("equal", ""),
                )
                for row in r["rows"]
            ],
        )  # fmt: skip


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
