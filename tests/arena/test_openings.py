"""Openings: random ones are balanced and differ, files are read or refused with their line."""

import itertools

import pytest
from refusals import refused
from search.kinds_of_game import SPECS, load

import boardai
from boardai.arena.games import Opening
from boardai.arena.openings import (
    NO_BALANCE,
    balanced_openings,
    default_balance,
    default_plies,
    load_openings,
)
from boardai.search import alphabeta


@pytest.mark.parametrize("name", SPECS)
def test_random_openings_fit_differ_and_repeat(name: str) -> None:
    game = load(name)
    plies = 2 if name == "tic-tac-toe" else 4
    balance = "alphabeta:depth=2"
    found = list(itertools.islice(balanced_openings(game, plies, balance, 7, []), 6))
    positions = [opening.states(game)[1].to_string() for opening in found]
    assert len(set(positions)) == 6
    assert all(len(opening.actions) == plies for opening in found)
    assert list(itertools.islice(balanced_openings(game, plies, balance, 7, []), 6)) == found
    assert list(itertools.islice(balanced_openings(game, plies, balance, 8, []), 6)) != found


def test_openings_of_an_earlier_run_come_first_and_are_continued() -> None:
    game = load("hex")
    every = list(itertools.islice(balanced_openings(game, 2, NO_BALANCE, 1, []), 8))
    assert list(itertools.islice(balanced_openings(game, 2, NO_BALANCE, 1, every[:5]), 8)) == every


def test_balanced_openings_are_more_even_than_random_ones() -> None:
    game = load("chess")

    def unevenness(balance: str) -> float:
        total = 0.0
        for opening in itertools.islice(balanced_openings(game, 8, balance, 3, []), 12):
            result = alphabeta(opening.states(game)[1], depth=3)
            total += abs(result.value or 0)
        return total

    assert unevenness("alphabeta:depth=3") < unevenness(NO_BALANCE) / 2


def test_when_there_are_no_more_they_come_again() -> None:
    game = load("tic-tac-toe")
    found = list(itertools.islice(balanced_openings(game, 1, NO_BALANCE, 0, []), 20))
    assert len(set(found)) == 9 and found[9:18] == found[:9]


def test_lines_that_always_end_the_game_are_an_error() -> None:
    with refused("9", "plies"):
        next(balanced_openings(load("tic-tac-toe"), 9, NO_BALANCE, 0, []))


@pytest.mark.thorough
def test_defaults_suit_the_game() -> None:
    assert default_plies(load("tic-tac-toe")) == 1
    assert 4 <= default_plies(load("reversi")) <= 6 or default_plies(load("reversi")) <= 8
    assert default_plies(load("chess")) == 8
    for name in SPECS:
        opening = next(balanced_openings(load(name), 1, default_balance(load(name)), 0, []))
        assert len(opening.actions) == 1


def test_files_have_moves_positions_or_both(tmp_path) -> None:
    path = tmp_path / "openings.txt"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    path.write_text(f"# mine\n\ne4 e5 Nf3\ne2e4 c7c5\n{start}\n{start}; d4 d5\n")
    assert load_openings(path, load("chess")) == [
        Opening(None, ("e2e4", "e7e5", "g1f3")),
        Opening(None, ("e2e4", "c7c5")),
        Opening(start, ()),
        Opening(start, ("d2d4", "d7d5")),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("e4 e5\ne4 e9\n", "line 2: .*move 2.*e9"),
        ("", "no openings"),
        ("# nothing\n", "no openings"),
        ("f3 e5 g4 Qh4\n", "line 1: .*f2f3 e7e5 g2g4 d8h4"),
        ("8/8/8/8 w - -; e4\n", "line 1: "),
    ],
)
def test_bad_files_are_named_with_their_line(tmp_path, text: str, message: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=f"^{path}: {message}"):
        load_openings(path, load("chess"))


def test_bytes_that_are_no_text_cost_their_line(tmp_path) -> None:
    path = tmp_path / "openings.txt"
    path.write_bytes(b"\xef\xbb\xbf# caf\xe9\ne4\xff\ne4 e5\n")
    with pytest.warns(UnicodeWarning, match="openings.txt:1: .*Latin-1.*1 more line"):
        assert load_openings(path, load("chess"), on_error="skip") == [Opening(None, ("e2e4", "e7e5"))]
    with pytest.warns(UnicodeWarning), refused(path, "line 2"):
        load_openings(path, load("chess"))


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
E4_E5_NF3 = Opening(None, ("e2e4", "e7e5", "g1f3"))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.txt", "1. e4 e5 2. Nf3", [E4_E5_NF3]),
        ("a.txt", "1.e4 e5 2.Nf3\n1... e5\n", None),
        ("a.txt", "\ufeff1.\u00a0e4 e5 2.\u200bNf3\n\ufeffe4 e5 Nf3\n", [E4_E5_NF3, E4_E5_NF3]),
        ("a.txt", "1. e4! {best} e5 ± 2. Nf3 *\n", [E4_E5_NF3]),
        ("a.txt", f'{START} bm e4; id "the start";\n', [Opening(START)]),
        ("a.txt", f"{START[:-4]} hmvc 4; fmvn 3;", [Opening(START[:-3] + "4 3")]),
        ("a.epd", f"# mine\n{START[:-4]} hmvc 4; fmvn 3;", [Opening(START[:-3] + "4 3")]),
        ("a.pgn", '[Event "a"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "b"]\n\n1. e4 e5 2. Nf3 1-0\n', [E4_E5_NF3] * 2),
        ("a.txt", '[Event "a"]\n\n1. e4 e5\n2. Nf3 *\n', [E4_E5_NF3]),
        ("openings", f'[FEN "{START[:-3]}7 9"]\n\n9. e4 *\n', [Opening(START[:-3] + "7 9", ("e2e4",))]),
        ("a.txt", f"{START}; e4 e9\n", None),
        ("a.txt", f"{START}; e4 xyz\n", None),
        ("a.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n", None),
    ],
)
def test_files_as_other_programs_write_them(tmp_path, name: str, text: str, expected: list[Opening] | None) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    if expected is None:
        with refused(path):
            load_openings(path, load("chess"))
    else:
        assert load_openings(path, load("chess")) == expected


def test_games_are_cut_where_the_opening_ends(tmp_path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. f3 e5 2. g4 Qh4# 0-1\n\n1. d4 d5 1-0\n\n1. e4 Ke9 *\n")
    reported: list[ValueError] = []
    found = load_openings(path, load("chess"), plies=3, on_error=reported.append)
    assert found == [Opening(None, ("f2f3", "e7e5", "g2g4")), Opening(None, ("d2d4", "d7d5"))]
    assert len(reported) == 1 and "Ke9" in str(reported[0])


@pytest.mark.parametrize(
    ("spec", "name", "text", "actions"),
    [
        ("reversi", "a.txt", "f5d6c3\n1. f5 d6 2. c3\n", [("f5", "d6", "c3")] * 2),
        ("hex:size=5", "a.txt", "1. a1 b2\na1 b2\n", [("a1", "b2")] * 2),
        ("hex:size=5", "a.sgf", "(;FF[4]GM[11]SZ[5];B[a1];W[b2])", [("a1", "b2")]),
        (
            "reversi:board=octagon",
            "a.txt",
            "# mine\n1. {0}\n{0}\n{start}\n{start}; {0}\n",
            [("{0}",), ("{0}",), (), ("{0}",)],
        ),
        ("hex:size=5", "openings", "(;FF[4]GM[11]SZ[5];B[a1];W[b2])", [("a1", "b2")]),
    ],
)
def test_files_of_other_games(tmp_path, spec: str, name: str, text: str, actions: list[tuple[str, ...]]) -> None:
    path, game = tmp_path / name, boardai.load(spec)
    state = game.initial_state()
    move = state.action_to_string(state.legal_actions()[0])
    path.write_text(text.format(move, start=state.to_string()))
    expected = [tuple(word.format(move) for word in line) for line in actions]
    assert [opening.actions for opening in load_openings(path, game)] == expected
