"""Predictions of the winner over HTTP: many positions per request, from programs on this computer only.

    POST /predict   {"positions": ["13/... b no-swap", ...]}   a position's text each
                    {"states": [[0, 1, 2, ...], ...]}          rows of numbers, if the game can read them
    ->              {"game": ..., "checkpoint": ..., "first_player_wins": [0.93, ...]}
    GET /           which game and network

An invalid request is answered with status 400 and a line that names the place, `{"error": "positions[3]: ..."}`. A
request must be JSON, declared as such, and addressed to this computer's own name, so that pages of other servers cannot
send one. If the server has a token, every request needs it: `?token=...`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from boardai.basics.files import parse_json
from boardai.basics.typed import read_as
from boardai.learn.runs.trained_run import TrainedRun
from boardai.web.app import is_own_name
from boardai.web.rooms.seats import is_secret

MOST_POSITIONS = 20_000  # per request
MOST_BYTES = 16_000_000
_HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}


class _Question(msgspec.Struct, forbid_unknown_fields=True):
    positions: Annotated[list[str], Meta(max_length=MOST_POSITIONS)] | None = None
    states: Annotated[list[list[int]], Meta(max_length=MOST_POSITIONS)] | None = None


class _Refused(Exception):
    """A request that is not answered.

    Args:
        status: HTTP status.
        reason: for people.
    """

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def make_prediction_app(run: TrainedRun, checkpoint: int | None = None, token: str = "") -> Starlette:
    """The application.

    Args:
        run: run whose network predicts.
        checkpoint: an iteration; the newest by default.
        token: required in every request; "" if everybody has access.
    """
    chosen = run.checkpoints[-1] if checkpoint is None else checkpoint
    about = {"game": run.game.spec, "checkpoint": chosen, "most_positions": MOST_POSITIONS}

    def answer(text: bytes) -> dict[str, Any]:
        states = _states(run, text)
        return {**about, "first_player_wins": run.predict(states, chosen).tolist()}

    async def predict(request: Request) -> JSONResponse:
        """The answer to a request."""
        return await _answered(request, answer, token)

    async def tell(request: Request) -> JSONResponse:
        """The game and the network."""
        return await _answered(request, lambda text: about, token)

    return Starlette(routes=[Route("/predict", predict, methods=["POST"]), Route("/", tell)])


async def _answered(request: Request, answer: Callable[[bytes], dict[str, Any]], token: str) -> JSONResponse:
    try:
        if not is_own_name(request.headers.get("host", "")):
            raise _Refused(403, "the Host header does not name this server")
        if token and not is_secret(token, request.query_params.get("token", "")):
            raise _Refused(403, "the token is missing or wrong; use the address that the server printed")
        text = await _body(request) if request.method == "POST" else b""
        return JSONResponse(await run_in_threadpool(answer, text), headers=_HEADERS)
    except _Refused as refused:
        return JSONResponse({"error": str(refused)}, refused.status, _HEADERS)
    except ValueError as error:
        return JSONResponse({"error": str(error)}, 400, _HEADERS)


async def _body(request: Request) -> bytes:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise _Refused(415, "expected content-type application/json")
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > MOST_BYTES:
            raise _Refused(413, f"more than {MOST_BYTES:,} bytes")
    return bytes(found)


def _states(run: TrainedRun, text: bytes) -> list[Any]:
    """The positions of a request.

    Raises:
        ValueError: an invalid position; the message names the place.
    """
    asked = read_as(_Question, parse_json(text, "question"), "question")
    if (asked.positions is None) == (asked.states is None):
        raise ValueError('question: expected {"positions": [...]} or {"states": [...]}')
    name, given, read = "positions", asked.positions, run.game.from_string
    if asked.states is not None:
        cells = run.game.plug_in("cells")
        if cells is None:
            raise ValueError(f"states: {run.game.name} has no format of rows of numbers; send positions instead")
        name, given, read = "states", asked.states, functools.partial(cells.state_of_numbers, run.game)
    found = []
    for number, one in enumerate(given):
        try:
            found.append(read(one))
        except ValueError as error:
            raise ValueError(f"{name}[{number}]: {error}") from None
    return found
