"""The books for a report: the books as they stand at a moment, and the journal that it is made of.

A manager goes on deciding while a report is read, so they are copied; entries that come later are left
out. The copy goes through the text of a checkpoint, which holds everything that they are.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.house.manager import GameManager
from pitboss.jackpot.books import Books
from pitboss.jackpot.snapshot import copy_books
from pitboss.ledger.entry import Entry
from pitboss.ledger.store import Store


@dataclass(frozen=True)
class BooksCopy:
    floor: Books
    number: int
    """Of the last entry that they are made of."""
    store: Store

    def entries(self) -> Iterator[Entry]:
        return self.store.entries(upto=self.number)


def read_books(manager: GameManager) -> BooksCopy:
    manager.read_news()
    with manager.lock:
        return BooksCopy(copy_books(manager.floor), manager.number, manager.store)
