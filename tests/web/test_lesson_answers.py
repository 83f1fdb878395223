"""Lessons as the server shows them: an answer, the best defence against it or its refutation, and what is refused."""

from __future__ import annotations

import contextlib

import pytest
from pages import page

import boardai
from boardai.lessons import rules
from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.lobby.lessons import LessonBook, Lessons
from boardai.web.offers import Offers
from boardai.web.serving.places import SECONDS_WITHOUT_A_ROOM, Places
from boardai.web.thinking.worker_pool import WorkerPool
from boardai.web.visitor import Visitor


def test_a_lesson_is_answered_and_a_wrong_move_refuted(tmp_path):
    game = boardai.load("hex", size=3)
    header = '{"format": "boardai lessons 1", "game": "hex:size=3", "command": ""}'
    one = '{"position": "b2/3/3 w no-swap", "move": "b2", "goal": "win", "plies": 0, "margin": 0, "difficulty": 1}'
    (tmp_path / "own.jsonl").write_text(f"{header}\n{one}\n")
    offers = Offers(["hex"])
    shipped = LessonBook(offers).counts.get("hex", 0)
    with page(make_app(Lobby(offers, lessons=LessonBook(offers, [tmp_path / "own.jsonl"])))) as visitor:
        assert visitor.hear("welcome")["lessons"] == {"hex": shipped + 1}
        told = visitor.ask("lessons", "lessons", game="hex")
        assert len(told["ids"]) == len(set(told["ids"])) == len(told["grades"]) == shipped + 1
        lesson = visitor.ask("lesson", "lesson", game="hex", lesson=shipped)
        assert lesson["task"] == "White to move: one move alone wins." and lesson["position"]["rows"][0] == "B.."
        ask = {"game": "hex", "lesson": shipped}
        wrong = visitor.ask("answer", "answer", **ask, actions=[game.parse_action(game.initial_state(), "c1")])
        assert not wrong["right"] and not wrong["done"] and wrong["words"] == "This move loses."
        assert len(wrong["positions"]) == len(wrong["moves"]) == 2 and wrong["moves"][0] == "c1"
        actions, done = [4], False
        for _ in range(3):  # b2, and then any move that keeps the win
            found = visitor.ask("answer", "answer", **ask, actions=actions)
            assert found["right"], found
            done = found["done"]
            if done:
                break
            state = game.from_string("b2/3/3 w no-swap")
            for action in found["actions"]:
                state = state.child(action)
            actions = [*found["actions"], int(boardai.search.dfpn(state).action)]
        assert done
        assert "no lesson 99999" in visitor.refused("lesson", game="hex", lesson=99999)
        assert "no lessons for 'chess'" in visitor.refused("lessons", game="chess")
        assert "not legal" in visitor.refused("answer", **ask, actions=[0])
    (tmp_path / "own.jsonl").write_text(header.replace("hex:size=3", "./mine.py"))
    with pytest.raises(ValueError, match="is not offered: start the server"):
        LessonBook(offers, [tmp_path / "own.jsonl"])


def test_what_the_solver_cannot_judge_is_stated_in_words(monkeypatch):
    monkeypatch.setattr(rules, "_OUTCOME_NODES", 1)
    offers = Offers(["hex"])
    with page(make_app(Lobby(offers, lessons=LessonBook(offers)))) as visitor:
        lesson = visitor.ask("lesson", "lesson", game="hex", lesson=0)
        action = lesson["position"]["actions"][0]["action"]
        said = visitor.refused("answer", game="hex", lesson=0, actions=[action])
        assert said == "The solver could not decide about this move; try another."


def test_a_learner_is_not_disconnected():
    now = 0.0
    places = Places(now=lambda: now)
    visitor = Visitor(lambda message: None, places, place := places.take(None, "192.0.2.7"))
    lessons = Lessons(LessonBook(Offers(["hex"])), WorkerPool())
    asks = (
        lambda: lessons.lessons(visitor, "hex"),
        lambda: lessons.lesson(visitor, "hex", 0),
        lambda: lessons.answer(visitor, "hex", 0, [-1]),
    )
    for ask in asks:
        now += 0.8 * SECONDS_WITHOUT_A_ROOM
        with contextlib.suppress(ValueError):  # the answer is not legal
            ask()
        places.sweep()
        assert len(places) == 1 and place.until == now + SECONDS_WITHOUT_A_ROOM
    now += SECONDS_WITHOUT_A_ROOM
    places.sweep()
    assert not len(places)
