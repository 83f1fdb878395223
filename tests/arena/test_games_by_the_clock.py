"""Games with clocks: what agents are sent, time forfeits, and that agents plan their time."""

import itertools
import json
import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from refusals import refused
from sampled import sampled
from search.kinds_of_game import load

import boardai
from boardai.arena.games import Opening, PlayedGame, ScheduledGame, play_games
from boardai.clocks import TimeControl
from boardai.clocks.management import ClockState
from boardai.command_line import InputError
from boardai.commands import match, tournament
from boardai.players import Player, Thought, as_player, load_agent
from boardai.players.search import warm_up_by_clock
from boardai.records import load_record
from boardai.search import Limits

FAKE = f"{sys.executable} {Path(__file__).parents[1] / 'protocols' / 'fake_engine.py'}"


class Slow(Player):
    """Plays the first legal action, this many seconds after it was asked."""

    name = "slow"

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def think(self, state: Any, limits: Any = None, progress: Any = None, stop: Any = None) -> Thought:
        time.sleep(self._seconds)
        return Thought(state.legal_actions()[0])


class ByClock:
    """The same as a user writes it, and remembers the clocks."""

    name = "messages"

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.clock_states: list[tuple[int, list[ClockState]]] = []

    def choose(self, state: Any) -> int:
        raise NotImplementedError

    def choose_by_clock(self, state: Any, clock_states: list[ClockState]) -> int:
        self.clock_states.append((state.current_player(), clock_states))
        time.sleep(self._seconds)
        return state.legal_actions()[0]


def by(mine: float, theirs: float) -> Limits:
    return Limits(clock=(ClockState(mine), ClockState(theirs)))


def games(first: Any, second: Any, control: TimeControl, opening: str = "b2") -> list[PlayedGame]:
    schedule = [ScheduledGame(number, Opening(None, (opening,))) for number in (0, 1)]
    return list(play_games(load("tic-tac-toe"), (first, second), schedule, control=control))


def test_both_clocks_are_sent_and_run_for_the_thinking_player() -> None:
    messages = ByClock(0.02)
    played = games(as_player(messages, load("tic-tac-toe")), Slow(0.05), TimeControl(60, increment=1))
    assert [one.late for one in played] == [-1, -1] and all(one.outcome is not None for one in played)
    first_game = [clock_states for player, clock_states in messages.clock_states if player == 0]
    mine = [clock_states[0].remaining for clock_states in first_game]
    # Each move takes 0.02 s and is given 1 s; the other's take 0.05 s.
    assert all(0.9 < after - before <= 0.98 for before, after in itertools.pairwise(mine))
    other = [clock_states[1].remaining for clock_states in first_game]
    assert all(0.9 < after - before <= 0.95 for before, after in itertools.pairwise(other))
    assert {clock_state.increment for _, clock_states in messages.clock_states for clock_state in clock_states} == {1.0}


def test_who_is_late_loses_and_has_not_failed() -> None:
    played = games(Slow(0.3), Slow(0.0), TimeControl(0.45))
    assert [one.late for one in played] == [0, 0] and [one.crashed for one in played] == [-1, -1]
    assert [one.points for one in played] == [0.0, 0.0] and played[0].ending == "slow: its time was over"
    assert played[0].moves == [1, 1] or played[0].moves == [1, 2]
    with refused("one"):
        list(play_games(load("tic-tac-toe"), (Slow(0), Slow(0)), [], at_once=2, control=TimeControl(1)))


@pytest.mark.parametrize(
    ("fen", "points"),
    [
        ("8/8/8/4k3/8/4K3/4R3/8 w - - 0 80", (0.5, 0.5)),  # FIDE 6.9: a lone king does not win
        ("8/8/8/4k3/8/4K3/4R3/8 b - - 0 80", (0.0, 0.0)),
        ("8/8/8/4k3/2n5/4K3/4Q3/8 w - - 0 80", (0.5, 0.5)),
        ("8/8/8/4k3/2n5/4K3/4R3/8 w - - 0 80", (0.0, 0.0)),
    ],
)
def test_who_is_late_draws_against_who_cannot_win(fen: str, points: tuple[float, float]) -> None:
    """The first agent is late, as White or as Black."""
    white = fen.split()[1] == "w"
    schedule = [ScheduledGame(number, Opening(fen)) for number in ((0, 2) if white else (1, 3))]
    played = list(play_games(boardai.load("chess"), (Slow(0.03), Slow(0.0)), schedule, control=TimeControl(0.02)))
    assert tuple(one.points for one in played) == points and [one.late for one in played] == [0, 0]
    words = "slow: its time was over" + (", against a player who cannot win" if points == (0.5, 0.5) else "")
    assert [one.ending for one in played] == [words, words] and type(played[0].ending) is str


CLOCKED = ["pvs", "mcts", "puct", "gumbel", "alphabeta:depth=2", "greedy", "dfpn", "pvs:depth=2,noise=1"]


@pytest.mark.parametrize("spec", sampled(CLOCKED, [spec for spec in CLOCKED if spec != "gumbel"], rest="slow"))
def test_agents_keep_to_a_clock(spec: str) -> None:
    game = boardai.load("hex", size=4)
    agent = load_agent(spec, game, seed=3)
    warm_up_by_clock(agent, game)
    agent.new_game(game.initial_state(), [], 5)
    agent.choose(game.initial_state()) if "depth" in spec else None  # what is compiled is no clock's business
    state = game.initial_state()
    agent.think(state, by(30.0, 30.0))
    for remaining in (1.0, 0.05):
        began = time.perf_counter()
        assert state.is_legal(agent.think(state, by(remaining, 0.0)).action)
        if spec != "greedy":  # which answers in its own time
            assert time.perf_counter() - began < 0.8 * remaining + 0.3
    agent.close()


def test_the_agents_own_limits_hold_besides() -> None:
    state = boardai.load("hex", size=5).initial_state()
    agent = load_agent("mcts:simulations=20", boardai.load("hex", size=5))
    agent.think(state, by(1e4, 1e4))
    began = time.perf_counter()
    agent.think(state, by(1e4, 1e4))
    assert time.perf_counter() - began < 5


def test_engines_get_both_clocks(tmp_path: Path) -> None:
    log = tmp_path / "log"
    chess = boardai.load("chess")
    agent: Any = load_agent(f"uci:{FAKE} uci good 1 {log}", chess)
    state = chess.initial_state()
    agent.think(state, Limits(clock=(ClockState(61.5, 0.25), ClockState(0.0004, 0.25))))
    agent.choose(state)
    agent.close()
    asked = [line for line in log.read_text().splitlines() if line.startswith("go")]
    assert asked == ["go wtime 61500 winc 250 btime 1 binc 250", "go movetime 1000"]

    log.unlink()
    hex3 = boardai.load("hex", size=3)
    agent = load_agent(f"htp:{FAKE} htp clocked 1 {log}", hex3)
    state = hex3.initial_state()
    for left in ((61.5, 7.9), (50.2, 6.0)):
        state.apply(agent.think(state, by(*left)).action)
        state.apply(state.legal_actions()[-1])
    agent.close()
    asked = [line for line in log.read_text().splitlines() if line.startswith(("time", "genmove"))]
    assert asked == [
        "time_settings 62 0 0", "time_left black 61 0", "time_left white 7 0", "genmove black",
        "time_left black 50 0", "time_left white 6 0", "genmove black",
    ]  # fmt: skip


@pytest.mark.thorough
def test_a_match_by_the_command(capsys: pytest.CaptureFixture, tmp_path: Path) -> None:
    folder, figures = tmp_path / "m", tmp_path / "figures.json"
    slow = tmp_path / "slow.py"
    slow.write_text("import time\ndef slow(state):\n    time.sleep(0.5)\n    return state.legal_actions()[0]\n")
    command = ["hex:size=3", "greedy", f"{slow}:slow", "--time", "0.005+0", "--games", "2", "--opening-plies", "0"]
    match.main([*command, "--record", str(folder), "--json", str(figures), "--trust"])
    output = capsys.readouterr().out
    assert "late, 0.3 s: first 0; second 2" in output
    table = json.loads(figures.read_text())
    assert table["late"] == [0, 2] and table["forfeits"] == [0, 0] and table["score"] == 1.0
    record = load_record(folder / "games" / "000000.json")
    assert record.notes["late"] == 1 and re.search("time was over", record.termination)
    match.main(["--resume", str(folder), "--games", "2", "--trust"])
    assert "late, 0.3 s: first 0; second 2" in capsys.readouterr().out
    with refused("clock", "0.005+0", "None", error=InputError):
        match.main([*command[:3], "--games", "2", "--opening-plies", "0", "--record", str(folder)])


@pytest.mark.parametrize(
    ("given", "reason"),
    [(["--time", "1+3x10"], r"--time 1\+3x10"), (["--clock", "soon"], "clock: .*'soon'"),
     (["--clock", "1", "--at-once", "4"], "--at-once.*--time")],
)  # fmt: skip
def test_what_no_match_is_played_by(given: list[str], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        match.main(["hex:size=3", "greedy", "random", *given])


@pytest.mark.thorough
def test_a_match_that_is_drawn_on_time(capsys: pytest.CaptureFixture, tmp_path: Path) -> None:
    """As it is reported, kept, and read again."""
    folder, figures = tmp_path / "m", tmp_path / "figures.json"
    slow, openings = tmp_path / "slow.py", tmp_path / "ending.fen"
    slow.write_text("import time\ndef slow(state):\n    time.sleep(0.5)\n    return state.legal_actions()[0]\n")
    openings.write_text("8/8/8/4k3/8/4K3/4R3/8 w - - 0 80\n")
    command = ["chess", f"{slow}:slow", "greedy", "--time", "0.005+0", "--games", "2", "--openings", str(openings)]
    match.main([*command, "--record", str(folder), "--json", str(figures), "--trust"])
    table = json.loads(figures.read_text())
    # The slow one is late as White against a lone king, and as Black against a rook.
    assert (table["late"], table["draws"], table["score"]) == ([2, 0], [1, 0], 0.25), table
    record = load_record(folder / "games" / "000000.json")
    assert record.result == 0 and record.termination.endswith("against a player who cannot win")
    match.main(["--resume", str(folder), "--games", "2", "--trust"])
    assert "late, 0.3 s: first 2; second 0" in capsys.readouterr().out


def test_a_match_in_python_and_a_tournament(capsys: pytest.CaptureFixture) -> None:
    result = boardai.play_match(
        boardai.load("hex", size=3), "mcts", "random", games=2, opening_plies=0, clock=TimeControl(1)
    )
    assert result.games == 2 and result.forfeits == (0, 0)
    tournament.main(["hex:size=3", "greedy", "random", "--games", "2", "--opening-plies", "0", "--clock", "0.1"])
    assert "2 games between 2 agents" in capsys.readouterr().out
