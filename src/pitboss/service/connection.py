"""Connections have limits: how many there are, from where, and how long a request may take to arrive.

uvicorn waits for ever for the end of a request's headers, and takes as many connections as come. Whoever
opens some hundreds and says nothing would take the room away from everybody else.
"""

import asyncio
import resource
from collections import Counter
from collections.abc import Callable
from functools import lru_cache, partial
from struct import pack
from typing import ClassVar

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import (
    HEADER_RE,
    HEADER_VALUE_RE,
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pitboss.service.throttle import place_of

HEADER_SECONDS = 10.0
BODY_SECONDS = 30.0
KEEP_ALIVE_SECONDS = 15
SPARE_FILES = 64
"""Files that the process needs besides its connections: databases, logs, benches."""
AT_ONCE = "pitboss.at_once"
WHOLE_TEXT = 0x81
"""The first byte of a message that is one text."""


class Sockets:
    """The connections of a server, by address."""

    def __init__(
        self, *, most: int, most_each: int, is_proxy: Callable[[str], bool] = lambda address: False
    ) -> None:
        self.most = min(most, most_files() - SPARE_FILES)
        self.most_each = most_each
        self.is_proxy = is_proxy
        """A proxy brings many visitors, and has its own limits for each."""
        self.open: dict[int, str] = {}
        self.places: Counter[str] = Counter()

    def enter(self, transport: asyncio.BaseTransport) -> bool:
        """Whether there is room for one more."""
        peer = str((transport.get_extra_info("peername") or ("?",))[0])
        place = place_of(peer)
        if len(self.open) >= self.most:
            return False
        if self.places[place] >= self.most_each and not self.is_proxy(peer):
            return False
        self.open[id(transport)] = place
        self.places[place] += 1
        return True

    def leave(self, transport: asyncio.BaseTransport) -> None:
        place = self.open.pop(id(transport), None)
        if place is not None:
            self.places[place] -= 1
            if not self.places[place]:
                del self.places[place]


def most_files() -> int:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1_000_000 if soft == resource.RLIM_INFINITY else soft


class LimitedHttp(HttpToolsProtocol):
    """Requests whose headers or body do not arrive in time are closed."""

    sockets: ClassVar[Sockets]
    header_seconds: ClassVar[float] = HEADER_SECONDS
    body_seconds: ClassVar[float] = BODY_SECONDS
    waiting: asyncio.TimerHandle | None = None
    requests = 0
    missing: tuple[int, float] | None = None
    """The request that has begun to arrive, and how many seconds it has for what comes next of it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.sockets.enter(transport):
            self.missing = (0, self.header_seconds)
            self._wait()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.missing = None
        self._wait()
        self.sockets.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Most requests arrive whole: nothing is waited for then."""
        before = self.missing
        super().data_received(data)
        if self.missing != before:
            self._wait()

    def _wait(self) -> None:
        """What is missing must arrive in time."""
        if self.waiting is not None:
            self.waiting.cancel()
        self.waiting = self.loop.call_later(self.missing[1], self._give_up) if self.missing else None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.requests += 1
        if self.missing is None:
            self.missing = (self.requests, self.header_seconds)

    def on_headers_complete(self) -> None:
        self.missing = (self.requests, self.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.missing = None
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self.missing = None
        super().handle_websocket_upgrade()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGIApp) -> None:  # type: ignore[override]
        super()._start_asgi_task(cycle, partial(answer_whole, app, cycle))


async def answer_whole(
    app: ASGIApp, cycle: RequestResponseCycle, scope: Scope, receive: Receive, send: Send
) -> None:
    """Let the application answer; an answer that comes whole is one write, head and body.

    uvicorn writes the head as soon as it has it. Each write is a call of the kernel that wakes the browser.
    """
    head: Message | None = None

    async def answer(message: Message) -> None:
        nonlocal head
        if message["type"] == "http.response.start" and head is None:
            head = message
            return
        begun, head = head, None
        if begun is None or not write_whole(cycle, begun, message):
            if begun is not None:
                await send(begun)
            await send(message)

    await app(scope, receive, answer)


def write_whole(cycle: RequestResponseCycle, head: Message, message: Message) -> bool:
    """Write an answer and end the request; false, and nothing written, if that is not all there is to it."""
    body = message.get("body", b"")
    is_plain = (b"content-length", b"%d" % len(body)) in head["headers"] and cycle.scope["method"] != "HEAD"
    is_ready = cycle.keep_alive and not (cycle.response_started or cycle.disconnected)
    if message.get("more_body") or cycle.flow.write_paused or not (is_plain and is_ready):
        return False
    lines = [header_line(name, value) for name, value in (*cycle.default_headers, *head["headers"])]
    cycle.transport.write(b"".join((STATUS_LINE[head["status"]], *lines, b"\r\n", body)))
    cycle.response_started = cycle.response_complete = True
    cycle.message_event.set()
    cycle.on_response()
    return True


@lru_cache(1_000)
def header_line(name: bytes, value: bytes) -> bytes:
    """As it is sent; most answers have the same ones."""
    if HEADER_RE.search(name) or HEADER_VALUE_RE.search(value):
        raise ValueError(f"{name!r} is no header of an answer")
    return b"%b: %b\r\n" % (name, value)


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A stream is a connection like any other until it ends.

    The application finds `write_text` in the extensions of its scope: most of a server's messages are frames
    of tables, and each would pass through five layers on its way to the transport.
    """

    sockets: ClassVar[Sockets]

    async def run_asgi(self) -> None:
        self.scope["extensions"] = {**(self.scope["extensions"] or {}), AT_ONCE: {"write": self.write_text}}
        try:
            await super().run_asgi()
        finally:
            self.scope["extensions"] = {}  # or each would hold the other for ever: nobody looks for cycles

    def write_text(self, text: bytes) -> bool:
        """Write a message at once; false, and nothing written, while the browser takes no more."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(text_head(len(text)) + text)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.sockets.leave(self.transport)
        super().connection_lost(exc)


def text_head(size: int) -> bytes:
    """What stands before a text of n bytes on a stream (RFC 6455, 5.2), sent whole and as it is."""
    if size < 126:
        return pack("!BB", WHOLE_TEXT, size)
    if size < 1 << 16:
        return pack("!BBH", WHOLE_TEXT, 126, size)
    return pack("!BBQ", WHOLE_TEXT, 127, size)


def make_protocols(sockets: Sockets) -> tuple[type[LimitedHttp], type[LimitedWebSocket]]:
    """uvicorn makes an object for each connection by itself: the classes know their server's sockets."""
    http = type("Http", (LimitedHttp,), {"sockets": sockets})
    stream = type("WebSocket", (LimitedWebSocket,), {"sockets": sockets})
    return http, stream
