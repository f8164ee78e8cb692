"""Meters and wins as every display of the room shows them: read from the journal, told when it goes on."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import Any

from pitboss.base.error import PitbossError
from pitboss.house.manager import Clock, GameManager
from pitboss.house.tableside import read_floor
from pitboss.jackpot.display import read_display

NEWS_SECONDS = 1.0

Hearer = Callable[[], None]


class Board:
    def __init__(self, manager: GameManager, clock: Clock) -> None:
        self.manager = manager
        self.clock = clock
        self.hearers: set[Hearer] = set()
        self.number = manager.number

    async def follow_news(self) -> None:
        while True:
            with suppress(PitbossError):
                await asyncio.to_thread(self.manager.store.news, self.number, NEWS_SECONDS)
                await asyncio.to_thread(read_floor, self.manager)
                if self.manager.number != self.number:
                    self.number = self.manager.number
                    self.tell()

    def tell(self) -> None:
        for hearer in tuple(self.hearers):
            hearer()

    @contextmanager
    def hearing(self, hearer: Hearer) -> Iterator[None]:
        self.hearers.add(hearer)
        try:
            yield
        finally:
            self.hearers.discard(hearer)

    def show(self, table: str) -> dict[str, Any]:
        """What the display over a table says now, with the time of saying it."""
        now = self.clock()
        return {**asdict(read_display(self.manager.floor, table, now)), "at_micros": now}
