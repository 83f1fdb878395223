"""Agents by their specs: every search, its parameters, and errors that say what exists."""

import inspect
import re
from typing import Any, Literal, Unpack

import pytest
from refusals import refused
from search.kinds_of_game import load

import boardai.search
from boardai.basics.setting import Setting, kinds_of
from boardai.players import AgentSpec, SearchPlayer, agent_parameters, agents, kinds, load_agent
from boardai.players.parameters import read
from boardai.players.reports import move_report
from boardai.players.searches import network_search
from boardai.search import Limits, NegamaxOptions, SearchResult
from boardai.search.function import DepthKeywords, search
from boardai.search.kind import SEARCHES
from boardai.search.plain.options import NegamaxOptionKeywords
from boardai.search.session import Session

GREEDY = ("greedy", "greedy:evaluator=material", "greedy:evaluator=pesto")


@pytest.mark.parametrize("name", sorted(SEARCHES))
def test_every_search_is_an_agent(name: str) -> None:
    """Plays a legal move where it is at home, and the same with the same seed."""
    game = load("reversi")
    fast = {"depth": 2, "simulations": 20, "seconds": 0.05}
    limit = next(key for key in fast if key in agent_parameters(name))
    choices = []
    for _ in range(2):
        agent = load_agent(f"{name}:{limit}={fast[limit]}", game, seed=3)
        state = game.initial_state()
        agent.new_game(state, [], 5)  # type: ignore[attr-defined]
        choices.append(agent.choose(state))
        assert agent.choose_many([state, state.child(choices[0])])[0] in state.legal_actions()
    assert choices[0] in game.initial_state().legal_actions()
    assert choices[0] == choices[1] or limit == "seconds"


@pytest.mark.parametrize("name", sorted(SEARCHES))
def test_parameters_are_those_of_the_face_and_its_options(name: str) -> None:
    known = agent_parameters(name)
    assert not {"state", "seed", "progress", "tree", "network"} & set(known)
    assert any(limit in known for limit in ("depth", "simulations", "seconds"))
    assert all(parameter.about for parameter in known.values()), "every parameter is documented"


def test_options_are_the_searchs_own() -> None:
    assert agent_parameters("puct")["c_base"].default == 19652
    assert "fail_soft" in agent_parameters("alphabeta") and "average_best" not in agent_parameters("negamax")
    assert agent_parameters("alphabeta")["depth"].wanted == "a whole number above 0 and at most 2147483647 or none"


class FirstMove(Session):
    """Plays the first legal move."""

    def search(self, state: Any, **keywords: Any) -> SearchResult:
        action, depth = state.legal_actions()[0], self.about.limits_of(keywords).depth or 0
        return SearchResult(
            action=action, value=0, policy={action: 1.0}, pv=[action], nodes=1, depth=depth, seconds=0.1, player=0
        )


class FirstKeywords(NegamaxOptionKeywords, DepthKeywords, total=False):
    """Of `first`."""


def test_a_search_function_is_an_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardai.search.function.SEARCHES", SEARCHES | {})
    for module in ("parameters", "searches", "kinds"):
        monkeypatch.setattr(f"boardai.players.{module}.SEARCHES", boardai.search.function.SEARCHES)

    @search(NegamaxOptions, native="Negamax", summary="the first", usual=Limits(depth=1), session=FirstMove)
    def first(state: Any, **keywords: Unpack[FirstKeywords]) -> SearchResult:  # type: ignore[empty-body]
        """Plays the first legal move."""

    monkeypatch.setattr(boardai.search, "first", first, raising=False)
    monkeypatch.setitem(kinds.KINDS, "first", kinds.search_kind("first"))
    assert agents()["first"] == "the first"
    state = load("hex").initial_state()
    agent = load_agent("first:depth=4", load("hex"))
    thought = agent.think(state)
    assert thought.action == state.legal_actions()[0] and thought.result is not None and thought.result.depth == 4


@pytest.mark.parametrize("name", [name for name in SEARCHES if "reuse" in agent_parameters(name)])
def test_tables_and_trees_live_through_a_game_and_no_longer(name: str) -> None:
    """Two games played the same way get the same answers; within one, what was searched before is known."""
    game = load("reversi")
    limit = "depth=5" if name == "pvs" else "simulations=200"

    def play(agent: Any) -> tuple[list[int], list[Any]]:
        state = game.initial_state()
        agent.new_game(state, [], 4)
        actions, results = [], []
        while len(actions) < 16:
            if len(actions) % 2 == 0:
                thought = agent.think(state)
                actions.append(thought.action)
                results.append(thought.result)
            else:  # the expected answer, of which a tree is sure to know something
                line = results[-1].pv
                actions.append(line[1] if len(line) > 1 else state.legal_actions()[-1])
            state.apply(actions[-1])
        return actions, results

    agent = load_agent(f"{name}:{limit}", game, seed=1)
    first, results = play(agent)
    again, _ = play(agent)
    assert first == again
    forgetful = load_agent(f"{name}:{limit},reuse=false", game, seed=1)
    forgetful.new_game(game.initial_state(), [], 4)  # type: ignore[attr-defined]
    state = game.initial_state()
    less = more = 0
    for action, answer, result in zip(first[::2], first[1::2], results, strict=True):
        alone = forgetful.think(state).result
        assert alone is not None
        # A warm table needs fewer nodes; a kept tree has more visits after as many simulations.
        less += alone.nodes - result.nodes
        more += sum(result.visits.values()) - sum(alone.visits.values())
        state.apply(action)
        state.apply(answer)
    assert less > 0 if name == "pvs" else more > 0


def test_presets_are_options_by_one_name() -> None:
    arguments = load_agent("pvs:preset=C2,depth=2,killers=true", load("chess")).arguments
    assert (arguments["depth"], arguments["null_window"], arguments["killers"]) == (2, False, True)
    agent = load_agent("pvs:preset=C2,depth=2,evaluator=material", load("chess"))
    assert agent.choose(load("chess").initial_state()) >= 0
    with refused("preset", "C1"):
        load_agent("pvs:preset=C9", load("chess"))


def test_a_solver_that_proves_nothing_leaves_the_move_to_its_fallback() -> None:
    def unproven(state: Any, *, seed: int = 0) -> SearchResult:
        action = state.legal_actions()[0]
        return SearchResult(
            action=action, value=None, policy={action: 1.0}, pv=[], nodes=1, depth=1, seconds=0.1, player=0
        )

    game = load("tic-tac-toe")
    state = game.from_string("xx.oo....")
    agent = SearchPlayer("pns", unproven, {}, fallback=load_agent("greedy", game))
    assert state.action_to_string(agent.choose(state)) == "c1"
    assert SearchPlayer("pns", unproven, {}).choose(state) == state.legal_actions()[0]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("alphabet:depth=2", ["unknown agent 'alphabet'", "did you mean alphabeta?"]),
        ("alphabeta:dept=2", ["'dept'", "did you mean depth?"]),
        ("alphabeta:depth=two", ["depth", "'two'"]),
        ("alphabeta:depth=2,depth=3", ["depth"]),
        ("alphabeta:depth=0", ["depth", "not 0"]),
        ("alphabeta:seconds=-1", ["seconds", "-1.0"]),
        ("alphabeta:fail_soft=maybe", ["fail_soft", "'maybe'"]),
        ("alphabeta:evaluator=nonsense", ["agent 'alphabeta:evaluator=nonsense'", "nonsense"]),
        ("alphabeta:depth", ["'depth'"]),
        ("puct:checkpoint=3", ["checkpoint", "run="]),
        ("puct:simulations=-4", ["simulations"]),
        ("uci:", ["uci:PROGRAM"]),
        ("uci:seconds=1", ["program"]),
        ("uci:no-such-engine", ["'no-such-engine'"]),
        ("gtp:x", ["hex", "GTP"]),
    ],
)
def test_errors_say_what_exists(spec: str, words: list[str]) -> None:
    game = load("chess" if spec.startswith("uci") else "hex")
    with refused(*words):
        load_agent(spec, game)


def test_limits_are_checked_when_the_agent_is_made(tic_tac_toe: str) -> None:
    """Not in the middle of a match; so is whether the game has the knowledge that a network's search asks for."""
    with refused("nodes"):
        load_agent("alphabeta:nodes=0", load("hex"))
    search = network_search("puct:simulations=4,solver=true,knowledge=1")
    with refused("knowledge", "this game knows nothing"):
        search.player(boardai.load(tic_tac_toe), None, 0)


def test_a_search_returns_what_its_function_finds() -> None:
    """With its own seed, whatever it would play: neither errors nor a fallback take part."""
    game = boardai.load("hex:size=4")
    state = game.initial_state()
    found = load_agent("mcts:simulations=50,c=1", game, 7).search(state, tree=20)
    same = boardai.search.mcts(state, simulations=50, c=1, seed=7, tree=20)
    assert found.visits == same.visits and len(found.tree) == len(same.tree) == 20
    assert load_agent("mcts", game).search(state).simulations == 2000
    erring = load_agent("pvs:depth=2,noise=1000", game, 1)
    assert erring.search(state).action == boardai.search.pvs(state, depth=2).action
    board = boardai.load("hex:size=7")
    unproven = load_agent("dfpn:nodes=5", board).search(board.initial_state())
    assert (unproven.method, unproven.value) == ("dfpn", None)


def test_agents_that_are_no_searches_report_what_they_know() -> None:
    game = boardai.load("hex:size=3")
    state, greedy = game.initial_state(), load_agent("greedy", game)
    found = load_agent("random", game).search(state)
    assert (found.method, found.value, found.pv) == ("random", None, [found.action])
    found = greedy.search(state)
    best = -state.child(found.action).evaluate("shortest_path")
    assert (found.method, found.value, found.pv, found.nodes) == ("greedy", best, [found.action], 9)
    assert found.is_score and not found.outcome
    mate = boardai.load("chess").from_string("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    report = move_report(load_agent("greedy", boardai.load("chess")).search(mate), seconds=0.1)
    assert (report.win_in, report.score) == (1, None)
    for agent, what in (("greedy", "tree"), ("mtdf:depth=1", "tree"), ("pvs:depth=1", "strategy")):
        with refused(what):
            load_agent(agent, game).search(game.initial_state(), **{what: True})
    with refused("greedy"):
        greedy.evaluate_by("two-distance")


def test_kinds_of_parameters() -> None:
    kinds = {
        "number": kinds_of(float),
        "word": kinds_of(Literal["a", "b"]),
        "either": kinds_of(int | str | None),
    }
    known = {name: Setting(name=name, kinds=one or ()) for name, one in kinds.items()}
    assert kinds_of(object) is None
    values = read(AgentSpec.parse("it:number=2,word=b,either=7"), known, "here")
    assert values == {"number": 2.0, "word": "b", "either": 7}
    assert read(AgentSpec.parse("it:either=seven"), known, "here") == {"either": "seven"}
    with refused("here", "word", "a, b", "c"):
        read(AgentSpec.parse("it:word=c"), known, "here")


def test_every_face_is_in_the_registry_and_nothing_else() -> None:
    faces = {
        name
        for name in boardai.search.__all__
        if inspect.isfunction(getattr(boardai.search, name))
        and inspect.signature(getattr(boardai.search, name)).return_annotation == "SearchResult"
    }
    assert faces == set(SEARCHES) <= set(agents())


def test_greedy_by_another_evaluation() -> None:
    """Material cannot distinguish the first moves, PeSTO can; a mate is taken by both."""
    chess = load("chess")
    start = chess.initial_state()
    chosen = {spec: {load_agent(spec, chess, seed).choose(start) for seed in range(40)} for spec in GREEDY}
    assert len(chosen["greedy"]) > 10 and chosen["greedy"] == chosen["greedy:evaluator=material"]
    best = boardai.search.alphabeta(start, depth=1, evaluator="pesto").action
    assert best in chosen["greedy:evaluator=pesto"] and len(chosen["greedy:evaluator=pesto"]) < 4
    mate = chess.from_string("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    assert {mate.san(load_agent(spec, chess).choose(mate)) for spec in GREEDY} == {"Ra8#"}
    with refused("greedy:evaluator=pest", "pest"):
        load_agent("greedy:evaluator=pest", chess)
    with pytest.raises(ValueError, match="depth"):
        load_agent("greedy:depth=2", chess)


@pytest.mark.parametrize("spec", ["pvs:seconds=300", "mcts:simulations=1000000000,seconds=300", "puct:seconds=300"])
def test_a_search_plays_the_best_move_so_far_when_it_is_asked_to(spec):
    game = boardai.load("hex", size=9)
    agent = load_agent(spec, game)
    asked = []
    state = game.initial_state()
    thought = agent.think(state, stop=lambda: len(asked) >= 2 or bool(asked.append(1)))
    assert state.is_legal(thought.action) and len(asked) == 2 and thought.result.interrupted
    greedy = load_agent("minimax:depth=1", boardai.load("hex:size=3"))
    start = boardai.load("hex:size=3").initial_state()
    assert greedy.think(start, stop=lambda: True).action in range(9)  # done before anybody could ask


def test_noise_misjudges_moves() -> None:
    """Of two plies' scores: none changes nothing, much makes nearly every move as likely, a seed repeats it."""
    game = load("reversi")
    state = game.initial_state()
    for _ in range(8):
        state.apply(state.legal_actions()[0])

    def moves(spec: str, count: int = 40) -> list[int]:
        agent = load_agent(spec, game, seed=7)
        return [agent.choose(state) for _ in range(count)]

    plain = moves("pvs:depth=2", 1)[0]
    assert set(moves("pvs:depth=2,noise=0", 5)) == {plain}
    slightly, wildly = moves("pvs:depth=2,noise=100"), moves("pvs:depth=2,noise=1e6")
    assert slightly.count(plain) > wildly.count(plain)
    assert len(set(wildly)) > len(state.legal_actions()) / 2
    assert moves("pvs:depth=2,noise=1e6") == wildly
    for other in ("chess", "hex"):  # some with more policy indices than moves can be scored
        start = load(other).initial_state()
        assert load_agent("pvs:depth=1,noise=10", load(other)).choose(start) in start.legal_actions()
    lines = load_agent("pvs:depth=2,multi_pv=3,noisy_moves=5", game)
    assert len(lines.think(state).notes["lines"]) == 3
    agent = load_agent("pvs:depth=2,noise=1e6,noisy_moves=2", game, seed=7)
    begun = []
    for seed in range(20):
        agent.new_game(state, [], seed)  # type: ignore[attr-defined]
        begun.append([agent.choose(state) for _ in range(3)])
    assert len({first for first, *_ in begun}) > 2 and len({second for _, second, _ in begun}) > 2
    assert {third for *_, third in begun} == {plain}
    agent.new_game(state, [0] * 4, 1)  # type: ignore[attr-defined]
    assert agent.choose(state) == plain
    with refused("noisy_moves"):
        load_agent("pvs:noisy_moves=-1", game)
    for bad in ("-1", "nan", "inf"):
        with refused("noise"):
            load_agent(f"pvs:depth=2,noise={bad}", game)
    with refused("noise"):
        load_agent("mcts:simulations=9,noise=2", game)


@pytest.mark.parametrize(
    ("name", "text", "with_run"),
    [
        *((name, name, False) for name in sorted(SEARCHES)),
        *((name, f"{name}:run=shipped", True) for name in ("mcts", "puct", "gumbel")),
    ],
)
def test_the_listed_default_limit_is_that_of_the_agent(name: str, text: str, with_run: bool) -> None:
    agent = load_agent(text, boardai.load("hex:size=11,edges=true" if with_run else "hex:size=3"), seed=1)
    listed = {}
    pattern = r"; ([\d,.]+) with run=FOLDER" if with_run else r"limit of a move; ([\d,.]+) if the agent has no limit"
    for key, one in kinds.KINDS[name].settings(name).items():
        if key in ("depth", "nodes", "seconds", "simulations") and (found := re.search(pattern, one.about)):
            listed[key] = float(found[1].replace(",", ""))
    assert agent._usual.given == listed != {}  # type: ignore[attr-defined]
