"""The application: the page's files, sockets and access control."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from boardai.basics.files import parse_json
from boardai.command_line import file_error
from boardai.web.lobby import Lobby
from boardai.web.messages import as_text
from boardai.web.rooms.seats import is_secret
from boardai.web.runs import Shown, Trainings
from boardai.web.serving.places import Full, Place, Places, key_of
from boardai.web.serving.tokens import SHORTEST, guest_token
from boardai.web.thinking import Job
from boardai.web.visitor import Visitor

Found = TypeVar("Found")

PAGE = Path(__file__).parent / "page"
MOST_VISITORS = 300
# The number of messages that a page may send at once, and per second in the long run.
_AT_ONCE, _A_SECOND = 60, 20.0
# The same for characters; further messages wait.
_CHARACTERS_AT_ONCE, _CHARACTERS_A_SECOND = 4_000_000, 200_000.0
_MOST_WAITING = 4_000_000  # characters that wait for a page that does not read them; a longer message is sent alone
_LONGEST_ADDRESS = 64
MOST_UNDER_WAY = 8  # computations of one address for pages without a visit
_LOOK_AGAIN = 0.5  # seconds between checks whether the client has left
_OWNER_THREADS = 2  # for the owner's orders, which do not wait for visitors
_LONGEST_ORDER = 10_000  # bytes
OWNER_HEADER = "x-boardai-owner"
_NO_TOKEN = "the token is missing or wrong; open the address that the server printed"
_KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_FILES = frozenset(path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*") if path.suffix in _KINDS)
# The page loads nothing from other servers, and nothing in a game's description of its pieces can run.
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def make_app(
    lobby: Lobby, token: str = "", local: bool = True, trainings: Trainings | None = None, owner_token: str = ""
) -> Starlette:
    """The application.

    Args:
        lobby: the rooms.
        token: required from every visitor; "" if everybody has access.
        local: only pages requested by this computer's own name have access, so that no page of another server
            reaches this one by a host name that leads here.
        trainings: runs that the owner of the server can start from the page; None: none.
        owner_token: required from the owner in addition; no visitor knows it.
    """
    if trainings is not None and len(owner_token) < SHORTEST:
        raise ValueError(f"owner_token: expected at least {SHORTEST} characters")
    door = _Door(lobby, token, local, trainings, owner_token)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        living = asyncio.create_task(lobby.live())
        yield
        living.cancel()
        lobby.close()
        if trainings is not None:
            await door.for_owner(trainings.close)

    return Starlette(
        routes=[
            Route("/", door.page),
            Route("/runs.json", door.runs),
            Route("/showcase.json", door.showcase),
            Route("/runs/{run:int}/tables.json", door.tables),
            Route("/runs/{run:int}/batches.json", door.batches),
            Route("/runs/{run:int}/games/{batch:int}.json", door.games),
            Route("/runs/{run:int}/live.json", door.live),
            Route("/runs/{run:int}/network.json", door.network),
            Route("/training.json", door.training, methods=["GET", "POST"]),
            Route("/runs/{run:int}/{page}", door.curves),
            Route("/{name:path}", door.file),
            WebSocketRoute("/socket", door.socket),
        ],
        lifespan=lifespan,
    )


class _Door:
    def __init__(
        self, lobby: Lobby, token: str, local: bool, trainings: Trainings | None = None, owner_token: str = ""
    ) -> None:
        self._lobby, self._token, self._local = lobby, token, local
        self._trainings, self._owner_token = trainings, owner_token
        self._places = Places()  # for servers without limits
        self._guest_token = guest_token(token)
        self._visitors = 0
        self._under_way: Counter[str] = Counter()  # by address
        self._owner_threads = CapacityLimiter(_OWNER_THREADS)

    async def for_owner(self, do: Callable[..., Found], *given: Any) -> Found:
        """Runs an order of the owner on separate threads."""
        return await to_thread.run_sync(do, *given, limiter=self._owner_threads)

    async def page(self, request: Request) -> Response:
        """The page itself. It contains no secret: without the token, visitors can do nothing with it."""
        return self._sent("index.html", request)

    async def file(self, request: Request) -> Response:
        """A file that the page loads."""
        return self._sent(request.path_params["name"], request)

    def _sent(self, name: str, request: Request) -> Response:
        if not self._is_known(request.headers):
            return PlainTextResponse("the Host header does not name this server", 403, _HEADERS)
        if name not in _FILES:
            return PlainTextResponse("there is no such page", 404, _HEADERS)
        return FileResponse(PAGE / name, media_type=_KINDS[Path(name).suffix], headers=_HEADERS)

    async def runs(self, request: Request) -> Response:
        """The folders of runs, matches and tournaments that are shown."""
        return await self._answer(request, lambda shown: shown.folders())

    async def showcase(self, request: Request) -> Response:
        """The games shown on the opening screen."""
        return await self._answer(request, lambda shown: self._lobby.showcase)

    async def tables(self, request: Request) -> Response:
        """The matches of a folder."""
        return await self._answer(request, lambda shown: shown.tables(request.path_params["run"]))

    async def batches(self, request: Request) -> Response:
        """The lists of games of a folder."""
        return await self._answer(request, lambda shown: shown.batches(request.path_params["run"]))

    async def games(self, request: Request) -> Response:
        """The games of a list."""
        asked = request.path_params
        return await self._answer(request, lambda shown: shown.games(asked["run"], asked["batch"]))

    async def live(self, request: Request) -> Response:
        """Games of a run's newest iteration, move by move."""

        def sent(found: bytes) -> Response:
            return Response(found, media_type="application/json", headers=_HEADERS)

        return await self._answer(request, lambda shown: shown.live(request.path_params["run"]), sent, about="live")

    async def network(self, request: Request) -> Response:
        """The newest network's evaluation of a position, perhaps after a move there."""
        asked = request.query_params

        def ask(shown: Shown) -> Any:
            action = _numbers(asked.getlist("action"), "action")
            return shown.opinion(request.path_params["run"], asked.get("position"), action[-1] if action else None)

        return await self._answer(request, ask, about="network")

    async def curves(self, request: Request) -> Response:
        """A page of curves of a run and of the runs compared with it, as SVG; empty if there is nothing to draw."""
        asked, others = request.path_params, request.query_params

        def ask(shown: Shown) -> bytes | None:
            most = _numbers(others.getlist("columns")[-1:], "columns")  # none: as many as fit a wide page
            return shown.picture([asked["run"], *_numbers(others.getlist("with"), "with")], asked["page"], *most)

        def sent(drawn: bytes | None) -> Response:
            return Response(drawn or b"", media_type=_KINDS[".svg"], headers=_HEADERS)

        return await self._answer(request, ask, sent, about="curves")

    async def training(self, request: Request) -> Response:
        """The owner's trainings; with POST and JSON, starts, stops or resumes one."""
        if refused := self._refusal_of(request):
            return refused
        trainings = self._trainings
        if trainings is None:
            return PlainTextResponse("training is not started from this page: see --train", 404, _HEADERS)
        # A custom header: no other page can send one here, and it appears in no address and no log.
        if not is_secret(self._owner_token, request.headers.get(OWNER_HEADER, "")):
            return PlainTextResponse("only the owner of this server may do that", 403, _HEADERS)
        origin = request.headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != request.headers.get("host"):
            return PlainTextResponse("the page comes from another origin", 403, _HEADERS)
        try:
            if request.method != "POST":
                return JSONResponse(await self.for_owner(trainings.to_dict), headers=_HEADERS)
            order = parse_json(await _short_body(request), "training")
            return JSONResponse(await self.for_owner(trainings.do, order), headers=_HEADERS)
        except ValueError as error:
            return PlainTextResponse(str(error), 400, _HEADERS)
        except OSError as error:
            return PlainTextResponse(file_error(error), 500, _HEADERS)

    async def _answer(
        self,
        request: Request,
        ask: Callable[[Shown], Any],
        sent: Callable[[Any], Response] = lambda found: JSONResponse(found, headers=_HEADERS),
        about: str = "",
    ) -> Response:
        """Answers with data from the folders, which are read on another thread than the event loop's.

        Args:
            request: the request.
            ask: reads the data.
            sent: makes the answer.
            about: a kind of computation, in which requests of one address take turns; "": it is short.
        """
        if refused := self._refusal_of(request):
            return refused
        try:
            if not about:
                return sent(await run_in_threadpool(ask, self._lobby.shown))
            address = self._address(request)
            if self._under_way[address] >= MOST_UNDER_WAY:
                return PlainTextResponse("too many requests from your address in progress: try again", 503, _HEADERS)
            job = self._lobby.begin(lambda: ask(self._lobby.shown), address, about)
            self._under_way[address] += 1
            job.future.add_done_callback(self._when_answered(address))
            return sent(await self._found(request, job))
        except asyncio.CancelledError:  # the client no longer reads the answer
            return PlainTextResponse("the server is shutting down", 503, _HEADERS)
        except ValueError as error:
            return PlainTextResponse(str(error), 404, _HEADERS)
        except OSError as error:  # a folder was removed while it was read
            return PlainTextResponse(file_error(error), 404, _HEADERS)

    async def _found(self, request: Request, job: Job[Found]) -> Found:
        """The result of a job, unless the client leaves before it has begun."""
        future = asyncio.wrap_future(job.future)
        try:
            while not (await asyncio.wait([future], timeout=_LOOK_AGAIN))[0]:
                if await request.is_disconnected():
                    job.withdraw()
                    break
            return await future
        finally:
            job.withdraw()

    def _when_answered(self, address: str) -> Callable[[object], None]:
        """Counts a job of an address as done, also if the client has left."""
        loop = asyncio.get_running_loop()

        def count() -> None:
            self._under_way[address] -= 1
            if not self._under_way[address]:
                del self._under_way[address]

        def done(_: object) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(count)

        return done

    def _address(self, request: Request) -> str:
        """The address of a request; behind a proxy, the one that the proxy names."""
        places: Places = request.scope.get("state", {}).get("places", self._places)
        host = request.client.host if request.client is not None else ""
        return key_of((_named_by_proxy(request.headers) if key_of(host) in places.shared else "") or host)

    def _refusal_of(self, request: Request) -> Response | None:
        if not self._is_known(request.headers):
            return PlainTextResponse("the Host header does not name this server", 403, _HEADERS)
        if not self._has_token(request.query_params.get("token", "")):
            return PlainTextResponse(_NO_TOKEN, 403, _HEADERS)
        return None

    def _has_token(self, given: str) -> bool:
        return not self._token or is_secret(self._token, given)

    def _is_guest(self, given: str) -> bool:
        """Whether a visitor uses an invitation, which does not contain the token."""
        return bool(self._token) and is_secret(self._guest_token, given)

    def _is_known(self, headers: Headers) -> bool:
        """Whether the request names this server's own host."""
        return not self._local or is_own_name(headers.get("host", ""))

    def refusal(self, socket: WebSocket) -> str:
        """Why a socket may not be opened; "" if it may."""
        if not self._is_known(socket.headers):
            return "the Host header does not name this server"
        origin = socket.headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != socket.headers.get("host"):
            return "the page comes from another origin"
        token = socket.query_params.get("token", "")
        return "" if self._has_token(token) or self._is_guest(token) else _NO_TOKEN

    def _place(self, socket: WebSocket) -> tuple[Places, Place]:
        """The place of a websocket among all connections.

        Raises:
            Full: there is none; the message has the reason.
        """
        state = socket.scope.get("state", {})
        places: Places = state.get("places", self._places)
        host = socket.client.host if socket.client is not None else ""
        place: Place = state.get("place") or places.take(None, host)
        if place.address in places.shared and (named_address := _named_by_proxy(socket.headers)):
            places.move(place, named_address)
        if self._visitors >= MOST_VISITORS and not places.make_way_for_visitor():
            raise Full("too many visitors")
        return places, place

    async def socket(self, socket: WebSocket) -> None:
        """A visit, from the greeting to the end of the connection."""
        refused = self.refusal(socket)
        if not refused:
            try:
                places, place = self._place(socket)
            except Full as full:
                refused = str(full)
        await socket.accept()
        if refused:
            # Sent after the handshake, because a page cannot read why a handshake failed.
            await socket.send_text(as_text({"say": "refused", "message": refused}))
            await socket.close(1008)
            return
        waiting = _Waiting()

        def send(answer: dict[str, Any]) -> None:
            if not waiting.put(as_text(answer)):
                hearing.cancel()  # it does not read its messages and would miss some

        is_guest = not self._has_token(socket.query_params.get("token", ""))
        visitor = Visitor(send, places, place, self._guest_token, is_guest)
        self._visitors += 1
        sending = asyncio.create_task(self._send_all(socket, waiting))
        hearing = asyncio.create_task(self._hear(socket, visitor))
        try:
            self._lobby.welcome(visitor)
            await hearing
        except (WebSocketDisconnect, asyncio.CancelledError):
            pass
        finally:
            self._visitors -= 1
            self._lobby.goodbye(visitor)
            places.leave(place)
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sending
        if socket.application_state is WebSocketState.CONNECTED and socket.client_state is WebSocketState.CONNECTED:
            await socket.close(1008)

    async def _send_all(self, socket: WebSocket, waiting: _Waiting) -> None:
        while True:
            await socket.send_text(await waiting.get())

    async def _hear(self, socket: WebSocket, visitor: Visitor) -> None:
        """Receives messages until the page has left or sends too much; delays long ones to the allowed rate."""
        allowed, characters, since = float(_AT_ONCE), float(_CHARACTERS_AT_ONCE), time.monotonic()
        while True:
            try:
                text = await socket.receive_text()
            except RuntimeError:  # it has left while a message was sent to it
                return
            now = time.monotonic()
            allowed = min(_AT_ONCE, allowed + (now - since) * _A_SECOND) - 1
            characters += (now - since) * _CHARACTERS_A_SECOND
            characters, since = min(_CHARACTERS_AT_ONCE, characters) - len(text), now
            if allowed < 0:
                return
            if characters < 0:
                await asyncio.sleep(-characters / _CHARACTERS_A_SECOND)
            async with self._lobby.hall.turns.of(visitor.owner):
                self._lobby.receive(visitor, text)


def _named_by_proxy(headers: Headers) -> str:
    """The last address in the header is the proxy's own; those before it are claims of the client."""
    return headers.get("x-forwarded-for", "").rpartition(",")[2].strip()[:_LONGEST_ADDRESS]


def _numbers(given: list[str], name: str) -> list[int]:
    """Fields of an address as numbers.

    Raises:
        ValueError: a field is not a number.
    """
    if not all(one.isdecimal() and len(one) < 10 for one in given):
        raise ValueError(f"{name}: expected a number")
    return [int(one) for one in given]


async def _short_body(request: Request) -> bytes:
    found = bytearray()
    async for part in request.stream():
        found += part
        if len(found) > _LONGEST_ORDER:
            raise ValueError(f"more than {_LONGEST_ORDER:,} bytes")
    return bytes(found)


class _Waiting:
    """Messages that wait for a page, of limited total length."""

    def __init__(self) -> None:
        self._texts: asyncio.Queue[str] = asyncio.Queue()
        self._characters = 0

    def put(self, text: str) -> bool:
        """Adds a message, unless there are too many; returns whether it did."""
        if self._characters and self._characters + len(text) > _MOST_WAITING:
            return False
        self._characters += len(text)
        self._texts.put_nowait(text)
        return True

    async def get(self) -> str:
        """The next message."""
        text = await self._texts.get()
        self._characters -= len(text)
        return text


_OWN_NAMES = ("localhost", "127.0.0.1", "::1")


def is_own_name(host: str) -> bool:
    """Whether a request's `Host` is this computer, by a name that no page of another server can have."""
    return _host_of(f"//{host}") in _OWN_NAMES


def _host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
