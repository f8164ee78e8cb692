"""Work apart from the test: coroutines in a thread of their own, and programs that hear Ctrl-C."""

import asyncio
import signal
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run_apart(work: Coroutine[Any, Any, Any]) -> Any:
    """Where a browser was started, this thread has a loop under way."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def hear_ctrl_c() -> None:
    """Even if whoever started the tests, such as a shell in the background, does not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
