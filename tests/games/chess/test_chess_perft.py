"""Chess perft against published counts (games/chess/golden)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from refusals import refused

import boardai

GOLDEN = Path(__file__).resolve().parents[3] / "games" / "chess" / "golden"


def read_counts(name: str) -> list[tuple[str, dict[int, int]]]:
    """FEN and {depth: count} of every line."""
    positions = []
    for line in (GOLDEN / name).read_text().splitlines():
        if line.startswith("#"):
            continue
        fen, *parts = line.split(";")
        counts = {int(depth[1:]): int(count) for depth, count in (part.split() for part in parts)}
        positions.append((fen.strip(), counts))
    return positions


def check_counts(name: str, *, chess960: bool, above: int, up_to: int) -> int:
    game = boardai.load("chess", chess960=chess960)
    checked = 0
    for fen, counts in read_counts(name):
        state = game.from_string(fen)
        for depth, count in counts.items():
            if above < count <= up_to:
                assert state.perft(depth) == count, f"{fen} depth {depth}"
                checked += 1
    return checked


def test_published_counts() -> None:
    assert check_counts("perft.epd", chess960=False, above=0, up_to=1_500_000) > 600


def test_published_chess960_counts() -> None:
    assert len(read_counts("perft_chess960.epd")) >= 60
    assert check_counts("perft_chess960.epd", chess960=True, above=0, up_to=1_500_000) > 200


@pytest.mark.slow
def test_published_counts_at_full_depth() -> None:
    """Among them the start position to depth 7 and Kiwipete to depth 6."""
    assert check_counts("perft.epd", chess960=False, above=1_500_000, up_to=10**10) > 50


@pytest.mark.slow
def test_published_chess960_counts_at_full_depth() -> None:
    assert check_counts("perft_chess960.epd", chess960=True, above=1_500_000, up_to=10**10) > 100


def test_counting_agrees_with_playing_in_random_positions() -> None:
    rng = random.Random(4)
    for number in range(20):
        chess960 = number % 2 == 1
        state = boardai.load(
            "chess", chess960=chess960, position=rng.randrange(960) if chess960 else None
        ).initial_state()
        for _ in range(rng.randrange(80)):
            if state.is_terminal():
                break
            state.apply(rng.choice(state.legal_actions()))
        if state.is_terminal() or state.halfmove_clock() > 90 or state.occurrences() > 1:
            continue
        assert state.perft(1) == len(state.legal_actions())
        assert state.perft(2) == sum(state.child(action).perft(1) for action in state.legal_actions())


def test_draws_do_not_cut_perft() -> None:
    state = boardai.load("chess", fen="4k3/8/8/8/8/8/8/4K3 w - - 0 1").initial_state()
    assert state.is_terminal()
    assert state.perft(1) == 5
    assert state.perft(0) == 1


def test_a_negative_depth_is_refused() -> None:
    with refused("-1"):
        boardai.load("chess").initial_state().perft(-1)
