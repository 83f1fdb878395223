"""Games in Python whose texts hold half a surrogate pair, or NUL: a message at every entry point, or it works."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from refusals import refused
from sampled import sampled

import boardai
from boardai import search
from boardai.command_line import InputError
from boardai.commands import match
from boardai.players import load_agent
from boardai.records import GameRecord, RecordedGame, read_games, save_record, write_games
from boardai.web.messages import as_text
from boardai.web.offers import Offers
from boardai.web.rooms.journal import Journal
from boardai.web.rooms.room import Room
from boardai.web.rooms.view import news, nodes_of

GAME = '''
import boardai

WHAT, BAD = {what!r}, {bad!a}


class State(boardai.BaseState):
    """Take one or two of nine; the player who takes the last one wins."""

    def __init__(self, left=9, player=0):
        self.left, self.player = left, player

    def current_player(self):
        return self.player

    def is_terminal(self):
        return self.left == 0

    def outcome(self, player):
        return 1 if player != self.player else -1

    def legal_actions(self):
        return [number for number in (1, 2) if number <= self.left]

    def apply(self, action):
        self.left, self.player = self.left - action, 1 - self.player

    def clone(self):
        return State(self.left, self.player)

    def __eq__(self, other):
        return (self.left, self.player) == (other.left, other.player)

    def __hash__(self):
        return self.left

    def to_string(self):
        late = WHAT == "a later position" and self.left < 8
        return f"{{self.left}} {{self.player}}" + (BAD if WHAT == "the position" or late else "")

    def from_string(self, text):
        left, player = text.replace(BAD, "").split()
        return State(int(left), int(player))

    def action_to_string(self, action):
        return str(action) + (BAD if WHAT == "an action's text" else "")

    def cells(self):
        return [["o"] * self.left or [""]]


class Five(boardai.Game):
    max_length = 20
    player_names = ("A" + BAD if WHAT == "the name of a player" else "A", "B")

    def __init__(self):
        super().__init__(State())

    def format_action(self, state, action):
        return "so" + BAD if WHAT == "a move for people" else super().format_action(state, action)

    def describe_ending(self, state):
        return "so" + BAD if WHAT == "the description of the end" else ""
'''
SEARCHES: dict[str, dict[str, Any]] = {
    **{name: {"depth": 3} for name in ("minimax", "negamax", "alphabeta", "scout", "mtdf", "pvs")},
    **{name: {"nodes": 50} for name in ("and_or", "pns", "dfpn")},
    "mcts": {"simulations": 50},
}
CASES = ["the position", "a later position", "an action's text", "the name of a player", "a move for people"]
CASES.append("the description of the end")


@pytest.fixture
def make(tmp_path: Path) -> Callable[[str, str], str]:
    def made(what: str, bad: str) -> str:
        path = tmp_path / "five.py"
        path.write_text(GAME.format(what=what, bad=bad))
        return str(path)

    return made


def reported_or_done(ask: Callable[[], object]) -> None:
    try:
        ask()
    except (ValueError, InputError) as error:
        assert not isinstance(error, UnicodeError), error
        assert "encoded" in str(error), error


@pytest.mark.parametrize("bad", sampled(["\ud800", "\0"], ["\ud800"]))
@pytest.mark.parametrize("what", CASES)
def test_every_entry_point_reports_it_in_words(
    what: str, bad: str, make: Callable[[str, str], str], tmp_path: Path
) -> None:
    spec = make(what, bad)
    game = boardai.load(spec)
    state = game.initial_state()
    for name, options in SEARCHES.items():
        reported_or_done(lambda name=name, options=options: str(getattr(search, name)(state, **options)))
    reported_or_done(lambda: search.pvs(state, depth=2, evaluator=lambda state: 3))
    for agent in ("greedy", "pvs:depth=2", "mcts:simulations=20"):
        reported_or_done(lambda agent=agent: load_agent(agent, game, 0).choose(state))
    # Records keep it, whatever it is.
    one = RecordedGame(
        game, state.child(1), (2, 2, 2, 2), 1, comments={0: bad}, players=(bad, "Bob"), headers={"a": [bad]}
    )
    for ending in (".json", ".jsonl"):
        write_games(tmp_path / f"one{ending}", [one], format=ending)
        assert list(read_games(tmp_path / f"one{ending}", game)) == [one]
    played = ["--games", "2", "--opening-plies", "0"]
    reported_or_done(lambda: match.main([spec, "random", "random", *played, "--record", str(tmp_path / "match")]))
    reported_or_done(lambda: match.main([spec, "pvs:depth=2", "random", *played]))
    # The page.
    offers = Offers([spec], [])
    (offered,) = (entry["game"] for entry in offers.games)
    room = Room("r" * 12, offered, offers.game(offered), game.initial_state())
    room.move(0, 1, 0.0)
    as_text({"nodes": nodes_of(room.tree.in_order()), **news(room, 0.0)})
    journal = Journal(tmp_path / "rooms")
    journal.begin(room, {}, 0.0)
    found = journal.read(room.name, offers, 0.0)
    assert found is not None and found[0].tree.nodes[1].action == 1
    journal.close()


@pytest.mark.parametrize("bad", sampled(["\ud800", "\0"], ["\ud800"]))
@pytest.mark.parametrize("what", CASES)
def test_check_names_it(what: str, bad: str, make: Callable[[str, str], str]) -> None:
    name = {"a later position": "the position", "an action's text": "a move for people"}.get(what, what)
    with refused("five.py", name, error=AssertionError):
        boardai.check_game(make(what, bad), games=2)


def test_files_that_cannot_hold_it_say_so_and_stay_as_they_were(tmp_path: Path) -> None:
    chess = boardai.load("chess")
    one = RecordedGame(chess, chess.initial_state(), comments={0: "a\ud800"}, headers={"EV": "\udc00"})
    (tmp_path / "x.pgn").write_text("mine")
    with refused("game 1", "comment"):
        write_games(tmp_path / "x.pgn", [one])
    hexagons = boardai.load("hex:size=3")
    other = RecordedGame(hexagons, hexagons.initial_state(), comments={0: "a\ud800"})
    with refused("game 1", "\\ud800") as caught:
        write_games(tmp_path / "x.sgf", [other])
    assert not isinstance(caught.value, UnicodeError) and not (tmp_path / "x.sgf").exists()
    assert (tmp_path / "x.pgn").read_text() == "mine"
    save_record(GameRecord("chess", players=("\ud800", "")), tmp_path / "x.json")
    assert json.loads((tmp_path / "x.json").read_text())["players"][0] == "\ud800"
    assert "é" in GameRecord("chess", players=("é", "")).to_json()  # as people write it, where that can be
    assert io.StringIO(GameRecord("chess", players=("\ud800", "")).to_json()).read().isascii()


def test_the_game_is_named_that_gives_it(make: Callable[[str, str], str]) -> None:
    state = boardai.load(make("the position", "\ud800")).initial_state()
    with refused("State", "to_string()"):
        search.pvs(state, depth=3)


def test_texts_that_are_given_are_refused_in_the_same_words() -> None:
    state = boardai.load("chess").initial_state()
    for ask in (state.from_string, state.action_from_string, state.evaluate, state.action_from_san):
        with refused("\\ud800") as caught:
            ask("\ud800")
        assert not isinstance(caught.value, UnicodeError)
