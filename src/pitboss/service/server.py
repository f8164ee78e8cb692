"""Runs the application: one process, one event loop; more servers are more processes on one PostgreSQL."""

import gc
import sys
import threading
import webbrowser
from collections.abc import Mapping
from typing import Any

import orjson
import structlog
import uvicorn

from pitboss.service.app import make_app
from pitboss.service.caller import Callers
from pitboss.service.connection import KEEP_ALIVE_SECONDS, Sockets, make_protocols
from pitboss.service.premises import Premises
from pitboss.service.settings import Settings

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


def serve(premises: Premises, *, opens_browser: bool = False) -> None:
    settings = premises.settings
    log_as_json()
    if opens_browser:
        threading.Timer(1.0, webbrowser.open, [f"http://127.0.0.1:{settings.port}/"]).start()
    spare_the_old()
    uvicorn.run(make_app(premises), **server_options(settings))
