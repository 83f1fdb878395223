"""Targets: what pages say to the server of the page, one message a line, each input a visit."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
from typing import Any

from boardai.web.lobby import Lobby
from boardai.web.messages import as_text, read_message
from boardai.web.offers import Offers
from boardai.web.serving.places import Places
from boardai.web.visitor import Visitor
from fuzzing.target import Finding, Target, kind_of

_MOST_MESSAGES = 40
_OFFERS: list[Offers] = []


def _message(data: bytes) -> str:
    message = read_message(data.decode("utf-8", "surrogatepass"))
    return f"{message.do} {sorted(name for name, value in message.fields.items() if value is not None)}"


def _visit(data: bytes) -> str:
    if not _OFFERS:
        _OFFERS.append(Offers(["chess", "hex", "reversi"]))
    return asyncio.run(_visited(data.decode("utf-8", "replace").split("\n")[:_MOST_MESSAGES]))


async def _visited(lines: list[str]) -> str:
    """Says the messages one after the other; what a room and keys are called is put in the place of words for them."""
    heard: list[dict[str, Any]] = []
    lobby, complaints = Lobby(_OFFERS[0], long=1), io.StringIO()
    places = Places()
    first, second = (Visitor(heard.append, places, places.take(None, "192.0.2.7")) for _ in range(2))
    reported = set()
    with contextlib.redirect_stderr(complaints):
        try:
            for one in (first, second):
                lobby.welcome(one)
            for line in lines:
                who, text = (second, line[1:]) if line.startswith("2") else (first, line)
                before = len(heard)
                lobby.receive(who, _filled_in(text, heard, first))
                await asyncio.sleep(0)
                for message in heard[before:]:
                    as_text(message)  # every message can be sent
                    reported.add(
                        message["say"] if message["say"] != "error" else kind_of(ValueError(message["message"]))
                    )
        finally:
            for one in (first, second):
                lobby.goodbye(one)
            lobby.close()
    if "Traceback" in complaints.getvalue():
        raise Finding(complaints.getvalue().strip().splitlines()[-1][:100], complaints.getvalue()[-1500:])
    return " ".join(sorted(reported))[:200]


def _filled_in(text: str, heard: list[dict[str, Any]], visitor: Visitor) -> str:
    room = visitor.room
    invitation = next((one["invitation"] for one in reversed(heard) if one["say"] == "invitation"), "")
    for word, value in (("ROOM", room.name if room else ""), ("KEY", visitor.key), ("INVITATION", invitation)):
        text = text.replace(word, value)
    return text


def _messages(do: str, **fields: Any) -> bytes:
    return json.dumps({"do": do, **fields}).encode()


_PEOPLE = ["person", "person"]
_VISITS = (
    [
        _messages("new", game="chess", seats=_PEOPLE),
        _messages("move", node=0, text="e4"),
        _messages("move", node=1, text="e5"),
        _messages("look", node=1),
        _messages("go", node=1),
        _messages("move", node=1, text="c5"),
        _messages("save", format=".pgn"),
        _messages("leave"),
    ],
    [
        _messages(
            "new", game="hex", parameters={"size": 11}, seats=["person", "random"], clock={"base": 60, "increment": 1}
        ),
        _messages("move", node=0, action=3),
        _messages("resume"),
        _messages("seats", seats=_PEOPLE),
        _messages("resign", player=0),
        _messages("rematch"),
    ],
    [
        _messages("new", game="reversi", seats=_PEOPLE, name="Ann"),
        _messages("invite", player=1),
        b"2" + _messages("open", room="ROOM", invitation="INVITATION"),
        _messages("draw"),
        b"2" + _messages("draw"),
        b"2" + _messages("claim"),
        _messages("analyse", node=0, slot=0, by="best", lines=1),
        _messages("stop"),
    ],
    [
        _messages("draw_board", game="reversi", cells=["----", "-OX-", "-XO-", "----"], player=0, seats=_PEOPLE),
        _messages("move", node=0, action=1),
        _messages("board_file", game="reversi", cells=["----", "-OX-", "-XO-", "----"], player=1),
        _messages("edit", cells=["----", "-XX-", "-XO-", "----"], player=1),
    ],
    [
        _messages("new", game="chess", seats=_PEOPLE),
        _messages("load", text="1. e4 e5 (1... c5) 2. Nf3 *", format=".pgn"),
        _messages("load", text="x", format=".sgf", game=2),
        _messages("edit", cells=["....k..."] + ["........"] * 6 + ["....K..."], player=0),
        _messages("save", format=".jsonl"),
        _messages("replay", run=0, batch=0, game=0),
    ],
    [
        _messages("new", game="chess", seats=_PEOPLE, position="7k/5KQ1/8/8/8/8/8/8 w - - 0 1"),
        _messages("move", node=0, text="Qg8"),
        _messages("hint", node=1),
        _messages("explain", node=1),
        _messages("explain", node=0, by="steps-pns"),
        _messages("branches", node=0, paths=[[], [0]], step=3),
        _messages("close_tree"),
        _messages("open", room="ROOM", key="KEY"),
        b"2" + _messages("open", room="ROOM"),
        b"2" + _messages("move", node=0, action=0),
    ],
)
_TOKENS = tuple(
    b'{"do": "|"node": |"action": |"text": "|"seats": ["person", "person"]|"game": "chess"|"game": "hex"|'
    b'"parameters": {"size": 4}|'
    b'"player": 1|"cells": ["|"format": ".pgn"|"room": "ROOM"|"key": "KEY"|"clock": {"base": 1}|"name": "|'
    b'"number": 3|}|,|:|"|null|true|-1|'
    b'0.5|1e999|[]|{}|"\\ud800"|"\\u0000"|\n|\n2|random|beginner|move|go|resume|rematch|invite|draw|claim|load|'
    b"save|edit|leave|swap".split(b"|")
)

TARGETS = (
    Target(
        "messages",
        _message,
        lambda: [line for visit in _VISITS for line in visit if not line.startswith(b"2")],
        _TOKENS,
        {
            "deep": lambda n: b"[" * n,
            "fields": lambda n: b'{"do": "leave"' + b', "x": 1' * n + b"}",
            "text": lambda n: b'{"do": "' + b"x" * n + b'"}',
            "parameters": lambda n: b'{"do": "new", "parameters": {' + b'"a": 1, ' * n + b"}}",
            "digits": lambda n: b'{"number": ' + b"1" * n + b"}",
        },
    ),
    Target(
        "visits",
        _visit,
        lambda: [b"\n".join(visit) for visit in _VISITS],
        _TOKENS,
        runs=60,
    ),
)
