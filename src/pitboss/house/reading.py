"""The books for a report: the floor as it stands at a moment, and the journal that it is made of.

A manager goes on deciding while a report is read, so the floor is copied; entries that come later are left
out. The copy goes through the text of a checkpoint, which holds everything that a floor is.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.house.manager import GameManager
from pitboss.jackpot.snapshot import copy_floor
from pitboss.jackpot.state import Floor
from pitboss.ledger.entry import Entry
from pitboss.ledger.store import Store


@dataclass(frozen=True)
class Books:
    floor: Floor
    number: int
    """Of the last entry that the floor is made of."""
    store: Store

    def entries(self) -> Iterator[Entry]:
        return self.store.entries(upto=self.number)


def read_books(manager: GameManager) -> Books:
    manager.read_news()
    with manager.lock:
        return Books(copy_floor(manager.floor), manager.number, manager.store)
