"""What is asked of the records, and what they are read from.

A paper knows no hour of its own. What it judges by a moment, such as whether a deposit is late, it judges by
the one that was asked for, else by that of the last entry; the foot says which.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, tzinfo
from typing import TypeVar

from pitboss.base.error import InputError, find_name
from pitboss.house.reading import Books
from pitboss.house.room.keeping import Rounds
from pitboss.ledger.entry import FIRST_HASH
from pitboss.reports.progressive.instant import SECOND, day_of, format_instant

Row = TypeVar("Row")


@dataclass(frozen=True)
class Inquiry:
    zone: tzinfo | None = None
    """Of the card room, for days and hours; None is the machine's own."""
    since: date | None = None
    until: date | None = None
    at_micros: int = 0
    """As of when; nothing for the moment of the last entry."""
    progressive: str = ""
    """Only this one."""
    win: str = ""
    together: tuple[str, ...] = ()
    payees: Mapping[str, int] = field(default_factory=dict)
    table: str = ""
    last: int = 0
    """Of a list that grows for ever, so many of the latest; nothing for all of them."""

    def __post_init__(self) -> None:
        """Days that end before they begin are a slip: a paper of them would look as if nothing had been."""
        if self.since and self.until and self.since > self.until:
            raise InputError(f"the days begin on {self.since} and end before, on {self.until}: swap them")

    def is_asked(self, day: date) -> bool:
        return (self.since is None or day >= self.since) and (self.until is None or day <= self.until)

    def is_within(self, micros: int) -> bool:
        """Whether the moment lies in the days that were asked for."""
        return self.is_asked(day_of(micros, self.zone))


@dataclass(frozen=True)
class Source:
    """The books at a moment, and the rounds of the room's tables where there is one."""

    books: Books
    rounds: Rounds | None = None

    @property
    def hash(self) -> str:
        """Of the last entry that the books hold."""
        number = self.books.number
        return next((entry.hash for entry in self.books.store.entries(number - 1, upto=number)), FIRST_HASH)


def moment_of(source: Source, inquiry: Inquiry) -> int:
    """As of when, to the second: a moment before the last entry would be about other books than these."""
    last = source.books.floor.last_at
    if not (inquiry.at_micros or last):
        raise InputError("the journal has no entry yet: there is nothing to report")
    if inquiry.at_micros and inquiry.at_micros // SECOND < last // SECOND:
        written = format_instant(last, inquiry.zone)
        raise InputError(f"the journal goes on until {written}: report as of then or later")
    return max(inquiry.at_micros, last)


def progressive_of(source: Source, inquiry: Inquiry) -> str:
    known = source.books.floor.progressives
    return find_name("progressive", inquiry.progressive, known) if inquiry.progressive else ""


def latest(rows: Sequence[Row], inquiry: Inquiry) -> list[Row]:
    return list(rows[-inquiry.last :] if inquiry.last else rows)


def cut_words(rows: Sequence[object], inquiry: Inquiry) -> str:
    """Said where not all of a list is shown."""
    if not inquiry.last or len(rows) <= inquiry.last:
        return ""
    return f"The latest {inquiry.last:,} of {len(rows):,} rows; the paper without a limit has all of them."
