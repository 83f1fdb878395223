"""python tools/python_rules.py: both sets of rules are tic-tac-toe, and both are measured."""

import pytest
from python_rules import SOURCE, TicTacToe, main

from boardai import define_game
from boardai.search import alphabeta


@pytest.mark.thorough
def test_both_rules_are_the_same_game(capsys):
    native = define_game(SOURCE, name="tic-tac-toe")
    searched = [alphabeta(state) for state in (TicTacToe(), native.initial_state())]
    assert [result.outcome for result in searched] == [0, 0]
    assert searched[0].nodes == searched[1].nodes
    assert TicTacToe.from_string("xo..x....").to_string() == native.from_string("xo..x....").to_string() == "xo..x...."
    main(["--repeats", "1"])
    printed = capsys.readouterr().out
    assert "alphabeta" in printed and "mcts" in printed
