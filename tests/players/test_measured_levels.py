"""What levels of chess and Hex state of their strength is what docs/web.md has measured."""

import re
from pathlib import Path

import pytest

import boardai
from boardai.players.levels import levels_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "web.md"


@pytest.mark.parametrize(("game", "column"), [("chess", 1), ("hex", 2)])
def test_levels_have_the_scores_of_the_page(game: str, column: int) -> None:
    table = PAGE.read_text(encoding="utf-8").partition("Scores of each level against")[2].partition("\n\nThey")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| *")]
    found = {}
    for row in rows:
        if share := re.match(r" ([\d.]+) %", row[column]):
            found[row[0].strip(" *")] = float(share[1]) / 100
    assert len(found) > 1 and boardai.load(game).level_scores == pytest.approx(found)
    measured = {level.key: level.measured for level in levels_of(boardai.load(game))}
    assert {key for key, words in measured.items() if words} == set(found)
    assert measured["easy"] == f"scored {100 * found['easy']:.0f} % against Beginner"


@pytest.mark.parametrize("game", ["hex:size=7", "hex:swap=true", "chess:chess960=true,position=0"])
def test_other_boards_and_rules_state_nothing(game: str) -> None:
    assert not any(level.measured for level in levels_of(boardai.load(game)))
