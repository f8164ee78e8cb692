"""Runs the application: one process, one event loop; more servers are more processes on one PostgreSQL."""

import threading
import webbrowser

import structlog
import uvicorn

from pitboss.service.app import make_app
from pitboss.service.premises import Premises

STOP_SECONDS = 5


def serve(premises: Premises, *, opens_browser: bool = False) -> None:
    settings = premises.settings
    structlog.configure(
        processors=[
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.add_log_level,
            structlog.processors.JSONRenderer(),
        ]
    )
    if opens_browser:
        threading.Timer(1.0, webbrowser.open, [f"http://127.0.0.1:{settings.port}/"]).start()
    uvicorn.run(
        make_app(premises),
        host=settings.host,
        port=settings.port,
        ssl_certfile=settings.tls_certificate or None,
        ssl_keyfile=settings.tls_key or None,
        timeout_graceful_shutdown=STOP_SECONDS,
        log_level="warning",
        server_header=False,
        ws_max_size=64 * 1024,
    )
