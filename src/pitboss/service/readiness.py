"""Whether the server can serve: asked often by what watches over it, looked at once a second."""

import asyncio
from collections.abc import Callable
from time import monotonic

from pitboss.base.error import PitbossError

KEPT_SECONDS = 1.0


class Readiness:
    def __init__(self, check: Callable[[], None]) -> None:
        self.check = check
        """Raises if it cannot."""
        self.lock = asyncio.Lock()
        self.looked_at = -KEPT_SECONDS
        self.problem: Exception | None = None

    async def find_problem(self) -> Exception | None:
        async with self.lock:
            if monotonic() - self.looked_at >= KEPT_SECONDS:
                self.problem = await asyncio.to_thread(self._look)
                self.looked_at = monotonic()
            return self.problem

    def _look(self) -> Exception | None:
        try:
            self.check()
        except (PitbossError, OSError) as problem:
            return problem
        return None
