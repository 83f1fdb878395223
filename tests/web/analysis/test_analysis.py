"""Analyses: their words, their analysts, their share of a server, and intermediate results."""

import time

import pytest
from pages import page

from boardai.web import analysis
from boardai.web.analysis import Effort
from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.messages import LONGEST_LINE
from boardai.web.offers import Offers
from boardai.web.thinking import WorkerPool
from boardai.web.thinking.shares import Owner


@pytest.fixture(scope="module")
def offers() -> Offers:
    return Offers(["chess", "hex", "reversi"])


def test_the_bar_s_words_are_the_first_player_s_and_lines_the_mover_s(offers):
    with page(make_app(Lobby(offers))) as visitor:
        visitor.new("reversi", position="---------------------------OX------XO--------------------------- X")
        visitor.move("d3")
        visitor.say("analyse", node=1, slot=0, by="best", lines=2)
        while len((found := visitor.hear("analysis"))["rows"]) < 2 or found["words"] == "even":
            pass
        visitor.say("stop")
        movers, firsts = found["rows"][0]["words"], found["words"]
        assert movers[1:] == firsts[1:] and {movers[0], firsts[0]} == {"+", "\u2212"} and "disc" in firsts
        assert (found["chance"] > 0) == (firsts[0] == "+") and found["depth"] > 0 and not found["early"]
        assert all(len(row["actions"]) == len(row["moves"]) <= LONGEST_LINE for row in found["rows"])


def test_analysts_are_those_of_the_board_and_not_of_the_game_s_usual_one(offers):
    """Hex 11x11 has a network, small boards have not."""
    with page(make_app(Lobby(offers))) as visitor:
        usual = {one["game"]: one for one in visitor.hear("welcome")["games"]}["hex"]
        room = visitor.new("hex", parameters={"size": 5})
        assert room["offered"]["analysts"] != usual["analysts"]
        for analyst in room["offered"]["analysts"]:
            visitor.ask("analysis", "analyse", node=0, slot=0, by=analyst["by"])
            visitor.say("stop")
        assert visitor.new("hex")["offered"]["analysts"] == usual["analysts"]


def test_a_level_can_be_asked_what_it_would_play(offers):
    with page(make_app(Lobby(offers))) as visitor:
        visitor.new("reversi")
        for level in ("random", "newcomer"):
            found = visitor.ask("analysis", "analyse", node=0, slot=1, by=level)
            assert found["done"] and found["rows"][0]["moves"][0] in {"d3", "c4", "f5", "e6"}
        visitor.refused("analyse", node=0, slot=1, by="nobody")


def test_threads_and_memory_are_bounded_by_the_server(offers, monkeypatch):
    asked = []

    def analyse(spec, *others, every):
        asked.append(spec)
        return {"rows": []}

    monkeypatch.setattr(analysis, "analyse", analyse)
    with page(make_app(Lobby(offers))) as visitor:
        assert visitor.hear("welcome")["form"]["analysis"] == {
            "lines": {"usual": 3, "most": 10}, "threads": 1, "megabytes": 16,
        }  # fmt: skip
        visitor.new("chess")
        assert "at most 1 thread " in visitor.refused("analyse", node=0, slot=0, by="best", threads=2)
        assert "at most 16 MiB" in visitor.refused("analyse", node=0, slot=0, by="best", megabytes=17)
        visitor.ask("analysis", "analyse", node=0, slot=0, by="best", threads=1, megabytes=16)
    with page(make_app(Lobby(offers, most=Effort(2, 64)))) as visitor:
        visitor.new("chess")
        visitor.ask("analysis", "analyse", node=0, slot=0, by="best", threads=2, megabytes=64)
        visitor.ask("analysis", "analyse", node=0, slot=0, by="mcts", threads=2, megabytes=64)
    best = asked[0]
    assert "threads" not in best and asked[1:] == [f"{best},threads=2,table_megabytes=64", "mcts"]


def test_an_analysis_with_several_threads_is_charged_for_each():
    pool, owner = WorkerPool(), Owner("192.0.2.1", 1)
    try:
        pool.ask(lambda stopped: time.sleep(0.05), owner, is_long=True, threads=4).future.result()
        until = time.monotonic() + 5
        while not (charged := max(shares.of(owner).visitor for shares in pool._shares.values())):
            assert time.monotonic() < until
        assert charged >= 4 * 0.05
    finally:
        pool.close(1.0)


def test_lines_of_the_depth_before_stay_until_they_are_back():
    def row(action, depth):
        return {"action": action, "depth": depth}

    before = [row(1, 5), row(2, 5), row(3, 5)]
    assert analysis._completed([row(2, 6)], before, 3) == [row(2, 6), row(1, 5), row(3, 5)]
    assert analysis._completed([row(1, 6), row(4, 6)], before, 3) == [row(1, 6), row(4, 6), row(2, 5)]
    assert analysis._completed([row(1, 6), row(4, 6)], [], 3) == [row(1, 6), row(4, 6)]
