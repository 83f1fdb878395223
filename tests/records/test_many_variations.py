"""Variations without end: what they cost grows with their moves, wherever they stand in a game, and has a limit."""

from __future__ import annotations

import functools
import io
import json
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import refused

import boardai
from boardai.play.table import Seat, Table
from boardai.records import GameRecord, RecordedGame, Variation, read_games, variations_of, write_games
from boardai.records.formats import record_of
from boardai.records.recorded_game import by_rules_of
from boardai.records.variations import MOST_MOVES, check_variations, in_order, rebased
from boardai.web.rooms.loaded import load_game
from boardai.web.rooms.tree import MOST_NODES, GameTree

CHESS = boardai.load("chess", claim_draws=False)
CLAIMED = boardai.load("chess")
HEX = boardai.load("hex:size=19")


def quiet_moves(state: Any, rng: random.Random) -> Iterator[str]:
    """Moves of chess in SAN that no rule ends; the state goes along."""
    while True:
        quiet = [san for san in map(state.san, state.legal_actions()) if not set(san) & set("x+#=")]
        pawns = [san for san in quiet if san[0].islower()]
        pieces = [san for san in quiet if not san[0].islower()]
        played = rng.choice(pawns if pawns and rng.randrange(40) == 0 else pieces or quiet)
        state.apply(state.action_from_san(played))
        yield played


@functools.cache
def quiet_game(plies: int) -> tuple[list[str], list[str]]:
    """A long game, and what else could have been played instead of each move."""
    rng, state = random.Random(1), CHESS.initial_state()
    moves, others = list[str](), list[str]()
    while len(moves) < plies:
        before = state.clone()
        moves.append(next(quiet_moves(state, rng)))
        others.append(next(san for san in map(before.san, before.legal_actions()) if san != moves[-1]))
    return moves, others


def lines_at_the_end(plies: int, count: int, length: int) -> list[list[str]]:
    """Lines that begin where the last move of that game is played."""
    moves, _ = quiet_game(plies)
    state, rng = CHESS.initial_state(), random.Random(2)
    for san in moves[:-1]:
        state.apply(state.action_from_san(san))
    found = []
    for _ in range(count):
        following = quiet_moves(state.clone(), rng)
        found.append([next(following) for _ in range(length)])
    return found


def the_same_at_the_end(size: int) -> str:
    moves, others = quiet_game(size)
    return " ".join(moves) + f" ({others[-1]})" * size + " *"


def different_at_the_end(size: int) -> str:
    return " ".join(quiet_game(size)[0]) + "".join(f" ({' '.join(x)})" for x in lines_at_the_end(size, size, 3)) + " *"


def everywhere(size: int) -> str:
    return " ".join(f"{move} ({other})" for move, other in zip(*quiet_game(size), strict=True)) + " *"


def long_ones(size: int) -> str:
    return " ".join(quiet_game(5)[0]) + "".join(f" ({' '.join(x)})" for x in lines_at_the_end(5, 3, size)) + " *"


def deep_ones(size: int) -> str:
    """Each parts from the second move of the one around it."""
    rng, state, text = random.Random(3), CHESS.initial_state(), "e4"
    instead_of = "e4"
    for _ in range(size):
        first = instead_of
        while first == instead_of:
            first = next(quiet_moves(state.clone(), rng))
        state.apply(state.action_from_san(first))
        instead_of = next(quiet_moves(state.clone(), rng))
        text += f" ({first} {instead_of}"
    return text + ")" * size + " *"


KINDS: dict[str, tuple[Callable[[int], str], int]] = {
    "the same": (the_same_at_the_end, 100),
    "different": (different_at_the_end, 60),
    "everywhere": (everywhere, 60),
    "long": (long_ones, 100),
    "deep": (deep_ones, 60),
}


def hex_game(size: int, others: Callable[[list[str], int], str]) -> str:
    """A game of Hex on a path around the board, and variations after its move before the last."""
    cells = [f"{column}{row}" for row in range(1, 20) for column in "abcdefghijklmnopqrs"]
    return (
        "(;GM[11]SZ[19]" + nodes(cells[:size]) + f"({nodes(cells[size : size + 1], size)})" + others(cells, size) + ")"
    )


def nodes(cells: list[str], ply: int = 0) -> str:
    return "".join(f";{'BW'[number % 2]}[{cell}]" for number, cell in enumerate(cells, ply))


def deep_in_hex(cells: list[str], size: int) -> str:
    """In each of them there are two, of which the second has all that follows."""
    plies = range(size, 2 * size)
    parts = [f"({nodes([cells[ply + 1]], ply)}({nodes([cells[-1]], ply + 1)})" for ply in plies]
    return "".join(parts) + f"({nodes([cells[-2]], 2 * size)})" + ")" * size


HEX_KINDS: dict[str, tuple[Callable[[list[str], int], str], int]] = {
    "the same": (lambda cells, size: f"({nodes(cells[-1:], size)})" * size, 40),
    "different": (
        lambda cells, size: "".join(
            f"({nodes([cells[-1 - n], *cells[size + 5 : size + 9]], size)})" for n in range(size)
        ),
        40,
    ),
    "deep": (deep_in_hex, 40),
}


def work(text: str, ending: str, game: boardai.Game) -> None:
    """Whatever is done with a game and its variations."""
    one = load_game(game, text, ending).game
    assert one.variations
    for kind in (ending, ".jsonl"):
        stream = io.StringIO()
        write_games(stream, [one], format=kind)
        assert next(read_games(io.StringIO(stream.getvalue()), game, format=kind, variations=True)) == one
    tree = GameTree.of(one)
    assert tree.written()[0].variations(len(one.actions)) == one.variations
    if game is CHESS:
        assert by_rules_of(one, CLAIMED).variations
    table = Table(game, record_of(one), (Seat("Ann"), Seat("Bob")))
    table.undo()
    assert table.recorded.actions == one.actions[:-1]


def cost(work: Callable[[], object]) -> tuple[int, int]:
    """Calls of functions, and the most bytes held."""
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += 1

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    tracemalloc.start()
    try:
        work()
        return calls, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", [*KINDS, *(f"hex, {kind}" for kind in HEX_KINDS)])
def test_what_they_cost_grows_with_their_moves(kind: str) -> None:
    if kind in KINDS:
        make, size = KINDS[kind]
        texts, ending, game = (make(size), make(4 * size)), ".pgn", CHESS
    else:
        others, size = HEX_KINDS[kind.removeprefix("hex, ")]
        texts, ending, game = (hex_game(size, others), hex_game(4 * size, others)), ".sgf", HEX
    work(texts[0], ending, game)  # what is done once
    (few, little), (many, much) = (cost(lambda text=text: work(text, ending, game)) for text in texts)
    longer = len(texts[1]) / len(texts[0])
    assert many < 1.5 * longer * few and much < 1.5 * longer * little, (longer, few, many, little, much)


# --- the limit -------------------------------------------------------------------------------------------------


def lines_of_earlier_versions(one: RecordedGame) -> str:
    """The record with whole lines."""
    record = json.loads(record_of(one).to_line())
    whole, start = [list[str]() for _ in one.variations], one.start
    for number, moves in enumerate(whole, 1):
        state = start.clone()
        for action in one.line(number):
            moves.append(state.action_to_string(action))
            state.apply(action)
    return json.dumps({**record, "variations": whole}) + "\n"


@pytest.fixture
def with_many() -> RecordedGame:
    (one,) = read_games(io.StringIO(everywhere(60)), CHESS, format=".pgn", variations=True)
    return one


def test_more_than_the_limit_is_refused_where_it_stands(
    with_many: RecordedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {
        (".pgn", CHESS): (everywhere(60), "PGN line 1, column 5[0-9]{2}: "),
        (".sgf", HEX): (hex_game(60, HEX_KINDS["different"][0]), "SGF line 1, column [0-9]{3}: "),
        (".jsonl", CHESS): (record_of(with_many).to_line(), ":1: "),
        (".json", CHESS): (lines_of_earlier_versions(with_many), ": variations: "),
    }
    for (ending, game), (text, _) in texts.items():
        assert next(read_games(io.StringIO(text), game, format=ending, variations=True)).variations
    monkeypatch.setattr("boardai.records.variations.MOST_MOVES", 100)
    for (ending, game), (text, place) in texts.items():
        with pytest.raises(ValueError, match=f"^games.*{place}.*100"):
            next(read_games(io.StringIO(text), game, format=ending, variations=True))
        # What cannot be read again is not written.
        with refused("game 1", "100"):
            write_games(io.StringIO(), [with_many], format=ending if game is CHESS else ".pgn")
    for ending, game in ((".pgn", CHESS), (".sgf", HEX)):
        assert next(read_games(io.StringIO(texts[ending, game][0]), game, format=ending)).actions  # the game alone
    reported: list[ValueError] = []
    text = everywhere(60) + "\n\n" + everywhere(20)
    (small,) = read_games(io.StringIO(text), CHESS, format=".pgn", variations=True, on_error=reported.append)
    assert len(small.variations) == 20 and len(reported) == 1


def test_a_megabyte_of_one_variation_is_one_variation() -> None:
    """What made a server stand still: loading it took minutes."""
    moves, others = quiet_game(300)
    one = load_game(CHESS, " ".join(moves) + f" ({others[-1]})" * 20_000 + " *", ".pgn").game
    assert [(other.ply, len(other.actions)) for other in one.variations] == [(299, 1)]
    assert MOST_MOVES == 100_000


def test_the_page_refuses_what_its_tree_has_no_room_for(
    with_many: RecordedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(GameTree.of(with_many).nodes) == 121 and MOST_NODES == 20_000
    for room, fits in ((121, True), (120, False)):
        monkeypatch.setattr("boardai.web.rooms.tree.MOST_NODES", room)
        if fits:
            GameTree.of(with_many)
        else:
            with refused("120 positions", "maximum"):
                GameTree.of(with_many)


def test_what_continues_after_the_end_is_reported() -> None:
    for text, game, ending in (
        ("1. e4 (1. e4 e5 2. d4) *", CHESS, ".pgn"),
        ("(;SZ[19];B[a1](;W[resign])(;W[b2]))", HEX, ".sgf"),
    ):
        (one,) = read_games(io.StringIO(text), game, format=ending, variations=True)
        assert one.variations == () and "after the last move" in one.problems[-1]


def test_passing_in_every_variation_is_reported_a_thousand_times() -> None:
    (one,) = read_games(io.StringIO("1. e4 e5" + " (--)" * 3_000 + " *"), CHESS, format=".pgn", variations=True)
    assert len(one.problems) == 1_000 and one.variations == ()


# --- what earlier versions wrote -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_records_of_earlier_versions_are_read(kind: str) -> None:
    (one,) = read_games(io.StringIO(KINDS[kind][0](30)), CHESS, format=".pgn", variations=True)
    text = lines_of_earlier_versions(one)
    record = GameRecord.from_json(text)
    assert record.variations == record_of(one).variations
    for ending in (".json", ".jsonl"):
        assert list(read_games(io.StringIO(text), CHESS, format=ending, variations=True)) == [one]


@pytest.mark.parametrize(
    ("variations", "reason"),
    [
        ([["e2e4"], {"ply": 0, "actions": ["d2d4"]}], "variations: .*lists"),
        ([3], r"variations\[0\]: .*number"),
        ([{"ply": 0}], r"variations\[0\]: .*`actions`"),
        ([{"ply": -1, "actions": []}], r"variations\[0\]\.ply: "),
        ([{"ply": True, "actions": []}], r"variations\[0\]\.ply: "),
        ([{"ply": 0, "actions": [1]}], r"variations\[0\]\.actions\[0\]: "),
        ([{"ply": 0, "actions": [], "from": 1}], r"variations\[0\]: .*`from`"),
        ([{"ply": 0, "actions": ["d2d4"], "line": 4}], "variation 1 .*line 4"),
        ([{"ply": 1, "actions": ["e2e4"]}], "variation 1, ply 1: .*e2e4"),
        ([{"ply": 2, "actions": ["g1f3"]}], "variation 1 .*line 0 .*ply 2"),
        ([["e2e4", "e7e5", "g1f3"]], "variation 1 .*line 0 .*ply 2"),
        ([["e2e4", "e2e4"]], "variation 1, ply 1: .*e2e4"),
    ],
)
def test_damaged_records_are_refused(variations: list[Any], reason: str) -> None:
    table = {"format": "boardai game 1", "game": "chess", "actions": ["e2e4", "e7e5"], "variations": variations}
    with pytest.raises(ValueError, match=f"^games:1: .*{reason}"):
        list(read_games(io.StringIO(json.dumps(table)), "chess", format=".jsonl", variations=True))


# --- the tree --------------------------------------------------------------------------------------------------

LINES = st.lists(st.lists(st.integers(0, 2), max_size=6).map(tuple), max_size=8)


def whole(game: tuple[int, ...], variations: tuple[Variation[int], ...]) -> list[tuple[int, ...]]:
    one = RecordedGame(HEX, HEX.initial_state(), game, variations=variations)
    return [one.line(number) for number in range(1, len(variations) + 1)]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 2), max_size=6).map(tuple), LINES, st.lists(st.integers(0, 2), max_size=6).map(tuple))
def test_lines_and_variations_say_the_same(
    game: tuple[int, ...], lines: list[tuple[int, ...]], other: tuple[int, ...]
) -> None:
    def ends(lines: list[tuple[int, ...]]) -> set[tuple[int, ...]]:
        """Those that no other one continues from."""
        return {one for one in lines if not any(more[: len(one)] == one and more != one for more in lines)}

    def parting(lines: list[tuple[int, ...]], game: tuple[int, ...]) -> set[tuple[int, ...]]:
        return {one for one in lines if one[: len(game)] != game[: len(one)]}

    found = variations_of(game, lines)
    assert set(whole(game, found)) == ends([game, *lines]) - {game} and in_order(found) == found
    assert len(found) == len(set(whole(game, found)))
    kept = variations_of(game, sorted(parting(lines, game), key=lines.index))
    check_variations(game, kept)
    assert set(whole(other, rebased(game, kept, other))) == ends(list(parting(whole(game, kept), other)))
