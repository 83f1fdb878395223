"""Predict the winner by a run's network: of a position, of a file of positions, or over HTTP.

The network of a run of the learner `classifier`, or any other that has a value. Probabilities are the first player's.
"""

from __future__ import annotations

import sys
from typing import Any

from boardai.basics.trust import in_own_context
from boardai.command_line import InputError, Parser, run, user_input, whole_number
from boardai.records import read_games
from boardai.records.position_lines import read_position
from boardai.web.serving.listening import listening_socket, port_number, require_packages, serve_until_interrupt
from boardai.web.serving.tokens import add_token_options, new_token, wanted_token, with_token

DEFAULT_PORT = 8018
_HOST = "127.0.0.1"


@in_own_context
def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.predict RUN`."""
    parser = Parser(
        "predict",
        "Predict the winner with a run's network: print the probability that the first player wins.",
        [
            "python -m boardai.predict runs/classifier --moves 'a10 g7'",
            "python -m boardai.predict runs/classifier --file some.positions",
            "python -m boardai.predict runs/classifier --serve",
            'curl localhost:8018/predict?token=... --json \'{"positions": ["b12/13/..."]}\'',
        ],
    )
    parser.add_argument("run", help="folder of a training run")
    parser.add_argument("--checkpoint", type=whole_number(0), metavar="N", help="iteration; the newest by default")
    parser.add_argument("--position", metavar="TEXT", help="the position; by default the game's start")
    parser.add_argument("--moves", metavar="MOVES", help="moves played from there, e.g. 'a10 g7'")
    parser.add_argument(
        "--file", metavar="FILE", help="the last position of each game in a file; .positions has one position per line"
    )
    parser.add_argument("--serve", action="store_true", help="answer requests of programs on this computer over HTTP")
    parser.add_argument(
        "--port", type=port_number, default=DEFAULT_PORT, help=f"default {DEFAULT_PORT}; 0: a free port"
    )
    add_token_options(parser)
    parser.add_trust()
    given = parser.parse_args(arguments)
    if sum((given.serve, given.file is not None, given.position is not None or given.moves is not None)) > 1:
        parser.error("one of --serve, --file, and a position")
    with user_input():
        # JAX takes a second to load: --help and misspelt options need not wait for it.
        from boardai.learn.runs.trained_run import open_run

        opened = open_run(given.run)
        if given.checkpoint is not None and given.checkpoint not in opened.checkpoints:
            raise ValueError(f"{given.run} has no checkpoint {given.checkpoint}; there are {opened.checkpoints}")
        if given.serve:
            _serve(opened, given)
            return
        if given.file is not None:
            states = [one.final_state() for one in read_games(given.file, opened.game, note=_note)]
            if not states:
                raise InputError(f"{given.file}: no positions")
        else:
            states = [read_position(opened.game, given.position, given.moves)]
        for state, probability in zip(states, opened.predict(states, given.checkpoint), strict=True):
            print(f"{probability:.4f}  {state.to_string()}")


def _note(text: str) -> None:
    print(f"boardai.predict: note: {text}", file=sys.stderr)


def _serve(opened: Any, given: Any) -> None:
    require_packages("--serve", ("starlette", "uvicorn"))
    from boardai.web.predictions import make_prediction_app

    wanted = wanted_token(given)
    token = new_token() if wanted is None else wanted
    app = make_prediction_app(opened, given.checkpoint, token)
    opened.predict([opened.game.initial_state()], given.checkpoint)  # compiles, so that the first answer is not late
    listening = listening_socket(_HOST, given.port)
    address = with_token(f"http://localhost:{listening.getsockname()[1]}/predict", token)
    print(f"boardai: {address}  (Ctrl-C ends)", flush=True)
    serve_until_interrupt(app, listening, ws="none")


if __name__ == "__main__":
    run(main, "predict")
