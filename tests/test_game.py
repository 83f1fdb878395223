"""The registry, the game object and states written in Python and in C++ at run time."""

import copy
import dataclasses
import pickle
import re
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai import native
from boardai.game import PlugIns, game_class
from boardai.records.formats import formats


@pytest.mark.parametrize("path", ["tic_tac_toe", "connect_four"])
def test_games_by_path_pass_the_conformance_test(path, request):
    report = boardai.check_game(boardai.load(request.getfixturevalue(path)), games=10)
    assert report.positions > 10
    assert "pickle restores the state" in report.properties


def test_unknown_game_names_what_there_is():
    with refused("ches"):
        boardai.load("ches")
    with refused("nothing.py"):
        boardai.load("./nothing.py")


def test_spec_parameters_are_read_and_refused(tmp_path):
    module = tmp_path / "counting.py"
    module.write_text(
        "import boardai\n\nclass Counting(boardai.Game):\n"
        "    def __init__(self, size: int = 3, fast: bool = False, label: str = 'x'):\n"
        "        raise ValueError((size, fast, label))\n"
    )
    with pytest.raises(ValueError, match=re.escape("(4, True, 'a b')")):
        boardai.load(f"{module}:size=4,fast=true,label=a b")
    with pytest.raises(ValueError, match=re.escape("(5, False, 'x')")):
        boardai.load(f"{module}:size=4", size=5)
    with refused("sizes", "did you mean size"):
        boardai.load(f"{module}:sizes=4")
    with refused("'x'", "size", "fast", "label"):
        boardai.load(f"{module}:x=4")
    with refused("'size'", "key=value"):
        boardai.load(f"{module}:size")


def test_a_game_by_path_keeps_the_parameters_it_was_given(tic_tac_toe, tmp_path):
    module = tmp_path / "counting.py"
    module.write_text(
        "import boardai\n\nclass Counting(boardai.Game):\n    def __init__(self, size=3):\n"
        f"        super().__init__(boardai.load({tic_tac_toe!r}).initial_state())\n        self.max_length = size\n"
    )
    game = boardai.load(f"{module}:size=4")
    assert game.spec == f"{module}:size=4" and boardai.load(game.spec).max_length == 4
    assert boardai.load(str(module)).spec == str(module)


def test_a_python_module_defines_one_game(tmp_path):
    module = tmp_path / "games.py"
    module.write_text("x = 1\n")
    with refused("games.py"):
        boardai.load(str(module))
    module.write_text(
        "import boardai\n\nclass Base(boardai.Game): pass\nclass One(Base): pass\nclass Two(Base): pass\n"
    )
    with refused("games.py", "One", "Two"):
        boardai.load(str(module))


def test_a_python_module_with_states_alone_is_a_game(tic_tac_toe, tmp_path):
    """The parameters are those of the states' constructor; classes that others build on do not count."""
    module = tmp_path / "wide.py"
    module.write_text(
        Path(tic_tac_toe).read_text() + "\nclass Wide(TicTacToe):\n    def __init__(self, cells=(0,) * 9, most=9):\n"
        "        super().__init__(cells)\n        self.max_length = most\n"
    )
    game = boardai.load(f"{module}:most=12")
    assert game.max_length == 12 and game.spec == f"{module}:most=12"
    assert boardai.load(str(module)).max_length == boardai.load(tic_tac_toe).max_length == 9
    with refused("least", "cells", "most"):
        boardai.load(f"{module}:least=1")


def test_a_variant_of_a_game_that_ships_has_its_plug_ins(tmp_path):
    module = tmp_path / "blitz.py"
    module.write_text("from boardai.games.chess import Chess\n\nclass Blitz(Chess):\n    opponent = 'pvs:depth=2'\n")
    game = boardai.load(f"{module}:chess960=true")
    assert game.opponent == "pvs:depth=2" and game.params == {"chess960": True}
    assert game.plug_in("files") is boardai.load("chess").plug_in("files")
    assert {kind.name for kind in formats(game)} == {kind.name for kind in formats(boardai.load("chess"))}
    assert game.parse_moves(game.initial_state(), "1. Nf3")


@pytest.mark.parametrize("name", boardai.available_games())
def test_plug_ins_that_are_declared_are_there(name):
    game = game_class(name)
    declared = {field.name for field in dataclasses.fields(PlugIns) if getattr(game.plug_ins, field.name)}
    assert declared == {kind for kind in dataclasses.asdict(PlugIns()) if game.plug_in(kind) is not None} != set()


def test_entry_point_games_are_found(monkeypatch, tic_tac_toe):
    class Entry:
        name = "third_party"

        def load(self):
            return type(boardai.load(tic_tac_toe).initial_state())

    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Entry()] if group == "boardai.games" else [])
    assert "third_party" in boardai.available_games()
    assert boardai.load("third_party").initial_state().legal_actions() == list(range(9))


@pytest.fixture(params=["tic_tac_toe", "connect_four"])
def game(request):
    return boardai.load(request.getfixturevalue(request.param))


def test_states_are_values(game):
    state = game.initial_state()
    first = state.legal_actions()[0]
    for copied in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert copied == state and hash(copied) == hash(state) and type(copied) is type(state)
        copied.apply(first)
        assert copied != state and state == game.initial_state()
    assert {state: "here"}[game.initial_state()] == "here"
    assert state != 3 and state != None and (state == "text") is False  # noqa: E711
    assert isinstance(state, boardai.State)


def test_bad_actions_are_value_errors_and_change_nothing(game):
    state = game.initial_state()
    for action in (-1, 9999, 2**31 - 1):
        with refused(action):
            state.apply(action)
    if game.is_native:
        for action in ("e2e4", None, 1.5):
            with refused(repr(action), error=TypeError):
                state.apply(action)
    with refused("over"):
        state.outcome(0)
    with pytest.raises(ValueError):
        state.action_from_string("nonsense")
    with pytest.raises(ValueError):
        game.from_string("nonsense")
    assert state == game.initial_state()


def test_observations(game):
    state = game.initial_state()
    planes = state.observation()
    assert planes.shape == game.observation_shape and planes.dtype == np.float32
    assert state.legal_mask().sum() == len(state.legal_actions()) and state.legal_mask().shape == (game.policy_size,)


def test_the_same_source_is_the_same_class_and_a_changed_one_a_new(connect_four):
    source = Path(connect_four).read_text()
    one, two = boardai.define_game(source), boardai.define_game(source)
    changed = boardai.define_game(source + "\n// changed\n")
    assert type(one.initial_state()) is type(two.initial_state())
    assert type(changed.initial_state()) is not type(one.initial_state())
    assert one.initial_state().to_string() == changed.initial_state().to_string()


def test_compiler_errors_are_readable():
    with refused("nim:2:1", "Nim"):
        boardai.define_game("struct Nim { int sticks = 21; };\nBOARDAI_GAME(Nim)", name="nim")
    with refused("nim:1:22", "oops"):
        boardai.define_game("struct Nim { int x = oops; };\nBOARDAI_GAME(Nim)", name="nim")
    with refused("BOARDAI_GAME"):
        boardai.define_game("struct Nim {};")


def test_a_run_time_state_pickles_into_another_process(connect_four, tmp_path):
    state = boardai.load(connect_four).initial_state()
    state.apply(3)
    (tmp_path / "state.pickle").write_bytes(pickle.dumps(state))
    code = f"import pickle; print(pickle.load(open({str(tmp_path / 'state.pickle')!r}, 'rb')).to_string())"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == state.to_string()


CPP_WITH_PARAMETER = """
struct Count {  // take one stick at a time; the player who takes the last wins
    int left, player = 0;
    explicit Count(int sticks = 3) : left(sticks) {
        if (sticks < 1) throw std::invalid_argument("sticks must be positive"); }
    int current_player() const { return player; }
    bool is_terminal() const { return left == 0; }
    int outcome(int who) const { return who == player ? -1 : 1; }
    void legal_actions(ActionList& out) const { out.clear(); if (left) out.push_back(0); }
    void apply(Action) { --left; player = 1 - player; }
    std::uint64_t hash() const { return mix64(left * 2 + player); }
    bool operator==(const Count&) const = default;
    std::string to_string() const { return std::to_string(left); }
    Count from_string(const std::string& text) const { return Count(std::stoi(text)); }
    std::string action_to_string(Action) const { return "take"; }
    Action action_from_string(const std::string&) const { return 0; }
};
BOARDAI_GAME(Count)
"""


def test_constructor_parameters_of_a_cpp_game():
    game = boardai.define_game(CPP_WITH_PARAMETER, "count", sticks=5)
    assert game.initial_state().to_string() == "5" and game.spec == "count:sticks=5"
    with refused("sticks"):
        boardai.define_game(CPP_WITH_PARAMETER, "count", sticks=0)
    with pytest.raises(ValueError, match="Count"):
        boardai.define_game(CPP_WITH_PARAMETER, "count", stones=5)


def test_a_cpp_game_without_actions_that_is_not_over_is_refused():
    source = CPP_WITH_PARAMETER.replace("if (left) out.push_back(0);", "if (left > 1) out.push_back(0);")
    state = boardai.define_game(source, "stuck").initial_state()
    with refused("position 1"):
        state.random_playout(0)
    with refused("position 1"):
        native.template("RandomGames", state).play(state, 1, 0)


# --- games as values -------------------------------------------------------------------------------------------


TAKES_A_GAME = {
    "batch": lambda game: boardai.Batch(game, 2).game,
    "match": lambda game: boardai.play_match(game, "random", "random", games=2).games,
    "check": lambda game: boardai.check_game(game, games=1).game,
    "record": lambda game: boardai.RecordedGame.from_moves(game, ["b2"]).game,
    "evaluation": lambda game: boardai.define_evaluator(game, "int evaluate(const State&) { return 1; }", "one").name,
}


@pytest.mark.parametrize("use", TAKES_A_GAME.values(), ids=TAKES_A_GAME)
def test_what_takes_a_game_takes_its_text(use):
    assert use("hex:size=3") == use(boardai.load("hex", size=3))
    with refused("hax"):
        use("hax")
    with refused("boardai.load", error=TypeError):
        use(boardai.load("hex", size=3).initial_state())


def test_games_compare_and_hash_by_spec(tic_tac_toe, connect_four):
    for spec in ("hex:size=5", "chess", tic_tac_toe, connect_four):
        one, other = boardai.load(spec), boardai.load(spec)
        assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert boardai.load("hex", size=5) == boardai.load("hex:size=5")
    games = [boardai.load(spec) for spec in ("hex:size=5", "hex:size=4", "chess", "chess:history=0", tic_tac_toe)]
    assert len(set(games)) == 5
    assert games[0] != "hex:size=5"
    # One name, two texts: not the same game.
    source = Path(connect_four).read_text()
    assert boardai.define_game(source, "four") != boardai.define_game(source + "\n", "four")


def test_games_pickle(tic_tac_toe, connect_four):
    source = Path(connect_four).read_text()
    for game in (
        *(boardai.load(spec) for spec in ("hex:size=5", "chess:history=0", tic_tac_toe, connect_four)),
        boardai.load("reversi", board="name: bar\n\n-XO-\n-OX-\n"),
        boardai.define_game(source, "four"),
    ):
        for copied in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
            assert copied == game and copied.spec == game.spec and copied.params == game.params
            assert copied.initial_state() == game.initial_state()


def test_a_game_pickles_into_another_process(tic_tac_toe, tmp_path):
    path = tmp_path / "games.pickle"
    games = [boardai.load("hex:size=5"), boardai.load(tic_tac_toe)]
    path.write_bytes(pickle.dumps(games))
    code = f"import pickle; print(*(game.spec for game in pickle.load(open({str(path)!r}, 'rb'))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.split() == [game.spec for game in games]


def test_a_game_made_by_hand_says_why_it_does_not_pickle(tic_tac_toe):
    game = boardai.Game(boardai.load(tic_tac_toe).initial_state())
    with refused("TicTacToe", error=pickle.PicklingError):
        pickle.dumps(game)


def test_an_edited_python_game_is_loaded_anew(tmp_path, tic_tac_toe):
    path = tmp_path / "edited.py"
    text = Path(tic_tac_toe).read_text()
    path.write_text(text)
    before = boardai.load(str(path))
    state = before.initial_state()
    assert boardai.load(str(path)) == before
    # Of the same length within the same second: a cache by time and size would not notice.
    path.write_text(text.replace('"a1", "b1"', '"A1", "B1"'))
    after = boardai.load(str(path))
    assert after.initial_state().action_to_string(0) == "A1"
    assert after != before and after.spec == before.spec
    # What was there stays usable.
    assert state.action_to_string(0) == "a1" and boardai.search.minimax(state, depth=2).state == state
    state.apply(0)
    assert pickle.loads(pickle.dumps(state)) == state
    assert state != after.initial_state().child(0)
    path.write_text("class Game(:\n")
    with refused("edited.py", error=SyntaxError):
        boardai.load(str(path))
    path.write_text(text)
    assert boardai.load(str(path)) == before


@pytest.mark.parametrize("name", boardai.available_games())
def test_unpickling_leaves_the_class_as_it_was(name):
    state = boardai.load(name).initial_state()
    methods = {name: value for name, value in vars(type(state)).items() if isinstance(value, types.FunctionType)}
    assert methods
    assert type(pickle.loads(pickle.dumps(state))) is type(state)
    changed = [name for name, value in methods.items() if vars(type(state))[name] is not value]
    assert changed == []
