"""What the server takes from pages, and what it refuses."""

import inspect
import json
import random
import string

import pytest

from boardai.web.lobby import Lobby
from boardai.web.messages import LONGEST_MESSAGE, MESSAGES, read_message
from boardai.web.offers import Offers


def test_fields_that_are_left_out_are_none():
    message = read_message('{"do": "move", "node": 4, "text": "e4", "number": 7}')
    assert (message.do, message.number) == ("move", 7)
    assert message.fields == {"node": 4, "action": None, "text": "e4"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("[]", "message: .*braces.*list"),
        ("[" * 100_000, "message: nested"),
        ('{"do": "dance"}', "do: .*'dance'"),
        ('{"do": ["new"]}', "message: do: "),
        ('{"do": "go"}', "message go: .*`node`"),
        ('{"do": "go", "node": "1"}', "message go: node: .*text"),
        ('{"do": "go", "node": true}', "message go: node: .*true"),
        ('{"do": "go", "node": 1e999}', "not JSON"),
        ('{"do": "go", "node": 1, "path": "x"}', "message go: .*`path`"),
        ('{"do": "go", "node": 1, "\\ud800": 1}', "message go: .*surrogate"),
        ('{"do": "draw", "number": -1}', "message: number: "),
        ('{"do": "seats", "seats": ["person"]}', "seats: .*2.*1"),
        ('{"do": "resign", "player": 2}', "message resign: player: "),
        ('{"do": "new", "game": "hex", "seats": ["a", "b"], "parameters": {"size": [1]}}', r"parameters\["),
        ('{"do": "new", "game": "hex", "seats": ["a", "b"], "clock": {"base": "5"}}', r"clock\.base: "),
        ('{"do": "new", "game": "hex", "seats": ["a", "b"], "clock": {"base": -5}}', r"clock\.base"),
        ('{"do": "edit", "player": 0, "cells": ["..", "..."]}', r"cells\[1\]: .*2 .*'\.\.\.'"),
        ('{"do": "edit", "player": 0, "cells": []}', "message edit: cells: "),
        ('{"do": "edit", "player": 0, "cells": ["\\n"]}', r"cells\[0\]: .*1 .*'\\n'"),
        (json.dumps({"do": "new", "game": "x" * 201, "seats": ["a", "b"]}), "message new: game: .*200"),
        (" " * (LONGEST_MESSAGE + 1), "message: 1,000,001.*1,000,000"),
    ],
)
def test_what_is_refused_and_why(text, reason):
    with pytest.raises(ValueError, match=reason):
        read_message(text)


def test_every_message_is_done_by_the_lobby():
    """By something that takes its fields, and nothing else is done."""
    lobby = Lobby(Offers(["hex"]))
    assert lobby.does.keys() == MESSAGES.keys()
    for name, message in MESSAGES.items():
        inspect.signature(lobby.does[name]).bind("visitor", **dict.fromkeys(message.__struct_fields__))


def test_rubbish_is_refused_and_nothing_else_happens():
    rng = random.Random(1)
    words = ['{"do":', '"move"', '"node"', ":", "1", "-", "}", "{", "[", "]", '"', "null", "9" * 400, "\u2603", ","]
    for _ in range(2000):
        text = "".join(rng.choice([*words, rng.choice(string.printable)]) for _ in range(rng.randrange(12)))
        with pytest.raises(ValueError):
            read_message(text)
