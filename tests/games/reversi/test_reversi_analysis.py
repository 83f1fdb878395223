"""What boards are made of: the classes of the standard board by hand, every shipped board's as a golden file."""

import re
from pathlib import Path

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.games.reversi import available_boards
from boardai.games.reversi.analysis import CLASSES, COLOURS, analysis_svg, analysis_text, cell_classes, main, sides

TRAINING_BOARDS = ("6x6", "8x8", "octagon", "diagonal")


def board(name: str) -> boardai.Game:
    return boardai.load(f"reversi:board={name}")


def from_rows(*rows: str) -> boardai.Game:
    return boardai.load("reversi", board="name: test\nto move: dark\n\n" + "\n".join(rows) + "\n")


def test_the_standard_board_by_hand() -> None:
    # Corners attack 21 of 63 cells: A. C squares give an A corner away along the edge, X squares along the diagonal.
    # The centre is the one crossing (d4/e5); its rhombus less all within two steps of the frame is the inner 4x4.
    assert cell_classes(board("8x8")) == [
        "AXEEEEXA",
        "XZPPPPZX",
        "EPCCCCPE",
        "EPCCCCPE",
        "EPCCCCPE",
        "EPCCCCPE",
        "XZPPPPZX",
        "AXEEEEXA",
    ]
    assert sides(board("8x8")) == [
        list(range(8)), list(range(56, 64)), list(range(0, 64, 8)), list(range(7, 64, 8)),
    ]  # fmt: skip


@pytest.mark.parametrize("name", available_boards())
def test_golden_files(name: str, root: Path) -> None:
    golden = root / "games" / "reversi" / "golden" / f"analysis-{name}.txt"
    assert analysis_text(board(name)) + "\n" == golden.read_text()


def test_the_boards_trained_on_have_every_class() -> None:
    found = {kind for name in TRAINING_BOARDS for row in cell_classes(board(name)) for kind in row}
    assert found - {" "} == set(CLASSES)


@pytest.mark.parametrize("name", available_boards())
def test_classes_follow_the_board_and_its_symmetries(name: str) -> None:
    game = board(name)
    height, width, _ = game.observation_shape
    text = game.initial_state().to_string()
    rows = cell_classes(game)
    flat = "".join(rows)
    assert [kind == " " for kind in flat] == [cell == "#" for cell in text[: height * width]]
    grid, seen = np.array([list(row) for row in rows]), 0
    for turned in (np.rot90(grid, turns) for turns in range(4)):
        for image in (turned, turned[:, ::-1]):
            if image.shape == grid.shape and ((image == " ") == (grid == " ")).all():
                assert (image == grid).all()
                seen += 1
    assert seen == game.initial_state().symmetry_count()


def test_corners_are_graded_by_what_they_attack() -> None:
    # Of a 10x10 a corner attacks 27 of 99 cells, less than three in ten; of a 9x9, 24 of 80, exactly three in ten.
    ten = from_rows(*["-" * 10] * 4, "----OX----", "----XO----", *["-" * 10] * 4)
    nine = from_rows(*["-" * 9] * 4, "---OX----", "---XO----", *["-" * 9] * 3)
    assert cell_classes(ten)[0][0] == "B" and cell_classes(ten)[1][:2] == "WY"
    assert cell_classes(nine)[0][0] == "A" and cell_classes(nine)[1][:2] == "XZ"


def test_a_board_of_two_parts_has_a_centre_in_each() -> None:
    rows = cell_classes(board("diagonal"))
    assert [row[2:4] for row in rows[2:4]] == ["CC", "CC"] and [row[9:11] for row in rows[9:11]] == ["CC", "CC"]
    assert len(sides(board("diagonal"))) == 8


def test_slanted_sides_and_short_ones() -> None:
    found = sides(board("octagon"))
    assert len(found) == 8 and all(len(side) == 4 for side in found)
    assert [3, 12, 21, 30] in found
    # Three cells are no side, and a corner alone is none.
    assert sides(from_rows("#---#", "-OX--", "-XO--", "#---#")) == []


def test_a_hole_makes_edges() -> None:
    rows = cell_classes(from_rows("------", "------", "--OX--", "--XO--", "---#--", "------"))
    assert rows[4][3] == " " and "".join(rows).count("C") < 4


def test_the_picture() -> None:
    for name in available_boards():
        picture, rows = analysis_svg(board(name)), "".join(cell_classes(board(name)))
        assert picture.count("<rect") == len(rows.replace(" ", ""))
        assert picture.count("<line") == len(sides(board(name)))
        for kind in set(rows) - {" "}:
            assert picture.count(f'fill="{COLOURS[kind]}"') == rows.count(kind)
            assert len(re.findall(f">{kind}</text>", picture)) == rows.count(kind)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["6x6", "--svg", str(tmp_path / "a.svg")])
    assert capsys.readouterr().out == analysis_text(board("6x6")) + "\n"
    assert (tmp_path / "a.svg").read_text() == analysis_svg(board("6x6"))


def test_other_games_are_refused() -> None:
    with refused("hex", "Reversi"):
        cell_classes(boardai.load("hex"))
