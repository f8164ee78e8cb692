"""Runs the application: one process, one event loop; more servers are more processes on one PostgreSQL."""

import gc
import os
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import orjson
import structlog
import uvicorn

from pitboss.base.error import InputError
from pitboss.base.private_file import hold_alone
from pitboss.service.app import make_app
from pitboss.service.caller import Callers
from pitboss.service.connection import KEEP_ALIVE_SECONDS, Sockets, make_protocols
from pitboss.service.premises import Premises
from pitboss.service.settings import Settings
from pitboss.storage.address import POSTGRES_PREFIXES, read_path

STOP_SECONDS = 5
PING_SECONDS = 45.0
"""A stream on which nothing happens is heard of so often: proxies give up after a minute."""
NEW_OBJECTS = 10_000
SWITCH_SECONDS = 0.0003
"""How long the loop may keep the interpreter from the writer, whose turn asks for it several times."""


def spare_the_old() -> None:
    """Keep nobody waiting: not the writer, and not everybody while cycles are looked for.

    Hundreds of tables live for days, and looking through all of them takes a second. So cycles are looked for
    among 10,000 new objects at a time, which takes some milliseconds; what has outlived such a look is not
    looked at again. To look at it twice would hold everybody up for a tenth of a second now and then, and no
    table makes cycles.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
    gc.callbacks.append(keep_survivors)


def keep_survivors(phase: str, info: Mapping[str, int]) -> None:
    del info
    if phase == "stop":
        gc.freeze()


def log_as_json() -> None:
    structlog.configure(
        processors=[
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.add_log_level,
            structlog.processors.JSONRenderer(serializer=orjson.dumps),
        ],
        logger_factory=structlog.BytesLoggerFactory(),
        cache_logger_on_first_use=True,
    )


def server_options(settings: Settings) -> dict[str, Any]:
    """How uvicorn is run. `connection` builds on the WebSocket implementation that takes a fifth of the
    processor's time less than the other one; to deflate frames would take more than to make them."""
    callers = Callers(settings.proxies)
    http, stream = make_protocols(
        Sockets(most=settings.most_sockets, most_each=settings.most_sockets_each, is_proxy=callers.is_proxy)
    )
    return {
        "host": settings.host,
        "port": settings.port,
        "ssl_certfile": settings.tls_certificate or None,
        "ssl_keyfile": settings.tls_key or None,
        "timeout_graceful_shutdown": STOP_SECONDS,
        "log_level": "warning",
        "access_log": False,  # `Watch` writes a line for each request
        "server_header": False,
        "proxy_headers": False,
        "timeout_keep_alive": KEEP_ALIVE_SECONDS,
        "http": http,
        "ws": stream,
        "ws_max_size": 64 * 1024,
        "ws_per_message_deflate": False,
        "ws_ping_interval": PING_SECONDS,
    }


def listen(host: str, port: int) -> socket.socket:
    """Take the port, before anything is opened; a port of 0 takes one that is free."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as problem:
        raise InputError(
            f"cannot listen on port {port} of {host}: {os.strerror(problem.errno or 0).lower()}; "
            f"take another one, such as --port {port % 65_535 + 1}"
        ) from problem


def hold_room(database: str) -> None:
    """Refuse a second server of a room in SQLite; a room on PostgreSQL may have several."""
    if database.startswith(POSTGRES_PREFIXES):
        return
    path = read_path(database)
    try:
        is_ours = hold_alone(path.with_name(f"{path.name}.server"))
    except OSError as problem:
        raise InputError(f"cannot write in {path.parent}: {os.strerror(problem.errno or 0)}") from problem
    if not is_ours:
        raise InputError(
            f"another server has the room in {path} open: a room in SQLite has one; "
            "keep the room on PostgreSQL for several"
        )


class Server(uvicorn.Server):
    """Says when browsers can come."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.opened()


def serve(premises: Premises, listener: socket.socket, opened: Callable[[], None]) -> None:
    """Serve until the process is told to stop; `opened` is called once browsers can come."""
    log_as_json()
    spare_the_old()
    config = uvicorn.Config(make_app(premises), **server_options(premises.settings))
    with suppress(KeyboardInterrupt):  # the usual way to close a room
        Server(config, opened).run([listener])
