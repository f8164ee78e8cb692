"""Hashing PINs in threads of its own: it takes long by design, and the tables must not wait for it.

There are two lanes. Strangers at the door have one, with a short line: a flood of sign-ins fills it and
nothing else. Whoever is known here has the other: a supervisor at a keypad does not stand behind strangers.
A hash is made by several threads at once: where the system can tell threads apart, they give way to the
tables.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import get_native_id
from typing import ParamSpec, TypeVar

from pitboss.service.throttle import TooManyError

P = ParamSpec("P")
T = TypeVar("T")
MOST_AT_THE_DOOR = 16
MOST_KNOWN = 32
BUSY_SECONDS = 5.0
NICENESS = 10


class Lane:
    def __init__(self, name: str, *, most: int, threads: int = 1) -> None:
        self.pool = ThreadPoolExecutor(threads, f"hashing {name}", initializer=give_way)
        self.most = most
        self.inside = 0

    async def run(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Raise at once where too many wait: a line that only grows serves nobody."""
        if self.inside >= self.most:
            raise TooManyError("many people sign in just now: try again in a few seconds", BUSY_SECONDS)
        self.inside += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.pool, lambda: work(*args, **named))
        finally:
            self.inside -= 1

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)


class Hashing:
    def __init__(self) -> None:
        self.door = Lane("door", most=MOST_AT_THE_DOOR)
        self.known = Lane("known", most=MOST_KNOWN)

    def close(self) -> None:
        self.door.close()
        self.known.close()


def give_way() -> None:
    """The tables first: this thread, and every thread that it starts, takes what they leave."""
    if sys.platform == "linux":  # elsewhere only a whole process has a priority
        with suppress(OSError):
            own = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, get_native_id(), max(own, NICENESS))
