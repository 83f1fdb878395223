"""Serve an agent to other programs as an engine: by UCI, GTP, HTP or NBoard, over standard input and output.

Programs start it as they start any engine, with this command line; docs/engines.md has examples.
"""

from __future__ import annotations

import sys
from pathlib import Path

from boardai.basics.trust import in_own_context
from boardai.command_line import GAME_HELP, Parser, run, user_input, whole_number
from boardai.engine.player import EnginePlayer, default_player
from boardai.engine.server import Console
from boardai.engine.serving import server_of
from boardai.game import load

_STANDARD_INPUT = 0  # as a file descriptor


@in_own_context
def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.engine GAME`."""
    parser = Parser(
        "engine",
        "Run an agent as an engine for other programs, over standard input and output.",
        [
            "python -m boardai.engine chess",
            "python -m boardai.engine chess --agent puct:run=runs/chess --log engine.log",
            "python -m boardai.engine hex:size=11,swap=true --agent mcts:rave=true",
            "python -m boardai.engine reversi --protocol nboard",
            "python -m boardai.engine chess --agent ./mine.py:Agent",
        ],
    )
    parser.add_argument("game", help=GAME_HELP)
    parser.add_argument(
        "--agent",
        metavar="SPEC",
        help="the agent that plays (`python -m boardai.agents` lists them; default: the game's)",
    )
    parser.add_argument(
        "--protocol",
        metavar="NAME",
        default="",
        help="uci, gtp, htp or nboard, if the game supports it (default: the game's usual protocol)",
    )
    parser.add_argument("--seed", type=whole_number(0), default=0, help="seed of random choices (default 0)")
    parser.add_argument("--log", metavar="FILE", help="append both sides of the conversation to this file")
    parser.add_trust()
    given = parser.parse_args(arguments)
    with user_input():
        game = load(given.game)
        player = (
            default_player(game, seed=given.seed)
            if given.agent is None
            else EnginePlayer(given.agent, game, seed=given.seed)
        )
        console = Console(_STANDARD_INPUT, sys.stdout, None if given.log is None else Path(given.log))
        server = server_of(given.protocol, player, console)
    server.run()


if __name__ == "__main__":
    run(main, "engine")
