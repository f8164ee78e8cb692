"""What is asked of the records, and what they are read from.

A paper knows no hour of its own. What it judges by a moment, such as whether a deposit is late, it judges by
the one that was asked for, else by that of the last entry; the foot says which.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, tzinfo
from typing import TYPE_CHECKING, TypeVar

from pitboss.base.error import InputError, find_name
from pitboss.house.reading import BooksCopy
from pitboss.ledger.entry import FIRST_HASH
from pitboss.reports.record.row import SECOND, day_of, format_instant

if TYPE_CHECKING:  # a record of the program alone needs no room
    from pitboss.house.room.keeping import Rounds

Row = TypeVar("Row")


@dataclass(frozen=True)
class Inquiry:
    zone: tzinfo | None = None
    """Of the card room, for days and hours; None is the machine's own."""
    since: date | None = None
    until: date | None = None
    at_micros: int = 0
    """As of when; nothing for the moment of the last entry."""
    progressives: Collection[str] = ()
    """Only these; all if none is named."""
    is_confirmed: bool = False
    """Only wins that were confirmed."""
    win: str = ""
    together: tuple[str, ...] = ()
    payees: Mapping[str, int] = field(default_factory=dict)
    table: str = ""
    last: int = 0
    """Of a list that grows for ever, n of the latest; nothing for all of them."""

    def __post_init__(self) -> None:
        """Days that end before they begin are a slip: a paper of them would look as if nothing had been."""
        if self.since and self.until and self.since > self.until:
            raise InputError(f"the days begin on {self.since} and end before, on {self.until}: swap them")

    def is_asked(self, day: date) -> bool:
        return (self.since is None or day >= self.since) and (self.until is None or day <= self.until)

    def is_within(self, micros: int) -> bool:
        """Whether the moment lies in the days that were asked for."""
        return self.is_asked(day_of(micros, self.zone))

    def is_of(self, progressive: str) -> bool:
        return not self.progressives or progressive in self.progressives


@dataclass(frozen=True)
class Stamp:
    """The last entry of a journal: what a paper says that it was made from."""

    number: int
    hash: str = FIRST_HASH
    at_micros: int = 0


@dataclass(frozen=True)
class JournalSource:
    """The books at a moment, and the rounds of the room's tables where there is one."""

    books: BooksCopy
    rounds: "Rounds | None" = None

    @property
    def stamp(self) -> Stamp:
        number, at = self.books.number, self.books.floor.last_at
        return next(
            (Stamp(number, entry.hash, at) for entry in self.books.store.entries(number - 1, upto=number)),
            Stamp(number, at_micros=at),
        )


def settle(inquiry: Inquiry, stamp: Stamp, known: Collection[str]) -> Inquiry:
    """The inquiry with its moment, and with progressives by their own names.

    A moment before the last entry, to the second, would be about other books than these.
    """
    asked, last = inquiry.at_micros, stamp.at_micros
    if not (asked or last):
        raise InputError("the journal has no entry yet: there is nothing to report")
    if asked and asked // SECOND < last // SECOND:
        written = format_instant(last, inquiry.zone)
        raise InputError(f"the journal goes on until {written}: report as of then or later")
    names = tuple(find_name("progressive", name, known) for name in inquiry.progressives)
    return replace(inquiry, at_micros=max(asked, last), progressives=names)


def latest(rows: Sequence[Row], inquiry: Inquiry) -> list[Row]:
    return list(rows[-inquiry.last :] if inquiry.last else rows)


def cut_words(rows: Sequence[object], inquiry: Inquiry) -> str:
    """Said where not all of a list is shown."""
    if not inquiry.last or len(rows) <= inquiry.last:
        return ""
    return f"The latest {inquiry.last:,} of {len(rows):,} rows; the paper without a limit has all of them."
