"""check_game catches games that break the contract: one broken game for each property."""

import importlib.util
import random
import re
import sys
from pathlib import Path

import cppyy
import numpy as np
import pytest

import boardai
from boardai.check import contract
from boardai.check.contract import CheckFailed, _Check
from boardai.check.hooks import _HEADERS, NATIVE_HOOKS, found_hooks, names_knowledge, wrong_hooks

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"


@pytest.fixture
def sound(tic_tac_toe):
    return type(boardai.load(tic_tac_toe).initial_state())


def broken(sound, **methods):
    """A tic-tac-toe with some methods replaced; clone and from_string keep the class."""
    body = {
        "clone": lambda self: type(self)(self.cells),
        "from_string": lambda self, text: type(self)(sound.from_string(text).cells),
        **methods,
    }
    cls = type("Broken", (sound,), body)
    globals()["Broken"] = cls  # where pickle looks for it
    cls.__module__ = __name__
    return boardai.Game(cls())


def expect(game, words):
    with pytest.raises(CheckFailed, match=words):
        boardai.check_game(game, games=20)


def test_the_unbroken_variant_passes(sound):
    report = boardai.check_game(broken(sound))
    assert {f"the search {kind} runs" for kind in ("minimax", "pvs", "dfpn", "puct")} <= set(report.properties)


@pytest.mark.thorough
def test_who_cannot_win_does(sound):
    """By one who says so of everybody, by one who takes it back, by one who does not say yes or no."""
    expect(broken(sound, can_win=lambda self, player: False), "who cannot win never wins.*player . has won")
    early = lambda self, player: player == 1 or len(self.legal_actions()) < 5  # noqa: E731
    expect(broken(sound, can_win=early), "who cannot win never wins.*player 0 can win again")
    expect(broken(sound, can_win=lambda self, player: 1), "can_win is true or false")
    name = "who cannot win never wins"
    assert name not in boardai.check_game(broken(sound), games=2).properties
    report = boardai.check_game("chess:fen=8/8/8/4k3/8/2n1K3/4P3/8 w - - 0 1", games=20)
    assert name in report.properties


def test_shared_copies(sound):
    def clone(self):
        copied = type(self)()
        copied.cells = self.cells
        return copied

    expect(broken(sound, clone=clone), "copies are independent|a refused action changes nothing|child")


def test_repeated_actions(sound):
    expect(broken(sound, legal_actions=lambda self: sound.legal_actions(self) * 2), "sorted and unique")


def test_actions_after_the_end(sound):
    every = lambda self: [cell for cell in range(9) if self.cells[cell] == 0]  # noqa: E731
    expect(broken(sound, legal_actions=every), "no legal action if and only if the game is over")


def test_unchecked_apply(sound):
    game = broken(sound)
    cls = type(game.initial_state())
    cls.apply = lambda self, action: self.cells.__setitem__(action % 9, 1)
    expect(game, "refused")


def test_outcomes_not_zero_sum(sound):
    expect(broken(sound, outcome=lambda self, player: -player), "zero-sum")
    expect(broken(sound, outcome=lambda self, player: 1), "not both players have won")


@pytest.mark.parametrize("outcome", [2, 0.3])
def test_outcomes_that_are_none(sound, outcome):
    wrong = lambda self, player: outcome if player == 0 else -outcome  # noqa: E731
    expect(broken(sound, outcome=wrong), f"outcomes are the ints 1, 0 and -1.*{outcome}")


def test_dice(sound):
    rng = np.random.default_rng(1)

    def apply(self, action):
        sound.apply_legal(self, int(rng.choice(self.legal_actions())))

    expect(broken(sound, apply=apply), "apply is deterministic")


def test_a_text_that_is_refused(sound):
    def from_string(self, text):
        if text.count("x") == 2:
            raise ValueError("two are too many")
        return type(self)(sound.from_string(text).cells)

    expect(broken(sound, from_string=from_string), "from_string takes what to_string wrote.*two are too many")


@pytest.mark.parametrize(
    ("hook", "words"),
    [
        ({"board_cells": lambda self: "...\n..\n..."}, "rows of 3, 2, 3"),
        ({"action_cells": lambda self, action: [action + 8]}, r"action_cells\(\d\).*9 cells"),
        ({"cell_shape": lambda self: "round"}, "cell_shape.*'round'"),
        ({"row_names": lambda self: "1 2"}, "row_names"),
        ({"cell_colours": lambda self: "red"}, "cell_colours.*'red'"),
        ({"edge_pieces": lambda self: "xo"}, "edge_pieces.*'xo'"),
        ({"piece_picture": lambda self, piece: "<circle>"}, "piece_picture.*SVG"),
    ],
)
def test_descriptions_of_the_board(sound, hook, words):
    expect(broken(sound, **hook), f"the description of the board fits it.*{words}")


def test_optional_methods_are_listed(sound):
    """Of a game that ships they are its own business."""
    assert boardai.check_game("hex:size=3", games=1).hooks == ()
    hooks = {"can_win": lambda self, player: True, "piece_name": lambda self, piece: "mark"}
    report = boardai.check_game(broken(sound, **hooks), games=1)
    assert {"can_win", "board_cells", "policy_index", "piece_name"} <= set(
        report.hooks
    ) and "evaluate" not in report.hooks
    assert "optional methods found: observation_shape, policy_size" in str(report)


def test_half_of_what_belongs_together(sound):
    expect(broken(sound, symmetry_count=lambda self: 2), "optional method symmetry_count.*transformed")


IN_CPP = """
#include <stdexcept>
#include "boardai/runtime.hpp"
struct Race {
    int left = 9, player = 0;
    int current_player() const { return player; }
    bool is_terminal() const { return left == 0; }
    int outcome(int who) const { return who == player ? -1 : 1; }
    void legal_actions(boardai::ActionList& out) const {
        out.clear();
        for (int taken = 1; taken <= 2 && taken <= left; ++taken) out.push_back(taken);
    }
    void apply(boardai::Action taken) { left -= taken; player = 1 - player; }
    std::uint64_t hash() const { return boardai::mix64(2 * left + player); }
    bool operator==(const Race&) const = default;
    std::string to_string() const { return std::to_string(left) + "," + std::to_string(player); }
    static Race from_string(const std::string& text) {
        Race race;
        const auto comma = text.find(',');
        if (comma == std::string::npos) throw std::invalid_argument("no comma");
        race.left = std::stoi(text);
        race.player = std::stoi(text.substr(comma + 1));
        return race;
    }
    std::string action_to_string(boardai::Action taken) const { return std::to_string(taken); }
    boardai::Action action_from_string(const std::string& text) const {
        if (text == "1" && left >= 1) return 1;
        if (text == "2" && left >= 2) return 2;
        throw std::invalid_argument("no such move");
    }
    HOOKS
};
BOARDAI_GAME(Race)
"""


def test_a_method_of_a_wrong_type_is_named():
    def checked(hooks):
        return boardai.check_game(boardai.define_game(IN_CPP.replace("HOOKS", hooks), name="race"), games=1)

    wrong = {
        "long quiet_order(boardai::Action) const { return 1; }": "method quiet_order .*int quiet_order",
        "double random_playout(boardai::Rng&) const { return 1; }": "method random_playout .*int random_playout",
        "bool is_noisy(boardai::Action) const { return true; }": "method is_noisy .*next to noisy_actions",
        "bool gives_check(boardai::Action) const { return false; }": "method gives_check .*is_check",
        "std::uint32_t second_hash() const { return 1; }": "method second_hash .*std::uint64_t second_hash",
        "int history_key() const { return 1; }": "method history_key .*std::uint64_t history_key",
        "int grid_symmetries() const { return 1; }": "method grid_symmetries .*Shape grid",
    }
    for hooks, words in wrong.items():
        with pytest.raises(CheckFailed, match=words):
            checked(hooks)
    hooks = (
        "int random_playout(boardai::Rng&) const { return 1; } "
        "long random_playout(boardai::Rng&, boardai::PlayedActions&) const { return 1; }"
    )
    state = boardai.define_game(IN_CPP.replace("HOOKS", hooks), name="race").initial_state()
    ((name, reason),) = wrong_hooks(state)
    assert name == "random_playout" and "int random_playout(Rng&, PlayedActions&) const" in reason
    own = [hook.methods for hook in NATIVE_HOOKS if not hook.argument and hook.concept != "HasChecks"]
    assert len({name for methods in own for name in methods}) == sum(map(len, own))


def test_the_table_of_hooks_is_what_the_headers_say():
    spec = importlib.util.spec_from_file_location("write_hooks", ROOT / "cmake/write_hooks.py")
    write_hooks = sys.modules["write_hooks"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(write_hooks)
    headers = [
        f"{name}.hpp" for name in dict.fromkeys((*_HEADERS, *(hook.header for hook in NATIVE_HOOKS if hook.header)))
    ]
    written = {hook.name: hook for header in headers for hook in write_hooks.hooks(header) if hook.name != "GameState"}
    table = {hook.concept: hook for hook in NATIVE_HOOKS}
    assert table.keys() == written.keys() and len(written) > 25
    for name, hook in written.items():
        constants = [one for one in hook.signatures() if "(" not in one]
        methods = [one for one in hook.signatures() if "(" in one]
        plain = re.sub(r"\bint \w+(?=[,)])", "int", table[name].signatures)  # without the names of parameters
        assert plain == ", ".join(re.sub(r"\bS\b", "State", one) for one in methods), name
        assert all(f"{method}(" in plain for method in table[name].methods)
        needed = [table[need].methods[0] for need in hook.needs] + [one.split()[-1] for one in constants]
        assert all(word in table[name].besides for word in needed), name


@pytest.mark.thorough
def test_methods_of_the_right_type_are_found():
    hooks = (
        "int quiet_order(boardai::Action) const { return 1; } "
        "bool is_legal(boardai::Action taken) const { return taken > 0 && taken < 3 && taken <= left; } "
        "bool is_check() const { return false; }"  # df-pn asks nothing else of it
    )
    report = boardai.check_game(boardai.define_game(IN_CPP.replace("HOOKS", hooks), name="race"), games=3)
    assert report.hooks == ("is_legal", "is_check", "quiet_order")


@pytest.mark.parametrize("kind", [float, np.int64, np.int8])
def test_outcomes_that_are_no_ints(sound, kind):
    """Searches take ints alone, though 1.0 == 1."""
    expect(broken(sound, outcome=lambda self, player: kind(sound.outcome(self, player))), "outcomes are the ints")


@pytest.mark.parametrize(
    ("method", "kind"), [("current_player", float), ("hash", float), ("hash", str), ("legal_actions", np.array)]
)
def test_what_searches_refuse_is_reported(sound, method, kind):
    asked = getattr(sound, method)
    expect(broken(sound, **{method: lambda self: kind(asked(self))}), "Broken: ")


def test_a_mistake_that_only_searches_meet(sound, monkeypatch):
    """Whatever a game's own code raises there."""
    searches, searching = _Check.searches, []

    def searched(self, state):
        searching.append(True)
        searches(self, state)

    def legal_actions(self):
        if searching:
            raise KeyError("gone")
        return sound.legal_actions(self)

    monkeypatch.setattr(_Check, "searches", searched)
    expect(broken(sound, legal_actions=legal_actions), r"the search \w+ runs: in position .*KeyError: 'gone'")


def test_a_class_made_inside_load(tmp_path):
    """Nothing can find such a class again: worker processes and files of runs need it."""
    lines = (EXAMPLES / "01_game_in_python.py").read_text().split("\nclass ")
    head, rest = lines[0], "class " + lines[1]
    body = rest.partition("\nif __name__")[0]
    inner = "\n".join(f"        {line}" if line else line for line in body.split("\n"))
    path = tmp_path / "inner.py"
    path.write_text(
        f"{head}\nclass Inner(boardai.Game):\n    def __init__(self):\n{inner}\n        super().__init__(TicTacToe())\n"
    )
    expect(boardai.load(str(path)), "pickle restores the state: .*local object")


@pytest.mark.parametrize("spec", ["chess", "hex:size=4,swap=true", "reversi:board=4x4"])
def test_searches_run_on_games_that_ship(spec):
    report = boardai.check_game(spec, games=1)
    assert {"the search pvs runs", "the search mcts runs"} <= set(report.properties)


def test_hash_with_history(sound):
    expect(broken(sound, hash=lambda self: id(self)), "hash does not depend on the path|copies are equal")


def test_constant_hash(sound):
    expect(broken(sound, hash=lambda self: 7), "equal hashes mean equal play")


def test_text_that_loses_something(sound):
    expect(
        broken(sound, to_string=lambda self: sound.to_string(self)[:8] + "."), "from_string|copies|changes the state"
    )


def test_ambiguous_action_texts(sound):
    expect(broken(sound, action_to_string=lambda self, action: "a1"), "action texts are unique")


def test_encoding_that_hides_something(sound):
    import numpy as np

    blank = lambda self: np.zeros((3, 3, 2), np.float32)  # noqa: E731
    expect(broken(sound, observation=blank), "positions that play differently")


def test_encoding_of_the_wrong_type(sound):
    expect(broken(sound, observation=lambda self: sound.observation(self).astype("float64")), "float32")


def test_policy_index_not_inverted(sound):
    expect(broken(sound, action_from_policy=lambda self, index: (index + 1) % 9), "inverts policy_index")


def test_policy_index_out_of_range(sound):
    expect(broken(sound, policy_index=lambda self, action: action + 1), "below policy_size")


def test_wrong_symmetry(sound):
    methods = {
        "symmetry_count": lambda self: 2,
        "transformed": lambda self, number: self.clone(),
        "transform_action": lambda self, action, number: action if number == 0 else 8 - action,
    }
    expect(broken(sound, **methods), "symmetries")


def test_wrong_length(sound):
    game = broken(sound)
    game.max_length = 6
    expect(game, "max_length")


CPP = """
struct Race {  // the first of two players to add up to 10 by ones and twos wins
    int sum = 0, player = 0;
    int current_player() const { return player; }
    bool is_terminal() const { return sum >= 10; }
    int outcome(int who) const { return who == player ? -1 : 1; }
    void legal_actions(ActionList& out) const {
        out.clear(); if (!is_terminal()) { out.push_back(1); out.push_back(2); } }
    void apply(Action action) { sum += action; player = 1 - player; }
    std::uint64_t hash() const { return mix64(sum * 2 + player); }
    bool operator==(const Race&) const = default;
    std::string to_string() const { return std::to_string(sum) + " " + std::to_string(player); }
    Race from_string(const std::string& text) const {
        if (text.size() < 3) throw std::invalid_argument("race: too short");
        Race state; state.sum = std::stoi(text); state.player = text.back() - '0'; return state; }
    std::string action_to_string(Action action) const { return std::to_string(action); }
    Action action_from_string(const std::string& text) const {
        if (text != "1" && text != "2") throw std::invalid_argument("race: say 1 or 2"); return text[0] - '0'; }
    EXTRA
};
BOARDAI_GAME(Race)
"""


@pytest.mark.thorough
def test_native_game_without_encoding_passes():
    report = boardai.check_game(boardai.define_game(CPP.replace("EXTRA", ""), "race"))
    assert "random_playout has the distribution of uniformly random moves" in report.properties


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("canvas.at(rows - 1 - row, column,", "canvas.at(rows - row, column,"),  # below the last row
        ("canvas.at(rows - 1 - row, column,", "canvas.at(rows - 1 - row, column - 1,"),  # before the first cell
        ("? 0 : 1) = 1", "? 1 : 2) = 1"),  # beyond the last channel
    ],
)
def test_an_encoding_that_writes_outside_its_canvas(right, wrong):
    source = (ROOT / "examples" / "02_connect_four.hpp").read_text()
    assert source.count(right) == 1
    expect(boardai.define_game(source.replace(right, wrong), "outside"), r"(encode writes on its|a larger) canvas")


@pytest.mark.thorough
def test_native_playout_of_another_distribution():
    extra = "int random_playout(Rng&) const { return 1; }"
    expect(boardai.define_game(CPP.replace("EXTRA", extra), "race"), "distribution")


def test_native_undo_that_forgets():
    extra = (
        "struct Undo {}; Undo apply_undoable(Action a) { apply(a); return {}; }"
        "void undo(Action a, const Undo&) { sum -= a; }"
    )
    expect(boardai.define_game(CPP.replace("EXTRA", extra), "race"), "undo restores")


def test_what_a_game_in_python_claims_to_know(sound):
    """By one that is right, and by one that says what is not so: who wins, how, and that a move need not be tried."""

    def wins(self):
        for action in self.legal_actions():
            after = self.child(action)
            if after.is_terminal() and after.outcome(self.current_player()) == 1:
                return action
        return None

    def analyse(self):
        action = wins(self)
        return None if action is None else boardai.Facts(winner=self.current_player(), winning_move=action)

    report = boardai.check_game(broken(sound, analyse=analyse, quiet_order=lambda self, action: action % 2), games=3)
    assert {"what the game knows is true", "quiet_order gives ints within +-10,000"} <= set(report.properties)
    assert {"analyse", "quiet_order"} <= set(report.hooks)
    name = "what the game knows is true"
    unless_won = lambda self: None if wins(self) is None else boardai.Facts(losing=[wins(self)])  # noqa: E731
    first = lambda self: boardai.Facts(winner=self.current_player(), winning_move=self.legal_actions()[0])  # noqa: E731
    wrong = {
        "does not keep the win|in truth ": lambda self: boardai.Facts(winner=0),
        "in truth |does not keep the win": first,
        "winning_move 70 is not legal": lambda self: boardai.Facts(winner=self.current_player(), winning_move=70),
        "with it .*in truth 1|leaves no move": unless_won,
        "Facts or None": lambda self: "x",
    }
    for words, printed in wrong.items():
        expect(broken(sound, analyse=printed), f"{name}: in position .*({words})")
    expect(broken(sound, quiet_order=lambda self, action: 0.5), "quiet_order gives ints .*0.5 for")
    assert name in report.properties and name not in boardai.check_game(broken(sound), games=1).properties
    numbers = broken(sound, quiet_order=lambda self, action: np.int64(action))
    assert "quiet_order" in boardai.check_game(numbers, games=1).hooks


def test_proofs_of_a_game_in_python_have_a_limit(sound, monkeypatch):
    """Its nodes are slow, and a large game would be checked for hours."""
    monkeypatch.setattr(contract, "_NODES_IN_PYTHON", 1_000)
    dfpn, nodes = boardai.search.dfpn, []

    def counting(*arguments, **options):
        result = dfpn(*arguments, **options)
        nodes.append(result.nodes)
        return result

    monkeypatch.setattr(boardai.search, "dfpn", counting)
    boardai.check_game(broken(sound, analyse=lambda self: None), games=20)
    of_proofs = [number for number in nodes if number > 20]  # those of the searches that must run are shorter
    assert 900 <= sum(of_proofs) < 1_400 and max(of_proofs) <= 300


def test_a_move_that_does_not_keep_the_draw(sound):
    """By a game that calls every position a draw: of its children as well, from which its move is taken."""
    game = broken(sound, analyse=lambda self: boardai.Facts(winner=boardai.Facts.DRAW))
    check = _Check(game, random.Random(0))
    check.is_knowing = True
    check.knowledge(game.from_string("x...o...."))
    with pytest.raises(CheckFailed, match="does not keep the draw"):
        check.knowledge(game.from_string("....o.xx."))


@pytest.mark.thorough
def test_what_a_game_in_cpp_claims_to_know():
    """A type that searches ignore; winners who do not win; and a move that does not."""
    source = IN_CPP.replace("struct Race {", "struct Noted;\nstruct Race {").replace(
        "HOOKS", "using Knowledge = Noted;"
    )
    source = source.replace(
        "BOARDAI_GAME", "struct Noted : boardai::PositionKnowledge<Race> { ANALYSE };\nBOARDAI_GAME"
    )
    for body, words in {
        "int analyse(const Race&) { return 0; }": "method Knowledge .*Facts analyse",
        "Facts analyse(const Race&) { Facts facts; facts.winner = 0; return facts; }": "what the game knows is true",
        "Facts analyse(const Race& race) { Facts facts; facts.winner = race.left % 3 ? race.player : 1 - race.player; "
        "if (race.left % 3) facts.winning_move = 3 - race.left % 3; return facts; }": "does not keep the win",
    }.items():
        with pytest.raises(CheckFailed, match=words):
            boardai.check_game(boardai.define_game(source.replace("ANALYSE", body), name="race"), games=3)


@pytest.mark.thorough
def test_knowledge_beside_the_class_of_a_game_in_cpp():
    """As games in packages have it, a specialisation."""
    game = boardai.define_game(IN_CPP.replace("HOOKS", "// It knows who wins."), name="race")
    state = game.initial_state()
    assert not names_knowledge(boardai.load("hex", size=3).initial_state())
    cppyy.cppdef(
        """
        template <> struct boardai::Knowledge<RACE> : boardai::PositionKnowledge<RACE> {
            Facts analyse(const RACE&) { Facts facts; facts.winner = 0; return facts; }
        };
        """.replace("RACE", type(state).__cpp_name__)
    )
    assert "Knowledge" in found_hooks(state)
    expect(game, "what the game knows is true: .* in truth -1")


@pytest.mark.parametrize(
    ("struct", "words"),
    [
        ("Knowledge<RACE> : PositionKnowledge<RACE> { int analyse(const RACE&) { return 0; } }", "Facts analyse"),
        ("Policy<RACE> { void priors(const RACE&, float*) {} }", "void priors"),
    ],
)
def test_a_struct_next_to_the_class_of_a_wrong_type_is_named(struct, words):
    source = IN_CPP.replace("HOOKS", f"// {words}")
    state = boardai.define_game(source, name="race").initial_state()
    cppyy.cppdef(f"namespace boardai {{ template <> struct {struct}; }}".replace("RACE", type(state).__cpp_name__))
    ((name, reason),) = wrong_hooks(state)
    assert name == struct.partition("<")[0] and words in reason and name in found_hooks(state)
