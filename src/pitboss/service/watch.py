"""Counts and times every request, and writes a structured line for each that changed something or failed.

A press that was carried out is a line of the book, with who, when and what: it needs none in the log.
"""

from functools import cache
from time import perf_counter

import structlog
from prometheus_client import Counter, Gauge, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

REQUESTS = Counter("pitboss_requests_total", "Requests, by route and status", ["route", "status"])
SECONDS = Histogram(
    "pitboss_request_seconds",
    "Time to answer, by route",
    ["route"],
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
SOCKETS = Gauge("pitboss_sockets", "Live streams that are open")
LOG = structlog.get_logger("pitboss.service")
QUIET = frozenset({"GET", "HEAD"})
PRESS = "/api/tables/{table}/press"


@cache
def counted(route: str, status: int) -> Counter:
    """Found out once: there are only so many routes."""
    return REQUESTS.labels(route, str(status))


@cache
def timed(route: str) -> Histogram:
    return SECONDS.labels(route)


class Watch:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            with SOCKETS.track_inprogress():
                await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, status = perf_counter(), 500

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, answer)
        finally:
            note_answer(scope["method"], getattr(scope.get("route"), "path", "none"), status, started)


def note_answer(method: str, route: str, status: int, started: float) -> None:
    """Count and time it, whichever way it came."""
    seconds = perf_counter() - started
    counted(route, status).inc()
    timed(route).observe(seconds)
    if is_worth_a_line(method, route, status):
        LOG.info("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1))


def is_worth_a_line(method: str, route: str, status: int) -> bool:
    is_in_book = route == PRESS and status < 400
    return status >= 500 or not (method in QUIET or is_in_book)
