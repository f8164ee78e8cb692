"""What every answer carries and every request must pass: security headers, known hosts and
origins, limits of rate."""

from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from time import monotonic

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.service.browser import Browsers
from pitboss.service.caller import Callers
from pitboss.service.settings import Settings
from pitboss.service.throttle import place_of

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
STRICT_TRANSPORT = ("Strict-Transport-Security", "max-age=31536000")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
FOR_ANY_HOST = frozenset({"/health", "/ready"})
"""Asked by whatever watches over the server, under any name, and without a secret."""
DEAR = frozenset({"/api/tables", "/metrics", "/openapi.json", "/api/floor", "/api/alarms"})
"""Cheap to ask for and dear to answer."""
LARGEST_BODY = 64 * 1024
MAY_ASK = "pitboss.may_ask"
"""In the scope of a stream: whether something that comes by it may be answered now."""
MOST_KNOWN = 10_000


class Bucket:
    """At most n at once, and n a second after that, for each name."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self.at_once = at_once
        self.a_second = a_second
        self.known: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> bool:
        now = monotonic()
        left, since = self.known.pop(name, (self.at_once, now))
        left = min(self.at_once, left + (now - since) * self.a_second)
        self.known[name] = (left - 1 if left >= 1 else left, now)
        while len(self.known) > MOST_KNOWN:
            self.known.popitem(last=False)
        return left >= 1


class Guard:
    """Around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.site = settings.site
        self.callers = Callers(settings.proxies)
        self.browsers = Browsers(settings.key)
        self.headers = {**HEADERS, **(dict([STRICT_TRANSPORT]) if settings.has_secure_cookies else {})}
        self.for_pages = as_raw(self.headers)
        self.for_answers = as_raw({**self.headers, "Cache-Control": "no-store"})
        self.signing_in = Bucket(10, 0.2)
        self.asking = Bucket(200, 50)
        self.reading = Bucket(60, 20)
        self.looking = Bucket(600, 150)
        self.streams: Counter[str] = Counter()
        self.most_streams = settings.most_sockets_each

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        place = place_of(self.callers.name(scope, headers))
        refusal = self.refusal(scope, headers)
        if refusal and scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
        elif refusal:
            more = {"Retry-After": "5"} if refusal[0] == 429 else {}
            answer = JSONResponse({"problem": refusal[1]}, refusal[0], {**self.headers, **more})
            await answer(scope, receive, send)
        elif scope["type"] == "websocket":
            scope[MAY_ASK] = partial(self.may_ask, place)
            with self.streaming(place):
                await self.app(scope, receive, send)
        else:
            await self.app(scope, bounded(receive), self._with_headers(scope["path"], send))

    def may_ask(self, place: str) -> bool:
        """Whether what comes by a stream may be answered: it counts as a request does."""
        return self.asking.take(place)

    @contextmanager
    def streaming(self, place: str) -> Iterator[None]:
        self.streams[place] += 1
        try:
            yield
        finally:
            self.streams[place] -= 1
            if not self.streams[place]:
                del self.streams[place]

    def refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        is_stream = scope["type"] == "websocket"
        is_changing = is_stream or scope["method"] not in SAFE
        if scope["path"] not in FOR_ANY_HOST and not self.site.knows_host(headers.get("host", "")):
            return 400, "this is not the room's address: open the one that you were given"
        if is_changing and not self.is_known(headers):
            return 403, "this page comes from elsewhere: open the room's own address"
        if is_too_long(headers.get("content-length")):
            return 413, f"a request has at most {LARGEST_BODY} bytes"
        place = place_of((scope.get("client") or ("?", 0))[0])
        if is_stream and self.streams[place] >= self.most_streams:
            return 429, "too many live streams from one address: close some pages"
        bucket = self._bucket(scope["path"], is_changing=is_changing)
        if bucket is self.signing_in:
            place = self._door(headers) or place
        if bucket and not bucket.take(place):
            return 429, "too many requests: wait a few seconds"
        return None

    def _bucket(self, path: str, *, is_changing: bool) -> Bucket | None:
        if path.startswith("/api/sign-in"):
            return self.signing_in
        if is_changing:
            return self.asking
        if path in DEAR:
            return self.reading
        return self.looking if path.startswith("/api/") else None

    def _door(self, headers: Headers) -> str:
        """A browser where somebody of the staff has signed in does not stand behind others of its address."""
        browser = self.browsers.read(cookie_parser(headers.get("cookie", "")))
        return browser.place if browser.is_staffs else ""

    def is_known(self, headers: Headers) -> bool:
        """A browser says where a page comes from; a program without pages need not."""
        origin = headers.get("origin")
        return origin is None or self.site.knows_origin(origin)

    def _with_headers(self, path: str, send: Send) -> Send:
        """What the room says is for this browser alone; only its pages and their parts may be kept."""
        more = self.for_answers if path.startswith("/api/") else self.for_pages

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = list(message.get("headers", ()))
                names = {name for name, _ in found}
                message["headers"] = [*found, *(one for one in more if one[0] not in names)]
            await send(message)

        return answer


def as_raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """As a server sends them."""
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]


def is_too_long(length: str | None) -> bool:
    """What is no number of bytes is refused later, when the body is read."""
    return length is not None and length.isdecimal() and int(length[:20]) > LARGEST_BODY


def bounded(receive: Receive) -> Receive:
    """A body without a length is cut off where a stated length would have been refused."""
    got = 0

    async def read() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body") or b"") if message["type"] == "http.request" else 0
        if got > LARGEST_BODY:
            return {"type": "http.disconnect"}
        return message

    return read
