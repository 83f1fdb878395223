"""Agents that people write: objects, functions and classes; by path and entry point; and what they do wrong."""

import importlib.metadata
import re
from pathlib import Path
from typing import Any

import pytest
from refusals import refused

from boardai import play_match
from boardai.basics.quoting import from_here
from boardai.command_line import InputError
from boardai.commands import agents as list_agents
from boardai.commands import label, match, tournament
from boardai.game import Game, from_any_folder
from boardai.play import __main__ as play
from boardai.players import Player, Thought, agents, load_agent
from boardai.players.spec import AgentSpec, for_any_folder
from boardai.players.user import UserPlayer
from boardai.search import Limits, pvs

MINE = """
from __future__ import annotations
class Agent:
    def __init__(self, game, seed, depth: int = 1, word="x"):
        self.got = (game.name, seed, depth, word)
    def choose(self, state):
        return state.legal_actions()[0]
class Bad:
    def __init__(self, wanted): ...
    def choose(self, state): return None
def last(state, skip: int = 0):
    return state.legal_actions()[-1 - skip]
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path / "mine.py"


def first_move(state: Any) -> int:
    return state.legal_actions()[0]


class Last:
    def choose(self, state: Any) -> int:
        action = state.legal_actions()[-1]
        state.apply(action)  # its own copy
        return action


def test_functions_objects_and_classes_play_with_defaults(hex3: Game) -> None:
    result = play_match(hex3, first_move, Last(), games=4)
    assert (result.first, result.second, result.games, result.forfeits) == ("first_move", "Last", 4, (0, 0))
    assert result == play_match(hex3, first_move, Last, games=4)
    assert play_match(hex3, "greedy", first_move).games == 20
    assert play_match(hex3, "random", "greedy", games=4, seed=3) == play_match(
        hex3, "random", "greedy", games=4, seed=3
    )


def test_a_player_of_ones_own_is_asked_to_think(hex3: Game) -> None:
    """Its results, limits and progress are passed on; a thought that is none is named."""

    class Thinker(Player):
        name, judges, obeys_limits = "thinker", True, True

        def think(self, state: Any, limits: Any = None, progress: Any = None, stop: Any = None) -> Any:
            if limits.nodes == 13:
                return 4
            result = pvs(state, nodes=limits.nodes or 50)
            state.apply(result.action)  # its own copy
            return Thought(result.action, result)

    player, state = UserPlayer(Thinker()), hex3.initial_state()
    thought = player.think(state, Limits(nodes=80))
    assert player.judges and player.obeys_limits and thought.nodes == pvs(state, nodes=80).nodes
    assert player.search(state).value == pvs(state, nodes=50).value
    with pytest.raises(TypeError, match="Thought"):
        player.think(state, Limits(nodes=13))


def test_a_player_of_ones_own_is_wrapped_as_others_are(hex3: Game) -> None:
    """What it has alongside `think` is asked as well, with copies."""

    class Preparing(Player):
        name, version = "preparing", "3"

        def choose(self, state: Any) -> int:
            return int(state.legal_actions()[0])

        def prepare(self, state: Any) -> None:
            state.apply(4)
            self.prepared = state

        def peak_memory(self) -> int:
            return 99

    player, state = UserPlayer(Preparing()), hex3.initial_state()
    player.prepare(state)
    assert player._agent.prepared == state.child(4) and state == hex3.initial_state()
    assert (player.peak_memory(), player.version) == (99, "3")


@pytest.mark.parametrize(("answer", "words"), [(None, "TypeError: choose must"), (10_000, "illegal action 10000")])
def test_bad_answers_forfeit(hex3: Game, answer: Any, words: str) -> None:
    result = play_match(hex3, lambda state: answer, "random", games=4)
    assert (result.score, result.forfeits) == (0.0, (4, 0))
    assert words in result.failure and words in str(result)
    assert result.to_table()["forfeits"] == [4, 0]


def test_errors_forfeit_and_interrupts_come_through(hex3: Game) -> None:
    calls = []

    def sometimes(state: Any) -> int:
        calls.append(1)
        if len(calls) == 1:
            raise ZeroDivisionError("oh")
        return first_move(state)

    result = play_match(hex3, "random", sometimes, games=4)
    assert result.forfeits == (0, 1) and "sometimes failed: ZeroDivisionError: oh" in result.failure
    calls.clear()
    with pytest.raises(ZeroDivisionError):
        play_match(hex3, "random", sometimes, games=2, on_error="raise")

    def interrupted(state: Any) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_match(hex3, interrupted, "random", games=2)
    with refused("choose"):
        play_match(hex3, 7, "random", games=2)


def test_files_of_agents(mine: Path, hex3: Game) -> None:
    agent: Any = load_agent("./mine.py:Agent,depth=3,word=y", hex3, seed=5)
    assert agent._agent.got == ("hex", 5, 3, "y") and agent.name == "./mine.py:Agent"
    state = hex3.initial_state()
    assert load_agent("./mine.py:last", hex3).choose(state) == 8
    assert load_agent("mine.py:last,skip=2", hex3).choose(state) == 6
    assert AgentSpec.parse("mine.py:Agent,depth=3").trusted() == AgentSpec.parse(f"{mine}").trusted() != []


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("./none.py:Agent", r"\./none\.py"),
        ("./mine.py", r"\./mine\.py: Agent, Bad"),
        ("./mine.py:Missing", r"\./mine\.py .*'Missing'.*Agent, Bad"),
        ("./mine.py:Bad", r"\./mine\.py:Bad .*wanted="),
        ("./mine.py:Agent,deep=3", r"\./mine\.py:Agent .*'deep'.*depth"),
        ("./mine.py:Agent,depth=x", "depth .*'x'"),
        ("./broken.py:Agent", r"\./broken\.py .*ZeroDivisionError"),
        ("./raising.py:Agent", r"\./raising\.py:Agent .*KeyError"),
    ],
)
def test_errors_name_file_and_class(mine: Path, hex3: Game, spec: str, words: str) -> None:
    (mine.parent / "broken.py").write_text("1 / 0")
    (mine.parent / "raising.py").write_text(
        "class Agent:\n    def __init__(self): {}['x']\n    def choose(self, state): return 0\n"
    )
    with pytest.raises(ValueError, match=words):
        load_agent(spec, hex3)


def test_a_class_holds_a_match(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine.write_text(f"{MINE}class Broken:\n    def choose(self, state):\n        raise OSError('oh')\n")
    match.main(["hex:size=3", "./mine.py:last", "./mine.py:Broken", "--games", "2", "--opening-plies", "0"])
    output = capsys.readouterr().out
    assert "forfeits: first 0; second 2" in output and "./mine.py:Broken failed: OSError: oh (mine.py:15)" in output


def test_files_of_agents_are_described(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def reported(name: str) -> list[str]:
        list_agents.main([name])
        return capsys.readouterr().out.splitlines()

    whole = MINE.replace(
        "class Agent:", 'class Agent:\n    """Looks\n    ahead.\n\n    Args:\n        depth: in plies.\n    """'
    )
    mine.write_text(whole)
    agent = [
        "./mine.py:Agent: Looks ahead.",
        "  depth=a whole number (default 1): in plies.",
        "  word=a value (default x)",
    ]
    assert reported("./mine.py:Agent") == agent
    assert reported("./mine.py") == [*agent, "./mine.py:Bad", "  wanted=a value"]
    assert reported("./mine.py:last") == ["./mine.py:last", "  skip=a whole number (default 0)"]
    assert reported("random:") == ["random: uniformly random legal moves"]
    for name, words in {
        "./none.py": r"\./none\.py",
        "./mine.py:No": "'No'.*Agent, Bad",
        "pvz": "'pvz'.*pvs",
    }.items():
        with pytest.raises(InputError, match=words):
            list_agents.main([name])


def test_parameters_are_listed_in_the_words_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    list_agents.main(["mcts"])
    output = capsys.readouterr().out
    assert "  shuffle=true or false (default true): " in output
    assert "  simulations=a whole number of at least 0 or none: " in output
    assert "  rollouts=a whole number from 1 to 1000000 (default 1): " in output


def test_files_of_agents_play_in_every_command(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tournament.main(["hex:size=5", "./mine.py:Agent", "./mine.py:last,skip=1", "--games", "2"])
    assert "./mine.py:last,skip=1" in capsys.readouterr().out
    play.main(["hex:size=3", "--player", "./mine.py:Agent", "--opponent", "./mine.py:last"])
    assert "./mine.py:Agent (black): a1" in capsys.readouterr().out
    label.main(
        ["hex:size=3", "--play", "./mine.py:Agent", "--games", "2", "--by", "mcts:simulations=9", "--output", "d"]
    )
    assert "d: 2 games" in capsys.readouterr().out


@pytest.mark.thorough
def test_a_match_and_a_tournament_go_on_from_any_folder(
    mine: Path, tic_tac_toe: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What people read names the files from where they are."""
    (mine.parent / "game.py").write_text(Path(tic_tac_toe).read_text())
    few = ["--opening-plies", "0", "--games"]
    match.main(["./game.py", "mine.py:Agent,depth=3", "./mine.py:last", "--record", "m", *few, "2"])
    assert "./game.py: 2 games, first: ./mine.py:Agent,depth=3, second: ./mine.py:last" in capsys.readouterr().out
    rated = ["--record", "t", "--anchor", "mine.py:Agent", *few]
    tournament.main(["./game.py", "./mine.py:Agent", "./mine.py:last", *rated, "2"])
    assert re.search(r"^\d  \./mine\.py:Agent +\+0  anchor", capsys.readouterr().out, re.MULTILINE)
    # The same command, with the same file in other words, continues as well.
    tournament.main(["./game.py", "mine.py:Agent", *rated, "4"])
    assert "4 games between 2 agents" in capsys.readouterr().out
    elsewhere = mine.parent / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    match.main(["--resume", "../m", "--trust", *few, "4"])
    there = mine.parent
    assert f"{there}/game.py: 2 games (2 repeated ones left out), first: {there}/mine.py:Agent,depth=3, second:" in (
        capsys.readouterr().out
    )
    tournament.main(["--resume", "../t", "--trust", "--anchor", "../mine.py:last", *few, "6"])
    assert f"{there}/mine.py:last" in capsys.readouterr().out


def test_specs_for_any_folder(mine: Path) -> None:
    here = mine.parent
    for spec, everywhere in {
        "./mine.py": f"{here}/mine.py",
        "mine.py:Agent,depth=3": f"{here}/mine.py:Agent,depth=3",
        "puct:run=runs/a,checkpoint=3": f"puct:run={here}/runs/a,checkpoint=3",
        "pvs:evaluator=./mine.hpp,depth=3": f"pvs:evaluator={here}/mine.hpp,depth=3",
        "mcts:selection=./tuned.hpp,choice=lcb": f"mcts:selection={here}/tuned.hpp,choice=lcb",
        "and_or:fallback=uci:./engine": f"and_or:fallback=uci:{here}/engine",
        "uci:bin/engine -x,Hash=16": f"uci:{here}/bin/engine -x,Hash=16",
    }.items():
        assert for_any_folder(spec) == for_any_folder(everywhere) == everywhere
    for spec in ("random", "pvs:evaluator=larion,depth=6", "uci:stockfish,Hash=16", "uci:'unclosed", "uci", "initial"):
        assert for_any_folder(spec) == spec
    (here / "heart.txt").write_text("name: heart\n\n-OX-\n-XO-\n")
    for spec, everywhere in {
        "./game.py:size=3": f"{here}/game.py:size=3",
        "reversi:board=heart.txt,view=absolute": f"reversi:board={here}/heart.txt,view=absolute",
        "reversi:board=octagon": "reversi:board=octagon",
    }.items():
        assert from_any_folder(spec) == from_any_folder(everywhere) == everywhere
    assert from_here(f"{here}/mine.py:Agent, /x{here}/mine.py") == f"./mine.py:Agent, /x{here}/mine.py"


def test_entry_points(hex3: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = importlib.metadata.EntryPoint("opening-hater", f"{__name__}:Last", "boardai.players")
    real = importlib.metadata.entry_points
    monkeypatch.setattr(
        importlib.metadata, "entry_points", lambda **kw: [entry] if kw == {"group": "boardai.agents"} else real(**kw)
    )
    monkeypatch.setattr(importlib.metadata.EntryPoint, "load", lambda self: Last)
    assert "opening-hater" in agents()
    assert load_agent("opening-hater", hex3).choose(hex3.initial_state()) == 8
    with refused("opening-hater", "parameters"):
        load_agent("opening-hater:depth=3", hex3)
