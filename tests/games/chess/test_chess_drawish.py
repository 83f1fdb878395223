"""Material with which an advantage is hardly ever a win: how much of it the evaluations leave."""

from __future__ import annotations

import pytest

import boardai

GAME = boardai.load("chess")

# Placement, and the most that an evaluation may say of it in centipawns, for White who is to move.
DRAWISH = {
    "bishop of the wrong colour": ("7k/8/7K/7P/8/3B4/8/8", 30),
    "pawns of a rook's file": ("k7/8/1K6/P7/P7/8/8/8", 30),
    "two knights": ("k7/8/1K6/2N5/2N5/8/8/8", 80),
    "rook against bishop": ("8/8/1k1b4/8/5K2/8/8/7R", 60),
    "rook against knight": ("8/8/1k1n4/8/5K2/8/8/7R", 60),
    "bishop against knight": ("8/8/1k1n4/8/5K2/8/8/7B", 30),
    "rook and bishop against rook": ("8/8/1k1r4/8/5K2/8/6B1/7R", 80),
    "bishop against pawn": ("8/1k6/3p4/8/5K2/8/3B4/8", 60),
    "queen against rook and bishop": ("8/8/1k1r4/3b4/5K2/8/6Q1/8", 60),
    "bishops of opposite colours": ("8/2k2b2/4p3/3pP3/3P4/2B5/2K3P1/8", 100),
}
WON = {
    "bishop of the right colour": "7k/8/7K/7P/8/8/3B4/8",
    "the king is not in the corner": "8/8/2k4K/7P/8/3B4/8/8",
    "another pawn": "7k/8/7K/7P/8/3B4/6P1/8",
    "a knight alongside the bishop": "7k/8/7K/7P/8/3B4/3N4/8",
    "the pawn of the same file's other end": "7k/8/7K/8/8/3B4/P7/8",
}


@pytest.mark.parametrize("case", list(DRAWISH))
def test_drawish_material_is_worth_little(case: str) -> None:
    placement, most = DRAWISH[case]
    state = GAME.from_string(f"{placement} w - - 0 1")
    assert abs(state.evaluate("positional")) <= most
    assert state.mirrored().evaluate("positional") == state.evaluate("positional")


@pytest.mark.parametrize("case", list(WON))
def test_what_only_looks_like_it_is_worth_all(case: str) -> None:
    assert GAME.from_string(f"{WON[case]} w - - 0 1").evaluate("positional") > 300
