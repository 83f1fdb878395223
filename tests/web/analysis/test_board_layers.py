"""Layers of what a game knows, as the server sends them."""

from __future__ import annotations

from pages import page

from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers


def test_what_a_game_knows_is_drawn_and_not_in_a_match():
    with page(make_app(Lobby(Offers(["hex"])))) as visitor:
        offered = {one["game"]: one["layers"] for one in visitor.hear("welcome")["games"]}
        assert {"layer": "must-play", "title": "Must-play region"} in offered["hex"]
        room = visitor.new("hex", parameters={"size": 5})
        visitor.move("c4")
        told = visitor.ask("layers", "layers", node=1, layers=["inferior", "paths"])
        assert [one["layer"] for one in told["layers"]] == ["inferior", "paths"] and told["node"] == 1
        assert told["layers"][0]["marks"][0] == {"kind": "first", "cells": [18, 19, 21, 22, 23, 24], "text": "•"}
        assert "no layer 'x'; there are paths, two-distance" in visitor.refused("layers", node=1, layers=["x"])
        invitation = visitor.ask("invitation", "invite", player=1)["invitation"]
        visitor.ask("room", "open", room=room["room"], invitation=invitation)
        assert "no hints" in visitor.refused("layers", node=1, layers=["paths"])
