"""One life for all searches: reports, concurrent users, Ctrl-C, and games that break their contract."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from ctrl_c import ctrl_c
from fake_network import FakeNetwork
from kinds_of_game import SPECS, load
from refusals import refused

import boardai
from boardai import search
from boardai.search import Gumbel, Mcts, Network, Outcome, Puct, Pvs

FACES = (
    "minimax", "negamax", "alphabeta", "scout", "pvs", "mtdf", "mcts", "puct", "gumbel", "and_or", "pns", "dfpn",
)  # fmt: skip
SESSIONS = {"pvs": Pvs, "mcts": Mcts, "puct": Puct, "gumbel": Gumbel}


class Line(boardai.BaseState):
    """Walk from 0 to 20 by steps of 1 or 2; who arrives has won. `fault` is asked before every method."""

    fault = staticmethod(lambda method: None)

    def __init__(self, place=0, player=0):
        self.place, self.player = place, player

    def current_player(self):
        self.fault("current_player")
        return self.player

    def is_terminal(self):
        return self.place >= 20

    def outcome(self, player):
        return -1 if player == self.player else 1

    def legal_actions(self):
        self.fault("legal_actions")
        return [] if self.place >= 20 else [1, 2]

    def apply(self, action):
        self.fault("apply")
        self.place, self.player = self.place + action, 1 - self.player

    def clone(self):
        self.fault("clone")
        return type(self)(self.place, self.player)

    def to_string(self):
        return f"{self.place} {self.player}"

    def from_string(self, text):
        place, player = map(int, text.split())
        return type(self)(place, player)

    def hash(self):
        self.fault("hash")
        return self.place * 2 + self.player

    def evaluate(self):
        return 0


def limits_of(face, amount):
    return {"simulations": amount} if face in ("mcts", "puct", "gumbel") else {"nodes": amount}


# --- results are of this search or of none ------------------------------------------------------------------------


class Broken(Exception):
    pass


def fault_after(method, calls, error):
    """A fault at the `calls`-th call of a method from now on."""
    left = [calls]

    def fault(name):
        if name == method:
            left[0] -= 1
            if left[0] == 0:
                raise error

    return fault


@pytest.mark.parametrize("kind", [Broken, KeyboardInterrupt])
@pytest.mark.parametrize("method", ["clone", "legal_actions", "hash", "apply", "current_player"])
@pytest.mark.parametrize("face", SESSIONS)
def test_an_interrupted_search_reports_nothing_of_the_one_before(face, method, kind, monkeypatch):
    """The session has searched the start; then the game fails, at its first to sixth call, near the end."""
    session = SESSIONS[face]()
    session.search(Line(), **limits_of(face, 30))
    last = Line(19, 1)  # 1 and 2 are legal; and the first search's action may not be
    for calls in range(1, 7):
        error, found = kind(), None
        monkeypatch.setattr(Line, "fault", staticmethod(fault_after(method, calls, error)))
        try:
            found = session.search(last, **limits_of(face, 30), on_interrupt="return")
        except kind as raised:
            assert raised is error
        monkeypatch.setattr(Line, "fault", staticmethod(lambda method: None))
        if found is not None:
            assert found.state == last and last.is_legal(found.action) and found.player == 1
            assert all(last.is_legal(action) for action in found.policy)
            assert not found.interrupted or kind is KeyboardInterrupt
        after = session.search(Line(), **limits_of(face, 30))
        assert after.state == Line() and not after.interrupted


@pytest.mark.parametrize("method", ["clone", "legal_actions", "hash", "apply"])
@pytest.mark.parametrize("face", FACES)
def test_ctrl_c_at_any_moment_gives_a_result_of_this_state_or_comes_through(face, method, monkeypatch):
    state = Line(10, 0)
    for calls in (1, 2, 3, 5, 8, 13, 40):
        error = KeyboardInterrupt()
        monkeypatch.setattr(Line, "fault", staticmethod(fault_after(method, calls, error)))
        limits = limits_of(face, 200)
        try:
            found = getattr(search, face)(state, **limits, on_interrupt="return")
        except KeyboardInterrupt:
            continue
        finally:
            monkeypatch.setattr(Line, "fault", staticmethod(lambda method: None))
        assert found.state == state and state.is_legal(found.action) and found.pv[0] == found.action


@pytest.mark.parametrize("face", FACES)
def test_ctrl_c_is_raised_unless_the_best_so_far_is_asked_for(face, monkeypatch):
    def interrupt(calls):
        monkeypatch.setattr(Line, "fault", staticmethod(fault_after("apply", calls, KeyboardInterrupt())))

    state, limits = Line(10, 0), limits_of(face, 10_000)
    interrupt(25)
    with pytest.raises(KeyboardInterrupt):
        getattr(search, face)(state, **limits)
    interrupt(25)
    try:
        found = getattr(search, face)(state, **limits, on_interrupt="return")
    except KeyboardInterrupt:  # nothing was found yet
        assert face in ("minimax", "negamax", "alphabeta", "scout")
    else:
        assert found.interrupted
    with refused("on_interrupt", "stop"):
        getattr(search, face)(state, **limits, on_interrupt="stop")


def test_a_loop_of_short_searches_ends_at_ctrl_c():
    state = boardai.load("reversi").initial_state()
    search.pvs(state, depth=2)
    with pytest.raises(KeyboardInterrupt), ctrl_c(0.2):
        while True:
            search.pvs(state, depth=4)


@pytest.mark.parametrize("face", ["alphabeta", "pvs", "mcts"])
def test_ctrl_c_is_never_lost_between_short_searches(face):
    state = boardai.load("reversi").initial_state()
    limit = {"simulations": 1} if face == "mcts" else {"depth": 1}
    run = getattr(search, face)
    run(state, **limit)
    lost = 0
    for number in range(120):
        timer = threading.Timer(0.001 + number % 7 * 0.0003, signal.raise_signal, [signal.SIGINT])
        with contextlib.suppress(KeyboardInterrupt):
            timer.start()
            while timer.is_alive():
                run(state, **limit)
            lost += 1
        timer.join()
    assert lost == 0


# --- one user at a time -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", SESSIONS)
def test_a_search_in_use_refuses_a_second_user(face):
    state = boardai.load("reversi").initial_state()
    session = SESSIONS[face]()
    reported = []

    def again(result):
        for use in (
            lambda: session.search(state, seconds=0.1),
            lambda: session.advance(result.action),
            lambda: session.forget(),
        ):
            if face == "pvs" and len(reported) % 3 == 1:
                reported.append("has no tree")
                continue
            with refused(type(session).__name__, error=RuntimeError):
                use()
            reported.append("refused")

    session.search(state, seconds=0.3, progress=again)
    assert reported
    # From another thread, at the same time.
    outcomes = []
    barrier = threading.Barrier(3)

    def run():
        barrier.wait()
        try:
            outcomes.append(session.search(state, seconds=0.5).action)
        except RuntimeError as error:
            outcomes.append(str(error))

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(isinstance(outcome, int) for outcome in outcomes) >= 1
    assert sum("in use" in str(outcome) for outcome in outcomes) >= 1
    assert state.is_legal(session.search(state, seconds=0.05).action)  # and it works on
    session.forget()
    assert state.is_legal(session.search(state, seconds=0.05).action)


@pytest.mark.parametrize("face", ["pvs", "mcts", "puct", "alphabeta"])
def test_the_caller_may_change_the_state_meanwhile(face):
    state = boardai.load("reversi").initial_state()
    start = state.clone()
    results = []
    thread = threading.Thread(target=lambda: results.append(getattr(search, face)(state, seconds=0.4)))
    thread.start()
    time.sleep(0.1)
    state.apply(state.legal_actions()[0])
    thread.join()
    assert results[0].state == start and start.is_legal(results[0].action)


# --- limits -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", FACES)
def test_times_without_an_end_are_refused(face):
    for seconds in (float("inf"), 1e300, float("nan"), -1, 0, "1", True):
        with pytest.raises(ValueError, match="seconds"):
            getattr(search, face)(Line(), seconds=seconds)
    assert getattr(search, face)(Line(18), seconds=np.float32(0.05)).action in (1, 2)
    assert getattr(search, face)(Line(18), **limits_of(face, np.int64(20))).action in (1, 2)


@pytest.mark.thorough
def test_a_time_limit_does_not_count_the_compiler(caplog):
    """Each new text of a game is compiled again."""
    source = Path(SPECS["connect four"]).read_text().replace("columns = 7, rows = 6", "columns = 5, rows = 5")
    state = boardai.define_game(source + f"\n// {time.time()}\n", name="fresh").initial_state()
    with caplog.at_level(logging.INFO, logger="boardai"):
        first = search.puct(state, seconds=0.3)
        again = search.puct(state, seconds=0.3)
    compiled = [record.getMessage() for record in caplog.records if "compiled Puct" in record.getMessage()]
    assert len(compiled) == 1
    assert first.seconds < 0.45 and first.simulations > 0.2 * again.simulations
    outcome = Outcome(lambda position: 0.0)
    first, again = (search.mcts(state, seconds=0.3, evaluator=outcome) for _ in range(2))
    assert first.simulations > 0.2 * again.simulations


@pytest.mark.parametrize("kind", ["network", "outcome", "rollouts"])
def test_whatever_puct_calls_was_called_before_its_clock(kind, monkeypatch):
    """The first call of a native function compiles it, for some milliseconds each."""
    calls = []

    class Recorder:
        def __init__(self, forest):
            self._forest = forest

        def __getattr__(self, name):
            calls.append(name)
            return getattr(self._forest, name)

    class Recording(search.Puct):
        def _make(self, *arguments):
            return Recorder(super()._make(*arguments))

    game = load("hex")
    network = FakeNetwork(game.policy_size)
    evaluator = {"network": Network(network), "outcome": Outcome(lambda position: 0.0), "rollouts": ""}[kind]
    session = Recording(evaluator=evaluator)
    monkeypatch.setattr("boardai.search.session.run_search", lambda forest, run, *rest, **more: run())
    with contextlib.suppress(AttributeError):  # what was found is not read
        session.search(game.initial_state(), seconds=0.05)
    start = calls.index("begin")
    assert set(calls[start + 1 :]) <= set(calls[:start])
    assert {"network": "backup", "outcome": "backup_state", "rollouts": "search"}[kind] in calls[start + 1 :]


# --- evaluators ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", FACES)
def test_outcomes_and_networks_evaluate_for_every_search(face):
    game = load("hex")
    state = game.initial_state()
    asked = []

    def centre(position):
        asked.append(position)
        return 0.25

    limits = limits_of(face, 60)
    found = getattr(search, face)(state, **limits, evaluator=Outcome(centre))
    assert state.is_legal(found.action)
    if face in ("mcts", "puct", "gumbel"):
        assert abs(found.value) <= 1 and len(asked) > 10
    elif face in ("minimax", "negamax", "alphabeta", "scout", "pvs", "mtdf"):
        assert abs(found.value) in (2500, 0) or found.depth == 0
    assert state.is_legal(getattr(search, face)(state, **limits, evaluator=Network(FakeNetwork(25))).action)


@pytest.mark.parametrize("value", [40_000, -30_000, 2**31 + 5, float("nan"), "35", None, 0.4, -0.99, np.float32(0.5)])
def test_a_games_own_evaluation_is_checked(value, monkeypatch):
    monkeypatch.setattr(Line, "evaluate", lambda self: value)
    words = r"Outcome\(f\)" if isinstance(value, float | np.floating) and abs(value) < 1 else "between -30000 and 30000"
    with pytest.raises(ValueError, match=words):
        search.alphabeta(Line(), depth=3)
    with pytest.raises(ValueError, match=words):
        search.pvs(boardai.load("hex:size=3").initial_state(), depth=2, evaluator=lambda state: value)


@pytest.mark.parametrize("value", [29_999, 1.5, -7.0, 1.0, 0.0, 1e-12, np.int64(12), np.float64(3.25), True])
def test_whole_numbers_and_what_can_be_rounded_evaluate(value, monkeypatch):
    monkeypatch.setattr(Line, "evaluate", lambda self: value)
    assert search.alphabeta(Line(), depth=1).value == -round(float(value))


# --- games that break their contract ------------------------------------------------------------------------------


def run_python(code):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=120, check=False
    )


class Unchecked(Line):
    """Its methods reach the search as they are."""

    def apply_legal(self, action):
        return self.apply(action)


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize(
    ("method", "broken", "words"),
    [
        ("legal_actions", lambda self: (1, 2), r"legal_actions\(\)"),
        ("legal_actions", lambda self: {1, 2}, r"legal_actions\(\)"),
        ("legal_actions", lambda self: [99_999], "action 99999"),
        ("apply", lambda self, action: None, "in position '0 0': action"),
        ("apply", lambda self, action: Line(self.place + action, 1 - self.player), r"apply\(\) .*None"),
    ],
    ids=["tuple", "set", "stranger", "nothing", "new state"],
)
def test_the_first_proof_of_a_broken_game_ends_the_search(face, method, broken, words):
    def apply(self, action):
        if action in (1, 2):  # a stranger is ignored
            self.place, self.player = self.place + action, 1 - self.player

    members = {"apply": apply, "apply_legal": apply, method: broken}
    if method == "apply":
        members["apply_legal"] = broken
    state = type("BrokenLine", (Line,), members)()
    with pytest.raises(ValueError, match=words):
        getattr(search, face)(state, seconds=20)


# --- Ctrl-C -------------------------------------------------------------------------------------------------------


def test_ctrl_c_works_where_another_thread_imported_the_library():
    done = run_python(
        """
        import _thread, signal, sys, threading, time
        ready = []
        def load():
            import boardai
            ready.append(boardai)
        _thread.start_new_thread(load, ())
        while not ready:
            time.sleep(0.01)
        import boardai, os
        state = boardai.load("hex").initial_state()
        boardai.search.pvs(state, depth=1)
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            boardai.search.pvs(state, seconds=20)
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    assert done.stdout.strip() == "interrupted", done.stderr


@pytest.mark.thorough
def test_ctrl_c_ends_a_match():
    done = run_python(
        """
        import os, signal, threading
        import boardai
        from boardai.players import load_agent
        from boardai.arena.match import play_match
        game = boardai.load("reversi")
        agents = [load_agent("pvs:seconds=0.3", game) for _ in range(2)]
        agents[0].choose(game.initial_state())
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            play_match(game, *agents, games=2, opening_plies=0, max_plies=200, seed=0)
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    assert done.stdout.strip() == "interrupted", done.stderr


# --- what reaches C++ ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chess", "hex", "reversi", "connect four"])
def test_canvases_that_are_none_are_refused(name):
    state = load(name).initial_state()
    height, width, channels = state.observation_shape
    for canvas in (
        (height, -1),
        (height, 0),
        (0, width),
        (-1, -1),
        (height - 1, width),
        (height, 2**40),
        (5000, width),
    ):
        with pytest.raises(ValueError, match=r"a canvas of (height|width)|(height|width) \d+ is out of range"):
            state.observation(*canvas)
    for canvas in ((2.5, width), ("8", width), (height, [8])):
        with pytest.raises(TypeError):
            state.observation(*canvas)
    wide = state.observation(np.int64(height), np.int8(width + 1))
    assert wide.shape == (height, width + 1, channels)


@pytest.mark.parametrize("name", ["chess", "hex", "reversi", "connect four"])
def test_numpy_integers_are_whole_numbers(name):
    state = load(name).initial_state()
    action = state.legal_actions()[-1]
    for kind in (np.int64, np.int32, np.uint16):
        same = kind(action)
        assert state.is_legal(same) and state.child(same) == state.child(action)
        assert state.action_to_string(same) == state.action_to_string(action)
        assert state.policy_index(same) == state.policy_index(action)
        assert state.action_from_policy(kind(state.policy_index(action))) == action
        copied = state.clone()
        copied.apply(same)
        assert copied == state.child(action)
    for wrong in (1.0, "e2e4", None, np.float64(3), [1]):
        with refused(repr(wrong), error=TypeError):
            state.apply(wrong)
        with refused(repr(wrong), error=TypeError):
            state.is_legal(wrong)


def test_text_that_cannot_be_written_reaches_the_terminal_as_such(tmp_path):
    game = Path(SPECS["tic-tac-toe"]).read_text()
    assert "def to_string(self)" in game
    game = game.replace(
        "def to_string(self)", "def draw(self):\n        return '\\ud800'\n\n    def to_string(self)", 1
    )
    path = tmp_path / "odd.py"
    path.write_text(game)
    done = subprocess.run(
        [sys.executable, "-m", "boardai.analyze", str(path), "--search", "alphabeta:depth=1"],
        capture_output=True, text=True, timeout=120, check=False, env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert done.returncode == 0 and "\\ud800" in done.stdout and "Traceback" not in done.stderr, done.stderr


def test_a_session_says_what_it_is():
    assert repr(Pvs(evaluator="material")) == "Pvs(evaluator='material')"
