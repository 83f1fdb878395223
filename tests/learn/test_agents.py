"""Agents by name, and agents with a trained network."""

from pathlib import Path

import pytest

import boardai
from boardai.agents import load_agent
from boardai.game import Game


@pytest.fixture(scope="module")
def hex4() -> Game:
    return boardai.load("hex", size=4)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("randm", ["unknown agent 'randm'", "did you mean random?", "agents: random, greedy, policy,"]),
        ("random:seed=1", ["'seed=1'", "no parameters"]),
        ("policy", ["needs run=FOLDER"]),
        ("puct:run=x,simulations=lots", ["simulations must be a whole number, got 'lots'"]),
        ("puct:run=x,sims=3", ["'sims=3'", "simulations=..."]),
        ("policy:run=/nowhere", ["/nowhere", "not a run folder"]),
    ],
)
def test_errors_say_what_exists(hex4: Game, spec: str, words: list[str]) -> None:
    with pytest.raises(ValueError) as error:
        load_agent(spec, hex4)
    for word in words:
        assert word in str(error.value)


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
    for spec in (f"policy:run={run}", f"puct:run={run},simulations=20", f"puct:run={run},checkpoint=0"):
        agent = load_agent(spec, hex3)
        together = agent.choose_many(states * 4)  # more states than rows in the network's batch
        assert together == [agent.choose(state) for state in states] * 4
        assert all(state.is_legal(action) for state, action in zip(states, together[:5], strict=True))


def test_search_with_a_network_finds_the_win(run: Path, hex3: Game) -> None:
    state = hex3.initial_state()
    for text in ("b1", "a1", "b2", "a2"):
        state.apply(state.action_from_string(text))
    action = load_agent(f"puct:run={run},simulations=60", hex3).choose(state)
    assert state.child(action).is_terminal()


def test_a_network_for_another_board_is_refused(run: Path, hex4: Game) -> None:
    with pytest.raises(ValueError, match=r"trained on hex:size=3, asked for hex:size=4"):
        load_agent(f"policy:run={run}", hex4)


def test_a_missing_checkpoint_is_named(run: Path, hex3: Game) -> None:
    with pytest.raises(ValueError, match="000009"):
        load_agent(f"policy:run={run},checkpoint=9", hex3)
