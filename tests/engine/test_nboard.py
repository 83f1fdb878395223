"""NBoard's protocol and the games it sends, in GGF."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from conversation import Conversation, conversation

import boardai
from boardai.games.reversi import solve_endgame
from boardai.games.reversi.formats.ggf import read_ggf

START = "---------------------------O*------*O---------------------------"
GAME = f"(;GM[Othello]PC[NBoard]DT[2026.1.1]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 {START} *]B[F5/1.2/3]W[D6//0.1];)"


@pytest.fixture(scope="module")
def shared() -> Iterator[Conversation]:
    with conversation("reversi", "pvs", "nboard") as talk:
        assert talk.ask("nboard 2", until="set myname")[-1] == "set myname boardai_pvs"
        yield talk


@pytest.fixture
def nboard(shared: Conversation) -> Conversation:
    """The same program for all tests, after two moves."""
    shared.ask("set depth 4", f"set game {GAME}", "ping 1", until="pong 1")
    return shared


def test_a_game_is_played_on(nboard: Conversation) -> None:
    state = boardai.load("reversi").initial_state()
    for move in ("f5", "d6"):
        state.apply(state.action_from_string(move))
    lines = nboard.ask("go", until="^===")
    assert lines[0].startswith("status ") and nboard.until("^status")[-1] == "status"
    move, value = re.fullmatch(r"=== ([A-H][1-8])/(-?\d+\.\d\d)", lines[-1]).groups()  # type: ignore[union-attr]
    state.apply(state.action_from_string(move.lower()))
    assert abs(float(value)) < 64
    nboard.send(f"move {move}/{value}/0.5")
    reply = nboard.ask("go", until="^===")[-1].split()[1].partition("/")[0]
    assert state.is_legal(state.action_from_string(reply.lower()))
    nboard.until("^status$")


def test_hints_are_the_requested_number_of_lines(nboard: Conversation) -> None:
    lines = [line.split() for line in nboard.ask("hint 3", until="^status$") if line.startswith("search ")][-3:]
    assert len({line[1][:2] for line in lines}) == 3 and all(line[3:5] == ["0", "4"] for line in lines)
    values = [float(line[2]) for line in lines]
    assert values == sorted(values, reverse=True)
    assert len(lines[0][1]) >= 8


def test_ping_ends_what_is_thought_about(nboard: Conversation) -> None:
    nboard.send("set depth 60", "go")
    nboard.until("^status ")
    assert nboard.ask("ping 7", until="pong 7") == ["status", "pong 7"]
    assert nboard.ask("learn", until="^learned") == ["learned"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("dance", "unknown command 'dance'"),
        ("set depth deep", "set depth: expected a whole number"),
        ("hint", "hint: expected a whole number"),
        ("move A1", "move 'a1'"),
        ("set game (;GM[Chess];)", "a game of 'Chess'"),
        ("set game (;BO[4 ---- *];)", "BO is not a board of reversi"),
        (f"set game (;BO[8 {START.replace('O', '.')} *];)", "BO has cells"),
        ("set game (;B[A1];)", "GGF, move 1: move 'a1'"),
        ("set game (;W[F5];)", "GGF, move 1: 'F5'"),
        ("set game (;B[", "column 3: expected NAME"),
        ("set game (;B[ ;)", "column 3: expected NAME"),
    ],
)
def test_errors_are_sent_in_the_status(nboard: Conversation, line: str, reason: str) -> None:
    (printed,) = nboard.ask(line, "ping 3", until="pong 3")[:-1]
    assert printed.startswith("status ") and reason in printed


def test_ggf_with_and_without_its_passes() -> None:
    """A game with a pass, as `PA`, and left out."""
    game = boardai.load("reversi")
    state, texts, colours = game.initial_state(), [], []
    while "pass" not in texts[:-1]:  # the first legal move each time comes to one soon
        action = state.legal_actions()[0]
        texts.append(state.action_to_string(action))
        colours.append("BW"[state.current_player()])
        state.apply(action)
    for kept in (True, False):
        moves = "".join(
            f"{colour}[{'PA' if text == 'pass' else text}]"
            for colour, text in zip(colours, texts, strict=True)
            if kept or text != "pass"
        )
        start, actions = read_ggf(f"(;GM[Othello]{moves};)", game)
        for action in actions:
            start.apply(action)
        assert start == state


@pytest.mark.parametrize("agent", ["pvs", "pvs:points=true", "pvs:evaluator=discs", "alphabeta:depth=12"])
def test_values_are_discs_of_the_finished_game(agent: str) -> None:
    game = boardai.load("reversi")
    state, actions = game.initial_state(), []
    rng = random.Random(6)
    while state.to_string().count("-") > 9:
        action = rng.choice(state.legal_actions())
        actions.append((state.current_player(), state.action_to_string(action)))
        state.apply(action)
    margin = solve_endgame(state).value
    assert margin not in (0, 64, -64)
    moves = "".join(f"{'BW'[player]}[{'PA' if text == 'pass' else text}]" for player, text in actions)
    with conversation("reversi", agent, "nboard") as talk:
        talk.ask("nboard 2", until="set myname")
        talk.ask("set depth 12", f"set game (;GM[Othello]{moves};)", "ping 1", until="pong 1")
        value = float(talk.ask("go", until="^===")[-1].partition("/")[2])
        talk.until("^status$")
        lines = [line.split() for line in talk.ask("hint 2", until="^status$") if line.startswith("search ")]
    # A search only for the winner may win by less, but never by an impossible margin; a finished game has its margin.
    assert value == margin if agent.startswith("pvs") else value * margin > 0 and abs(value) < 64
    assert float(lines[-1 if len(lines) == 1 else -2][2]) == value
