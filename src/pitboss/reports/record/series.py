"""How the meters went: each level's amount over time, read from the journal, in a bounded number of points.

A journal has millions of entries and a chart some hundred pixels. Whenever a level has twice as many
points as are wanted, every other one is dropped; the first and the last always stay, and so do awards,
which are points of their own.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.base.money import CENT
from pitboss.jackpot.fact import WinPosted, WinSettled
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft, Entry
from pitboss.reports.form import Data

MOST_POINTS = 240
MOST_AWARDS = 60
Key = tuple[str, str]
"""A progressive and one of its levels."""


@dataclass
class LevelSeries:
    points: list[tuple[int, int]] = field(default_factory=list)
    """When, and what the meter showed from then on."""
    awards: list[tuple[int, int]] = field(default_factory=list)
    """When, and how much was won."""

    def add(self, at: int, micros: int) -> None:
        self.points.append((at, micros))
        if len(self.points) >= 2 * MOST_POINTS:
            self.points = [*self.points[:-1:2], self.points[-1]]

    def award(self, at: int, micros: int) -> None:
        self.awards = [*self.awards[1 - MOST_AWARDS :], (at, micros)]


@dataclass
class MeterSeries:
    """Reads on from where it was: asking again costs only what is new."""

    number: int = 0
    book: Book = field(default_factory=Book)
    levels: dict[Key, LevelSeries] = field(default_factory=dict)
    claims: dict[str, Key] = field(default_factory=dict)
    """Wins that wait in their meters, by id."""

    def read(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            if entry.number > self.number:
                self.add(entry.draft)
                self.number = entry.number

    def add(self, draft: Draft) -> None:
        self.book.apply(draft.transfers)
        for account in dict.fromkeys(account for one in draft.transfers for account in one[:2]):
            if account.kind is AccountKind.METER:
                self.of(account).add(draft.at_micros, self.book.balances[account] // CENT * CENT)
        match draft.fact:
            case WinPosted(win) if win.is_claim:
                self.claims[win.id] = (win.progressive, win.level)
            case WinPosted(win):
                self.award((win.progressive, win.level), draft.at_micros, win.micros)
            case WinSettled(id_, WinStatus.CONFIRMED, micros) if id_ in self.claims:
                self.award(self.claims.pop(id_), draft.at_micros, micros)

    def award(self, key: Key, at_micros: int, micros: int) -> None:
        """When the meter falls."""
        self.levels.setdefault(key, LevelSeries()).award(at_micros, micros)

    def of(self, account: Account) -> LevelSeries:
        return self.levels.setdefault((account.progressive, account.level), LevelSeries())

    def data(self, progressive: str) -> list[Data]:
        return [
            {
                "level": level,
                "points": [list(point) for point in series.points],
                "awards": [list(award) for award in series.awards],
            }
            for (of, level), series in self.levels.items()
            if of == progressive
        ]
