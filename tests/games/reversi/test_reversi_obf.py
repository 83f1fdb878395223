"""Positions with the margins of their moves, one a line: OBF."""

import io
import random

import pytest

import boardai
from boardai.games.reversi import solve_endgame

# Position 40 of the FFO endgame test suite (http://www.radagast.se/othello/ffotest.html), with margins of its moves.
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36; D8:+34; C1:+30; B1:+30;"


def read(text, game=None, **arguments):
    return list(boardai.read_games(io.StringIO(text), game, **arguments))


def written(games):
    stream = io.StringIO()
    boardai.write_games(stream, games, format=".obf")
    return stream.getvalue()


def test_a_position_and_what_its_moves_are_worth():
    (one,) = read(FFO_40 + "\n")  # known by its beginning
    assert one.start.to_string() == FFO_40.partition(";")[0] and one.actions == () and one.result is None
    assert one.headers == {"scores": {"a2": 38, "c7": 36, "d8": 34, "c1": 30, "b1": 30}}
    assert written([one]) == FFO_40 + "\n"
    best = solve_endgame(one.start)
    assert best.value == max(one.headers["scores"].values())


def test_comments_blank_lines_and_other_letters():
    text = (
        f"% a test suite\n\n{FFO_40} % FFO 40\n" + FFO_40.partition(";")[0].replace("X", "*").replace("-", ".") + "\n"
    )
    first, second = read(text, format=".obf")
    assert first.comments == {0: "FFO 40"} and first.place == "games:3"
    assert second.start == first.start and second.headers == {}
    assert written([first, second]) == FFO_40 + " % FFO 40\n" + FFO_40.partition(" X")[0] + " X;\n"
    assert read(written([first, second])) == [first, second]


def test_passes_and_other_boards():
    cells = "OX" + "-" * 62
    (one,) = read(f"{cells} X; PS:+2;", format=".obf")
    assert one.headers == {"scores": {"pass": 2}} and read(written([one])) == [one]
    six = boardai.load("reversi:board=6x6")
    text = six.initial_state().to_string() + "; b3:-4;"
    (small,) = read(text, six, format=".obf")
    assert small.headers == {"scores": {"b3": -4}} and read(written([small]), six, format=".obf") == [small]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("O--X X;", ".*'O--X X'"),
        ("?" * 64 + " X;", "."),
        (FFO_40.replace("A2", "H8"), "move 'h8'"),
        (FFO_40.replace("A2:+38", "A2"), ".*'A2'"),
        (FFO_40.replace("+38", "+x"), r".*'A2:\+x'"),
        (FFO_40.replace("C7", "a2"), ".*a2$"),
        (FFO_40.replace("; C7", ";; C7"), ".*''"),
        ("X" * 200_000, ".*100,000"),
    ],
)
def test_lines_that_are_no_positions_are_reported_and_left_out(line, reason):
    with pytest.raises(ValueError, match=f"games:2: .*{reason}"):
        read(f"{FFO_40}\n{line}\n{FFO_40}\n", format=".obf")
    assert len(read(f"{FFO_40}\n{line}\n{FFO_40}\n", format=".obf", on_error="skip")) == 2


def test_nothing_is_left_out_without_a_word():
    reversi = boardai.load("reversi")
    start = reversi.initial_state()
    for message, reason in [
        ({"actions": (37,)}, "game 1: .*moves"),
        ({"headers": {"a": 1}}, "game 1: .*one header"),
        ({"headers": {"scores": 3}}, "game 1: .*one header"),
        ({"headers": {"scores": {"f5": 0.5}}}, r"game 1: header 'scores': 'f5': .*0\.5"),
        ({"headers": {"scores": {"a1": 1}}}, "move 'a1'"),
        ({"comments": {0: "a\nb"}}, "game 1: comment 0"),
        ({"players": ("a", "b")}, "game 1: .*players"),
        ({"result": 1}, "game 1: .*result"),
    ]:
        with pytest.raises(ValueError, match=reason):
            written([boardai.RecordedGame(reversi, start, **message)])


def test_damaged_lines_are_refused_or_read():
    rng = random.Random(6)
    reversi, refused = boardai.load("reversi"), 0
    for _ in range(600):
        letters = list(FFO_40 + " % c")
        for _ in range(rng.randint(0, 2)):
            at = rng.randrange(len(letters))
            letters[at : at + rng.randint(0, 2)] = rng.choice([*"XO-*;:+a1 %é", "PA", ""])
        reported = []
        games = read("".join(letters), reversi, format=".obf", on_error=reported.append)
        refused += len(reported)
        assert all(str(error).startswith("games:1: ") for error in reported)
        assert read(written(games), reversi, format=".obf") == games
    assert 100 < refused < 500
