"""What every answer carries and every request must pass: security headers, known origins, limits of rate."""

from collections import OrderedDict
from collections.abc import Iterable
from time import monotonic

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
LARGEST_BODY = 64 * 1024
MOST_KNOWN = 10_000


class Bucket:
    """So many at once, and so many a second after that, for each name."""

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

    def __init__(self, app: ASGIApp, origins: Iterable[str], *, is_encrypted: bool) -> None:
        self.app = app
        self.origins = frozenset(origins)
        self.headers = {**HEADERS, **(dict([STRICT_TRANSPORT]) if is_encrypted else {})}
        self.signing_in = Bucket(10, 0.2)
        self.asking = Bucket(200, 50)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self.refusal(scope, headers)
        if refusal and scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
        elif refusal:
            await JSONResponse({"problem": refusal[1]}, refusal[0], self.headers)(scope, receive, send)
        else:
            await self.app(scope, bounded(receive), self._with_headers(send))

    def refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        is_changing = scope["type"] == "websocket" or scope["method"] not in SAFE
        if is_changing and not self.is_known(headers):
            return 403, "this page comes from elsewhere: open the room's own address"
        if int(headers.get("content-length") or 0) > LARGEST_BODY:
            return 413, f"a request has at most {LARGEST_BODY} bytes"
        client = (scope.get("client") or ("?", 0))[0]
        bucket = self.signing_in if scope["path"].startswith("/api/sign-in") else self.asking
        if is_changing and not bucket.take(client):
            return 429, "too many requests: wait a few seconds"
        return None

    def is_known(self, headers: Headers) -> bool:
        """A browser says where a page comes from; a program without pages need not."""
        origin = headers.get("origin")
        return origin is None or origin in self.origins or origin.partition("://")[2] == headers.get("host")

    def _with_headers(self, send: Send) -> Send:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    found.setdefault(name, value)
            await send(message)

        return answer


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
