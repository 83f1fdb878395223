"""The door: the page's files, the socket, and who may come in."""

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
_MOST_WAITING = 4_000_000  # characters to a page that does not read them; a longer message goes alone
_LONGEST_ADDRESS = 64
MOST_UNDER_WAY = 8  # computations of one address for pages without a visit
_LOOK_AGAIN = 0.5  # seconds after which it is seen that the client has gone
_OWNER_THREADS = 2  # for the owner's orders, which do not wait for visitors
_LONGEST_ORDER = 10_000  # bytes
OWNER_HEADER = "x-boardai-owner"
_NO_TOKEN = "the token is missing or wrong; open the address that the server printed"
_KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_FILES = frozenset(path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*") if path.suffix in _KINDS)
# The page loads nothing from elsewhere, and nothing that a game says of its pieces can run.
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
        token: what a visitor has to know; "" where everybody may come in.
        local: only pages that were asked for by this computer's own name may come in, so that no page from elsewhere
            reaches the server by a name of its own that leads here.
        trainings: what the owner of the server starts from the page; None: nothing can be started.
        owner_token: what the owner has to know besides, and no visitor does.
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
        self._places = Places()  # under a server that has none
        self._guest_token = guest_token(token)
        self._visitors = 0
        self._under_way: Counter[str] = Counter()  # by address
        self._owner_threads = CapacityLimiter(_OWNER_THREADS)

    async def for_owner(self, do: Callable[..., Found], *given: Any) -> Found:
        """Does what the owner asks for, on threads of its own."""
        return await to_thread.run_sync(do, *given, limiter=self._owner_threads)

    async def page(self, request: Request) -> Response:
        """The page itself. It holds no secret: those who lack the token can do nothing with it."""
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
        """The games that the opening screen shows."""
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
        """What a run's newest network says of a position, perhaps after a move there."""
        asked = request.query_params

        def ask(shown: Shown) -> Any:
            action = _numbers(asked.getlist("action"), "action")
            return shown.opinion(request.path_params["run"], asked.get("position"), action[-1] if action else None)

        return await self._answer(request, ask, about="network")

    async def curves(self, request: Request) -> Response:
        """A page of curves of a run and of those compared with it, as SVG; empty where there is nothing to draw."""
        asked, others = request.path_params, request.query_params

        def ask(shown: Shown) -> bytes | None:
            most = _numbers(others.getlist("columns")[-1:], "columns")  # none: as many as a wide page has
            return shown.picture([asked["run"], *_numbers(others.getlist("with"), "with")], asked["page"], *most)

        def sent(drawn: bytes | None) -> Response:
            return Response(drawn or b"", media_type=_KINDS[".svg"], headers=_HEADERS)

        return await self._answer(request, ask, sent, about="curves")

    async def training(self, request: Request) -> Response:
        """What the owner trains; and, posted as JSON, what shall be started, stopped or resumed."""
        if refused := self._refusal_of(request):
            return refused
        trainings = self._trainings
        if trainings is None:
            return PlainTextResponse("training is not started from this page: see --train", 404, _HEADERS)
        # A header of its own: no other page can send one here, and it is in no address that is asked for and in no log.
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
        """What is shown of the folders, found on another thread than the event loop's.

        Args:
            request: for it.
            ask: gets what is asked for.
            sent: makes the answer.
            about: a kind of computation, for which the address waits its turn; "": it is short.
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
        except asyncio.CancelledError:  # the answer has no reader any more
            return PlainTextResponse("the server is shutting down", 503, _HEADERS)
        except ValueError as error:
            return PlainTextResponse(str(error), 404, _HEADERS)
        except OSError as error:  # a folder is removed while it is read
            return PlainTextResponse(file_error(error), 404, _HEADERS)

    async def _found(self, request: Request, job: Job[Found]) -> Found:
        """What a job finds, unless the client goes before it has begun."""
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
        """Counts a job of an address as done, also if the client has gone."""
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
        """Whom a request is from; through a proxy, the one that it names."""
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
        """Whether a visitor comes by an invitation, which does not contain the token."""
        return bool(self._token) and is_secret(self._guest_token, given)

    def _is_known(self, headers: Headers) -> bool:
        """Whether the server was asked for by its own name."""
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
        """A visitor, from the welcome to the goodbye."""
        refused = self.refusal(socket)
        if not refused:
            try:
                places, place = self._place(socket)
            except Full as full:
                refused = str(full)
        await socket.accept()
        if refused:
            # Sent after the handshake, because a page never learns why a handshake failed.
            await socket.send_text(as_text({"say": "refused", "message": refused}))
            await socket.close(1008)
            return
        waiting = _Waiting()

        def send(answer: dict[str, Any]) -> None:
            if not waiting.put(as_text(answer)):
                hearing.cancel()  # it does not read its messages, and would miss something

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
        """Takes messages until the page has gone or says too much; long ones not faster than they can be read."""
        allowed, characters, since = float(_AT_ONCE), float(_CHARACTERS_AT_ONCE), time.monotonic()
        while True:
            try:
                text = await socket.receive_text()
            except RuntimeError:  # it has gone while something was sent to it
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
    """The last address of the header is the proxy's own word, those before are the client's."""
    return headers.get("x-forwarded-for", "").rpartition(",")[2].strip()[:_LONGEST_ADDRESS]


def _numbers(given: list[str], name: str) -> list[int]:
    """Fields of an address as numbers.

    Raises:
        ValueError: one is none.
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
    """Messages on their way to a page, of a bounded length in all."""

    def __init__(self) -> None:
        self._texts: asyncio.Queue[str] = asyncio.Queue()
        self._characters = 0

    def put(self, text: str) -> bool:
        """Adds a message, unless there are too many; says whether it did."""
        if self._characters and self._characters + len(text) > _MOST_WAITING:
            return False
        self._characters += len(text)
        self._texts.put_nowait(text)
        return True

    async def get(self) -> str:
        """The next one."""
        text = await self._texts.get()
        self._characters -= len(text)
        return text


_OWN_NAMES = ("localhost", "127.0.0.1", "::1")


def is_own_name(host: str) -> bool:
    """Whether a request's `Host` is this computer, by a name that no page from elsewhere can have."""
    return _host_of(f"//{host}") in _OWN_NAMES


def _host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
