"""A text of megabytes is refused with a message that a person can read: what was given is quoted in part."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import boardai
from boardai import search
from boardai.basics.quoting import quoted, shortened
from boardai.batch import Batch
from boardai.players import load_agent
from boardai.search.evaluations.linear import FeatureSet

LONG = "Q7" * 1_000_000
LONGEST_MESSAGE = 1500


def refusal(ask: Callable[[], object]) -> str:
    with pytest.raises((ValueError, TypeError, OSError)) as caught:
        ask()
    text = str(caught.value)
    assert len(text) < LONGEST_MESSAGE, f"{text[:300]} ... {text[-200:]}"
    return text


@pytest.mark.parametrize("game", ["chess", "hex:size=5", "reversi"])
def test_positions_and_moves(game: str) -> None:
    state = boardai.load(game).initial_state()
    for text in (LONG, LONG + " w - - 0 1", "8/8/8/8/8/8/8/8 " + LONG + " - - 0 1", " ".join(["x"] * 100_000)):
        refusal(lambda text=text: state.from_string(text))
        refusal(lambda text=text: state.action_from_string(text))
        refusal(lambda text=text: boardai.load(game).parse_action(state, text))
        refusal(lambda text=text: state.evaluate(text))
        refusal(lambda text=text: FeatureSet(text, state))
    assert "2000000 characters" in refusal(lambda: state.action_from_string(LONG))
    refusal(lambda: state.action_to_string(LONG))


def test_fields_of_a_fen() -> None:
    fields = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-", "0", "1"]
    for number in range(len(fields)):
        text = " ".join([*fields[:number], LONG, *fields[number + 1 :]])
        refusal(lambda text=text: boardai.load("chess", fen=text))
    assert "FEN field 4" in refusal(lambda: boardai.load("chess", fen=" ".join([*fields[:3], LONG, "0", "1"])))


def test_specs_of_games_and_agents(tmp_path: Path) -> None:
    game = boardai.load("reversi")
    for text in (LONG, "hex:" + LONG, f"hex:{LONG}=1", f"hex:size={LONG}", f"reversi:board={LONG}", f"./{LONG}.py"):
        refusal(lambda text=text: boardai.load(text))
    for text in (
        LONG,
        "pvs:" + LONG,
        f"pvs:{LONG}=1",
        f"pvs:depth={LONG}",
        f"pvs:evaluator={LONG}",
        f"puct:run={LONG}",
    ):
        refusal(lambda text=text: load_agent(text, game))
    refusal(lambda: boardai.load("hex", size=LONG))
    refusal(lambda: boardai.load("hex", view=LONG))
    refusal(lambda: boardai.load("hex", **{LONG: 1}))
    refusal(lambda: boardai.load("chess", chess960=LONG))
    refusal(lambda: boardai.load("chess", fen=[LONG]))
    refusal(lambda: boardai.load("chess", position=10**6000))


def test_options_of_searches() -> None:
    state = boardai.load("hex:size=3").initial_state()
    for ask in (
        lambda: search.pvs(state, depth=LONG),
        lambda: search.pvs(state, depth=10**6000),
        lambda: search.mcts(state, simulations=2, seed=LONG),
        lambda: search.pvs(state, depth=2, table_megabytes=LONG),
        lambda: search.pvs(state, depth=2, table_megabytes=[LONG]),
        lambda: search.pvs(state, depth=2, evaluator=LONG),
        lambda: search.pvs(state, depth=2, tree=LONG),
        lambda: search.pvs(state, depth=2, on_interrupt=LONG),
        lambda: search.pvs(state, depth=2, **{LONG: 1}),
        lambda: search.mcts(state, simulations=LONG),
        lambda: search.minimax(LONG, depth=2),
        lambda: Batch(boardai.load("hex:size=3"), LONG),  # type: ignore[arg-type]
        lambda: state.apply(LONG),
        lambda: state.outcome(LONG),
        lambda: state.observation(LONG, 3),
        lambda: state.action_from_policy(LONG),
    ):
        refusal(ask)


def test_game_files(tmp_path: Path) -> None:
    from boardai.games.chess.pgn import read_games
    from boardai.games.hex.formats import sgf
    from boardai.games.reversi.formats import transcript

    for text in (
        LONG,
        f'[Variant "{LONG}"]\n\n1. e4 *\n',
        f'[FEN "{LONG}"]\n[SetUp "1"]\n\n1. e4 *\n',
        f"1. {LONG} *\n",
    ):
        refusal(lambda text=text: list(read_games(io.StringIO(text), on_error="raise")))
    for text in (LONG, f"(;FF[4]SZ[{LONG}])", f"(;FF[4]SZ[5];B[{LONG}])", f"(;{LONG}[1])", f"(;FF[4]GM[{LONG}])"):
        refusal(lambda text=text: list(sgf.read_sgf(text)))
    state = boardai.load("reversi").initial_state()
    refusal(lambda: transcript.parse_transcript(state, LONG))


class Letters(boardai.BaseState):
    """A game of nothing, written in Python."""

    def current_player(self) -> int:
        return 0

    def is_terminal(self) -> bool:
        return False

    def outcome(self, player: int) -> int:
        return 0

    def legal_actions(self) -> list[int]:
        return [0]

    def apply(self, action: int) -> None:
        pass

    def clone(self) -> Letters:
        return Letters()

    def to_string(self) -> str:
        return "nothing"

    def from_string(self, text: str) -> Letters:
        return Letters()


def test_a_game_written_in_python() -> None:
    for ask in (
        lambda: Letters().action_from_string(LONG),
        lambda: Letters().apply(LONG),  # type: ignore[arg-type]
        lambda: Letters().outcome(LONG),  # type: ignore[arg-type]
    ):
        refusal(ask)


def test_what_is_quoted() -> None:
    assert quoted("e2e9") == "'e2e9'"
    assert quoted("a" * 60) == repr("a" * 60)
    assert quoted("a" * 61) == repr("a" * 60 + "...") + " (61 characters)"
    assert quoted(b"\x00" * 1000) == repr(b"\x00" * 60 + b"...") + " (1,000 bytes)"
    assert quoted("\udcc7" * 60) == repr("\udcc7" * 30 + "...") + " (60 characters)"
    assert quoted([1, 2]) == "[1, 2]"
    assert quoted([1] * 1_000_000).startswith("[1, 1, ") and len(quoted([1] * 1_000_000)) < 100
    assert quoted(10**5000) == "a whole number of 16,610 bits"
    assert shortened("a" * 61) == "a" * 60 + "... (61 characters)"


class Stubborn:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def test_what_cannot_be_shown_is_named_by_its_type() -> None:
    value: Any = Stubborn()
    assert quoted(value) == "a Stubborn"
