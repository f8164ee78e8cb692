"""Meters and wins as every display of the room shows them: as the book has them, told when it goes on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from pitboss.house.manager import Clock, GameManager
from pitboss.jackpot.display import read_display
from pitboss.service.floor import Floor


class Board:
    def __init__(self, manager: GameManager, floor: Floor, clock: Clock) -> None:
        self.manager = manager
        self.floor = floor
        self.clock = clock

    @contextmanager
    def hearing(self, hearer: Callable[[], None]) -> Iterator[None]:
        self.floor.hearers.add(hearer)
        try:
            yield
        finally:
            self.floor.hearers.discard(hearer)

    def show(self, table: str) -> dict[str, Any]:
        """What the display over a table says now, with the time of saying it."""
        now = self.clock()
        return {**asdict(read_display(self.manager.floor, table, now)), "at_micros": now}
