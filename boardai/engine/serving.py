"""The protocols of a game: those of its folder, otherwise UCI and GTP with the game's own texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from boardai.basics.quoting import quoted
from boardai.engine.gtp import GtpServer
from boardai.engine.player import EnginePlayer
from boardai.engine.server import Console, Server
from boardai.engine.uci import UciServer
from boardai.game import Game

MakeServer = Callable[[EnginePlayer, Console], Server]

_GENERAL: dict[str, MakeServer] = {"uci": UciServer, "gtp": GtpServer}


def protocols(game: Game) -> Mapping[str, MakeServer]:
    """The protocols a game can be spoken to in, the usual one first, and what serves each.

    >>> from boardai.engine.serving import protocols
    >>> list(protocols(boardai.load("hex"))), list(protocols(boardai.load("reversi")))
    (['htp', 'uci'], ['gtp', 'nboard', 'uci'])

    Args:
        game: whose plug-in `serving` may have a mapping `PROTOCOLS`.
    """
    module = game.plug_in("serving")
    found: Mapping[str, MakeServer] = _GENERAL if module is None else module.PROTOCOLS
    return found


def server_of(protocol: str, player: EnginePlayer, console: Console) -> Server:
    """What serves an agent by a protocol; "" is the game's usual one.

    Raises:
        ValueError: the game is not served by it; the message lists those it is.
    """
    there = protocols(player.game)
    if protocol and protocol not in there:
        raise ValueError(f"{player.game.name} has no protocol {quoted(protocol)}; protocols: {', '.join(there)}")
    return there[protocol or next(iter(there))](player, console)
