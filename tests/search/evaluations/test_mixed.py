"""Mixed evaluations: which of the two is asked, in searches too; texts, paths, code that has to be trusted."""

from __future__ import annotations

import random

import pytest
from refusals import refused

import boardai
from boardai.players import AgentSpec, load_agent
from boardai.search import alphabeta, pvs
from boardai.search.evaluations.mixed import MixedEvaluation
from boardai.search.evaluations.naming import code_in_evaluator, evaluator_text, find_evaluation


def positions(game: str, seed: int, plies: int = 80):
    rng = random.Random(seed)
    state = boardai.load(game).initial_state()
    for _ in range(plies):
        if state.is_terminal():
            return
        yield state.clone()
        state.apply(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(
    ("game", "careful", "plain", "limit"),
    [("chess", "neurons-32", "pesto", 150), ("chess", "positional", "material", 0), ("reversi", "larion", "none", 0)],
)
def test_the_plain_one_decides_beyond_the_limit_alone(game, careful, plain, limit):
    asked = set()
    for state in positions(game, 1):
        mixed = find_evaluation(state, f"mixed:{careful},{plain},{limit}")
        by_plain = state.evaluate(plain)
        is_clear = abs(by_plain) > limit
        named = find_evaluation(state, careful)
        by_careful = state.evaluate(careful) if named is None else named(state)
        assert mixed(state) == (by_plain if is_clear else by_careful)
        asked.add(is_clear)
    assert False in asked and (plain == "none" or True in asked)


@pytest.mark.parametrize("seed", range(3))
def test_searches_keep_both_up_to_date(seed):
    """A search sees on its line what a function of the position finds from scratch."""
    mixed = MixedEvaluation("neurons-32", "pesto", 200)
    for state in list(positions("chess", seed))[10::25]:
        from_scratch = alphabeta(state, depth=3, evaluator=lambda here: mixed(here))
        assert alphabeta(state, depth=3, evaluator=mixed).value == from_scratch.value


def test_agents_take_one_by_its_text():
    state = boardai.load("chess").initial_state()
    agent = AgentSpec.parse("pvs:depth=3,evaluator=[mixed:neurons-32,pesto,300]")
    assert agent.value("evaluator") == "mixed:neurons-32,pesto,300"
    assert AgentSpec.parse(str(agent)) == agent
    move = load_agent(str(agent), boardai.load("chess")).choose(state)
    assert move == pvs(state, depth=3, evaluator=MixedEvaluation("neurons-32", "pesto", 300)).action


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("mixed:", "mixed:"),
        ("mixed:nnue,pesto", "mixed:nnue,pesto"),
        ("mixed:nnue,pesto,many", "limit"),
        ("mixed:nnue,pesto,30001", "limit"),
        ("mixed:nnue,mixed:a,5", "mixed:"),
        ("mixed:nnue,nothing,5", "nothing"),
    ],
)
def test_bad_texts_are_refused(text, place):
    state = boardai.load("chess").initial_state()
    with refused(place):
        pvs(state, depth=1, evaluator=text)


def test_another_games_evaluation_is_refused():
    with refused("inputs"):
        pvs(boardai.load("reversi").initial_state(), depth=1, evaluator=MixedEvaluation(
            find_evaluation(boardai.load("chess").initial_state(), "neurons-32"), "none", 5))  # fmt: skip


def test_files_are_named_from_any_folder_and_code_is_found(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert evaluator_text("mixed:own.npz,pesto,5") == f"mixed:{tmp_path}/own.npz,pesto,5"
    assert code_in_evaluator("mixed:nnue,./mine.hpp,5") == code_in_evaluator("./mine.hpp") != []
