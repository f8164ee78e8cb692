"""An old room brought into one book: its journal as it is, then every table where it stood.

The old database is only read. What is written is one transaction: the entries of the journal with their own
hashes, voids of rounds that were open, players, and for each table that it was put up, its chips, where it
stands, and a first line in which its keypad hears of its progressive. Wherever the two old books differ, it
is said in the table's entry.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from pitboss.house.manager import GameManager
from pitboss.house.old_room.comparing import OldRounds
from pitboss.house.old_room.moving import Moving, check_wins, move_table, read_list
from pitboss.house.old_room.tape import OldLocker
from pitboss.house.old_room.writing import ToAdd, Writing
from pitboss.house.page import Clock, JournalPage, let_everybody
from pitboss.house.room.locker import Locker
from pitboss.house.room.opening import Household
from pitboss.jackpot.books import Books
from pitboss.jackpot.person import HOUSE_PEOPLE
from pitboss.jackpot.snapshot import copy_books, format_books
from pitboss.jackpot.table_fact import BroughtOver
from pitboss.ledger.attestation import vouch_for
from pitboss.ledger.store import Checkpoint, Link, StoreError
from pitboss.storage.audit import audit
from pitboss.storage.backup import journal_of
from pitboss.storage.checked_store import CheckedStore, not_empty
from pitboss.storage.memory import MemoryStore
from pitboss.storage.old_room import OldRoom
from pitboss.table.money import TOKES, TRAY

Progress = Callable[[str], None]


class BroughtTable(NamedTuple):
    table: str
    game: str
    said: BroughtOver
    round: int
    """The last: the next one has the next number."""
    chips: Mapping[str, int]
    tray_micros: int
    tokes_micros: int
    fault: str
    """What was reported about its old shuffler."""


@dataclass(frozen=True)
class BroughtRoom:
    """What was brought over."""

    old: str
    new: str
    entries: int
    """Of the old journal."""
    said: BroughtOver
    """Of the whole room."""
    tables: tuple[BroughtTable, ...]
    taken_down: tuple[str, ...]
    """Tables whose names stay taken."""
    players: tuple[str, ...]
    to_add: tuple[ToAdd, ...]
    dropped: int
    """Sessions and marks of trainees, which are not carried over."""
    last: Link

    @property
    def differences(self) -> list[tuple[str, str]]:
        """Each with its table, those of the whole room with none."""
        each = (self.said, *(one.said for one in self.tables))
        return [(said.table, what) for said in each for what in said.differences]


def bring_over(
    old: OldRoom, open_new: Callable[[], CheckedStore], key: str, clock: Clock, progress: Progress
) -> BroughtRoom:
    """Read and decide everything, then open the new book and write it; what is refused writes nothing."""
    locker, house = OldLocker(key), make_house(key, clock)
    floor, rounds, head = read_journal(old, progress)
    listed = [*read_list(old).values()]
    check_wins(floor, [one.plan.id for one in listed])
    moved: list[Moving] = []
    for one in listed:
        if one.is_open:
            progress(f"playing the log of {one.plan.id}")
            moved.append(move_table(old, one, locker, rounds.of.get(one.plan.id, ())))
    page = JournalPage(let_everybody, clock, house.manager.store)
    page.begin(floor, copy_books(floor), head.number, head.hash)
    writing = Writing(old, page, house, listed, moved)
    writing.write()
    checkpoint = keep(page)
    progress("writing the new book")
    new = open_new()
    if new.last() is not None:
        raise not_empty(new.where)
    new.fill(chain(old.entries(), page.entries), checkpoint)
    check_new(new, progress)
    return BroughtRoom(
        old.where,
        new.where,
        head.number,
        writing.room,
        tuple(sum_up(one, writing.tables[one.id]) for one in moved),
        tuple(one.plan.id for one in listed if not one.is_open),
        tuple(writing.players),
        tuple(writing.to_add),
        writing.dropped,
        Link(page.number, page.hash),
    )


def sum_up(moving: Moving, said: BroughtOver) -> BroughtTable:
    table, balances = moving.old.table, moving.balances
    return BroughtTable(
        moving.id,
        table.setup.game.name,
        said,
        table.number,
        dict(sorted(table.player_chips().items())),
        balances.get(TRAY, 0),
        balances.get(TOKES, 0),
        moving.old.fault,
    )


def make_house(key: str, clock: Clock) -> Household:
    """A house with an empty book, in which tables can be put up."""
    manager = GameManager(MemoryStore(), clock)
    return Household(manager, Locker(key), None, *HOUSE_PEOPLE)


def read_journal(old: OldRoom, progress: Progress) -> tuple[Books, OldRounds, Link]:
    """The old journal verified; what the floor is after it, and the rounds that it counted."""
    found = audit(
        old.entries(),
        old.checkpoint,
        head=old.head,
        progress=lambda number: progress(f"verified {number:,} entries"),
    )
    if found.fault:
        raise StoreError(
            f"{old.where} is not brought over, {found.fault.words}: restore its journal from a backup first"
        )
    floor, rounds = Books(), OldRounds()
    for entry in old.entries():
        floor.apply(entry.draft)
        rounds.read(entry)
    return floor, rounds, Link(found.verdict.entries, found.verdict.hash)


def keep(page: JournalPage) -> Checkpoint:
    """The state after everything, so that the new room starts without reading the old journal again."""
    page.ahead.book.check()
    checkpoint = Checkpoint(page.number, page.hash, format_books(page.ahead))
    page.add(vouch_for(checkpoint, page.ahead.last_at))
    return checkpoint


def check_new(new: CheckedStore, progress: Progress) -> None:
    found = journal_of(new).audit(progress=progress)
    if found.fault:
        raise StoreError(f"{new.where} is not as it was written, {found.fault.words}: check the disk")
