"""PGN in and out: against the `chess` package's reader, round trips, exact error places, fuzzing, streaming."""

from __future__ import annotations

import io
import pickle
import random
import re
import time
import tracemalloc

import chess
import chess.pgn
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from refusals import refused

import boardai
from boardai.games.chess.pgn import PgnError, PgnGame, PgnMove, PgnReader, read_games, write_games

START = chess.STARTING_FEN


def read(text: str, on_error="raise") -> list[PgnGame]:
    return list(read_games(io.StringIO(text), on_error))


def sans(game: PgnGame) -> list[str]:
    return [move.san for move in game.moves]


def error_of(text: str) -> PgnError:
    with pytest.raises(PgnError) as caught:
        read(text)
    return caught.value


# --- random games ----------------------------------------------------------------------------------------------

WORDS = [
    "good",
    "bad!",
    "(sic)",
    "[%clk",
    "1:00]",
    "%",
    "%x",
    "a;b",
    '"quoted"',
    "back\\slash",
    "é",
    "王",
    "1-0",
    "[Event",
    "Nf3",
    "*",
]


def random_comment(rng: random.Random) -> str:
    text = " ".join(rng.choice(WORDS) for _ in range(rng.choice((1, 3, 40))))
    return text + rng.choice(("", "", "}", " } { x"))


def random_game(rng: random.Random, *, chess960: bool, annotated: bool = True) -> PgnGame:
    """A random game from a random start, with random tags, comments and glyphs."""
    position = rng.randrange(960) if chess960 else None
    state = boardai.load("chess", chess960=chess960, position=position, claim_draws=False).initial_state()
    for _ in range(rng.choice((0, 0, 7, 30))):
        if not state.is_terminal():
            state.apply(rng.choice(state.legal_actions()))
    if rng.random() < 0.5:
        state = boardai.load("chess", chess960=chess960, position=position, claim_draws=False).initial_state()
    else:
        state = state.from_string(state.to_string())
    walk, actions = state.clone(), []
    while not walk.is_terminal() and len(actions) < rng.randrange(1, 150):
        actions.append(rng.choice(walk.legal_actions()))
        walk.apply(actions[-1])
    tags = {"White": 'Müller, "Hans" \\ jr', "Event": "x", "WhiteElo": "2700", "Annotator": "", "Black": "?"}
    game = PgnGame.from_actions(actions, start=state, headers={name: tags[name] for name in tags if rng.random() < 0.6})
    if annotated:
        for thing in [game, *game.moves]:
            if rng.random() < 0.15:
                thing.comment = random_comment(rng)
            if rng.random() < 0.15:
                thing.nags = tuple(rng.randrange(256) for _ in range(rng.choice((1, 2))))
    return game


def with_roster(game: PgnGame) -> dict[str, str]:
    """The tags that writing adds."""
    tags = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
    tags |= game.headers | {"Result": game.result}
    standard = not game.chess960 and game.start == START
    tags |= {} if standard else {"SetUp": "1", "FEN": game.start}
    return tags | ({"Variant": "Chess960"} if game.chess960 else {})


@pytest.mark.parametrize("chess960", [False, True])
def test_random_games_survive_writing_and_reading(chess960):
    rng = random.Random(11)
    for _ in range(120):
        game = random_game(rng, chess960=chess960)
        text = game.to_string()
        again = PgnGame.from_string(text)
        assert again.headers == with_roster(game)
        again.headers = game.headers
        assert again == game and again.problems == []
        assert again.final_state() == game.final_state()
        assert PgnGame.from_string(text).to_string() == text


def test_lines_are_short_and_neither_begin_nor_end_with_a_blank():
    rng = random.Random(12)
    for _ in range(60):
        text = random_game(rng, chess960=False).to_string()
        assert text.endswith("\n") and not text.endswith("\n\n")
        tags, movetext = text.split("\n\n")
        for line in movetext.splitlines():
            assert len(line) < 80 and line == line.strip(" ") and not line.startswith("%")
        assert all(line.startswith("[") and line.endswith('"]') for line in tags.splitlines())


@pytest.mark.parametrize("chess960", [False, True])
def test_the_chess_package_reads_what_is_written(chess960):
    rng = random.Random(13)
    for _ in range(80):
        game = random_game(rng, chess960=chess960, annotated=False)
        if "White" in game.headers:
            game.headers["White"] = "Müller, Hans"  # the package knows no escapes
        for move in game.moves:
            move.nags = tuple(sorted(rng.sample(range(1, 200), rng.choice((0, 0, 0, 2)))))
            move.comment = "one [%clk 0:01:00] two" if rng.random() < 0.2 else ""
        theirs = chess.pgn.read_game(io.StringIO(game.to_string()))
        assert theirs is not None and theirs.errors == []
        assert dict(theirs.headers) == with_roster(game)
        state, board = game.initial_state(), theirs.board()
        assert board.chess960 == chess960
        for node, move in zip(theirs.mainline(), game.moves, strict=True):
            assert board.uci(node.move, chess960=chess960) == state.action_to_string(move.action)
            assert board.san(node.move) == state.san(move.action)
            assert " ".join(node.comment.split()) == move.comment and sorted(node.nags) == list(move.nags)
            board.push(node.move)
            state.apply(move.action)
        assert theirs.headers["Result"] == game.result


def annotate(rng: random.Random, node: chess.pgn.GameNode, board: chess.Board, plies: int) -> None:
    """Grows a random tree of variations, comments and glyphs below a node of the `chess` package."""
    played = 0
    for _ in range(plies):
        moves = list(board.legal_moves)
        if board.is_insufficient_material() or not moves:
            break
        rng.shuffle(moves)
        following = node.add_main_variation(moves[0])
        following.comment = rng.choice(("", "", "", "a comment", "with ) and ( and ; and [brackets]\nand a line"))
        following.nags = {rng.randrange(1, 140)} if rng.random() < 0.2 else set()
        for move in moves[1 : 1 + rng.choice((0, 0, 0, 1, 2))]:
            side = node.add_variation(move, comment=rng.choice(("", "side (line)")))
            board.push(move)
            annotate(rng, side, board, plies // 4)
            board.pop()
        node = following
        board.push(moves[0])
        played += 1
    for _ in range(played):
        board.pop()


def test_the_main_line_of_annotated_games_agrees_with_the_chess_package():
    rng = random.Random(14)
    originals = []
    for number in range(12):
        game = chess.pgn.Game()
        game.headers["Round"] = str(number)
        annotate(rng, game, chess.Board(), rng.randrange(60))
        originals.append(game)
    text = "\n\n".join(map(str, originals))
    assert text.count("(") > 150
    ours = read(text)
    assert [game.headers["Round"] for game in ours] == [str(number) for number in range(12)]
    for game, original in zip(ours, originals, strict=True):
        assert [problem.reason for problem in game.problems] == [] and game.headers == dict(original.headers)
        board = chess.Board()
        for move, node in zip(game.moves, original.mainline(), strict=True):
            assert move.san == board.san(node.move)
            assert move.comment == " ".join(node.comment.split()) and set(move.nags) == node.nags
            board.push(node.move)
        assert game.final_state().to_string() == board.fen(en_passant="legal")


# --- texts by hand ---------------------------------------------------------------------------------------------

TRICKY = [
    "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 *",
    "e4 e5 Nf3 Nc6 1-0",
    "1 e4 1... e5 2 . Nf3 2. ... Nc6 1/2-1/2",
    "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3)) 2. c4) (1. c4) 1... e5 (1... c5) 2. Nf3 *",
    "1. e4 {a ( b } ( {c ) d} 1. d4 ; e ) f\n d5) e5 *",
    "1. e4 ; the rest is 1... d5\ne5\n% 2. Nc3\n2. Nf3 *",
    "1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! *",
    "1. e4 $1 $14 e5 $2 2. Nf3 $255 *",
    "1. Nf3 Nf6 2. Nc3 Nc6 3. Nb5 Nb4 4. Nbd4 Nbd5 5. Nb3 Nb6 6. Nbd4 *",
    "1. e4 d5 2. e5 f5 3. exf6 Kf7 4. fxg7 Kg6 5. gxh8=N+ *",
    "1. h4 g5 2. hxg5 h6 3. gxh6 Bg7 4. hxg7 Nf6 5. gxh8Q+ *",
    "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
    "1. f3 e5 2. g4 Qh4 0-1",
    "1. e4 e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. e1g1 *",
    "1. e4 e5\r\n2. Nf3\r\n{two\r\nlines} Nc6\r\n*\r\n",
    "1.\te4\te5\v*",
    "{only a comment} *",
    "*",
    '[Event "x"]\n\n1-0',
    '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 60"]\n[SetUp "1"]\n\n60. a8=R Kg6 61. Ra6+ *',
    '[FEN "4k3/8/8/8/8/8/4p3/K7 b - - 3 31"]\n\n31... Kd7 32. Kb2 e1=B *',
    '[FEN "k7/8/8/8/1Q3Q2/8/8/K4Q2 w - - 0 1"]\n\n1. Qb4e4+ Ka7 2. Q1f2+ Ka6 *',
    '[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n\n1. O-O-O O-O *',
    '[FEN "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w BHbh - 0 1"]\n[Variant "Chess960"]\n\n1. O-O O-O-O *',
    '[FEN "rk4r1/pppppppp/8/8/8/8/PPPPPPPP/RK4R1 w GAga - 2 9"]\n[Variant "Fischerandom"]\n\n9. O-O-O O-O 10. Kb1 *',
]


@pytest.mark.parametrize("text", TRICKY)
def test_tricky_texts_agree_with_the_chess_package(text):
    (ours,) = read(text)
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None and theirs.errors == []
    board, state = theirs.board(), ours.initial_state()
    for node, move in zip(theirs.mainline(), ours.moves, strict=True):
        assert board.uci(node.move) == state.action_to_string(move.action)
        assert node.nags == set(move.nags)
        board.push(node.move)
        state.apply(move.action)
    assert state.to_string() == board.fen(en_passant="legal")
    if theirs.headers["Result"] != "*":
        assert ours.result == theirs.headers["Result"]


def test_comments_and_glyphs_stand_at_their_move():
    (game,) = read("; first\n{second}  $7 1. e4 $1 {third} (1. d4 {lost}) {fourth\n  line} ! e5 {} {fifth} *")
    assert game.comment == "first second" and game.nags == (7,)
    assert game.moves == [
        PgnMove(game.moves[0].action, "e4", "third fourth line", (1, 1)),
        PgnMove(game.moves[1].action, "e5", "fifth"),
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1. E4 e5 2. nf3 NC6 3. bc4 Bc5 4. o-o", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 d6 6. Bg5 Qe7 7. Nc3 Bd7 8. Kh1 0-0-0",
         "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 Bg5 Qe7 Nc3 Bd7 Kh1 O-O-O"),
        ("1. Pe4 Pd5 2. e4xd5 Qd8xd5", "e4 d5 exd5 Qxd5"),
        ("1. e4 d5 2. ed5 Qd5 3. b8=Q", None),
        ("1. e4+ d5# 2. ed5 Qd5", "e4 d5 exd5 Qxd5"),
        ("1. e4 Nf6 2. e5 d5 3. exd6 e.p. exd6", "e4 Nf6 e5 d5 exd6 exd6"),
        ("1. e4 Nf6 2. e5 d5 3. exd6e.p. exd6", "e4 Nf6 e5 d5 exd6 exd6"),
        ("1. e4+ a6# 2. Qh5 a5 3. Bc4 a4 4. Qxf7", "e4 a6 Qh5 a5 Bc4 a4 Qxf7#"),
    ],
)  # fmt: skip
def test_what_the_standard_forgives_is_understood(written, meant):
    if meant is None:
        with pytest.raises(PgnError):
            read(written)
        return
    (game,) = read(written)
    assert [word for word in _movetext_of(game) if word[0].isalpha()] == meant.split()


def _movetext_of(game: PgnGame) -> list[str]:
    return game.to_string().split("\n\n")[1].split()


def test_lower_case_b_is_a_pawn_where_both_are_possible():
    (game,) = read('[FEN "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1"]\n\n1. bxc3 *')
    assert game.final_state().to_string().startswith("4k3/8/8/8/8/2P5/3B4/4K3")
    assert error_of('[FEN "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1"]\n\n1. BXC3 *').column == 4


@pytest.mark.parametrize(
    "text",
    [
        '[Event "a"][Site "b"]\n*',
        '  [ Event "a" ]  [Site\n"b"\n]\n*',
        '[Event"a"][\nSite"b"]*',
        '[Event "a"]\n\n[Site "b"]\n\n*',
    ],
)
def test_tags_in_any_layout(text):
    (game,) = read(text)
    assert game.headers == {"Event": "a", "Site": "b"} and game.result == "*" and game.line == 1


def test_tag_values_and_their_escapes():
    (game,) = read(r'[A "say \"hi\""] [B "c:\\dir"] [C "c:\dir"] [D "]"] [E ""]' + " *")
    assert game.headers == {"A": 'say "hi"', "B": "c:\\dir", "C": "c:\\dir", "D": "]", "E": ""}
    assert PgnGame.from_string(game.to_string()).headers.items() >= game.headers.items()


def test_games_follow_each_other_in_any_way():
    text = '; a file\n1. e4 1-0 1. d4 0-1\n[Event "c"]\n1. c4\n[Event "d"]\n\n[Event "e"]\n\n*\n\n{after all}\n'
    games = read(text)
    assert [sans(game) for game in games] == [["e4"], ["d4"], ["c4"], [], []]
    assert [game.result for game in games] == ["1-0", "0-1", "*", "*", "*"]
    assert [game.line for game in games] == [2, 2, 3, 5, 7]
    assert [len(game.problems) for game in games] == [0, 0, 1, 1, 0]
    assert [game.comment for game in games] == ["a file", "", "", "", ""]
    assert read("") == read("\n\n") == read("% nothing\n; nothing\n") == []


# --- problems and errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "reason", "result"),
    [
        ('[Result "0-1"]\n\n1. e4 1-0', (3, 7), "1-0.*'0-1'", "1-0"),
        ('[Result "won"]\n\n1. e4 *', (3, 7), r"\*.*'won'", "*"),
        ('[Result "0-1"]\n\n1. e4\n', (3, 6), "marker.*0-1", "0-1"),
        ("1. e4 e5\n\n", (2, 1), r"marker.*\*", "*"),
        ('1. e4\n[Event "x"]\n*', (2, 1), r"marker.*\*", "*"),
        ("1. f3 e5 2. g4 Qh4# 1-0", (1, 21), "1-0.*0-1", "1-0"),
        ("1. e4 2... e5 4. d4 *", (1, 7), "2.*1", "*"),
        ('[FEN "4k3/8/8/8/8/8/8/4K2R b - - 0 7"] 1. Kd7 *', (1, 40), "1.*7", "*"),
        ('[Event "a"]\n[Site "b"]\n[Site "c"]\n*', (3, 1), "Site", "*"),
    ],
)
def test_contradictions_are_listed_and_not_repaired(text, place, reason, result):
    game = read(text)[0]
    (problem,) = game.problems
    assert (problem.line, problem.column) == place and re.search(reason, problem.reason)
    assert game.result == result


def test_a_result_that_is_unknown_contradicts_no_mate():
    assert read("1. f3 e5 2. g4 Qh4# *")[0].problems == []


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("1. e4 e5\n2. Nf4 *", 2, 4, "Nf4"),
        ("1. e4 e5 2.Ke2 Kee7 3. Qx9 *", 1, 24, "Qx9"),
        ("1. Nf3 Nf6 2. Nc3 Nc6 3. Nb5 Nb4 4. Nd4 *", 1, 37, "Nd4"),
        ("1. f3 e5 2. g4 Qh4# 3. a3 0-1", 1, 24, "'a3'"),
        ("1. e4 {\nx\n", 1, 7, "comment"),
        ('1. e4 {x\n\n[Event "next"]\n*', 1, 7, "comment"),
        ("1. e4 }", 1, 7, "'}'"),
        ("1. e4 ) e5", 1, 7, "')'"),
        ("1. e4 (1. d4\n(1. c4) ", 1, 7, "variation"),
        ("1. e4 (1. d4\n(1. c4 ", 2, 1, "variation"),
        ("1. e4 (1. d4 {", 1, 14, "comment"),
        ('1. e4 (1. d4\n[Event "x"]\n*', 1, 7, "variation"),
        ("1. e4 -- 2. d4", 1, 7, "'--'"),
        ("1. e4 Z0 2. d4", 1, 7, "'Z0'"),
        ("1. e4 \N{EN DASH} x", 1, 9, "'x'"),
        ("1. e4 é5", 1, 7, "'é5'"),
        ("1. e4 e5 [ x y", 1, 10, "'['"),
        ("1. e4 \0 e5", 1, 7, r"'\x00'"),
        ('[Event "x]\n\n*', 1, 8, "value"),
        ('[Event "The "Big" One" [Site "y"]\n\n*', 1, 14, "']'"),
        ('[Event "x"\n[Site "y"]\n\n*', 1, 11, "']'"),
        ('\n  ["x"]\n\n*', 2, 4, "name"),
        ("[Event\n", 1, 7, "value"),
        ("[Event\n  x]\n*", 2, 3, "value"),
        ('[A "b"]\n[FEN "8/8/8 w - - 0 1"]\n*', 2, 7, "FEN field 1 (piece placement)"),
        ('[FEN\n\n  "8/8/8 w - - 0 1"]\n*', 3, 4, "FEN field 1 (piece placement)"),
        ('[FEN "1r3k1r/8/8/8/8/8/8/1R3K1R w BHbh - 0 1"]\n*', 1, 7, "FEN field 3 (castling)"),
        ('[SetUp "1"]\n*', 1, 9, "SetUp is 1"),
        (f'[SetUp "0"][FEN "{START}"]\n*', 1, 9, "SetUp is 0"),
        (f'[SetUp "x"][FEN "{START}"]\n*', 1, 9, "'x'"),
        ('[Variant "Crazyhouse"]\n*', 1, 11, "'Crazyhouse'"),
        ('[Variant "Chess 960"]\n*', 1, 11, "FEN"),
    ],
)  # fmt: skip
def test_errors_have_the_exact_place(text, line, column, reason):
    error = error_of(text)
    assert (error.line, error.column) == (line, column)
    assert reason in error.reason
    assert str(error) == f"PGN line {line}, column {column}: {error.reason}"


def test_errors_cross_processes():
    error = pickle.loads(pickle.dumps(PgnError(3, 4, "why")))
    assert (error.line, error.column, error.reason) == (3, 4, "why") and isinstance(error, ValueError)


BROKEN = [
    '[Event "bad"]\n[Site "x"]\n\n1. e4 e5 2. Qe5 Nf6 (2... d5) {1-0} 3. d4 1-0\n\n',
    '[Event "bad"]\n[Site "x]\n[Round "1"]\n\n1. e4 e5 1-0\n\n',
    '[Event "bad]\n[Site "x"]\n[Round "1"]\n\n1. e4 e5 1-0\n\n',
    '[Event "bad"]\n[Variant "Atomic"]\n\n1. e4 e5 1-0\n\n',
    '[Event "bad"]\n[FEN "x"]\n\n1. e4 e5 1-0\n\n',
    '[Event "bad"]\n[FEN "x"]\n\n',
    '[Event "bad"]\n[FEN "x"]\n\n1-0\n\n',
    '[Event "bad"]\n\n1. e4 {e5\n1-0\n\n',
    '[Event "bad"]\n\n1. e4 (e5\n1-0\n\n',
    '[Event "bad"]\n\n1. e4 e5) 2. Nf3\n1-0\n\n',
    '[Event "bad"]\n\n1. e4 e5 2. Nf9\n\n',
    '[Event "bad"]\n\n1. e4 e5 }\n\n',
    "1. e4 e6 2. e6 1-0\n\n",
]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_game_costs_no_other_game(broken):
    good = '[Event "good"]\n[White "{}"]\n\n1. d4 d5 2. c4 1-0\n\n'
    text = good.format(1) + broken + good.format(2) + broken + broken + good.format(3)

    seen: list[PgnError] = []
    games = read(text, seen.append)
    assert [game.headers.get("White") for game in games] == ["1", "2", "3"]
    assert len(seen) == 3 and not any(game.problems for game in games)
    lines = text.split("\n")
    assert all(1 <= error.line <= len(lines) and 1 <= error.column <= len(lines[error.line - 1]) + 1 for error in seen)

    assert len(read(text, "skip")) == 3

    reader, outcomes = read_games(io.StringIO(text)), ""
    while True:
        try:
            outcomes += "g" if next(reader) else ""
        except PgnError:
            outcomes += "x"
        except StopIteration:
            break
    assert outcomes == "gxgxxg" and reader.skipped == 3
    assert next(reader, None) is None


def test_on_error_is_checked():
    with refused("on_error"):
        read_games(io.StringIO(""), "ignore")  # type: ignore[arg-type]


def test_from_string_wants_exactly_one_game():
    assert sans(PgnGame.from_string("1. e4 *")) == ["e4"]
    with refused("game", error=PgnError):
        PgnGame.from_string(" ; nothing")
    with refused("line 3, column 1", error=PgnError):
        PgnGame.from_string("1. e4 *\r\r1. d4 *")


# --- writing ---------------------------------------------------------------------------------------------------


def test_the_export_format_to_the_letter():
    text = """[Event "Wijk"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \\"B\\" \\\\"]
[Black "?"]
[Result "1/2-1/2"]
[Annotator "x"]
[FEN "4k3/8/8/8/8/8/p7/4K3 b - - 0 40"]
[SetUp "1"]

{to begin} 40... a1=Q+ $3 {a comment that is long enough to reach the end of
its line} 41. Ke2 Qb2+ 42. Ke3 ; with } brace
42... Qc3+ 1/2-1/2
"""
    game = PgnGame.from_string(text)
    assert game.to_string() == text == str(game)
    shuffled = PgnGame.from_actions(
        [move.action for move in game.moves], start=game.initial_state(), result="1/2-1/2",
        headers={"Annotator": "x", "White": 'A "B" \\', "Event": "Wijk", "SetUp": "0", "Result": "1-0"},
    )  # fmt: skip
    shuffled.comment = "to\nbegin"
    shuffled.moves[0].nags, shuffled.moves[0].comment = (3,), game.moves[0].comment
    shuffled.moves[3].comment = "with } brace"
    assert shuffled.to_string() == text


def test_results_by_rule_and_by_word():
    state = boardai.load("chess").initial_state()
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
    actions = []
    for text in shuffle:
        actions.append(state.action_from_string(text))
        state.apply(actions[-1])
    assert state.is_terminal()
    claimed = PgnGame.from_actions(actions, start=boardai.load("chess").initial_state())
    assert claimed.result == "1/2-1/2" and not claimed.final_state().is_terminal()
    assert PgnGame.from_actions(actions).result == "*"
    assert PgnGame.from_actions(actions, result="1-0").result == "1-0"
    with refused("result"):
        PgnGame.from_actions([], result="2-0")
    with refused(f"action {actions[0]}"):
        PgnGame.from_actions([actions[0], actions[0]])


def test_states_are_all_states_of_the_game():
    (game,) = read("1. e4 e5 2. Nf3 *")
    states = list(game.states())
    assert [state.fullmove_number() for state in states] == [1, 1, 2, 2]
    assert states[0] == game.initial_state() and states[-1] == game.final_state()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda game: game.headers.update({"A b": "x"}), "tag 'A b'"),
        (lambda game: game.headers.update({"Event": "two\nlines"}), "tag Event"),
        (lambda game: setattr(game.moves[0], "comment", "bell \a"), r"comment 'bell.*\\x07"),
        (lambda game: setattr(game.moves[0], "nags", (256,)), r"glyph \$256"),
        (lambda game: setattr(game.moves[1], "action", 5), "action 5"),
        (lambda game: setattr(game, "result", "draw"), "result.*'draw'"),
    ],
)
def test_what_pgn_cannot_hold_is_refused(change, reason):
    (game,) = read("1. e4 e5 *")
    change(game)
    with pytest.raises(ValueError, match=reason):
        game.to_string()


def test_files_are_written_and_read(tmp_path):
    rng = random.Random(15)
    games = [random_game(rng, chess960=number % 2 == 1) for number in range(20)]
    path = tmp_path / "games.pgn"
    assert write_games(iter(games), path) == 20
    again = list(read_games(path))
    assert [game.moves for game in again] == [game.moves for game in games]
    stream = io.StringIO()
    write_games(again, stream)
    assert stream.getvalue().encode() == path.read_bytes()


# --- streams ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_character_sets_and_line_ends(tmp_path, encoding, line_end):
    text = '[White "Müller"]\n[Black "Þór"]\n\n1. e4 {größer} ; côté\n1... e5 1-0\n\n[White "b"] *\n'
    path = tmp_path / "games.pgn"
    path.write_bytes(text.replace("\n", line_end).encode(encoding))
    with open(path, "rb") as binary:
        for source in (path, str(path), binary):
            first, second = read_games(source)
            assert first.headers == {"White": "Müller", "Black": "Þór"} and second.headers == {"White": "b"}
            assert [move.comment for move in first.moves] == ["größer côté", ""]
            assert first.line == 1 and second.line == 7
        assert not binary.closed


def test_a_byte_order_mark_in_a_text_stream():
    (game,) = read('\ufeff[Event "x"]\n*')
    assert game.headers == {"Event": "x"}


def test_old_end_of_file_mark():
    assert len(read("1. e4 *\n\x1a")) == 1


def test_a_missing_file():
    with pytest.raises(OSError, match="nowhere"):
        read_games("nowhere.pgn")


class _Lines(io.TextIOBase):
    """An endless text stream that counts what is read of it."""

    def __init__(self, lines):
        self.lines, self.count = lines, 0

    def readable(self):
        return True

    def readline(self, size=-1):
        self.count += 1
        return next(self.lines, "")


def test_a_game_comes_as_soon_as_it_has_ended():
    stream = _Lines(iter(["1. e4 e5 1-0\n", "1. d4\n", "d5 *\n", "x"]))
    reader = read_games(stream)
    assert isinstance(reader, PgnReader) and stream.count == 0
    next(reader)
    assert stream.count == 1
    assert sans(next(reader)) == ["d4", "d5"] and stream.count == 3


def _many_games(count: int, broken: bool):
    for number in range(count):
        yield f'[Event "{number}"]\n'
        yield "\n"
        yield "1. e4 {" + "word " * 1500 + "}\n"
        yield "2. Nf3 {no end\n" if broken and number % 5 == 4 else "(1. d4 {" + "word " * 200 + "}) 1... e5 1-0\n"
        yield "\n"


def _peak(count: int, broken: bool) -> int:
    """Bytes held at most while this many games are read."""
    tracemalloc.start()
    try:
        reader = read_games(_Lines(_many_games(count, broken)), "skip")
        read_count = sum(1 for _ in reader)
        assert read_count + reader.skipped == count and (reader.skipped > 0) == broken
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("broken", [False, True])
def test_memory_does_not_grow_with_the_text(broken):
    _peak(10, broken)
    small, large = _peak(20, broken), _peak(400, broken)  # 0.2 MB and 3 MB of text
    assert large < small + 100_000


@pytest.mark.slow
def test_a_large_file(tmp_path):
    path = tmp_path / "large.pgn"
    with open(path, "w") as file:
        block = "".join(_many_games(1000, False))
        for _ in range(30):
            file.write(block)
    assert path.stat().st_size > 250_000_000
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_games(path))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 30_000 and peak < 2_000_000


# --- limits ----------------------------------------------------------------------------------------------------

TOO_LONG = {
    "more than 1,000 glyphs after one move": "1. e4 " + "$1 " * 1001,
    "comments of more than 1,000,000 characters after one move": "1. e4 " + ("{" + "word " * 9999 + "}\n") * 21,
    "more than 1,000 tags": "".join(f'[H{number} "x"]\n' for number in range(1001)) + "1. e4",
    "a comment of more than 1,000,000 characters": "1. e4 {" + ("x" * 49 + "\n") * 20_001 + "} 1... e5",
    "a line of more than 1,000,000 characters": "1. e4 " + "{x} " * 250_001,
    "a word of more than 255 characters": "1. " + "a" * 256,
    "variations more than 1,000 deep": "1. e4 " + "(" * 1001,
}
TOO_LONG_TOO = [
    ("more than 1,000 tags", '[Head "x"]\n' * 1001 + "1. e4"),
    ("comments of more than 1,000,000 characters after one move", ("{" + "word " * 9999 + "}\n") * 21 + "1. e4"),
    ("a line of more than 1,000,000 characters", "1. e4 (1. d4 {" + "a" * 1_000_001 + "}) e5"),
    ("a comment of more than 1,000,000 characters", "1. e4 (1. d4 {" + ("x" * 49 + "\n") * 20_001 + "}) e5"),
]


@pytest.mark.parametrize(("reason", "text"), [*TOO_LONG.items(), *TOO_LONG_TOO])
def test_what_is_too_long_is_refused_and_the_next_game_is_read(reason, text):
    errors = []
    games = list(read_games(io.StringIO(f'{text} *\n\n[Event "next"]\n\n1. d4 1-0\n'), errors.append))
    assert [game.headers.get("Event") for game in games] == ["next"]
    assert [error.reason for error in errors] == [reason]


def test_what_is_just_not_too_long_is_read():
    text = "".join(f'[H{number} "x"]\n' for number in range(1000))
    text += "1. e4 " + "$1 " * 1000 + "\n{" + "x" * 999_000 + "}\n" + "(" * 1000 + ")" * 1000 + "*"
    game = PgnGame.from_string(text)
    assert (len(game.headers), len(game.moves[0].nags), len(game.moves[0].comment)) == (1000, 1000, 999_000)


@pytest.mark.parametrize("text", ["{" + ("x" * 4999 + "\n") * 200, "a" * 1_000_000])
def test_memory_does_not_grow_with_what_is_too_long(tmp_path, text):
    peaks = []
    for times in (2, 6):
        (tmp_path / "long.pgn").write_text(text[: len(text) // 2] * 2 * times)
        tracemalloc.start()
        try:
            assert next(read_games(tmp_path / "long.pgn", "skip"), None) is None
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] < peaks[0] + 500_000 and peaks[1] < 12_000_000


# Where time has grown, or could, with the square of the length.
LONG = {
    "glyphs": lambda n: "1. e4 " + "$1\n" * n,
    "no tags": lambda n: " " * 2 * n + "1. e4 " + "[ " * n,
    "comments": lambda n: "1. e4 " + "{word} " * n,
    "tags": lambda n: '[Head "x"]\n' * n + "1. e4",
    "brackets": lambda n: "1. e4 " + "(" * n,
}


def time_of(text: str) -> float:
    """Seconds of the processor, the least of some readings."""
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        read(text, "skip")
        best = min(best, time.process_time() - began)
    return best


@pytest.mark.parametrize("kind", LONG)
def test_time_grows_with_the_length_alone(kind):
    few, many = (time_of(LONG[kind](n)) for n in (2_000, 16_000))
    assert many < 24 * few  # eight times as long; with the square it would be 64


# --- fuzzing ---------------------------------------------------------------------------------------------------

SEEDS = [*TRICKY, *BROKEN, '[Event "a \\" b"]\n[Site "\\\\"]\n\n1. e4 (1. d4 {x}) e5 $5 2. Nf3! Nc6 3. O-O 1/2-1/2 ']
PIECES = ["{", "}", "(", ")", "[", "]", '"', "\\", ";", "%", "\n", "\r", "$", "!", "*", "\0", "é", "x", " "]
PIECES += ["0-0", "O-O", "e.p.", "1.", "1-0", "=Q", "Z0", '\n\n[Event "']


@st.composite
def mutated(draw) -> str:
    text = draw(st.sampled_from(SEEDS)) + draw(st.sampled_from(["", "\n\n", " "])) + draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 4)))
        text = text[:start] + draw(st.sampled_from(PIECES) | st.text(max_size=3)) + text[end:]
    return text


def check_any_text(text: str) -> None:
    """Whatever the text: games that can be written and read again, and errors with places that exist."""
    errors: list[PgnError] = []
    games = list(read_games(io.StringIO(text), errors.append))
    lines = text.split("\n")
    for error in [*errors, *(problem for game in games for problem in game.problems)]:
        assert 1 <= error.line <= len(lines) and 1 <= error.column <= len(lines[error.line - 1]) + 1, error
    for game in games:
        try:
            written = game.to_string()
        except ValueError as error:
            assert "control character" in str(error) or "cannot hold" in str(error)
            continue
        again = PgnGame.from_string(written)
        assert (again.comment, again.nags, again.result, again.start) == (
            game.comment,
            game.nags,
            game.result,
            game.start,
        )
        assert [(m.action, m.comment, m.nags) for m in again.moves] == [
            (m.action, m.comment, m.nags) for m in game.moves
        ]


FUZZ = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
    "derandomize": True,
}


@settings(max_examples=400, **FUZZ)
@given(mutated())
@example('[A "x\ty"] *')
@example("[")
@example('[Event "')
def test_mutated_text_raises_nothing_but_pgn_errors(text):
    check_any_text(text)
