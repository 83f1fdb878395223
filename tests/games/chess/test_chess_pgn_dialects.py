"""PGN as other programs and people write it: samples in each style, held against the `chess` package's main lines."""

from __future__ import annotations

import io
import random

import chess
import chess.pgn
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import boardai
from boardai.games.chess.pgn import PgnError, PgnGame, read_games
from boardai.games.chess.pgn.signs import TRANSLATED, glyphs_of, meant_result


def read(text: str, *, variations: bool = False) -> list[PgnGame]:
    return list(read_games(io.StringIO(text), variations=variations))


def moves_of(game: PgnGame) -> list[str]:
    return [state.san(move.action) for state, move in zip(game.states(), game.moves, strict=False)]


def messages(game: PgnGame) -> list[str]:
    return [problem.reason for problem in game.problems]


CHESS_COM = """[Event "Live Chess"]
[Site "Chess.com"]
[Date "2024.03.09"]
[Round "-"]
[White "erik"]
[Black "hikaru"]
[Result "0-1"]
[CurrentPosition "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"]
[Timezone "UTC"]
[ECO "A00"]
[ECOUrl "https://www.chess.com/openings/Barnes-Opening"]
[UTCDate "2024.03.09"]
[UTCTime "10:11:12"]
[WhiteElo "1200"]
[TimeControl "180+2"]
[Termination "hikaru won by checkmate"]
[Link "https://www.chess.com/game/live/1"]

1. f3 {[%clk 0:02:59.9]} 1... e5 {[%clk 0:02:58.1]} 2. g4 {[%clk 0:02:55]} $6 2... Qh4# {[%clk 0:02:57.8]} 0-1
"""
LICHESS = """[Event "Rated Blitz game"]
[Site "https://lichess.org/abcdefgh"]
[Date "2024.01.02"]
[White "a"]
[Black "b"]
[Result "1-0"]
[GameId "abcdefgh"]
[UTCDate "2024.01.02"]
[WhiteRatingDiff "+6"]
[Variant "Standard"]
[TimeControl "300+3"]
[ECO "C20"]
[Opening "King's Pawn Game: Wayward Queen Attack"]
[Termination "Normal"]
[Annotator "lichess.org"]

1. e4 { [%eval 0.36] [%clk 0:05:00] } 1... e5 { [%eval 0.32] [%clk 0:05:00] } 2. Qh5?! { (0.32 → -0.43) \
Inaccuracy. Nf3 was best. } { [%eval -0.43] } (2. Nf3 Nc6 3. Bb5 a6) 2... Nc6 { [%eval -0.4] } 3. Bc4 Nf6?? \
{ (-0.4 → Mate in 1) Checkmate is now unavoidable. g6 was best. } { [%eval #1] } (3... g6 4. Qf3) 4. Qxf7# 1-0


"""
STUDY = """[Event "Training: Chapter 1"]
[Site "https://lichess.org/study/x/y"]
[Result "*"]
[UTCDate "2023.05.06"]
[Variant "From Position"]
[ECO "?"]
[Annotator "https://lichess.org/@/x"]
[FEN "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"]
[SetUp "1"]
[Orientation "black"]

{ [%csl Gf7][%cal Gc4f7] Look. } 3... Nd4!? $146 { N } 4. Nxe5 $140 Qg5 $132 5. Nxf7 $4 $138 *
"""
CHESSBASE = (
    '[Event "Tata Steel"]\n[Site "Wijk aan Zee"]\n[Date "2013.01.15"]\n[Round "4.1"]\n[White "Aronian, Levon"]\n'
    '[Black "Anand, Viswanathan"]\n[Result "0-1"]\n[ECO "D46"]\n[Annotator "Müller,K"]\n[EventDate "2013.??.??"]\n\n'
    "{[%evp 0,8,19,31,-8,12] A famous game. [#]} 1. d4 {[%emt 0:00:05]} d5 2. c4 c6 3. Nf3 Nf6 4. Nc3 e6 5. e3 Nbd7 "
    "6. Bd3 dxc4 7. Bxc4 b5 8. Bd3 Bd6 (8... -- 9. e4 $16) (8... Bb7 9. O-O $5 (9. Z0 b4)) 9. O-O O-O 10. Qc2 Bb7 "
    "11. a3 Rc8 12. Ng5 $5 c5 $1 $146 13. Nxh7 $6 ({RR} 13. Bxh7+ Kh8 14. Be4 $14) 13... Ng4 $3 $19 0-1\n"
)
INFORMANT = (
    '[White "Kasparov"]\n[Black "Karpov"]\n[Result "1/2"]\n\n'
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Bb7 10. d4 Re8 "
    "11. Nbd2 Bf8 12. a4 N h6 13. Bc2!? □ exd4 14. cxd4 Nb4 15. Bb1 c5 16. d5 Nd7 ⇆ 17. Ra3 c4⩲ 18. axb5± axb5 "
    "19. Nd4 ⩲/± Qb6 D 20. Nf5 → Ne5 =/∞ 21. Rg3 g6 ⊕ 22. Nf3 ⌓ Ned3 +- 23. Qd2 Bxd5 ⟪ 24. Nxh6+ Bxh6 ∞ ½–½\n"
)
OLD = """[Event "Interzonal"]
[Site "Stockholm"]
[Date "1952.??.??"]
[Round ""]
[White "Geller"]
[Black "Kotov"]
[Result "1-0"]

1.e4,c5 2.Nf3,d6 3.d4,c:d4 4.N:d4,Nf6 5.Nc3,g6 6.Be2,Bg7
7.0-0,0-0 8.Nb3 Nc6 9.Kh1 a5 10.a4 Be6 11.f4 Qb6 (=)
12.f5 (+/=) Bxb3 13.cb3 Qb4+- 14.Bg5 ++ 1:0
\x1a"""
FRITZ = (
    '[Event "Computer chess game"]\n[White "Fritz 8"]\n[Black "Shredder"]\n[Result "1/2-1/2"]\n[PlyCount "6"]\n\n'
    "{16MB, Fritz8.ctg, A-PC} 1. e4 {0.00/0 0} 1... e5 {B +0.25/12 9} 2. Nf3 {[%eval 25,12] [%emt 0:00:09]} 2... Nc6 "
    "{(Nf6) -0.21/13 8} 3. Bb5 (3. Bc4 Bc5 =) (3. d4 exd4 4. Nxd4 +/=) a6 = {Draw agreed} 1/2-1/2\n"
)
CUTECHESS = (
    '[Event "?"]\n[Site "?"]\n[Date "2024.02.03"]\n[Round "1"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n'
    '[FEN "8/8/8/4k3/8/8/4P3/4K2R w K - 0 1"]\n[GameDuration "00:00:10"]\n[PlyCount "3"]\n[SetUp "1"]\n'
    '[Termination "adjudication"]\n\n'
    "1. O-O {+5.12/12 0.10s} Kd4 {-5.30/11 0.10s} 2. Kf2 {+5.55/13 0.11s, White wins by adjudication} 1-0\n"
)
SCID = (
    '[Event "London"]\n[Site "London"]\n[Date "1851.06.21"]\n[White "Anderssen, Adolf"]\n[Black "Kieseritzky"]\n'
    '[Result "1-0"]\n[ECO "C33"]\n\n1.e4 e5 2.f4 exf4 3.Bc4 Qh4+ \n  ( 3...Nf6 \n     {The modern move.} \n  ) 4.Kf1 '
    "b5 $6\n5.Bxb5 Nf6 6.Nf3 Qh6 7.d3 D Nh5 1-0\n"
)
WINBOARD = (
    '[Event "Computer Chess Game"]\n[Site "pc"]\n[Result "1-0"]\n\n'
    "{--------------\nr n b q k b n r\np p p p p p p p\n. . . . . . . .\nwhite to play\n--------------}\n"
    "1. e4 Nf6 2. e5 {+0.53/9} d5 {-0.40/8} 3. exd6ep exd6\n{White wins on time} 1-0\n"
)
WEB_PAGE = (
    "1.\u00a0e4\u2009e5\u200b 2.\u00a0♘f3\u00a0♞c6\u202f3.\u200bBb5\u200b a6\u00ad 4. B\u200ba4 Nf6 5. O‑O Nxe4 "
    "6. d4 b5 0–1"
)
JOINED = (
    '1. e4 e5 1-0\n\ufeff[Event "second"]\n\n1. d4 d5 0-1\n\n1. c4 *\ufeff[Event "fourth"]\n[White "A"]\n\n1. Nf3 *\n'
)

# What the `chess` package cannot read as it stands is written plainly for it; whatever it does not know it passes over.
SAMPLES = {
    "chess.com": (CHESS_COM, None, []),
    "lichess": (LICHESS, None, []),
    "a study of lichess": (STUDY, None, []),
    "ChessBase": (CHESSBASE, None, []),
    "the Informant": (
        INFORMANT,
        INFORMANT.replace("½–½", "1/2-1/2").replace("⩲/±", "").replace("⩲", " ").replace("±", " ").replace(" N ", " "),
        ["left out: '⩲/±'", "left out: 'D'", "left out: '⟪'"],
    ),
    "an old program": (
        OLD,
        OLD.replace(",", " ").replace("1:0", "1-0").replace("c:d4", "cxd4").replace("N:d4", "Nxd4").replace("+-", ""),
        ["left out: '++'"],
    ),
    "Fritz": (FRITZ, None, []),
    "cutechess": (CUTECHESS, None, []),
    "Scid": (SCID, SCID.replace(" D ", " "), ["left out: 'D'"]),
    "WinBoard": (WINBOARD, WINBOARD.replace("exd6ep", "exd6"), []),
    "a page of the web": (
        WEB_PAGE,
        WEB_PAGE.translate(TRANSLATED).replace("\u200b", ""),
        [],
    ),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_in_the_style_of_a_program(name: str) -> None:
    text, plain, left_out = SAMPLES[name]
    (ours,) = read(text)
    theirs = chess.pgn.read_game(io.StringIO(plain or text))
    assert theirs is not None and not theirs.errors
    board = theirs.board()
    expected = []
    for move in theirs.mainline_moves():
        expected.append(board.san(move))
        board.push(move)
    assert moves_of(ours) == expected and len(expected) > 2
    assert ours.final_state().to_string() == board.fen(en_passant="legal")
    if theirs.headers["Result"] in ("1-0", "0-1", "1/2-1/2"):
        assert ours.result == theirs.headers["Result"]
    assert [reason.partition(",")[0] for reason in messages(ours)] == left_out
    # What was read can be written, and is the same then.
    again = PgnGame.from_string(ours.to_string())
    assert [(move.action, move.comment, move.nags) for move in again.moves] == [
        (move.action, move.comment, move.nags) for move in ours.moves
    ]
    # With variations as well; passes in them are reported.
    (varied,) = read(text, variations=True)
    assert moves_of(varied) == expected and len(varied.variations) == {
        "lichess": 2, "ChessBase": 2, "Fritz": 2, "Scid": 1,
    }.get(name, 0)  # fmt: skip
    passes = [reason for reason in messages(varied) if "null move" in reason]
    assert len(passes) == (2 if name == "ChessBase" else 0)


def test_the_game_of_the_report() -> None:
    (game,) = read("1. e4 e5 2. Nf3 f6? ± {x} 3. Nxe5 *")
    assert moves_of(game) == ["e4", "e5", "Nf3", "f6", "Nxe5"] and messages(game) == []
    assert (game.moves[3].nags, game.moves[3].comment) == ((2, 16), "x")


@pytest.mark.parametrize(
    ("sign", "glyphs"),
    [
        ("±", (16,)), ("∓", (17,)), ("+-", (18,)), ("+−", (18,)), ("-+", (19,)), ("−+", (19,)), ("+/-", (16,)),
        ("-/+", (17,)), ("⩲", (14,)), ("+=", (14,)), ("+/=", (14,)), ("⩱", (15,)), ("=+", (15,)), ("=", (10,)),
        ("∞", (13,)), ("=/∞", (44,)), ("□", (7,)), ("!", (1,)), ("‼", (3,)), ("⁉", (5,)), ("⇆", (132,)), ("→", (40,)),
        ("↑", (36,)), ("⟳", (32,)), ("∆", (140,)), ("⌓", (142,)), ("⊕", (138,)), ("⨀", (22,)), ("N", (146,)),
        ("?±", (2, 16)), ("!+-", (1, 18)), ("+--", (20,)), ("D", ()), ("RR", ()), ("⟫", ()), ("⇔", ()), ("⚨", ()),
        ("$999", ()), ("#", ()),
    ],
)  # fmt: skip
@pytest.mark.parametrize("blank", ["", " ", "\u00a0"])
def test_signs_behind_a_move_apart_and_together(sign: str, glyphs: tuple[int, ...], blank: str) -> None:
    if sign in ("RR", "#") and not blank:
        return  # `e5RR` is nothing that anybody writes, `e5#` is an ordinary mistake
    (game,) = read(f"1. e4 e5{blank}{sign} 2. Nf3 (2. f4{blank}{sign} exf4) Nc6 *", variations=True)
    assert moves_of(game) == ["e4", "e5", "Nf3", "Nc6"] and len(game.variations) == 1
    assert game.moves[1].nags == glyphs
    assert messages(game) == ([] if glyphs else [f"left out: {sign!r}, which is no move and no known sign"])
    assert PgnGame.from_string(game.to_string()).moves[1].nags == glyphs


@pytest.mark.parametrize(
    "written",
    ["exd6ep", "exd6 ep", "exd6 e.p", "exd6e.p", "exd6 e.p.", "exd6e.p.", "exd6 (ep)", "exd6ep!", "exd6 ep ±", "ed6ep",
     "e:d6", "e5xd6 ep"],
)  # fmt: skip
def test_en_passant_in_every_spelling(written: str) -> None:
    (game,) = read(f"1. e4 Nf6 2. e5 d5 3. {written} exd6 *")
    assert moves_of(game) == ["e4", "Nf6", "e5", "d5", "exd6", "exd6"] and messages(game) == []


@pytest.mark.parametrize("written", ["a8=Q", "a8Q", "a8/Q", "a8(Q)", "a8=Q+-", "a8Q=", "a8(Q)±", "a8/Q!"])
def test_promotions_in_every_spelling(written: str) -> None:
    (game,) = read(f'[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 60"]\n\n60. {written} Kg6 *')
    assert moves_of(game) == ["a8=Q", "Kg6"] and messages(game) == []


@pytest.mark.parametrize(
    ("written", "result"),
    [("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "1/2-1/2"), ("1/2", "1/2-1/2"), ("½-½", "1/2-1/2"), ("½", "1/2-1/2"),
     ("½–½", "1/2-1/2"), ("1–0", "1-0"), ("0—1", "0-1"), ("1:0", "1-0"), ("1/2:1/2", "1/2-1/2"), ("*", "*"),
     ("1/2 - 1/2", "1/2-1/2"), ("1\u20110", "1-0")],
)  # fmt: skip
def test_results_in_every_spelling(written: str, result: str) -> None:
    first, second = read(f'[Result "{written}"]\n\n1. e4 {written}\n\n1. d4 *\n')
    assert (first.result, messages(first), second.result) == (result, [], "*")
    (game,) = read(f'[Result "{written}"]\n\n1. e4\n')
    assert game.result == result and meant_result(written) == result


def test_invisible_characters_may_stand_anywhere() -> None:
    for invisible in "\u200b\u200c\u2060\ufeff\u00ad\u200e":
        inside = "" if invisible == "\ufeff" else invisible
        text = f"1.{invisible}e4{invisible} e5 2. N{inside}f3 Nc6{invisible}3. Bb5{invisible} *"
        (game,) = read(text)
        assert moves_of(game) == ["e4", "e5", "Nf3", "Nc6", "Bb5"] and messages(game) == []
    (game,) = read("1. e4 e5 {a\u200db \u00a0 c} *")
    assert game.moves[1].comment == "a\u200db \u00a0 c"  # what people say is theirs


def test_a_byte_order_mark_inside_a_joined_file() -> None:
    games = read(JOINED)
    assert [moves_of(game) for game in games] == [["e4", "e5"], ["d4", "d5"], ["c4"], ["Nf3"]]
    assert [game.headers.get("Event") for game in games] == [None, "second", None, "fourth"]
    assert not any(messages(game) for game in games)
    data = JOINED.encode() + "[White 'x']\n".replace("'", '"').encode() + b"\n1. g3 *\n"
    assert len(list(boardai.read_games(io.BytesIO(b"\xef\xbb\xbf" + data), format=".pgn"))) == 5


@pytest.mark.parametrize("value", ['The "Big" One', '"Ann"', 'a "', '""', 'Club "X", "Y"'])
def test_quotes_in_tags_that_are_not_escaped(value: str) -> None:
    (game,) = read(f'[Event "{value}"]\n[Site "here"]\n\n1. e4 *\n')
    theirs = chess.pgn.read_game(io.StringIO(f'[Event "{value}"]\n[Site "here"]\n\n1. e4 *\n'))
    assert theirs is not None and game.headers == {"Event": theirs.headers["Event"], "Site": "here"}
    assert game.headers["Event"] == value and moves_of(game) == ["e4"]
    assert messages(game) == ["quotes within the value of the tag Event are not escaped"]
    assert PgnGame.from_string(game.to_string()).headers["Event"] == value


def test_lines_of_signs_between_games_are_no_games() -> None:
    assert [moves_of(game) for game in read("-----\n1. e4 *\n\n======\n1. d4 *\n")] == [["e4"], ["d4"]]


def test_what_is_left_out_is_reported_once_and_within_a_limit() -> None:
    marks = [chr(0x2800 + number) for number in range(1, 60)]
    (game,) = read("1. e4 " + " ".join(marks + marks) + " e5 *")
    assert moves_of(game) == ["e4", "e5"] and len(messages(game)) == 20


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("1. e4 e5 2. Z0 Nc6 *", 13, "'Z0' is a null move"),
        ("1. e4 e5 2. -- Nc6 *", 13, "'--' is a null move"),
        ("1. e4 e5 2. – – *", None, ""),
        ("1. e4 e5 2. Nf3N+-x Nc6 *", 13, "SAN 'Nf3N+-x'"),
        ("1. e4 é5 *", 7, "unexpected 'é5'"),
        ("1. e4 e5 2. N f3 *", 13, "'N' alone after a move's number"),
        ("1. e4 e5 2. Nf3 2... D *", 22, "'D' alone"),
        ("1. e4 e5 2. e5= *", 13, "SAN 'e5='"),
    ],
)
def test_what_may_be_a_move_is_never_left_out(text: str, column: int | None, reason: str) -> None:
    if column is None:
        assert len(read(text)) == 1
        return
    with pytest.raises(PgnError) as caught:
        read(text)
    assert caught.value.column == column and caught.value.reason.startswith(reason)


def test_random_games_with_marks_everywhere() -> None:
    """The moves of random games, however many signs stand among them."""
    rng = random.Random(5)
    marks = ["±", "+-", "=", "□", "N", "D", "⟫", "!?", "∞", "\u200b", "\u00a0", "→", "{x}", "$3", "=/∞", "ep"]
    for _ in range(40):
        board, words = chess.Board(), []
        for _ in range(rng.randrange(1, 90)):
            moves = list(board.legal_moves)
            if not moves or board.is_insufficient_material():
                break
            move = rng.choice(moves)
            words.append(
                f"{board.fullmove_number}. " if board.turn else rng.choice(("", f"{board.fullmove_number}... "))
            )
            words.append(board.san(move))
            behind = rng.choice(("", "", "", "±", "+-", "=", "+=", "!?", "N", "⩲!"))
            # `c8=Q` and `c8N` are promotions: there a letter or a sign after the move is one of its own.
            words.append("" if "=" in board.san(move) or (behind == "N" and board.san(move)[-1] in "18") else behind)
            words.append(" " + rng.choice(("", "", rng.choice(marks) + " ")))
            board.push(move)
        (game,) = read("".join(words) + " *")
        assert game.final_state().to_string() == board.fen(en_passant="legal")
        assert len(game.moves) == len(board.move_stack)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.sampled_from(
            [
                *"±∓⩲⩱□∞=+-/!?→↑⟳∆⌓⊕⨀½–…♘♞\u200b\u00a0\ufeff",
                "e4",
                "Nf3",
                " ",
                "1.",
                "1-0",
                "N",
                "D",
                "(",
                ")",
                "ep",
                "--",
                "$",
            ]
        ),
        max_size=20,
    )
)
def test_any_heap_of_signs_is_read_or_refused(pieces: list[str]) -> None:
    text = '[Event "x"]\n\n1. d4 ' + "".join(pieces)
    for variations in (False, True):
        errors: list[PgnError] = []
        for game in read_games(io.StringIO(text), errors.append, variations):
            assert PgnGame.from_string(game.to_string()).final_state() == game.final_state()
            assert all(1 <= problem.column <= len(text) + 1 for problem in game.problems)
        assert all(1 <= error.column <= len(text) + 1 for error in errors)


def test_glyphs_of_signs_that_stand_together() -> None:
    assert glyphs_of("!±") == [1, 16] and glyphs_of("⩲") == [14] and glyphs_of("⟫") is None
    assert glyphs_of("!±=") is None and glyphs_of("") == []
