"""A display beside the manager: reads the journal on its own, waits for news, and never writes."""

from pitboss.house.manager import Clock, GameManager
from pitboss.jackpot.display import Display, read_display
from pitboss.ledger.store import Store


class Screen:
    def __init__(self, store: Store, table: str, clock: Clock) -> None:
        self.table = table
        self.clock = clock
        self._manager = GameManager(store, clock)
        """Only ever asked to read."""

    def read(self) -> Display:
        """What the display says now, from everything that is durable."""
        self._manager.read_news()
        return read_display(self._manager.floor, self.table, self.clock())

    def wait(self, timeout_seconds: float) -> Display:
        """What it says after the next entry, or when the time is over."""
        self._manager.store.news(self._manager.number, timeout_seconds)
        return self.read()
