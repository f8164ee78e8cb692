"""A bench: one process that does one job after another, started when it is first needed."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Any

from pitboss.base.error import InputError, PitbossError
from pitboss.base.progress import Say, silent

PROGRAM = (sys.executable, "-m", "pitboss.service.counting.worker")
LONGEST_LINE = 64 * 1024 * 1024


class BrokenOffError(PitbossError):
    """The process ended in the middle of a job."""


class Bench:
    def __init__(self) -> None:
        self.process: Process | None = None
        self.lock = asyncio.Lock()
        self.used_at = monotonic()
        self.lives = 0
        """How many processes there have been: what one had in mind is gone with it."""

    @property
    def is_idle(self) -> bool:
        return not self.lock.locked()

    async def ask(self, do: str, given: Mapping[str, Any], say: Say = silent) -> Any:
        """What the job finds; raises what it refuses. Who gives up waiting stops the process."""
        async with self.lock:
            process = await self._start()
            try:
                return await self._talk(process, json.dumps({"do": do, "given": given}), say)
            except (asyncio.CancelledError, OSError, BrokenOffError):
                self.stop()
                raise
            finally:
                self.used_at = monotonic()

    async def _talk(self, process: Process, line: str, say: Say) -> Any:
        assert process.stdin
        assert process.stdout
        process.stdin.write(line.encode() + b"\n")
        await process.stdin.drain()
        while heard := await process.stdout.readline():
            said = json.loads(heard)
            if "says" in said:
                say(said["says"], said["done"], said["total"])
            elif "refused" in said:
                raise InputError(said["refused"])
            else:
                return said["found"]
        raise BrokenOffError("the count broke off: ask again")

    async def _start(self) -> Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                *PROGRAM, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
            self.lives += 1
        return self.process

    def stop(self) -> None:
        if self.process and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()
        self.process = None
