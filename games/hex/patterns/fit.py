"""Learns the weights of Hex's patterns from positions and what a search thought of their moves.

    python games/hex/patterns/games.py games.jsonl
    python games/hex/patterns/fit.py games.jsonl --out games/hex/patterns/weights.hpp

The model is that of prior.hpp: a softmax over sums of weights, one of each kind of feature. It is fitted to the shares
of the visits by maximum likelihood with a small quadratic penalty (the generalised Bradley-Terry model of Coulom 2007
with visits in the place of single choices), by Adam over all positions at once. A twentieth of the positions, the last
ones, are held out and measure its quality.

Paper: R. Coulom, Computing Elo ratings of move patterns in the game of Go (2007).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))  # of solving/local_patterns.hpp
BORDER = 2
RINGS, SECTORS, RELATIONS, EDGES = 3**6, 3 * 27, 26, 36
STARTS = np.cumsum([0, RINGS, SECTORS, RELATIONS, EDGES])
LINE = 120


def read_board(text: str) -> tuple[np.ndarray, int]:
    """Digits (0 empty, 1 black, 2 white), `[rows, columns]`, and who is to move."""
    board, mover = text.split()[:2]
    rows = []
    for line in board.split("/"):
        row: list[int] = []
        number = ""
        for letter in line + " ":
            if letter.isdigit():
                number += letter
                continue
            row += [0] * int(number or 0)
            number = ""
            if letter in "bw":
                row.append(1 if letter == "b" else 2)
        rows.append(row)
    return np.array(rows, np.int64), "bw".index(mover)


def as_black(board: np.ndarray, visits: np.ndarray, last: tuple[int, int] | None, mover: int):
    """Reflected on the long diagonal with the colours exchanged, where white is to move."""
    if mover == 0:
        return board, visits, last
    return np.array([0, 2, 1])[board].T, visits.T, last and last[::-1]


def features(board: np.ndarray, last: tuple[int, int] | None, mover: int) -> np.ndarray:
    """The weights that each cell's logit adds up, `[rows * columns, 9]`, of a position as black sees it.

    Beyond the corners is black's, so it is the other's for white.
    """
    rows, columns = board.shape
    wide = np.full((rows + 2 * BORDER, columns + 2 * BORDER), 2)
    inner = slice(BORDER, -BORDER)
    wide[:BORDER, inner] = wide[-BORDER:, inner] = 1
    if mover == 0:
        wide[:BORDER] = wide[-BORDER:] = 1
    wide[inner, inner] = board

    def seen(step: tuple[int, int]) -> np.ndarray:
        return wide[BORDER + step[0] : BORDER + step[0] + rows, BORDER + step[1] : BORDER + step[1] + columns]

    around = [seen(step) for step in DIRECTIONS]
    columns_of_features = [sum(digit * 3**i for i, digit in enumerate(around))]
    for i, step in enumerate(DIRECTIONS):
        following = DIRECTIONS[(i + 1) % 6]
        end = seen((step[0] + following[0], step[1] + following[1]))
        columns_of_features.append(STARTS[1] + i % 3 * 27 + around[i] + 3 * around[(i + 1) % 6] + 9 * end)
    row, column = np.mgrid[:rows, :columns]
    relation = np.full(board.shape, 25)
    if last is not None:
        down, right = last[0] - row, last[1] - column
        near = (abs(down) <= 2) & (abs(right) <= 2)
        relation = np.where(near, 5 * (down + 2) + right + 2, 25)
    columns_of_features.append(STARTS[2] + relation)
    own, other = np.minimum(row, rows - 1 - row), np.minimum(column, columns - 1 - column)
    columns_of_features.append(STARTS[3] + 6 * np.minimum(own, 5) + np.minimum(other, 5))
    return np.stack(columns_of_features, -1).reshape(rows * columns, -1)


def tied() -> np.ndarray:
    """For each weight the one that it shares its value with: what a half turn makes of it, or itself."""
    same = np.arange(STARTS[-1])
    codes = np.arange(RINGS)
    same[:RINGS] = np.minimum(codes, codes // 27 + codes % 27 * 27)
    relations = np.arange(25)
    same[STARTS[2] : STARTS[2] + 25] = STARTS[2] + np.minimum(relations, 24 - relations)
    return same


def read(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Features `[positions, cells, 9]` and shares of the visits `[positions, cells]`; -1 where a stone lies."""
    found, shares = [], []
    for line in path.read_text().splitlines():
        row = json.loads(line)
        board, mover = read_board(row["position"])
        visits = np.zeros(board.size)
        for action, count in row["visits"].items():
            if int(action) < board.size:
                visits[int(action)] = count
        last = divmod(row["last"], board.shape[1]) if 0 <= row["last"] < board.size else None
        board, visits, last = as_black(board, visits.reshape(board.shape), last, mover)
        found.append(features(board, last, mover))
        shares.append(np.where(board.ravel() == 0, visits.ravel() / visits.sum(), -1.0))
    return np.stack(found).astype(np.int32), np.stack(shares).astype(np.float32)


def logits_of(weights: np.ndarray, found: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """`[positions, cells]`, lowest where a stone lies."""
    return np.where(shares < 0, np.float32(-1e9), weights[found].sum(-1))


def softmax(logits: np.ndarray) -> np.ndarray:
    """Over the last axis."""
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)


def report(name: str, weights: np.ndarray, found: np.ndarray, shares: np.ndarray) -> str:
    """Cross-entropy, its floor and that of a uniform guess; how often the best move is first, and among five."""
    logits = logits_of(weights, found, shares)
    target = np.maximum(shares, 0)
    guess = softmax(logits)
    entropy = -(target * np.log(np.maximum(guess, 1e-12))).sum(-1).mean()
    floor = -(target * np.log(np.maximum(target, 1e-12))).sum(-1).mean()
    uniform = np.log((shares >= 0).sum(-1)).mean()
    place = (logits > np.take_along_axis(logits, target.argmax(-1)[:, None], 1)).sum(-1)
    return (
        f"{name}: cross-entropy {entropy:.3f} (the visits' own entropy {floor:.3f}, uniform {uniform:.3f}), "
        f"best move first {np.mean(place == 0):.1%}, among five {np.mean(place < 5):.1%}, {len(shares)} positions"
    )


def fit(found: np.ndarray, shares: np.ndarray, steps: int, rate: float, penalty: float) -> np.ndarray:
    """Weights of the largest likelihood; untried patterns keep 0."""
    same = tied()
    target = np.maximum(shares, 0)
    weights, first, second = (np.zeros(STARTS[-1], np.float32) for _ in range(3))
    for step in range(1, steps + 1):
        error = softmax(logits_of(weights[same], found, shares)) - target
        whole = np.bincount(found.ravel(), np.repeat(error.ravel(), found.shape[-1]), STARTS[-1]) / len(shares)
        gradient = np.bincount(same, whole, STARTS[-1]) + penalty * weights
        first = 0.9 * first + 0.1 * gradient
        second = 0.99 * second + 0.01 * gradient**2
        weights = weights - rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
        weights = weights.astype(np.float32)
        if step % 50 == 0:
            print(report(f"step {step}", weights[same], found[-500:], shares[-500:]), flush=True)
    return weights[same]


def write(path: Path, weights: np.ndarray, card: list[str]) -> None:
    """The header that prior.cpp includes."""
    lines = [
        "#pragma once",
        "// Written by fit.py next to this file; prior.hpp explains the weights.",
        *(f"// {line}" for line in card),
        "// clang-format off",
        "",
        "#include <array>",
        "",
        "namespace boardai::hex {",
    ]
    for name, start, end in zip(("ring", "sector", "relation", "edge"), STARTS, STARTS[1:], strict=False):
        lines += ["", f"inline constexpr std::array<float, {end - start}> {name}_weights{{"]
        text = "   "
        for weight in weights[start:end]:
            number = f" {weight:.3f}f,"
            if len(text + number) > LINE:
                lines.append(text)
                text = "   "
            text += number
        lines += [text, "};"]
    path.write_text("\n".join([*lines, "", "}  // namespace boardai::hex", ""]))


def main() -> None:
    """Reads, fits, reports and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", type=Path)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("weights.hpp"))
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--penalty", type=float, default=1e-5)
    arguments = parser.parse_args()
    found, shares = read(arguments.positions)
    held_out = max(1, len(shares) // 20)
    weights = fit(found[:-held_out], shares[:-held_out], arguments.steps, arguments.rate, arguments.penalty)
    card = [report("Held out", weights, found[-held_out:], shares[-held_out:])]
    print(card[0])
    words, line, wrapped = card[0].split(), "", []
    for word in words:
        if len(line) + len(word) > LINE - 4:
            wrapped.append(line.strip())
            line = ""
        line += " " + word
    write(arguments.out, weights, [*wrapped, line.strip()])


if __name__ == "__main__":
    main()
