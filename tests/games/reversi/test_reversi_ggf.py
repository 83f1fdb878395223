"""Games in GGF: read, written, refused and fuzzed."""

import io
import random

import pytest
from refusals import refused

import boardai
from boardai.games.reversi.formats.ggf import LONGEST_GGF, read_ggf

BOARD = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"

# Of the archive of the Generic Game Server: game 1 of Othello.01e4.ggf, and a match of two games with drawn openings
# (1 July 2009), which stand in one line with their number before them.
GGS = (
    "1 (;GM[Othello]PC[GGS/os]DT[2000-4-16 11:13 EST]PB[fangr]PW[patzer]RB[1457.12]RW[1631.74]TI[15:00//02:00]TY[8]"
    f"RE[-40.00]BO[{BOARD}]B[E6//4.09]W[F4/-48.50/0.93]B[C3//5.52]W[C4/-42.50/0.43]B[D3//1.70]W[D6/-39.50/0.28]"
    "B[F6//4.31]W[C6/-28.55/0.13]B[F5//2.17]W[G5/0.55/0.10]B[G6//2.21]W[E3/-30.57/0.02]B[F2//1.65]W[F7/-43.63/0.01]"
    "B[E7//4.71]W[F3/-43.63]B[H5//1.80]W[E2/-43.63]B[C5//5.10]W[B6/0.63]B[B4//6.88]W[B5/2.82]B[B3//8.30]W[A4/2.04]"
    "B[A3//3.06]W[H4/-2.55]B[H3//8.17]W[D8/-5.22/0.01]B[C7//9.61]W[D7/-2.40]B[C8//51.08]W[E8/0.90]B[C2//17.00]"
    "W[G4/4.05]B[F1//16.62]W[H6/6.88/0.01]B[G3//11.69]W[H2/12.51/0.01]B[A5//33.91]W[D2/15.19/0.01]B[E1//2.67]"
    "W[B2/13.64/0.01]B[B7//7.38]W[D1/15.94/0.01]B[G2//5.81]W[A6/15.89/0.01]B[A7//3.84]W[H1/27.21/0.01]B[F8//6.78]"
    "W[A8/29.49/0.01]B[B8//3.80]W[A2/29.39/0.01]B[A1//2.96]W[G1/30.62/0.01]B[C1//3.05]W[B1/30.46/0.01]B[H7//5.06]"
    "W[H8/40.00/0.01]B[pass//1.67]W[G7/40.00/0.01]B[pass//2.10]W[G8];)\n"
    "2 (;GM[Othello]PC[GGS/os]DT[2009.07.01_02:52:45.MDT]PB[edax]PW[Roxane]RB[2691.38]RW[2693.68]TI[05:00//02:00]"
    "TY[s8r18]RE[-10.000]BO[8 --**O--- --**---- --*OO--- ****OO-- ---O*--- --O-*--- -------- -------- *]"
    "B[f1/-6.00/26.00]W[C5/8.00/25.36]B[d6/-8.00/9.00]W[B6/8.00/15.61];)"
    "(;GM[Othello]PC[GGS/os]DT[2009.07.01_02:52:45.MDT]PB[Roxane]PW[edax]RB[2693.68]RW[2691.38]TI[05:00//02:00]"
    "TY[s8r18]RE[+10.000:t]BO[8 --**O--- --**---- --*OO--- ****OO-- ---O*--- --O-*--- -------- -------- *]"
    "B[F1/-8.00/26.32]W[C5/6.00/13.00]B[D6/-8.00/26.69]W[B6/8.00/28.00];)\n"
)
WIPE_OUT = "B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5]"  # light has no disc left


def read(text, game=None, **arguments):
    return list(boardai.read_games(io.StringIO(text), game, **arguments))


def written(games):
    stream = io.StringIO()
    boardai.write_games(stream, games, format=".ggf")
    return stream.getvalue()


def one_game(rest):
    return f"(;GM[Othello]{rest};)"


def test_an_archive_of_the_server_is_read_with_all_that_it_says():
    first, second, third = read(GGS)
    assert (first.game.spec, first.players, first.result) == ("reversi", ("fangr", "patzer"), -1)
    assert first.final_state().is_terminal() and first.final_state().score(0) == -40 and first.problems == ()
    assert dict(first.headers) == {
        "PC": "GGS/os", "RB": "1457.12", "RW": "1631.74", "TI": "15:00//02:00"
    }  # fmt: skip
    assert first.comments[1] == "[%emt 4.09]" and first.comments[2] == "[%eval -48.50] [%emt 0.93]"
    assert first.comments[16] == "[%eval -43.63]" and first.moves().count("pass") == 2
    assert [game.place for game in (first, second, third)] == ["games:1", "games:2", "games:2"]
    assert second.start.to_string().startswith("--XXO---") and second.result == -1
    assert (first.date, second.date) == ("2000-4-16 11:13 EST", "2009.07.01_02:52:45.MDT")
    # A margin of a game that was broken off is kept, and how it ended.
    assert (first.termination, second.termination, third.termination) == ("", "", "time")
    assert (second.headers["RE"], third.headers["RE"], third.result) == ("-10.000", "+10.000:t", 1)
    assert third.headers["TY"] == "s8r18"


def test_ggf_is_not_taken_for_sgf_nor_sgf_for_ggf():
    for text in (GGS, GGS.removeprefix("1 "), "\n (;GM[Othello]PB[a]B[f5];)"):
        assert read(text)[0].game.name == read(text, "reversi")[0].game.name == "reversi"
        with refused("hex", "beginning"):
            read(text, "hex")
    (game,) = read("(;GM[11]SZ[3];B[b2])")
    assert game.game.name == "hex"


def test_what_was_read_is_written_and_read_again():
    games = read(GGS)
    text = written(games)
    assert read(text) == games and written(read(text)) == text
    assert text.splitlines()[1].startswith("(;GM[Othello]PB[edax]PW[Roxane]DT[2009.07.01_02:52:45.MDT]TY[s8r18]")
    assert "RE[-40.00]" in text and "B[PA//1.67]" in text and f"BO[{BOARD}]" in text
    stream = io.StringIO()
    boardai.write_games(stream, games, format=".jsonl")
    assert read(stream.getvalue()) == games


def test_games_on_other_squares_and_from_any_random_play_are_read_again():
    rng = random.Random(11)
    for board in ("8x8", "6x6", "14x14"):
        game = boardai.load("reversi", board=board)
        games = []
        for _ in range(6):
            state, actions, comments = game.initial_state(), [], {}
            for _ in range(rng.randrange(400)):
                if state.is_terminal():
                    break
                actions.append(rng.choice(state.legal_actions()))
                state.apply(actions[-1])
                if rng.random() < 0.2:
                    comments[len(actions)] = rng.choice(["[%eval 1.5]", "[%emt 0.01]", "[%eval -3] [%emt 7]"])
            result = state.outcome(0) if state.is_terminal() else rng.choice([None, 1, 0, -1])
            games.append(
                boardai.RecordedGame(
                    game, game.initial_state(), tuple(actions), result, ("a b", ""), {"PC": "a"}, comments, date="2026"
                )
            )
        assert read(written(games)) == read(written(games), game) == games


def test_boards_that_do_not_ship_are_squares_with_four_discs():
    ten = "-" * 44 + "O*" + "-" * 8 + "*O" + "-" * 44
    for text in (one_game("TY[10]B[f7]W[e7]"), one_game(f"TY[10]BO[10 {ten} *]B[f7]W[e7]")):
        (game,) = read(text)
        assert game.start == game.game.initial_state() and game.start.to_string() == ten.replace("*", "X") + " X"
        assert read(written([game])) == [game]
    with refused("BO"):
        read(one_game(f"BO[10 {ten} *]"), "reversi")


@pytest.mark.parametrize(
    ("rest", "result", "headers", "problems"),
    [
        ("RE[?]B[F5]", None, {}, 0),
        ("B[F5]", None, {}, 0),
        ("RE[]B[F5]", None, {}, 0),
        ("RE[+64.00:r]B[F5]", 1, {}, 0),
        ("RE[+4.00:t]TERMINATION[lag]B[F5]", 1, {"RE": "+4.00:t"}, 0),
        ("RE[-2]B[F5]", -1, {"RE": "-2"}, 0),
        ("RE[+0.000]B[F5]", 0, {}, 0),
        ("RE[aborted]B[F5]", None, {"RE": "aborted"}, 0),
        (f"RE[+64.000]{WIPE_OUT}", 1, {}, 0),
        (f"{WIPE_OUT}", 1, {}, 0),
        (f"RE[+13.00]{WIPE_OUT}", 1, {"RE": "+13.00"}, 0),  # without the empty cells
        (f"RE[-64.00]{WIPE_OUT}", 1, {}, 1),
        (f"RE[?]{WIPE_OUT}", 1, {}, 1),
        # With a komi the winner may be another one.
        (f"KM[70]RE[-6.00]{WIPE_OUT}", 1, {"KM": "70", "RE": "-6.00"}, 0),
        (f"{WIPE_OUT}W[PA]B[PA]", 1, {}, 0),  # passes after the end
    ],
)
def test_a_stated_result_is_kept_or_reported_and_can_be_written(rest, result, headers, problems):
    (game,) = read(one_game(rest))
    assert (game.result, dict(game.headers), len(game.problems)) == (result, headers, problems)
    assert all("games:1: RE[" in problem and "but the moves make it +64.00" in problem for problem in game.problems)
    (again,) = read(written([game]))
    assert again == game and not again.problems


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        ("B[a1]", "games:1: GGF, move 1: move 'a1'"),
        ("W[f5]", "GGF, move 1: 'f5'.*light"),
        ("B[f5]B[d6]", "GGF, move 2: 'd6'.*dark"),
        ("B[f5]W[PA]", "GGF, move 2: move 'pass'"),
        ("B[f5/1/2/3]", "GGF, move 1: 'f5/1/2/3'"),
        ("TY[8a]B[f5]", "anti game"),
        ("TY[s8r18ka]B[f5]", "anti game"),
        (f"TY[8{'k' * 10_000}!]BO[5 ----- *]", "side '5'"),
        ("TY[4k]B[f5]BO[5 ----- *]", "a board of side '5'; there are even ones"),
        (f"BO[{BOARD}]BO[{BOARD}]", "GGF: .*BO"),
        (f"BO[{BOARD[:-2]}]", "GGF: .*BO.*reversi"),
        (f"BO[{BOARD[:-1]}-]", "GGF: .*BO.*moves"),
        ("PB[a] x", "games: GGF line 1, column 20: .*NAME"),
        ("PB[a](;", "line 1, column 19"),
    ],
)
def test_games_that_cannot_be_read_are_reported_and_left_out(rest, reason):
    good = one_game("B[f5]")
    with pytest.raises(ValueError, match=reason):
        read(one_game(rest) + "\n" + good)
    found = read(good + "\n" + one_game(rest) + "\n" + good, on_error="skip")
    assert found[0].moves() == found[-1].moves() == ["f5"] and len(found) >= 2


def test_other_games_of_the_server_and_texts_around_games_are_reported():
    amazons = "(;GM[Amazons]PB[a]TY[10];)"
    for text, reason in [
        (amazons, "games:1: GGF: .*'Amazons'"),
        ("\n\nDear Sir,\n" + one_game("B[f5]"), "GGF line 3, column 1: .*'Dear Sir"),
        (one_game("B[f5]") + "\n(;GM[Othello]", "GGF line 2, column 14"),
        ("(;GM[Othello]B[f5", "GGF line 1, column 14: .*NAME"),
        ("(;GM[Othello]PB[" + "x" * (LONGEST_GGF + 9), r"GGF line 1, column \d+: .*1,000,000"),
        ("(;" + "PB[xxxxxxxxx]" * 90_000 + ";)", r"GGF line 1, column \d+: .*1,000,000"),
    ]:
        with pytest.raises(ValueError, match=reason):
            read(text, format=".ggf")
        assert len(read(text + one_game("B[f5]"), format=".ggf", on_error="skip")) <= 2
    assert read("3\n", format=".ggf") == []


def test_games_are_streamed():
    class Endless(io.StringIO):
        handed_out = 0

        def read(self, size=-1):
            assert 0 < size < 1 << 20
            self.handed_out += 1
            return (one_game("B[f5]W[d6]") + "\n") * 500

    stream = Endless()
    games = boardai.read_games(stream, "reversi", format=".ggf")
    assert all(next(games).moves() == ["f5", "d6"] for _ in range(2000)) and stream.handed_out <= 6


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"comments": {1: "Good."}}, "game 1: comment 1"),
        ({"comments": {0: "[%emt 1]"}}, "game 1: .*comment before"),
        ({"comments": {1: "[%eval 1][%emt 1]"}}, "game 1: comment 1"),
        ({"headers": {"PB": "a"}}, "header 'PB'"),
        ({"headers": {"DT": "a"}, "date": "b"}, "header 'DT'"),
        ({"date": "a]"}, r"DT: 'a\]'"),
        ({"players": ("a]", "")}, r"PB: 'a\]'"),
        ({"headers": {"RE": "+3"}, "result": -1}, r"header 'RE': '\+3'.*player 0.*-1"),
        ({"glyphs": {1: (1,)}}, "game 1: .*glyphs"),
    ],
)
def test_nothing_is_left_out_without_a_word(message, reason):
    one = boardai.RecordedGame.from_moves("reversi", ["f5"], **message)
    with pytest.raises(ValueError, match=reason):
        written([one])
    with refused("game 1", "reversi:board=octagon"):
        written(
            [
                boardai.RecordedGame(
                    boardai.load("reversi:board=octagon"), boardai.load("reversi:board=octagon").initial_state()
                )
            ]
        )


def test_headers_of_any_kind_and_how_a_game_ended_are_kept():
    for message in (
        {
            "headers": {"Event": "a]", "TI": 3, "PC": "x", "n": [1, "]"]},
            "termination": "lost ] in\nthe mail",
            "result": -1,
        },
        {"termination": "resignation", "result": 1},
        {"termination": "stopped after 2 plies"},
        {"headers": {"RE": "+3.00:t"}, "termination": "time", "result": 1},
    ):
        one = boardai.RecordedGame.from_moves("reversi", ["f5"], **message)
        assert read(written([one])) == [one]


def test_damaged_archives_are_refused_or_read():
    rng = random.Random(4)
    reversi = boardai.load("reversi")
    read_again = 0
    for _ in range(120):
        letters = list(GGS)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(letters))
            letters[at : at + rng.randint(0, 3)] = rng.choice([*"();[]/BW*O-a8 \n", "PA", "é", "RE[1]"])
        reported = []
        games = read("".join(letters), reversi, format=".ggf", on_error=reported.append)
        assert all(str(error).startswith("games:") for error in reported)
        assert read(written(games), reversi, format=".ggf") == games
        read_again += len(games)
    assert 100 < read_again < 360


def test_one_game_as_nboard_sends_it():
    start, actions = read_ggf(one_game("B[F5/1.2/3]W[D6//0.1]"), boardai.load("reversi"))
    assert (start, actions) == (boardai.load("reversi").initial_state(), [37, 43])
    for text in ("", "x", one_game("B[f5]") * 2):
        with pytest.raises(ValueError, match=r"^GGF"):
            read_ggf(text, boardai.load("reversi"))
