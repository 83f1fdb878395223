"""Variations in files: written and read again, refused where a file has no room for them."""

from __future__ import annotations

import io
import random

import pytest

import boardai
from boardai.records import RecordedGame, Variation, read_games, variations_of, write_games

CHESS = [
    "d4 d5 c4 e6",
    "d4 d5 c4 c6 Nf3",
    "d4 Nf6",
    "e4 c5 Nf3 d6",
    "e4 e5 Nc3",
    "e4 e5 Nf3 Nf6 Nxe5",
]


def line(game: boardai.Game, moves: str) -> tuple[int, ...]:
    return RecordedGame.from_moves(game, moves.split()).actions


def written(one: RecordedGame, kind: str) -> str:
    stream = io.StringIO()
    write_games(stream, [one], format=kind)
    return stream.getvalue()


def read(text: str, game: boardai.Game, kind: str, variations: bool = True) -> RecordedGame:
    (one,) = read_games(io.StringIO(text), game, format=kind, variations=variations)
    return one


@pytest.mark.parametrize(
    ("spec", "kind", "main", "others"),
    [
        ("chess", ".pgn", "e4 e5 Nf3 Nc6 Bb5", CHESS),
        ("chess", ".json", "e4 e5 Nf3 Nc6 Bb5", CHESS),
        ("hex:size=5", ".sgf", "c3 b2 d4", ["a1 b2 c3", "a1 b2 c4 d5", "c3 d3", "c3 b2 e5 a4"]),
        ("hex:size=5,swap=true", ".sgf", "b1 swap d4 c3", ["b1 c3 d4", "b1 swap a5 c2", "a2 swap"]),
        ("reversi", ".jsonl", "f5 d6", ["d3", "f5 f4 c3"]),
    ],
)
def test_what_is_written_is_read_again(spec, kind, main, others):
    game = boardai.load(spec)
    main = line(game, main)
    one = RecordedGame(
        game, game.initial_state(), main, variations=variations_of(main, [line(game, other) for other in others])
    )
    text = written(one, kind)
    assert read(text, game, kind) == one and len(one.variations) == len(others)
    assert read(text, game, kind, variations=False).variations == ()
    assert read(text, game, kind, variations=False).actions == one.actions


def test_pgn_has_them_where_they_part():
    game = boardai.load("chess")
    main = line(game, "e4 e5 Nf3 Nc6 Bb5")
    one = RecordedGame(
        game,
        game.initial_state(),
        main,
        comments={1: "Best by test."},
        variations=variations_of(main, [line(game, other) for other in CHESS]),
    )
    assert {one.line(number) for number in range(1, len(CHESS) + 1)} == {line(game, other) for other in CHESS}
    text = " ".join(written(one, ".pgn").split("\n\n")[1].split())
    assert text == (
        "1. e4 {Best by test.} (1. d4 d5 (1... Nf6) 2. c4 e6 (2... c6 3. Nf3)) 1... e5 (1... c5 2. Nf3 d6) 2. Nf3 "
        "(2. Nc3) 2... Nc6 (2... Nf6 3. Nxe5) 3. Bb5 *"
    )


@pytest.mark.parametrize(("spec", "kind"), [("chess", ".pgn"), ("hex:size=4", ".sgf"), ("chess", ".jsonl")])
def test_any_tree_is_kept(spec, kind):
    game, rng = boardai.load(spec), random.Random(5)
    for _ in range(20):
        lines = []
        for _ in range(6):
            state, actions = game.initial_state(), []
            common = rng.choice(lines)[: rng.randrange(8)] if lines else ()
            for ply in range(rng.randrange(4, 12)):
                if state.is_terminal():
                    break
                actions.append(common[ply] if ply < len(common) else rng.choice(state.legal_actions()[:3]))
                state.apply(actions[-1])
            lines.append(tuple(actions))
        main, *others = lines
        parting = [other for other in others if RecordedGame(game, game.initial_state(), main).actions != other]
        kept = [
            other
            for number, other in enumerate(parting)
            if all(
                other[: min(len(other), len(before))] != before[: min(len(other), len(before))]
                for before in (main, *parting[:number])
            )
        ]
        one = RecordedGame(game, game.initial_state(), main, variations=variations_of(main, kept))
        last = one.check()
        assert read(written(one, kind), game, kind).variations == one.variations
        assert last == one.final_state()


def test_deep_ones_need_no_deep_calls():
    """Each line parts from the one before it, a thousand times."""
    game = boardai.load("hex:size=19")
    lines = [(*range(depth), 359 - depth) for depth in range(1, 170)]
    one = RecordedGame(game, game.initial_state(), (360, 359), variations=variations_of((360, 359), lines))
    assert read(written(one, ".sgf"), game, ".sgf") == one


@pytest.mark.parametrize(
    ("spec", "kind", "text", "reason"),
    [
        ("chess", ".pgn", "1. e4 (1. e5) e5 *", "line 1, column 11: "),
        ("chess", ".pgn", "(1. e4) 1. e4 *", "column 1: "),
        ("chess", ".pgn", "1. e4 ((1. d4) 1. c4) *", "column 8: "),
        ("chess", ".pgn", "1. e4 (1. d4 *", "closed"),
        ("hex:size=3", ".sgf", "(;SZ[3];B[a1](;W[b2])(;W[a1]))", "column 24: "),
        ("hex:size=3", ".sgf", "(;SZ[3];B[a1](;W[b2])(;B[b3]))", "B[b3]"),
        ("hex:size=3", ".sgf", "(;SZ[3];B[a1](;W[b2])(;AB[b3]))", "set-up stones"),
    ],
)
def test_broken_ones_are_refused_where_they_are_read(spec, kind, text, reason):
    game = boardai.load(spec)
    with pytest.raises(ValueError) as refused:
        read(text, game, kind)
    assert reason in str(refused.value)
    if "closed" not in reason:
        assert len(read(text, game, kind, variations=False).actions) >= 1


@pytest.mark.parametrize(
    ("others", "reason"),
    [
        ([(0, ())], "game 1: variation 1 .*moves"),
        ([(3, (0,))], "variation 1 .*line 0 .*ply 3"),
        ([(-1, (0,))], "variation 1 .*line 0 .*ply -1"),
        ([(2, None)], "variation 1 .*ply 2"),
        ([(2, (0,)), (2, (0, 1))], "variation 2 .*ply 2"),
        ([(1, (0,)), (1, (0,), 1)], "variation 2 .*line 1 .*ply 1"),
        ([(1, (0, 1)), (3, (0,), 1)], "variation 2 .*line 1 .*ply 3"),
        ([(1, (0,), 7)], "variation 1 .*line 7"),
        ([(1, (0,), 2), (1, (0,), 1)], "variation 2 .*line 1,"),
        ([(1, (0,))], "variation 1, ply 1: action 0"),
    ],
)
def test_what_is_no_variation_is_not_written(others, reason):
    game = boardai.load("reversi")
    main = line(game, "f5 d6 c3")
    with pytest.raises(ValueError, match=reason):
        variations = tuple(Variation(ply, (main[2],) if moves is None else moves, *of) for ply, moves, *of in others)
        written(RecordedGame(game, game.initial_state(), main, variations=variations), ".json")


def test_lines_that_are_the_game_or_go_on_behind_it_are_no_variations():
    game = boardai.load("reversi")
    main = line(game, "f5 d6 c3")
    assert variations_of(main, [main, main[:2], ()]) == ()
    for other, reason in (
        (line(game, "f5 d6 c3 d3"), "variation 1 .*ply 3"),
        (line(game, "d3"), "game 1: .*variations"),
    ):
        with pytest.raises(ValueError, match=reason):
            written(RecordedGame(game, game.initial_state(), main, variations=variations_of(main, [other])), ".txt")
    with pytest.raises(ValueError, match="variations_of"):
        RecordedGame(game, game.initial_state(), main, variations=(main,))


ANNOTATED_CHESS = (
    "1. e4! ({just so}) e5 $14 (1... c5 $5 {Sicilian} 2. Nf3 ± (2. c3?! {Alapin} 2... d5 ; with a } brace\n) 2... d6) "
    "({before} $6 1... e6 (1... e6 {twice} 2. d4) (1... e5 {as the game} 2. Nc3 {Vienna})) 2. Nf3 Nc6 *"
)
ANNOTATED_HEX = (
    "(;GM[11]FF[4]SZ[5]C[hello](;B[c3]C[centre]TE[2];W[b2]BM[1]IT[];B[d2])(;B[a1]C[cor\\]ner](;W[b2]C[x]DO[])"
    "(;C[no move];W[b3]TE[1]))(;B[c3]C[again];W[e5]C[y]))"
)


@pytest.mark.parametrize(
    ("spec", "kind", "text", "comments", "glyphs"),
    [
        (
            "chess", ".pgn", ANNOTATED_CHESS,
            {"just so", "Sicilian", "Alapin", "with a } brace", "before", "twice", "as the game", "Vienna"},
            {1, 14, 5, 16, 6},
        ),
        (
            "hex:size=5", ".sgf", ANNOTATED_HEX,
            {"hello", "centre\nagain", "cor]ner\nno move", "x", "y"}, {3, 2, 5, 6, 1},
        ),
    ],
)  # fmt: skip
def test_comments_in_variations_are_kept(spec, kind, text, comments, glyphs):
    game = boardai.load(spec)
    one = read(text, game, kind)
    message = [one, *one.variations]
    assert {comment for part in message for comment in part.comments.values()} == comments
    assert {glyph for part in message for found in part.glyphs.values() for glyph in found} == glyphs
    for ending in (kind, ".json", ".jsonl"):
        assert read(written(one, ending), game, ending) == one and not one.problems
    if spec == "chess":
        assert one.variations[2].comments == {1: "before", 2: "twice"} and one.variations[2].glyphs == {1: (6,)}


def test_comments_on_no_move_of_a_variation_are_refused():
    game = boardai.load("hex:size=3")
    for message, reason in (({"comments": {0: "x"}}, "comment 0"), ({"glyphs": {3: (1,)}}, "glyphs 3"),
                         ({"glyphs": {2: (256,)}}, "0 to 255")):  # fmt: skip
        one = RecordedGame.from_moves(game, ["b2", "a1"], variations=(Variation(1, (8,), **message),))
        with pytest.raises(ValueError, match=f"variation 1, {reason}|variation 1, glyphs 2.*{reason}"):
            one.check()
    opening = RecordedGame.from_moves(game, ["b2", "a1"], variations=(Variation(1, (8,), comments={1: "before"}),))
    with pytest.raises(ValueError, match="variation 1: SGF has no room"):
        written(opening, ".sgf")
    assert read(written(opening, ".json"), game, ".json") == opening


def test_markup_of_sgf_is_kept_in_every_kind_of_record():
    game = boardai.load("hex:size=3")
    one = read("(;SZ[3]XY[1];B[b2]LB[a1:A]TR[a1]TE[3](;W[a1])(;W[c1]BL[9]))", game, ".sgf")
    assert one.headers == {"XY": "1"} and not one.problems
    assert one.comments == {1: "[%LB a1:A]\n[%TR a1]\n[%sgf TE 3]"}
    for ending in (".sgf", ".json", ".jsonl"):
        assert read(written(one, ending), game, ending) == one
