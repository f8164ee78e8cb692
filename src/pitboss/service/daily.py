"""Once a day, and soon after a start, the whole book is held against its laws, by a process of its own.

What differs is an alarm on every supervisor's page until a later reading finds nothing. The process runs at
the lowest priority: tables go first.
"""

import asyncio
import json
import os
import sys
from contextlib import suppress

from prometheus_client import Gauge

DIFFERENCES = Gauge(
    "pitboss_differences",
    "Differences that the last reading of the whole book found; 1 where it could not be read",
)
FIRST_SECONDS, DAY_SECONDS = 60.0, 24 * 3600.0
LOWEST_PRIORITY = 19
NOT_READ = "The book could not be held against its laws"


class DailyReading:
    def __init__(self, database: str) -> None:
        self.database = database
        self.alarm = ""
        """What the last reading found; empty while all laws hold."""

    async def work(self) -> None:
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            await self.read()
            await asyncio.sleep(DAY_SECONDS)

    async def read(self) -> None:
        """Read the whole book once; that it could not be read is an alarm too."""
        try:
            told = await self._reconcile()
        except OSError:
            told = b""
        self.alarm = say_found(told)

    async def _reconcile(self) -> bytes:
        words = [sys.executable, "-m", "pitboss.cli", "ledger", "reconcile", "--json"]
        process = await asyncio.create_subprocess_exec(
            *words,
            env={**os.environ, "PITBOSS_STORE": self.database},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, LOWEST_PRIORITY)
        try:
            told, _ = await process.communicate()
        except asyncio.CancelledError:
            process.kill()
            raise
        return told


def say_found(told: bytes) -> str:
    """What a reading found, in words; empty if nothing differs."""
    try:
        found = json.loads(told)
    except ValueError:
        DIFFERENCES.set(1)
        return NOT_READ
    if found["is_right"]:
        DIFFERENCES.set(0)
        return ""
    if found["fault"]:
        DIFFERENCES.set(1)
        return f"Entry {found['fault']['number']} of the book is not right: {found['fault']['why']}"
    DIFFERENCES.set(len(found["differences"]))
    first = found["differences"][0]
    many = len(found["differences"])
    more = f" ({many - 1:,} more: pitboss ledger reconcile)" if many > 1 else ""
    return f"Entry {first['entry']}, {first['table'] or 'the room'}: {first['what']}{more}"
