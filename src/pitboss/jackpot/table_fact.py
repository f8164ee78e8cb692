"""What the book's entries about live tables say: tables put up and taken down, lines, rounds and stands.

A line is one act at a table: what was asked, by whom, and all that it needs to be done again elsewhere.
What it asked of the progressive stands in entries of its own right before it, as many as it has answers
that are no refusals. A stand is where a table stood between two rounds, so that it is not dealt again from
its first day.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from pitboss.jackpot.terms import Terms
from pitboss.ledger.codec import LEFT_OUT
from pitboss.ledger.entry import Draft
from pitboss.ledger.fact import Fact

if TYPE_CHECKING:
    from pitboss.jackpot.books import Books


class Limit(NamedTuple):
    minimum_micros: int
    maximum_micros: int
    step_micros: int


@dataclass(frozen=True)
class TableOpened(Fact, kind="table opened"):
    table: str
    game: str
    """As the head of a round's line says it."""
    day: str
    name: str = field(default="", metadata=LEFT_OUT)
    seats: int = field(default=7, metadata=LEFT_OUT)
    limits: Mapping[str, Limit] = field(default_factory=dict, metadata=LEFT_OUT)
    closed: tuple[str, ...] = field(default=(), metadata=LEFT_OUT)
    has_house_dealer: bool = field(default=False, metadata=LEFT_OUT)
    dialect: str = field(default="", metadata=LEFT_OUT)
    device: str = field(default="", metadata=LEFT_OUT)
    """What the cards come from, where it is not the game's usual device."""
    after_round: int = field(default=0, metadata=LEFT_OUT)
    """The last round that the book has of the table's keypad from before: its rounds go on after that."""

    def change(self, books: "Books", draft: Draft) -> None:
        books.tables[self.table] = self
        books.table_names.add(self.table)


@dataclass(frozen=True)
class TableClosed(Fact, kind="table closed"):
    table: str

    def change(self, books: "Books", draft: Draft) -> None:
        books.tables.pop(self.table, None)


class Settled(NamedTuple):
    """A win that was confirmed or withdrawn elsewhere, on the supervisor's phone."""

    win: str
    is_confirmed: bool
    by: str


@dataclass(frozen=True)
class Heard:
    """What a table's keypad had not heard before this act."""

    terms: Terms | None = field(default=None, metadata=LEFT_OUT)
    """The progressive takes wagers, by these terms."""
    closed: str = field(default="", metadata=LEFT_OUT)
    """Why it takes none."""
    is_gone: bool = field(default=False, metadata=LEFT_OUT)
    """The table is on no progressive any more."""
    settled: tuple[Settled, ...] = field(default=(), metadata=LEFT_OUT)
    shares: Mapping[str, int] = field(default_factory=dict, metadata=LEFT_OUT)
    """What wins that wait are worth now, where others that shared them were settled elsewhere."""
    stays: Mapping[str, int] = field(default_factory=dict, metadata=LEFT_OUT)
    """Of shares that were withdrawn there after another was confirmed: what stays in the meter."""
    taken_back: tuple[str, ...] = field(default=(), metadata=LEFT_OUT)
    """Of the wins that were withdrawn there: those by nobody of the floor, so that nothing is decided."""


NOTHING_HEARD = Heard()


@dataclass(frozen=True)
class TableLine(Fact, kind="line"):
    line: int
    """Its number at the table."""
    round: int
    """The round that whoever asked had seen."""
    did: tuple[str, ...]
    """The commands, in words."""
    role: str = field(default="", metadata=LEFT_OUT)
    """Of somebody of the staff: who deals answers for what the table asks."""
    tape: str = field(default="", metadata=LEFT_OUT)
    """The random numbers that it drew, locked."""
    answers: tuple[str, ...] = field(default=(), metadata=LEFT_OUT)
    """Of each thing that it asked: why it was refused, or empty where its entry stands before this one."""
    heard: Heard = field(default=NOTHING_HEARD, metadata=LEFT_OUT)


@dataclass(frozen=True)
class RoundEnded(Fact, kind="round"):
    """A finished round: its line of notation, and what its proof is made of."""

    round: int
    opened_at: int
    """When its bets were opened."""
    record: str
    start: int
    """Where in the shuffle its first card lay."""
    opened: str
    """Positions that came to lie open, as ranges: '0-8,12'."""
    shuffle: str = field(default="", metadata=LEFT_OUT)
    """The seed of the salts and the cards, of a shuffle that was opened whole with the round."""
    secret: str = field(default="", metadata=LEFT_OUT)
    """The same of any other, locked: the proof opens of it what lay open."""


@dataclass(frozen=True)
class Stand(Fact, kind="stand"):
    line: int
    told: int
    """Events so far."""
    secret: str
    """Seats, chips and cards to come, locked."""


@dataclass(frozen=True)
class BroughtOver(Fact, kind="brought over"):
    """A table, or a whole room, came from a log that was kept beside the journal before version 3."""

    table: str
    """Empty for the whole room."""
    lines: int
    rounds: int
    """Proofs that stay in the old database."""
    digest: str
    """SHA-256 of all its rows there."""
    ended: str = field(default="", metadata=LEFT_OUT)
    """What became of a round that was going on."""
    differences: tuple[str, ...] = field(default=(), metadata=LEFT_OUT)
    """Where log and journal did not say the same."""
