"""Open a local web page with the board: play, analyse and save any game.

The page is served to this computer only, or with --host to others, for users who know the printed token.
"""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import sys
from pathlib import Path
from typing import Any

from boardai.basics.trust import naming
from boardai.command_line import GAME_HELP, InputError, Parser, run, user_input, whole_number
from boardai.game import code_in_game
from boardai.play.seats import HUMAN, login_name
from boardai.web.rooms.room_files import DiskLimits
from boardai.web.serving.listening import listening_socket, port_number, require_packages, serve_until_interrupt
from boardai.web.serving.places import PER_ADDRESS, Places
from boardai.web.serving.tokens import (
    add_token_options,
    kept_token,
    new_token,
    page_shown,
    wanted_token,
    with_owner,
    with_token,
)

DEFAULT_PORT = 8017
_LOCAL = ("127.0.0.1", "::1", "localhost")


def serve(app: Any, listening: socket.socket, url: str, open_page: bool, places: Places, owner_url: str = "") -> None:
    """Serves until Ctrl-C.

    Args:
        app: the application.
        listening: the open sockets.
        url: address of the page.
        open_page: whether to open the page in a browser.
        places: limits of connections.
        owner_url: address of the page for the owner of the server, who may train there; "": none.
    """
    from boardai.web.serving.protocols import GuardedSocket

    print(f"boardai: {url}  (Ctrl-C ends)", flush=True)
    if owner_url:
        print(f"boardai: {owner_url}  (for you alone: it lets you start and stop training)", flush=True)
    with page_shown(owner_url or url) if open_page else contextlib.nullcontext():
        # Bytes; messages.py has the limits in characters.
        serve_until_interrupt(app, listening, places, ws=GuardedSocket, ws_max_size=4_000_000)


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.web [GAME...]`."""
    parser = Parser(
        "web",
        "Serve a local web page on which you can play, analyse and save games. Without --host only this computer can "
        "reach it.",
        [
            "python -m boardai.web --open",
            "python -m boardai.web ./mygame.hpp hex chess",
            "python -m boardai.web hex:size=5 --agent puct:run=runs/hex,simulations=200",
            "python -m boardai.web --host 0.0.0.0 --record games",
        ],
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{GAME_HELP} (default: every installed game)")
    parser.add_argument(
        "--agent", action="append", default=[], metavar="AGENT",
        help="an additional opponent, and an analyst if it searches; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--run", action="append", default=[], metavar="FOLDER",
        help="show this training run, match or tournament: curves, tables and games; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--train", metavar="FOLDER",
        help="start, stop and resume training runs from the page, new ones in this folder; only from the owner's "
        "address, which is printed as well, and not with --host",
    )  # fmt: skip
    parser.add_argument(
        "--database", action="append", default=[], metavar="FILE",
        help="show what was played in the games of this database (python -m boardai.records); may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--lessons", action="append", default=[], metavar="FILE",
        help="additional puzzles (python -m boardai.lessons); may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--port", type=port_number, default=DEFAULT_PORT, help=f"default {DEFAULT_PORT}; 0: a free port"
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument("--host", default=_LOCAL[0], help="the address to listen on (default: this computer only)")
    add_token_options(parser)
    parser.add_argument(
        "--connections-per-address", type=whole_number(1), default=PER_ADDRESS, metavar="N",
        help=f"simultaneous connections from one address, such as a school's (default {PER_ADDRESS})",
    )  # fmt: skip
    parser.add_argument(
        "--behind-proxy", action="append", default=[], metavar="ADDRESS",
        help="a proxy whose X-Forwarded-For header is trusted; from all other addresses it is ignored",
    )  # fmt: skip
    parser.add_argument(
        "--memory", type=float, metavar="MIB",
        help="memory of the server; beyond it searches wait for each other (default: half of the machine's)",
    )  # fmt: skip
    parser.add_argument(
        "--analysis-threads", type=whole_number(1), metavar="N",
        help="maximum threads of an analysis (default: all processors; with --host, 1)",
    )  # fmt: skip
    parser.add_argument(
        "--analysis-memory", type=whole_number(1), metavar="MIB",
        help="maximum memory of an analysis's table (default: an eighth of --memory; with --host, the smallest "
        "default of a table)",
    )  # fmt: skip
    parser.add_argument(
        "--record", metavar="FOLDER",
        help="store games in this folder, so that they survive a restart; if there are too many, old ones are deleted",
    )  # fmt: skip
    kept = DiskLimits()
    parser.add_argument(
        "--record-games", type=whole_number(1), default=kept.games, metavar="N",
        help=f"maximum number of stored games (default {kept.games:,})",
    )  # fmt: skip
    parser.add_argument(
        "--record-mib", type=float, default=kept.mib, metavar="MIB",
        help=f"maximum size of stored games in MiB (default {kept.mib:,.0f})",
    )  # fmt: skip
    given = parser.parse_args(arguments)
    require_packages("the page")
    from boardai.web.analysis import USUAL_MEGABYTES, Effort
    from boardai.web.app import make_app
    from boardai.web.lobby import Lobby
    from boardai.web.lobby.lessons import LessonBook
    from boardai.web.offers import Offers
    from boardai.web.openings import Openings
    from boardai.web.rooms.journal import Journal
    from boardai.web.runs import Shown, Trainings
    from boardai.web.thinking import Memory

    local = given.host in _LOCAL and not given.behind_proxy
    wanted = wanted_token(given, local)
    if given.train is not None and not local:
        raise InputError("--train: other computers can reach this server; leave out --host and --behind-proxy")
    with user_input():
        offers = Offers(given.games, given.agent)
        record = Path(given.record) if given.record is not None else None
        journal = Journal(record, DiskLimits(given.record_games, given.record_mib)) if record is not None else None
        token = wanted if wanted is not None else new_token() if record is None else kept_token(record)
        places = Places(given.connections_per_address, shared=given.behind_proxy)
        named = [code for spec in given.games for code in code_in_game(spec)]
        with naming(named):
            shown = Shown([Path(folder) for folder in given.run])
            trainings = None if given.train is None else Trainings(Path(given.train), offers, shown)
            if trainings is not None:
                trainings.show_runs()
        cores = os.cpu_count() or 1
        # If others can reach the page, the name of this computer's user is not shown.
        name = login_name() if local and not given.token else ""
        assert offers.games  # loaded now, so that no visitor is charged for their memory
        book = LessonBook(offers, [Path(file) for file in given.lessons])
        openings = Openings([Path(file) for file in given.database])
        memory = Memory.of_server(given.memory)
        most = Effort(
            given.analysis_threads or (cores if local else 1),
            given.analysis_memory or max(memory.eighth if local else 0, USUAL_MEGABYTES),
        )
        visitor_name = "" if name == HUMAN else name
        lobby = Lobby(offers, journal, max(cores, 2), memory, shown, visitor_name, most, book, openings)
    lobby.prepare()
    gc.freeze()  # these objects stay, so the garbage collector need not look through them again
    # Threads in Python, such as searches of games in Python, give way to the server's thread within a millisecond.
    sys.setswitchinterval(0.001)
    listening = listening_socket(given.host, given.port)
    port = listening.getsockname()[1]
    host = "localhost" if local else socket.gethostname() if given.host in ("0.0.0.0", "::") else given.host
    address = with_token(f"http://{host}:{port}/", token)
    owner = new_token() if trainings is not None else ""  # new at each start, and not stored
    app = make_app(lobby, token, local, trainings, owner)
    serve(app, listening, address, given.open, places, with_owner(address, owner))


if __name__ == "__main__":
    run(main, "web")
