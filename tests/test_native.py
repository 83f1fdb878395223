"""The bridge: errors, Ctrl-C, threads, and that shipped games are never compiled at run time."""

import contextlib
import inspect
import itertools
import math
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai import native
from boardai.games.reversi import board_of
from boardai.native_state import cpp_functions, takes_nothing
from boardai.search import Network, puct
from boardai.search.kind import SEARCHES


def run_python(code: str, **arguments) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=120, **arguments
    )


def test_a_python_games_own_exception_comes_through_native_code(tic_tac_toe):
    class Boom(Exception):
        def __init__(self, place, reason):
            super().__init__(place, reason)
            self.place = place

    base = type(boardai.load(tic_tac_toe).initial_state())

    class Broken(base):
        def clone(self):
            return Broken(self.cells)

        def legal_actions(self):
            if self.cells.count(0) < 6:
                raise Boom("ply 4", "on purpose")
            return super().legal_actions()

    state = Broken()
    with pytest.raises(Boom) as caught:
        native.template("Perft", state).count(native.native_state(state), 6)
    assert caught.value.place == "ply 4"
    assert any(entry.name == "legal_actions" for entry in caught.traceback)


@pytest.mark.parametrize(
    ("method", "value", "words"),
    [
        ("legal_actions", ["a"], "legal_actions.*'a'"),
        ("legal_actions", [-1], "legal_actions.*-1"),
        ("legal_actions", list(range(5000)), "legal_actions.*5000.*4096"),
        ("legal_actions", [], "legal_actions.*is_terminal"),
        ("current_player", 2, "current_player.*2"),
        ("to_string", 7, "to_string.*7"),
    ],
)
def test_wrong_answers_of_a_python_game_are_named(tic_tac_toe, method, value, words):
    base = type(boardai.load(tic_tac_toe).initial_state())
    broken = type("Broken", (base,), {method: lambda self: value, "clone": lambda self: type(self)(self.cells)})
    adapter = native.native_state(broken())
    with pytest.raises((ValueError, TypeError), match=words):
        if method == "legal_actions":
            native.template("Perft", broken()).count(adapter, 2)
        else:
            native._guarded(getattr(adapter, method))()


def test_searches_do_not_change_or_keep_a_python_state(tic_tac_toe):
    state = boardai.load(tic_tac_toe).initial_state()
    references = sys.getrefcount(state)
    for _ in range(3):
        native.template("Perft", state).count(native.native_state(state), 4)
    assert state.cells == [0] * 9 and sys.getrefcount(state) == references


def test_ctrl_c_interrupts_a_native_call(connect_four):
    result = run_python(
        f"""
        import os, signal, threading
        import boardai
        from boardai import native
        state = boardai.load({connect_four!r}).initial_state()
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            native.template("Perft", state).count(state, 30)
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    assert result.stdout.strip() == "interrupted", result.stderr


def test_a_signal_handlers_own_exception_comes_through(connect_four):
    class Timeout(Exception):
        pass

    def handler(number, frame):
        raise Timeout("time is up")

    state = boardai.load(connect_four).initial_state()
    old = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with refused("time", error=Timeout):
            native.template("Perft", state).count(state, 30)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def test_long_native_calls_let_other_threads_run(connect_four):
    state = boardai.load(connect_four).initial_state()
    perft = native.template("Perft", state)
    perft.count(state, 2)
    inside = threading.Event()
    done = threading.Event()
    progress = 0

    def search():
        inside.set()
        perft.count(state, 9)
        done.set()

    worker = threading.Thread(target=search)
    worker.start()
    inside.wait()
    while not done.is_set():
        progress += 1
    worker.join()
    assert progress > 100  # with the GIL held this loop would hardly turn


def test_templates_that_need_an_encoding_say_so():
    class Plain(boardai.BaseState):
        current_player = is_terminal = legal_actions = lambda self: 0
        outcome = apply = from_string = lambda self, value: 0
        clone = to_string = lambda self: ""

    with refused("SelfPlay"):
        native.template("SelfPlay", Plain())


# Which functions of each template must come from the library, as (template, members).
_FACES = {
    "python::StateApi": ["legal_actions", "apply", "read", "pack"],
    "python::EncodingApi": ["write_observation", "policy_index"],
}


def _state_types() -> list[str]:
    types = []
    for name in boardai.available_games():
        boardai.load(name)  # binds the module
        types += sys.modules[f"boardai.games.{name}"].STATE_TYPES
    return types


def test_nothing_that_ships_is_compiled_at_run_time():
    """Every function of every template, for every shipped state class, lies in the library.

    In a process that never reads the templates' bodies, so that nothing can hide after the interpreter's own copy.
    """
    assert SEARCHES  # reading the searches names their templates
    members = _FACES | {name: list(known.long_calls) for name, known in native.TEMPLATES.items()}
    checks = [
        f"boardai::{template}<{cpp_type}>::{member}"
        for cpp_type in _state_types()
        for template, functions in members.items()
        for member in functions
    ]
    assert len(checks) >= 60
    headers = "".join(
        f'cppyy.cppdef("#include \\"games/{name}/bind.hpp\\"")\n        ' for name in boardai.available_games()
    )
    code = f"""
        import ctypes
        import boardai.search
        from boardai import native
        import cppyy
        {headers}
        for cpp_type in {_state_types()!r}:
            for name, known in native.TEMPLATES.items():
                native._declare(name, known, native._resolve(cpp_type))
        class Info(ctypes.Structure):
            text, address = ctypes.c_char_p, ctypes.c_void_p
            _fields_ = [("file", text), ("base", address), ("name", text), ("at", address)]
        dladdr = ctypes.CDLL(None).dladdr
        for number, name in enumerate({checks!r}):
            body = f"{{{{ auto f = &{{name}}; return *(unsigned long long*)&f; }}}}"
            cppyy.cppdef(f"namespace probe {{{{ unsigned long long at{{number}}() {{body}} }}}}")
            info = Info()
            found = dladdr(ctypes.c_void_p(getattr(cppyy.gbl.probe, f"at{{number}}")()), ctypes.byref(info))
            assert found and info.file.endswith(b"libboardai.so"), (name, info.file)
        assert native._load_template_bodies.cache_info().currsize == 0
        print("all", len({checks!r}))
    """
    result = run_python(code)
    assert result.stdout.strip() == f"all {len(checks)}", result.stderr[-3000:]


def test_only_the_bridge_imports_cppyy(root):
    importers = [
        path.relative_to(root).as_posix()
        for folder in ("boardai", "games", "examples")
        for path in (root / folder).rglob("*.py")
        if any(line.strip().startswith(("import cppyy", "from cppyy")) for line in path.read_text().splitlines())
    ]
    assert importers == ["boardai/native.py"]


def test_observation_buffers_are_checked(connect_four):
    state = boardai.load(connect_four).initial_state()
    with refused("board"):
        state.observation(height=2)
    assert state.observation(8, 9).shape == (8, 9, 2)
    assert np.array_equal(state.observation(8, 9)[:6, :7], state.observation())


# The C++ functions that Python calls without anything in between.
BARE = {"chess": ["start"], "hex": [], "reversi": []}


@pytest.mark.parametrize("game", BARE)
def test_only_what_is_named_can_be_called_of_a_native_state(game):
    state = boardai.load(game).initial_state()
    assert list(cpp_functions(type(state))) == BARE[game]
    for name in ("encode", "write_ownership", "policy_planes"):
        assert not hasattr(state, name) and name not in dir(state)
        with refused(name, error=AttributeError):
            getattr(state, name)


def test_only_what_is_named_can_be_called_of_a_board():
    board = board_of(boardai.load("reversi"))
    assert board.width() == 8 and not hasattr(board, "cell_of_action")
    with pytest.raises(ValueError):
        type(board).from_text("x")
    takes = [name for name, function in cpp_functions(type(board)).items() if not takes_nothing(function)]
    assert takes == ["from_text"]


HOSTILE = (-1, 2, 64, 2**31, 2**63, -(10**30), None, "", "\udcff", 1.5, math.nan, b"", object())


@pytest.mark.parametrize("game", BARE)
def test_what_can_be_called_of_a_native_state_checks_its_arguments(game):
    """Whatever it is given, it does what it says or refuses, and only what changes a state changes it."""
    state = boardai.load(game).initial_state()
    state.apply(state.legal_actions()[0])
    before = state.pack()
    for name in dir(state):
        method = getattr(state, name, None)
        if name.startswith("_") or name == "svg" or not inspect.ismethod(method):
            continue
        for arguments in itertools.product(HOSTILE, repeat=len(inspect.signature(method).parameters)):
            if name == "perft" and arguments[0] == 64:
                continue  # which is right, and takes an age
            copied = state.clone()
            with contextlib.suppress(ValueError, TypeError, OverflowError):
                getattr(copied, name)(*arguments)
            assert name in ("apply", "show_history", "show_attacks", "show_as") or copied.pack() == before, (
                name,
                arguments,
            )


OPEN_COUNT = """
struct Shelf {
    int sticks_on(int row) const { return rows[row]; }  // trusts its argument
    int rows[3] = {1, 2, 3};
};
struct Count : Shelf {
    int left = 3, player = 0;
    int current_player() const { return player; }
    bool is_terminal() const { return left == 0; }
    int outcome(int who) const { return who == player ? -1 : 1; }
    void legal_actions(ActionList& out) const { out.clear(); if (left) out.push_back(0); }
    void apply(Action) { --left; player = 1 - player; }
    std::uint64_t hash() const { return mix64(left * 2 + player); }
    bool operator==(const Count& other) const { return left == other.left && player == other.player; }
    std::string to_string() const { return std::to_string(left); }
    Count from_string(const std::string& text) const { Count made; made.left = std::stoi(text); return made; }
    std::string action_to_string(Action) const { return "take"; }
    Action action_from_string(const std::string&) const { return 0; }
    int taken() const { return 3 - left; }
    int row_of(int stick) const { return rows[stick]; }
    int checked_row(int row) const {
        if (row < 0 || row > 2) throw std::invalid_argument("no such row");
        return rows[row];
    }
    template <int N> int times() const { return N * left; }
    std::string player_pieces(int who) const { return std::string(1, "xo"[who]); }
};
BOARDAI_GAME(Count, checked_row)
"""


def test_a_game_in_cpp_names_what_python_may_call_with_arguments():
    state = boardai.define_game(OPEN_COUNT, "open count").initial_state()
    assert state.taken() == 0 and state.checked_row(2) == 3 and list(cpp_functions(type(state))) == ["checked_row"]
    with refused("row"):
        state.checked_row(3)
    for name in ("row_of", "sticks_on", "times"):
        with refused(name, error=AttributeError):
            getattr(state, name)
    assert state.player_pieces(1) == "o"
    for player in (2, -1, "x"):
        with pytest.raises((ValueError, TypeError), match="player"):
            state.player_pieces(player)


@pytest.mark.parametrize("name", boardai.available_games())
def test_texts_that_cannot_be_encoded_are_value_errors(name):
    # What Python makes of arguments and file names that are not UTF-8.
    state = boardai.load(name).initial_state()
    with pytest.raises(ValueError, match="udcff"):
        state.from_string("\udcff")
    with pytest.raises(ValueError, match="udcff"):
        state.action_from_string("\udcff")
    if name == "chess":
        with pytest.raises(ValueError, match="udcff"):
            state.action_from_san("\udcff")
    with pytest.raises(TypeError):
        state.from_string(5)


@pytest.mark.parametrize("name", boardai.available_games())
def test_errors_about_bytes_that_are_no_text_can_be_shown(name):
    state = boardai.load(name).initial_state()
    packed = state.pack()
    for place in range(len(packed)):
        damaged = packed[:place] + b"\xff" + packed[place + 1 :]
        try:
            type(state).unpack(damaged)
        except ValueError as error:
            assert str(error)


class _Misnumbered:
    """Answers of a Python-written game that would have native code write outside its arrays."""

    @staticmethod
    def state(tic_tac_toe, **members):
        base = type(boardai.load(tic_tac_toe).initial_state())
        return type("Broken", (base,), {"clone": lambda self: type(self)(self.cells), **members})()

    @staticmethod
    def grown(self):
        return (3, 3, 2) if self.cells.count(0) == 9 else (300, 300, 20)


@pytest.mark.parametrize("index", [-1, 9, 2**30])
def test_policy_indices_of_a_python_game_are_checked(tic_tac_toe, index):
    state = _Misnumbered.state(tic_tac_toe, policy_index=lambda self, action: index)
    game = boardai.Game(state)
    with refused("policy_index(0)", index, "[0, 9)"):
        boardai.Batch(game, 3).legal_mask()
    with refused("policy_index(0)", index, "[0, 9)"):
        answers = np.zeros((1, 9), np.float32), np.zeros(1, np.float32)
        puct(state, simulations=4, evaluator=Network(lambda planes: answers))


def test_observations_of_a_python_game_stay_within_their_array(tic_tac_toe):
    members = {
        "observation_shape": property(_Misnumbered.grown),
        "observation": lambda self: np.zeros(self.observation_shape, np.float32),
    }
    state = _Misnumbered.state(tic_tac_toe, **members)
    batch = boardai.Batch(boardai.Game(state), 2)
    batch.observations()
    batch.apply(np.array([0, 1]))
    with refused("observation_shape"):
        batch.observations()
    for shape in ((3, -3, 2), (0, 3, 2)):
        state = _Misnumbered.state(tic_tac_toe, observation_shape=shape)
        with refused("observation_shape", "policy_size"):
            boardai.Batch(boardai.Game(state), 2)


def test_an_exception_of_a_python_game_passes_through_a_reset(tic_tac_toe):
    broken = False

    def legal_actions(self):
        if broken:
            raise RuntimeError("broken rule")
        return list(range(9))

    state = _Misnumbered.state(tic_tac_toe, legal_actions=legal_actions)
    batch = boardai.Batch(boardai.Game(state), 8, random_plies=1)
    broken = True
    with pytest.raises(RuntimeError, match="broken rule"):
        batch.reset()


def test_headers_are_the_packages_whatever_the_current_folder_has(tmp_path):
    """As in a checkout of the project, whose headers may be others than those the library was built with."""
    for name in ("games/hex/bindings/words_1", "games/hex/connections/connections", "games/hex/solving/known_position",
                 "boardai/core/evaluation/evaluation", "boardai/python/api"):  # fmt: skip
        decoy = tmp_path / f"{name}.hpp"
        decoy.parent.mkdir(parents=True, exist_ok=True)
        decoy.write_text("#error the header of the current folder\n")
    done = run_python(
        """
        import sys
        sys.path.remove("")
        import boardai
        from boardai.games.hex.solving.inferior_cells import inferior_cells
        from boardai.games.hex.connections.virtual_connections import connections
        state = boardai.load("hex", size=5).initial_state().child(12)
        print(boardai.search.pvs(state, depth=1).depth, len(connections(state, 0)) > 0, inferior_cells(state).dead)
        """,
        cwd=tmp_path,
    )
    assert done.stdout.split() == ["1", "True", "()"], done.stdout + done.stderr
