"""Agents by name, and agents with a trained network."""

import gc
import os
import weakref
from pathlib import Path
from typing import Any

import pytest
from refusals import refused

from boardai.engine.player import EnginePlayer
from boardai.game import Game, load
from boardai.players import Turn, load_agent
from boardai.players.reports import move_report
from boardai.search import Limits


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("randm", ["'randm'", "random"]),
        ("random:seed=1", ["'seed'", "parameters"]),
        ("policy", ["policy", "run=FOLDER"]),
        ("puct:run=x,simulations=lots", ["simulations", "'lots'"]),
        ("puct:run=x,sims=3", ["'sims'", "boardai.agents puct"]),
        ("gumbel:run=x,c_init=3", ["'c_init'", "boardai.agents gumbel"]),
        ("gumbel:rows=3", ["rows", "run=FOLDER"]),
        ("policy:run=/nowhere", ["/nowhere"]),
    ],
)
def test_errors_say_what_exists(hex4: Game, spec: str, words: list[str]) -> None:
    with refused(*words):
        load_agent(spec, hex4)


@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_seeds(hex4: Game, spec: str) -> None:
    state = hex4.initial_state()
    choices = [[load_agent(spec, hex4, seed=seed).choose(state) for seed in range(30)] for _ in range(2)]
    assert choices[0] == choices[1]
    assert all(state.is_legal(action) for action in choices[0])


def test_greedy_takes_a_win(hex4: Game) -> None:
    state = hex4.initial_state()
    for text in ("b1", "a1", "b2", "a2", "b3", "a3"):
        state.apply(state.action_from_string(text))
    agent = load_agent("greedy", hex4)
    for _ in range(10):
        assert state.child(agent.choose(state)).is_terminal()


@pytest.fixture(scope="module")
def run(train_here, tmp_path_factory: pytest.TempPathFactory) -> Path:  # type: ignore[no-untyped-def]
    path = tmp_path_factory.mktemp("agents") / "run"
    train_here(path, 1)
    return path


def test_network_agents(run: Path, hex3: Game) -> None:
    states = [hex3.initial_state()]
    for text in ("b2", "a1", "c1", "a2"):
        states.append(states[-1].child(states[-1].action_from_string(text)))
    for spec in (
        f"policy:run={run}",
        f"puct:run={run},simulations=20",
        f"puct:run={run},checkpoint=0",
        f"puct:run={run},c_init=3,solver=true,cache_mb=1,rows=3",
        f"gumbel:run={run},simulations=12",
    ):
        agent = load_agent(spec, hex3)
        together = agent.choose_many(states * 4)  # more states than rows in the network's batch
        assert together == [agent.choose(state) for state in states] * 4
        assert all(state.is_legal(action) for state, action in zip(states, together[:5], strict=True))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("simulations=0", "simulations=0': simulations"),
        ("seconds=-1", "seconds=-1': seconds"),
        ("rows=0", "rows=0': rows"),
        ("c_init=-1", "c_init=-1': c_init"),
    ],
)
def test_options_out_of_range_are_refused_at_once(run: Path, hex3: Game, options: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        load_agent(f"puct:run={run},{options}", hex3)


def test_agents_of_one_network_share_its_weights_until_they_are_gone(run: Path, hex3: Game) -> None:
    from boardai.learn.runs.trained_network import load_evaluator

    first = load_evaluator(run, hex3)
    assert load_evaluator(run, load("hex", size=3)) is first and load_evaluator(run, hex3, rows=2) is not first
    for file in (run / "checkpoints").rglob("*"):
        os.utime(file, ns=(1, file.stat().st_mtime_ns + 1))  # others stand there
    assert load_evaluator(run, hex3) is not first
    gone = weakref.ref(first)
    del first
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("name", ["puct", "gumbel"])
def test_an_agent_searches_as_the_search_of_one_state_does(run: Path, hex3: Game, name: str) -> None:
    """Against the faces of `boardai.search` with the same network and options."""
    import boardai.search
    from boardai.learn.runs.trained_network import load_evaluator

    evaluator = load_evaluator(run, hex3)
    buffer = evaluator.planes()

    def network(planes):  # type: ignore[no-untyped-def]
        buffer[: len(planes)] = planes
        logits, values = evaluator(buffer)
        return logits[: len(planes)], values[: len(planes)]

    options = {"puct": {"c_init": 2.5, "fpu_reduction": 0.1}, "gumbel": {"scale": 0.0, "considered": 4}}[name]
    text = ",".join(f"{key}={value}" for key, value in options.items())
    agent = load_agent(f"{name}:run={run},simulations=30,{text}", hex3)
    state = hex3.initial_state()
    while not state.is_terminal():
        result = getattr(boardai.search, name)(
            state, simulations=30, evaluator=boardai.search.Network(network), **options
        )
        assert agent.choose(state) == result.action
        state.apply(state.legal_actions()[0])


def test_noise_differs_from_move_to_move_and_repeats_with_the_seed(run: Path, hex3: Game) -> None:
    state = hex3.initial_state()
    spec = f"gumbel:run={run},simulations=2,considered=2,scale=5"
    choices = [[agent.choose(state) for _ in range(12)] for agent in (load_agent(spec, hex3, s) for s in (1, 1, 2))]
    assert choices[0] == choices[1] != choices[2] and len(set(choices[0])) > 1


def root_visits(forest: Any, tree: int) -> int:
    known = forest.tree(tree)
    return sum(known.root_action(i).visits for i in range(known.root_action_count()))


def test_behind_a_protocol_a_network_searches_by_the_clock(run: Path, hex3: Game) -> None:
    """Its tree lives on from move to move, unlike the agent's, unless that is set otherwise."""
    state = hex3.initial_state()
    for spec, keeps in ((f"puct:run={run}", True), (f"puct:run={run},reuse=false", False), (f"mcts:run={run}", True)):
        player = EnginePlayer(spec, hex3)
        found = [player.think(state, Limits(nodes=30, seconds=10), None, lambda: False) for _ in range(2)]
        assert all(state.is_legal(one.action) and one.result is not None for one in found)
        if spec.startswith("puct"):
            visits = [sum(one.result.visits.values()) for one in found if one.result is not None]
            assert (visits[1] > visits[0]) == keeps
            assert found[0].result.simulations >= 30  # more than where nothing else limits it
        only = state.legal_actions()[3]
        assert player.think(state, Limits(nodes=5, root_actions=(only,)), None, lambda: False).action == only


def test_searches_in_batches_report_what_they_found(run: Path, hex3: Game) -> None:
    """As one search would: value, line, what is after it, simulations; so records of batched matches have them."""
    agent = load_agent(f"puct:run={run},simulations=30", hex3)
    states = [hex3.initial_state(), hex3.from_string("2b/3/3 w no-swap")]
    for state, thought in zip(states, agent.think_many([Turn(state) for state in states]), strict=True):
        found, alone = thought.result, agent.search(state)
        assert found is not None and thought.action == found.action == alone.action
        assert (found.simulations, found.depth, found.pv) == (30, alone.depth, alone.pv)
        assert found.value == pytest.approx(alone.value, abs=1e-6)
        assert found.leaf_value == pytest.approx(alone.leaf_value, abs=1e-6)
        assert found.nodes == alone.nodes and found.player == state.current_player()
        assert move_report(found, 0.1).simulations == 30


def test_trees_live_on_in_the_games_they_belong_to(run: Path, hex3: Game) -> None:
    from boardai.arena.match import play_match

    spec = f"puct:run={run},simulations=60,reuse=true"
    agent = load_agent(spec, hex3)
    first, other = hex3.initial_state(), hex3.from_string("2b/3/3 w no-swap")
    agent.think_many([Turn(first, "a"), Turn(other, "b")])
    slot = agent._games["a"]
    forest = agent._forest(slot.forest)
    assert root_visits(forest, slot.tree) == 60
    moves = list(forest.tree(slot.tree).line().actions)[:2]
    later = first.child(moves[0]).child(moves[1])
    agent.think_many([Turn(later, "a", moves)])
    # Sixty on top of those that went through both moves.
    assert agent._games["a"] is slot and root_visits(forest, slot.tree) > 60
    # A key whose game is another one now: searched from nothing.
    agent.think_many([Turn(later, "b", moves)])
    assert root_visits(forest, agent._games["b"].tree) == 60
    agent.end_game("a")
    assert "a" not in agent._games and agent._free[-1] is slot
    # Whole matches leave no tree in use, whatever the number of games, and repeat.
    results = []
    for _ in range(2):
        agent = load_agent(spec, hex3, 3)
        results.append(
            play_match(hex3, agent, load_agent("random", hex3, 1), games=40, opening_plies=1, max_plies=9, seed=5)
        )
        assert not agent._games and len(agent._free) == 8 * len(agent._forests) >= 40
    assert results[0] == results[1]


def test_a_tree_lives_on_where_only_states_are_given(run: Path, hex3: Game) -> None:
    """As `play` and the page ask, without a game's key: the state follows from the one before."""
    agent = load_agent(f"puct:run={run},simulations=60,reuse=true", hex3)
    state = hex3.initial_state()

    def asked(state: Any) -> int:
        return sum(agent.think(state).result.visits.values())

    assert asked(state) == 60
    for action in agent.think(state).line[:2]:
        state.apply(action)
    assert asked(state) > 60  # on top of those that went through both moves
    assert asked(state) > 120
    assert asked(hex3.from_string("2b/3/3 w no-swap")) == 60  # another game
    forgetful = load_agent(f"puct:run={run},simulations=60", hex3)
    assert [sum(forgetful.think(state).result.visits.values()) for _ in range(2)] == [60, 60]


@pytest.mark.parametrize("limit", ["seconds=300", "simulations=1000000000"])
def test_a_search_with_a_network_plays_the_best_move_so_far_when_it_is_asked_to(
    run: Path, hex3: Game, limit: str
) -> None:
    agent = load_agent(f"puct:run={run},{limit}", hex3)
    asked: list[int] = []
    enough = lambda: len(asked) >= 5 or bool(asked.append(1))  # type: ignore[func-returns-value] # noqa: E731
    assert agent.think(hex3.initial_state(), stop=enough).action in range(9) and len(asked) == 5
    other = hex3.from_string("2b/3/3 w no-swap")
    assert other.is_legal(agent.think(other, stop=lambda: True).action)  # as soon as there is anything


def test_ctrl_c_makes_a_search_with_a_network_play_where_people_wait(run: Path, hex3: Game) -> None:
    agent = load_agent(f"puct:run={run},seconds=300", hex3)

    def interrupt() -> bool:
        raise KeyboardInterrupt

    state = hex3.initial_state()
    with pytest.raises(KeyboardInterrupt):
        agent.think(state, progress=lambda result: interrupt())  # as at any other moment
    assert agent.think(state, progress=lambda result: interrupt(), stop=lambda: False).action in range(9)


def test_by_the_clock_states_are_searched_one_after_the_other(run: Path, hex3: Game) -> None:
    import time

    agent = load_agent(f"puct:run={run},seconds=0.05", hex3)
    assert not agent.batched
    state = hex3.initial_state()
    agent.choose(state)
    began = time.monotonic()
    actions = agent.choose_many([state, state.child(0), state])
    assert time.monotonic() - began >= 0.15 and all(action in range(9) for action in actions)


def test_search_with_a_network_finds_the_win(run: Path, hex3: Game) -> None:
    state = hex3.initial_state()
    for text in ("b1", "a1", "b2", "a2"):
        state.apply(state.action_from_string(text))
    action = load_agent(f"puct:run={run},simulations=60", hex3).choose(state)
    assert state.child(action).is_terminal()


def test_a_network_for_another_board_is_refused(run: Path, hex4: Game) -> None:
    with refused("hex:size=3", "hex:size=4"):
        load_agent(f"policy:run={run}", hex4)


def test_a_missing_checkpoint_is_named(run: Path, hex3: Game) -> None:
    with pytest.raises(ValueError, match="000009"):
        load_agent(f"policy:run={run},checkpoint=9", hex3)
