"""A page without a browser: it says messages to a server in this process, and hears what comes back."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any

from starlette.applications import Starlette
from starlette.testclient import TestClient, WebSocketTestSession

ADDRESS = "http://localhost"


class Page:
    """One visitor.

    Attributes:
        nodes: of the game's tree, by number.
        after: the positions after each, the main line's first.
        room: the server's last report of the room.
    """

    def __init__(self, socket: WebSocketTestSession) -> None:
        self._socket = socket
        self.nodes: dict[int, dict[str, Any]] = {}
        self.after: dict[int, list[int]] = {}
        self.room: dict[str, Any] = {}

    def say(self, do: str, **fields: Any) -> None:
        self._socket.send_text(json.dumps({"do": do, **fields}))

    def say_text(self, text: str) -> None:
        self._socket.send_text(text)

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; an unexpected error fails the test."""
        while True:
            message = json.loads(self._socket.receive_text())
            if message["say"] in ("room", "change"):
                if message["say"] == "room":
                    self.nodes, self.after = {}, {}
                for node in message["nodes"]:
                    self.nodes[node["node"]], self.after[node["node"]] = node, []
                    if node["parent"] is not None:
                        self.after[node["parent"]].append(node["node"])
                for number in message.get("gone", ()):
                    parent = self.nodes.pop(number)["parent"]
                    if parent in self.after:
                        self.after[parent].remove(number)
                    del self.after[number]
                self.after |= {parent: children for parent, *children in message.get("orders", ())}
                self.room = {**self.room, **message}
            if message["say"] in kinds:
                return message
            assert message["say"] not in ("error", "refused"), message

    def ask(self, answer: str, do: str, **fields: Any) -> dict[str, Any]:
        self.say(do, **fields)
        return self.hear(answer)

    def refused(self, do: str, **fields: Any) -> str:
        """The reason why a message is refused."""
        return str(self.ask("error", do, **fields)["message"])

    def move(self, text: str) -> dict[str, Any]:
        return self.ask("change", "move", node=self.room["at"], text=text)

    def new(self, game: str, **fields: Any) -> dict[str, Any]:
        return self.ask("room", "new", **{"game": game, "seats": ["person", "person"], **fields})

    @property
    def moves(self) -> list[str]:
        return [node["move"] for node in self.nodes.values() if node["node"]]


@contextlib.contextmanager
def page(app: Starlette, path: str = "/socket", **headers: str) -> Iterator[Page]:
    """A visitor of a server that runs as long as the visit."""
    with TestClient(app, base_url=ADDRESS) as client, visiting(client, path, **headers) as found:
        yield found


@contextlib.contextmanager
def visiting(client: TestClient, path: str = "/socket", **headers: str) -> Iterator[Page]:
    """One more visitor of a server that runs."""
    with client.websocket_connect(f"ws://localhost{path}", headers=headers) as socket:
        yield Page(socket)
