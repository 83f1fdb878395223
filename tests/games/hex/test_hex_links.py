"""Hex games as links to HexWorld and trmph: read, written, refused and fuzzed."""

import io
import random
from pathlib import Path

import pytest
from refusals import refused

import boardai


def read(text: str, game: str | None = None, **arguments):
    return list(boardai.read_games(io.StringIO(text), game, **arguments))


def written(games, ending: str) -> str:
    stream = io.StringIO()
    boardai.write_games(stream, games, format=ending)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("link", "spec", "moves", "result"),
    [
        # As HexWorld and PlayHex make them: size, how the board is turned and coloured, moves.
        ("https://hexworld.org/board/#9r9c1,e5g6c6i9b3", "hex:size=9", "e5 g6 c6 i9 b3", None),
        ("https://hexworld.org/board/#11r9c1,b4:sh4g8i8h3", "hex:size=11,swap=true", "b4 swap d8 h7 h9 c8", None),
        ("https://hexworld.org/board/#11,h4e7f9,b9c3", "hex:size=11", "h4 e7 f9 b9 c3", None),
        ("https://hexworld.org/board/#13r10mnc1,,a1b2", "hex:size=13", "a1 b2", None),
        ("https://hexworld.org/board/#14", "hex:size=14", "", None),
        ("https://hexworld.org/board/#9x7,i7a1:S", None, None, None),
        ("https://hexworld.org/board/#9x7,i7:Sa1", "hex:rows=7,cols=9,swap=true", "i7 swap a1", None),
        ("https://hexworld.org/board/#5,a1b2:rw", "hex:size=5", "a1 b2", 1),
        ("https://hexworld.org/board/#5,a1b2:fb", "hex:size=5", "a1 b2", -1),
        # After :s players keep their colours: white, who resigns, is the second player.
        ("https://hexworld.org/board/#5,b1:sc3:rw", "hex:size=5,swap=true", "b1 swap c3", 1),
        ("https://hexworld.org/board/#5,b1:Sc3:rw", "hex:size=5,swap=true", "b1 swap c3", -1),
        ("11c1,a2f6", "hex:size=11", "a2 f6", None),
        ("#11,a2f6", "hex:size=11", "a2 f6", None),
        # trmph: the size and the moves.
        ("http://www.trmph.com/hex/board#13,a1b2c3d4e5f6g7h8i9j10k11l12m13", "hex:size=13",
         "a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13", None),
        ("https://trmph.com/hex/board#11,", "hex:size=11", "", None),
    ],
)  # fmt: skip
def test_links_are_games(link, spec, moves, result):
    if spec is None:
        with refused("games:1", "column 37", "move 3"):
            read(link)
        return
    (game,) = read(f"\n{link}\n", format=".hexworld")
    assert (game.game.spec, " ".join(game.moves()), game.result) == (spec, moves, result)
    assert game.place == "games:2"
    assert read(written([game], ".hexworld"), spec) == [game]
    if link.startswith("http"):
        assert read(link) == [game]  # known by its beginning


def test_what_is_written_is_what_the_boards_make():
    links = [
        "https://hexworld.org/board/#11,b4:sh4g8:rb",
        "https://hexworld.org/board/#9x7,i7:Sa1:fw",
        "https://hexworld.org/board/#5",
    ]
    assert [written(read(link), ".hexworld") for link in links] == [f"{link}\n" for link in links]
    link = "https://trmph.com/hex/board#13,a1b2c3"
    assert written(read(link), ".trmph") == f"{link}\n"


def test_a_finished_game_and_its_stated_result():
    won, wrong = read("https://hexworld.org/board/#2,a1b1a2b2:rw\nhttps://hexworld.org/board/#2,a1b1a2:rb\n")
    assert [game.moves() for game in (won, wrong)] == [["a1", "b1", "a2"]] * 2
    assert won.result == wrong.result == 1 and not won.problems and not won.headers
    assert wrong.problems == ("games:2: W+Resign, but the moves make it B+",)
    assert written([won, wrong], ".hexworld") == "https://hexworld.org/board/#2,a1b1a2\n" * 2


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("https://trmph.com/hex/game-lg/1804563", "expected a link such as"),
        ("https://hexworld.org/board/", "expected a link such as"),
        ("https://hexworld.org/board/#11q1,a1", "expected a link such as"),
        ("https://hexworld.org/board/#20,a1", "rows must be|size must be"),
        ("https://hexworld.org/board/#11,a1,b2,c3", "column 37: expected a move such as a2, got ',c3'"),
        ("https://hexworld.org/board/#11,a1:x", "column 34: expected a move such as a2, got ':x'"),
        ("https://hexworld.org/board/#11,a1 b", "column 34: expected a move such as a2"),
        ("https://hexworld.org/board/#11,a1a1", "column 34, move 2: move 'a1': the cell is occupied"),
        ("https://hexworld.org/board/#11,a1b12", "column 34, move 2: .*the last cell"),
        ("https://hexworld.org/board/#11,a1:p", "column 34, move 2: a pass"),
        ("https://hexworld.org/board/#11,a1:rba2", "column 37: a2 after the end of the game"),
        ("https://hexworld.org/board/#9x7,a1:sb1", "rows.*columns"),
        ("https://hexworld.org/board/#11," + "a1" * 5_000, "more than 10,000 characters"),
    ],
)
def test_lines_that_are_no_games_are_reported_and_left_out(link, reason):
    with pytest.raises(ValueError, match=f"games:2: .*({reason})"):
        read(f"#5,a1\n{link}\n#5,a2\n", format=".trmph")
    assert len(read(f"#5,a1\n{link}\n#5,a2\n", format=".trmph", on_error="skip")) == 2


def test_a_link_for_another_game_is_refused():
    with refused("games:1", "5x5"):
        read("#5,a1", "hex:size=6", format=".trmph")
    with refused("games:1", "hex:size=5"):
        read("#5,a1:s", "hex:size=5", format=".hexworld")


def test_nothing_is_left_out_of_a_link_without_a_word(tmp_path: Path):
    (game,) = read("#5,a1:Sb2", format=".hexworld")
    open_end = boardai.RecordedGame.from_moves("hex:size=5", ["a1"], result=1)
    timed = boardai.RecordedGame.from_moves("hex:size=5", ["a1"], result=1, termination="time")
    resigned = boardai.RecordedGame.from_moves("hex:size=5", ["a1"], result=1, termination="resignation")
    named = boardai.RecordedGame.from_moves("hex:size=5", ["a1"], players=("a", "b"))
    oblong = boardai.RecordedGame.from_moves("hex:rows=2,cols=3", ["a1"])
    for one, ending, reason in [
        (game, ".trmph", r"a\.trmph: game 1: .*swap"),
        (open_end, ".hexworld", "game 1: .*result"),
        (open_end, ".trmph", "game 1: .*result"),
        (timed, ".hexworld", "game 1: .*ended"),
        (resigned, ".trmph", "game 1: .*ended"),
        (named, ".hexworld", r"a\.hexworld: game 1: .*players"),
        (oblong, ".trmph", r"a\.trmph: game 1: .*rows"),
    ]:
        with pytest.raises(ValueError, match=reason):
            boardai.write_games(tmp_path / f"a{ending}", [one])


def test_damaged_links_are_refused_or_read():
    rng = random.Random(3)
    refused = 0
    for _ in range(600):
        letters = list("https://hexworld.org/board/#5r9c1,b1:sc3d4,e5a1:rw")
        for _ in range(rng.randint(0, 2)):
            at = rng.randrange(28, len(letters))
            letters[at : at + rng.randint(0, 2)] = rng.choice([*"abx#,:sSprf019 é", ":p", ""])
        try:
            games = read("".join(letters), "hex:size=5,swap=true", format=".hexworld")
        except ValueError as error:
            refused += 1
            assert str(error).startswith("games:1: ")
            continue
        assert read(written(games, ".hexworld"), "hex:size=5,swap=true", format=".hexworld") == games
    assert 200 < refused < 550
