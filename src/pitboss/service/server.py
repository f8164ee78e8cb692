"""Runs the application: one process, one event loop; more servers are more processes on one PostgreSQL."""

import gc
import sys
import threading
import webbrowser
from typing import Final

import orjson
import structlog
import uvicorn

from pitboss.service.app import make_app
from pitboss.service.caller import Callers
from pitboss.service.connection import KEEP_ALIVE_SECONDS, Sockets, make_protocols
from pitboss.service.premises import Premises

STOP_SECONDS = 5
SWITCH_SECONDS = 0.0003
"""How long the loop may keep the interpreter from the writer, whose turn asks for it several times."""


WEBSOCKETS: Final = "websockets-sansio"
"""Takes a fifth of the processor's time less than the other one, measured with 3,500 browsers; `connection`
builds on it."""


def spare_the_old() -> None:
    """The writer is not kept waiting. Cycles are looked for among new objects: hundreds of tables live for
    days, and looking through all of them would hold up everybody for a second."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.freeze()
    gc.set_threshold(50_000, 20, 1_000)


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


def serve(premises: Premises, *, opens_browser: bool = False) -> None:
    settings = premises.settings
    log_as_json()
    if opens_browser:
        threading.Timer(1.0, webbrowser.open, [f"http://127.0.0.1:{settings.port}/"]).start()
    spare_the_old()
    callers = Callers(settings.proxies)
    http, stream = make_protocols(
        Sockets(most=settings.most_sockets, most_each=settings.most_sockets_each, is_proxy=callers.is_proxy)
    )
    uvicorn.run(
        make_app(premises),
        host=settings.host,
        port=settings.port,
        ssl_certfile=settings.tls_certificate or None,
        ssl_keyfile=settings.tls_key or None,
        timeout_graceful_shutdown=STOP_SECONDS,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        http=http,
        ws=stream,
        ws_max_size=64 * 1024,
    )
